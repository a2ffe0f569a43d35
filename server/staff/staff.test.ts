import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, expect, test } from 'vitest'
import { noMail } from '../adapters/mail.ts'
import { address, useServer } from '../testing/harness.ts'
import { choosePassword, enter, hirerOf, keptMail, sendLinks, tokenIn } from '../testing/hiring.ts'

const mail = keptMail()
const s = useServer({ mail })
beforeAll(async () => {
  await s.token('admin')
})

const hire = hirerOf(s)

/** The audited actions about a staff member. */
const recorded = async (uid: string) =>
  (
    await s.query<{ action: string }>('select action from audit where subject_id = $1 order by id', [uid])
  ).map(({ action }) => action)

const params = { uid: 'staff-admin' }
test.each([
  ['list', () => [api.staff.list, {}]],
  [
    'invite',
    () => [api.staff.invite, { body: { email: 'a@b.test', displayName: 'A', role: 'admin', uid: 'x' } }],
  ],
  ['sendPasswordLink', () => [api.staff.sendPasswordLink, { params }]],
  ['revokeInvitation', () => [api.staff.revokeInvitation, { params }]],
  ['signInSettings', () => [api.staff.signInSettings, {}]],
  ['saveSignInSettings', () => [api.staff.saveSignInSettings, { body: { second_factor_roles: [] } }]],
  ['changeRole', () => [api.staff.changeRole, { params, body: { role: 'admin' } }]],
  ['disable', () => [api.staff.disable, { params }]],
  ['enable', () => [api.staff.enable, { params }]],
  ['resetSecondFactor', () => [api.staff.resetSecondFactor, { params }]],
  ['sessions', () => [api.staff.sessions, { params }]],
  ['endSession', () => [api.staff.endSession, { params: { ...params, id: 'x' } }]],
  ['endSessions', () => [api.staff.endSessions, { params }]],
] as const)('%s is for admins alone', async (_name, make) => {
  const [endpoint, input] = make() as unknown as [typeof api.staff.list, never]
  expect((await s.call(undefined, endpoint, input)).status).toBe(401)
  for (const role of ['moderator', 'support', 'finance'] as const) {
    const { status, body } = await s.call(role, endpoint, input)
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(body.error_message).toContain(`Your role, ${role}, may not`)
  }
})

/** Invites a person by mail and returns the token of their link. */
async function inviteByMail(email: string, role: Role = 'support') {
  const made = await s.call('admin', api.staff.invite, { body: { email, displayName: 'Ivy', role } })
  expect(made.status).toBe(200)
  await sendLinks(s)
  const sent = mail.sent.at(-1)
  if (!sent) throw new Error('no mail')
  return { uid: made.body.data.uid, token: tokenIn(sent), sent, made: made.body.data }
}
const listed = async (uid: string) =>
  (await s.call('admin', api.staff.list, {})).body.data.find((one) => one.uid === uid)

test('an invited person chooses a password by the mailed link, once; no admin ever has it', async () => {
  const email = 'ivy@portreeve.test'
  const { uid, token, sent, made } = await inviteByMail(email)
  expect([made.invitation, made.signs_in_here]).toEqual(['sending', true])
  expect(sent).toMatchObject({ to: email, subject: 'You are invited to Portreeve' })
  expect(sent.text).toContain('The admin has invited you to work in Portreeve')
  expect(sent.text).toContain('http://localhost:4400/set-password?environment=development#')
  expect((await listed(uid))?.invitation).toBe('sent')
  // No password signs them in before that.
  expect((await enter(s, email, '')).status).not.toBe(200)

  const short = await choosePassword(s, token, 'short')
  expect([short.status, short.body.error_message]).toEqual([
    400,
    'The password: has fewer than 10 characters.',
  ])
  const secret = 'a password of my own'
  const chosen = await choosePassword(s, token, secret)
  expect([chosen.status, (chosen.body as unknown as { email: string }).email]).toEqual([200, email])
  const again = await choosePassword(s, token, 'another password')
  expect([again.status, again.body.error_title]).toEqual([422, 'This link does not work'])
  const { token: bearer } = await enter(s, email, secret)
  expect((await s.call({ token: bearer }, api.staff.me, {})).body.data.role).toBe('support')
  expect(await listed(uid)).toMatchObject({ invitation: null, signs_in_here: true, sessions: 1, version: 1 })
  expect((await listed(uid))?.last_seen_at).not.toBeNull()
  // An attempt before the password was chosen is recorded, too.
  expect(await recorded(uid)).toEqual(['staff.invite', 'staff.signInFailed', 'staff.passwordByLink'])
  for (const table of ['audit', 'idempotency_keys', 'operations', 'identity_verification']) {
    const kept = JSON.stringify(await s.query(`select * from ${table}`))
    expect(kept).not.toContain(secret)
    expect(kept, table).not.toContain(token)
  }
})

