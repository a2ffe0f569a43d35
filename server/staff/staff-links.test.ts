import { api } from '@portreeve/contract'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { noMail } from '../adapters/mail.ts'
import { address, send, useServer } from '../testing/harness.ts'
import { choosePassword, enter, hirerOf, keptMail, sendLinks, tokenIn } from '../testing/hiring.ts'
import { totp } from '../testing/totp.ts'

const mail = keptMail()
const s = useServer({ mail })
beforeAll(async () => {
  await s.token('admin')
})
const hire = hirerOf(s)
afterEach(() => s.query('delete from identity_failures'))

const forgot = (email: string) =>
  send(s.server, 'POST', '/identity/forgot-password', { email }, { origin: address })

const queued = () => s.query("select 1 from operations where kind = 'staff.link' and state = 'pending'")

const mailTo = (email: string) => mail.sent.findLast(({ to }) => to === email) ?? ({ text: '' } as never)

/** The mail that follows a request for a forgotten password. */
async function mailAfter(email: string) {
  const answer = await forgot(email)
  expect([answer.status, answer.body]).toEqual([200, { sent: true }])
  await expect.poll(queued).toHaveLength(1)
  await sendLinks(s)
  return mailTo(email.toLowerCase())
}

const invite = async (email: string) => {
  const body = { email, displayName: 'Ivy', role: 'support' } as const
  const { uid } = (await s.call('admin', api.staff.invite, { body })).body.data
  await sendLinks(s)
  return { uid, email, token: tokenIn(mailTo(email)) }
}

test('a forgotten password: the mailed link works once, other sessions end, all of it is audited', async () => {
  const person = await hire('support')
  const sent = await mailAfter(person.email.toUpperCase())
  expect(sent).toMatchObject({ to: person.email, subject: 'Choose a new password for Portreeve' })
  expect(sent.text).toContain('was requested for you on its sign-in page')
  // The old password and the session work until the link is used.
  expect((await s.call(person, api.staff.me, {})).status).toBe(200)
  const chosen = await choosePassword(s, tokenIn(sent), 'a new password')
  expect([chosen.status, chosen.body]).toEqual([
    200,
    { email: person.email, second_factor: 'off', first: false },
  ])
  expect((await choosePassword(s, tokenIn(sent), 'another password')).status).toBe(422)
  expect((await s.call(person, api.staff.me, {})).status).toBe(401)
  expect((await enter(s, person.email, person.secret)).status).toBe(401)
  expect((await enter(s, person.email, 'a new password')).status).toBe(200)
  expect(
    await s.query(
      "select action, actor_uid from audit where subject_id = $1 and action <> 'staff.signInFailed' order by id desc limit 2",
      [person.uid],
    ),
  ).toEqual([
    { action: 'staff.passwordByLink', actor_uid: person.uid },
    { action: 'staff.forgotPassword', actor_uid: 'sign-in-page' },
  ])
})

test('a link of 25 hours no longer works', async () => {
  const person = await hire('support')
  const sent = await mailAfter(person.email)
  await s.query("update identity_verification set expires_at = expires_at - interval '25 hours'")
  expect((await choosePassword(s, tokenIn(sent), 'a new password')).status).toBe(422)
})

test('the answer is the same without such a person, and nothing is mailed', async () => {
  const invited = await invite('never-chose@portreeve.test')
  const disabled = await hire('support')
  await s.query('update staff set disabled = true where uid = $1', [disabled.uid])
  const known = await hire('support')
  const [unknown, first] = [await forgot('unknown@portreeve.test'), await forgot(known.email)]
  expect([unknown.status, unknown.body]).toEqual([first.status, first.body])
  for (const email of [invited.email, disabled.email])
    expect((await forgot(email)).body).toEqual({ sent: true })
  await expect.poll(queued).not.toHaveLength(0)
  const before = mail.sent.length
  await sendLinks(s)
  expect(mail.sent.slice(before).map(({ to }) => to)).toEqual([known.email])
})

test('requests are limited for each address, known or not, and do not lock the sign-in', async () => {
  const person = await hire('support')
  for (const email of [person.email, 'unknown-too@portreeve.test']) {
    for (let n = 0; n < 3; n++) expect((await forgot(email)).status).toBe(200)
    const late = await forgot(email)
    expect([late.status, late.body.code]).toEqual([429, 'too_many'])
  }
  expect((await enter(s, person.email, person.secret)).status).toBe(200)
})

test('what is no address is refused, and so is every request without a mail server', async () => {
  expect((await forgot('nobody')).body.error_message).toBe('The email: is no email address.')
  const { mail: own } = s.ctx
  s.ctx.mail = noMail
  const refused = await forgot('unknown@portreeve.test')
  s.ctx.mail = own
  expect([refused.status, refused.body.error_title]).toEqual([422, 'No mail server'])
})

test('an invitation is taken back: its link no longer works, and the address can be invited again', async () => {
  const { uid, email, token } = await invite('back@portreeve.test')
  const revoke = (id: string) => s.call('admin', api.staff.revokeInvitation, { params: { uid: id } })
  expect((await revoke(uid)).status).toBe(200)
  expect((await choosePassword(s, token, 'a long password')).status).toBe(422)
  expect((await revoke(uid)).status).toBe(404)
  expect(await s.query('select 1 from identity_user where id = $1', [uid])).toEqual([])
  const again = await invite(email)
  expect((await choosePassword(s, again.token, 'a long password')).status).toBe(200)
  const late = await revoke(again.uid)
  expect([late.status, late.body.error_title]).toEqual([409, 'Not an invitation any more'])
})

test('an invitation is taken back while its mail waits: the mail is not sent', async () => {
  const body = { email: 'waits@portreeve.test', displayName: 'W', role: 'support' } as const
  const { uid } = (await s.call('admin', api.staff.invite, { body })).body.data
  const before = mail.sent.length
  await s.call('admin', api.staff.revokeInvitation, { params: { uid } })
  await sendLinks(s)
  expect(mail.sent).toHaveLength(before)
})

test('choosing a password states whether a second factor is needed, or takes a code', async () => {
  await s.call('admin', api.staff.saveSignInSettings, { body: { second_factor_roles: ['support'] } })
  const { email, token } = await invite('factor@portreeve.test')
  expect((await choosePassword(s, token, 'a long password')).body).toEqual({
    ...{ email, second_factor: 'needed', first: true },
  })
  const { cookie } = await enter(s, email, 'a long password')
  const post = (path: string, payload: object) =>
    s.server.inject({
      method: 'POST',
      url: `/identity${path}`,
      headers: { origin: address, cookie },
      payload,
    })
  const { totpURI } = (await post('/two-factor/enable', { password: 'a long password' })).json()
  expect((await post('/two-factor/verify-totp', { code: totp(totpURI) })).statusCode).toBe(200)
  const sent = await mailAfter(email)
  expect((await choosePassword(s, tokenIn(sent), 'another password')).body).toEqual({
    ...{ email, second_factor: 'on', first: true },
  })
  await s.query('delete from second_factor_roles')
})