test('ten concurrent uses of one link: one chooses the password', async () => {
  const { token } = await inviteByMail('race@portreeve.test')
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => choosePassword(s, token, `a long password ${n}`)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await s.query('delete from identity_failures')
})

test('an expired or invalid link, or one of a disabled person, is refused; a new link replaces the previous one', async () => {
  const { uid, token } = await inviteByMail('late@portreeve.test')
  expect((await choosePassword(s, `${token}x`, 'a long password')).status).toBe(422)
  await s.query(
    "update identity_verification set expires_at = now() - interval '1 second' where value = $1",
    [uid],
  )
  expect((await choosePassword(s, token, 'a long password')).status).toBe(422)
  await s.query("update operations set settled_at = now() - interval '25 hours' where subject_id = $1", [uid])
  expect((await listed(uid))?.invitation).toBe('expired')

  const link = async () => {
    expect((await s.call('admin', api.staff.sendPasswordLink, { params: { uid } })).status).toBe(200)
    await sendLinks(s)
    return tokenIn(mail.sent.at(-1) ?? ({ text: '' } as never))
  }
  const [first, second] = [await link(), await link()]
  await s.query('update staff set disabled = true where uid = $1', [uid])
  expect((await choosePassword(s, first, 'a long password')).status).toBe(422)
  expect((await s.call('admin', api.staff.sendPasswordLink, { params: { uid } })).status).toBe(409)
  await s.query('update staff set disabled = false where uid = $1', [uid])
  expect((await choosePassword(s, second, 'a long password')).status).toBe(200)
  expect((await choosePassword(s, first, 'a long password')).status).toBe(422)
  await s.query('delete from identity_failures')
})

test('a link for a colleague who has a password replaces it when used, and ends their sessions', async () => {
  const person = await hire('support')
  expect((await s.call('admin', api.staff.sendPasswordLink, { params: { uid: person.uid } })).status).toBe(
    200,
  )
  await sendLinks(s)
  const sent = mail.sent.at(-1)
  expect(sent).toMatchObject({ to: person.email, subject: 'Choose a new password for Portreeve' })
  expect((await s.call(person, api.staff.me, {})).status).toBe(200)
  expect((await choosePassword(s, tokenIn(sent ?? ({ text: '' } as never)), 'a new password')).status).toBe(
    200,
  )
  expect((await s.call(person, api.staff.me, {})).status).toBe(401)
  expect((await enter(s, person.email, person.secret)).status).toBe(401)
  expect((await enter(s, person.email, 'a new password')).status).toBe(200)
  expect((await s.call('admin', api.staff.sendPasswordLink, { params })).body.error_title).toBe(
    'Not yourself',
  )
})

test('without a mail server an invitation is refused and leaves nothing', async () => {
  const { mail: own } = s.ctx
  s.ctx.mail = noMail
  const body = { email: 'nomail@portreeve.test', displayName: 'N', role: 'support' } as const
  const answer = await s.call('admin', api.staff.invite, { body })
  s.ctx.mail = own
  expect([answer.status, answer.body.error_title]).toEqual([422, 'No mail server'])
  expect(await s.query("select 1 from staff where email = 'nomail@portreeve.test'")).toEqual([])
  expect(await s.query("select 1 from identity_user where email = 'nomail@portreeve.test'")).toEqual([])
})

test('managing staff needs a password typed within 10 minutes; typing it again is enough', async () => {
  const boss = await hire('admin')
  const person = await hire('support')
  const manage = () => s.call(boss, api.staff.disable, { params: { uid: person.uid } })
  const type = (password: string) =>
    s.server.inject({
      method: 'POST',
      url: '/identity/verify-password',
      headers: { origin: address, cookie: boss.cookie },
      payload: { password },
    })
  await s.query(
    "update identity_session set password_at = now() - interval '11 minutes' where user_id = $1",
    [boss.uid],
  )
  const stale = await manage()
  expect([stale.status, stale.body.code, stale.body.error_message]).toEqual([
    403,
    'password_needed',
    'This needs your password, typed within the last 10 minutes.',
  ])
  expect((await listed(person.uid))?.disabled).toBe(false)
  // Other calls still work.
  expect((await s.call(boss, api.staff.list, {})).status).toBe(200)
  expect((await type('wrong password')).statusCode).toBe(400)
  expect((await manage()).body.code).toBe('password_needed')
  expect((await type(boss.secret)).statusCode).toBe(200)
  expect((await manage()).status).toBe(200)
  // Only for the session in which it was typed.
  const other = await enter(s, boss.email, boss.secret)
  await s.query(
    "update identity_session set password_at = now() - interval '11 minutes' where user_id = $1",
    [boss.uid],
  )
  expect((await type(boss.secret)).statusCode).toBe(200)
  expect((await s.call(other, api.staff.enable, { params: { uid: person.uid } })).body.code).toBe(
    'password_needed',
  )
  // Attempts are throttled there too.
  for (let n = 0; n < 10; n++) await type(`wrong password ${n}`)
  expect((await type(boss.secret)).statusCode).toBe(429)
  await s.query('delete from identity_failures')
  await s.query('update staff set disabled = true where uid = $1', [boss.uid])
})

test('an invitation needs an address, a name and a role, and accepts no password; no duplicates', async () => {
  const whole = {
    email: 'w@portreeve.test',
    displayName: 'W',
    role: 'support',
  } as const
  for (const [body, words] of [
    [{ ...whole, email: 'w' }, 'email'],
    [{ ...whole, displayName: '  ' }, 'displayName'],
    [{ ...whole, role: '' }, 'role'],
    [{ ...whole, password: 'a password of the admin' }, "unknown field 'password'"],
    [{ ...whole, uid: '' }, 'uid'],
  ] as const) {
    const answer = await s.call('admin', api.staff.invite, { body: body as never })
    expect([answer.status, answer.body.code]).toEqual([400, 'malformed'])
    expect(answer.body.error_message).toContain(words)
  }
  const outside = {
    email: 'Out@Portreeve.test',
    displayName: 'Out',
    role: 'finance',
    uid: 'outside-uid',
  } as const
  const { body } = await s.call('admin', api.staff.invite, { body: outside })
  expect(body.data).toMatchObject({ uid: 'outside-uid', email: 'out@portreeve.test', signs_in_here: false })
  for (const again of [
    { ...outside, uid: 'other' },
    { ...outside, email: 'other@portreeve.test' },
  ])
    expect((await s.call('admin', api.staff.invite, { body: again })).status).toBe(409)
})

test('the list is paged by a cursor', async () => {
  await s.query(
    `insert into staff (uid, email, role, disabled) select 'many-' || n, 'many-' || lpad(n::text, 3, '0') || '@portreeve.test', 'support', true from generate_series(1, 210) n`,
  )
  const first = await s.call('admin', api.staff.list, {})
  expect([first.body.data.length, first.headers['x-more']]).toEqual([200, 'true'])
  const cursor = String(first.headers['x-next-cursor'])
  const second = await s.call('admin', api.staff.list, { query: { cursor } })
  const emails = [...first.body.data, ...second.body.data].map(({ email }) => email)
  expect(emails).toEqual([...new Set(emails)].sort())
  expect(emails).toHaveLength(Number(first.headers['x-total-count']))
  await s.query(`delete from staff where uid like 'many-%'`)
})

test('another role applies from the next call; another version than the current one is refused', async () => {
  const { uid, token } = await hire('support')
  const change = (role: Role, version: number) =>
    s.call('admin', api.staff.changeRole, { params: { uid }, body: { role } }, { 'if-match': `"${version}"` })
  expect((await change('finance', 1)).body.data).toMatchObject({ role: 'finance', version: 2 })
  expect((await s.call({ token }, api.staff.me, {})).body.data.role).toBe('finance')
  const late = await change('admin', 1)
  expect([late.status, late.body.error_title]).toEqual([409, 'Changed meanwhile'])
  expect(
    await s.query('select before, after from audit where subject_id = $1 order by id desc limit 1', [uid]),
  ).toEqual([{ before: { role: 'support' }, after: { role: 'finance' } }])
})

test('a change of one’s own account or of a missing one is refused', async () => {
  for (const endpoint of [api.staff.disable, api.staff.enable]) {
    expect((await s.call('admin', endpoint, { params })).body.error_title).toBe('Not yourself')
    expect((await s.call('admin', endpoint, { params: { uid: 'nobody' } })).status).toBe(404)
  }
  const own = await s.call('admin', api.staff.changeRole, { params, body: { role: 'support' } })
  expect(own.body.error_title).toBe('Not yourself')
})

test('two admins who demote and disable each other in fifty concurrent calls leave exactly one admin, and the other is locked out', async () => {
  const [one, other] = [await hire('admin'), await hire('admin')]
  await s.query(`update staff set role = 'support' where uid = 'staff-admin'`)
  const calls = Array.from({ length: 50 }, (_, i) => {
    const [by, whom] = i % 2 ? [one, other] : [other, one]
    return i % 3
      ? s.call(by, api.staff.changeRole, { params: { uid: whom.uid }, body: { role: 'support' } })
      : s.call(by, api.staff.disable, { params: { uid: whom.uid } })
  })
  const answers = await Promise.all(calls)
  const admins = await s.query<{ uid: string }>(`select uid from staff where role = 'admin' and not disabled`)
  const [left] = admins
  const loser = left?.uid === one.uid ? other : one
  const late = await s.call(loser, api.staff.disable, { params: { uid: left?.uid ?? '' } })
  await s.query(`update staff set role = 'admin' where uid = 'staff-admin'`)
  await s.query(`update staff set disabled = true where uid in ($1, $2)`, [one.uid, other.uid])
  expect(admins).toHaveLength(1)
  expect([401, 403]).toContain(late.status)
  for (const answer of answers)
    if (answer.status !== 200) {
      // 503: it timed out behind the others.
      expect([401, 403, 409, 503]).toContain(answer.status)
      expect(answer.body.error_message).toBeTruthy()
    }
})

test('a disabled person is refused at the next call and at the next sign-in; enabled again, they have access', async () => {
  const { uid, email, secret, token } = await hire('support')
  expect((await s.call('admin', api.staff.disable, { params: { uid } })).body.data).toMatchObject({
    disabled: true,
    sessions: 0,
  })
  const refused = await s.call({ token }, api.users.search, { query: { key: 'a' } } as never)
  expect([refused.status, refused.body.code, refused.body.error_message]).toEqual([
    403,
    'not_staff',
    'This staff account is disabled.',
  ])
  const again = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address },
    payload: { email, password: secret },
  })
  expect([again.statusCode, again.json().error_message]).toEqual([403, 'This staff account is disabled.'])
  expect(again.cookies.filter(({ name, value }) => name.includes('session') && value)).toEqual([])
  expect(await s.query('select 1 from identity_session where user_id = $1', [uid])).toEqual([])
  await s.call('admin', api.staff.enable, { params: { uid } })
  const { token: fresh } = await enter(s, email, secret)
  expect((await s.call({ token: fresh }, api.staff.me, {})).status).toBe(200)
  expect(await recorded(uid)).toEqual(['staff.invite', 'staff.disable', 'staff.enable'])
})
