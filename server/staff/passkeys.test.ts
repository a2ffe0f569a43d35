import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { authenticator } from '../testing/authenticator.ts'
import { browserOf } from '../testing/browser.ts'
import { auditKey, useServer } from '../testing/harness.ts'
import { hireByCommand } from '../testing/hiring.ts'
import { setDisabled } from './staff-accounts.ts'

const s = useServer()
beforeAll(() => s.token('admin'))
afterEach(() => s.query('delete from second_factor_roles'))

type Browser = ReturnType<typeof browserOf>
type Device = ReturnType<typeof authenticator>
const secret = 'a long password'
let people = 0

async function hired(role: Role = 'support') {
  const email = `key-${++people}@portreeve.test`
  const { uid } = await hireByCommand(s, { email, name: 'Key', role, password: secret })
  const here = browserOf(s)
  await here.ask('POST', '/sign-in/email', { email, password: secret })
  return { uid, email, here }
}

/** Adds a device's passkey in a browser. */
async function add(here: Browser, device: Device, wrong = {}, name = 'My laptop') {
  const begun = await here.ask('GET', '/passkey/generate-register-options')
  if (begun.statusCode !== 200) return begun
  return here.ask('POST', '/passkey/verify-registration', {
    name,
    response: device.make(begun.json(), wrong),
  })
}

/** A browser after a sign-in with a device's passkey. */
async function enter(device: Device, wrong = {}) {
  const there = browserOf(s)
  const begun = await there.ask('GET', '/passkey/generate-authenticate-options')
  const response = device.use(begun.json(), wrong)
  return { there, response, answer: await there.ask('POST', '/passkey/verify-authentication', { response }) }
}

/** A person with a passkey, signed in with the password and with the passkey. */
async function keyed(role?: Role) {
  const person = await hired(role)
  const device = authenticator()
  expect((await add(person.here, device)).statusCode).toBe(200)
  return { ...person, device, there: (await enter(device)).there }
}

const me = async (browser: Browser) => (await s.call({ token: await browser.token() }, api.staff.me, {})).body
const mine = async (browser: Browser) =>
  (await s.call({ token: await browser.token() }, api.staff.mySignIn, {})).body.data
const need = (...second_factor_roles: Role[]) =>
  s.call('admin', api.staff.saveSignInSettings, { body: { second_factor_roles } })
const refusal = (answer: { statusCode: number; json: () => { error_title: string } }) => [
  answer.statusCode,
  answer.json().error_title,
]

test('a person adds a passkey and signs in with it; renames it, removes it, and its sessions end', async () => {
  const { uid, here, there, device } = await keyed()
  expect(await me(there)).toMatchObject({ data: { uid } })
  const [passkey] = (await mine(here)).passkeys
  expect(passkey).toMatchObject({ name: 'My laptop', synced: false, last_used_at: expect.any(String) })

  const params = { id: passkey?.id ?? '' }
  const token = await here.token()
  const rename = (name: string, as = token) =>
    s.call({ token: as }, api.staff.renameMyPasskey, { params, body: { name } })
  expect((await rename(' ')).status).toBe(400)
  expect((await rename('My key', await (await hired()).here.token())).status).toBe(404)
  expect((await rename('My key')).status).toBe(200)
  expect((await mine(here)).passkeys[0]?.name).toBe('My key')

  const other = await (await hired()).here.token()
  expect((await s.call({ token: other }, api.staff.removeMyPasskey, { params })).status).toBe(404)
  expect((await s.call({ token }, api.staff.removeMyPasskey, { params })).status).toBe(200)
  expect((await s.call({ token }, api.staff.removeMyPasskey, { params })).status).toBe(404)
  expect(await there.token()).toBe('')
  expect((await me(here)).status_code).toBe(1)
  expect(refusal((await enter(device)).answer)).toEqual([401, 'Sign-in refused'])
  const audited = await s.query('select action, before, after from audit where subject_id = $1 order by id', [
    uid,
  ])
  expect(audited.slice(1)).toEqual([
    { action: 'staff.passkeyOn', before: null, after: { name: 'My laptop' } },
    { action: 'staff.renameMyPasskey', before: { name: 'My laptop' }, after: { name: 'My key' } },
    { action: 'staff.removeMyPasskey', before: { name: 'My key' }, after: null },
  ])
})

test('adding and removing need a password typed lately in that session; a passkey is none', async () => {
  const { uid, here, there } = await keyed()
  const id = (await mine(here)).passkeys[0]?.id ?? ''
  const remove = async (browser: Browser) =>
    s.call({ token: await browser.token() }, api.staff.removeMyPasskey, { params: { id } })
  expect(refusal(await add(there, authenticator()))).toEqual([403, 'Type your password again'])
  expect((await remove(there)).body.code).toBe('password_needed')
  await s.query(
    "update identity_session set password_at = now() - interval '11 minutes' where user_id = $1",
    [uid],
  )
  expect(refusal(await add(here, authenticator()))).toEqual([403, 'Type your password again'])
  const late = await here.ask('POST', '/passkey/verify-registration', { name: 'x', response: { id: 'x' } })
  expect(refusal(late)).toEqual([403, 'Type your password again'])
  expect((await remove(here)).body.code).toBe('password_needed')
  expect(refusal(await browserOf(s).ask('GET', '/passkey/generate-register-options'))).toEqual([
    401,
    'Signed out',
  ])

  expect((await there.ask('POST', '/verify-password', { password: secret })).statusCode).toBe(200)
  expect((await add(there, authenticator())).statusCode).toBe(200)
  expect((await remove(there)).status).toBe(200)
  expect(await there.token()).toBe('')
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['a device that did not check its person', { unverified: true }],
])('a passkey of %s is neither added nor signs in', async (_name, wrong) => {
  const { uid, here, device } = await keyed()
  const device2 = authenticator()
  expect((await add(here, device2, wrong)).statusCode).toBe(422)
  const before = await s.query('select id from identity_session where user_id = $1', [uid])
  const { there, answer } = await enter(device, wrong)
  expect([refusal(answer), await there.token()]).toEqual([[401, 'Sign-in refused'], ''])
  expect(await s.query('select id from identity_session where user_id = $1', [uid])).toEqual(before)
})

test('an answer works once; a copied, an unknown and another host’s passkey do not', async () => {
  const { here, device } = await keyed()
  const { there, response } = await enter(device)
  expect((await there.ask('POST', '/passkey/verify-authentication', { response })).statusCode).toBe(401)
  // A challenge to add one does not sign in.
  const adding = (await here.ask('GET', '/passkey/generate-register-options')).json()
  const crossed = await here.ask('POST', '/passkey/verify-authentication', { response: device.use(adding) })
  expect(crossed.statusCode).toBe(401)
  // A copy of the device has an older count.
  await s.query('update identity_passkey set counter = 4294967295 where credential_id = $1', [response.id])
  expect((await enter(device)).answer.statusCode).toBe(401)
  expect((await enter(authenticator())).answer.statusCode).toBe(401)
  expect((await add(here, authenticator('evil.example'))).statusCode).toBe(422)
  expect((await add(here, device)).statusCode).toBe(422)
  for (const payload of [{}, { response: 'x' }, { response: {} }, { response: { id: 1 } }])
    expect((await there.ask('POST', '/passkey/verify-authentication', payload)).statusCode).toBe(400)
  for (const payload of [
    { name: '', response: { id: 'x' } },
    { name: 'x', response: { id: 'x' }, createSession: true },
  ])
    expect((await here.ask('POST', '/passkey/verify-registration', payload)).statusCode).toBe(400)
  for (const path of ['list-user-passkeys', 'delete-passkey', 'update-passkey'])
    expect((await here.ask('POST', `/passkey/${path}`, {})).statusCode).toBe(404)
  await s.query('delete from identity_failures')
})

test('failed sign-ins with a passkey are throttled per address, begun ones too; a right one is forgiven', async () => {
  const { device } = await keyed()
  const count = async () =>
    (await s.query("select 1 from identity_failures where subject like 'address:%'")).length
  expect(await count()).toBe(0)
  for (let i = 0; i < 50; i++) {
    const stranger = await browserOf(s).ask('POST', '/passkey/verify-authentication', {
      response: { id: 'x' },
    })
    expect(stranger.statusCode).toBe(401)
  }
  expect((await enter(device)).answer.statusCode).toBe(429)
  await s.query('delete from identity_failures')
  await s.query(
    "insert into identity_failures (id, subject) select 'c' || i, 'challenges:127.0.0.1' from generate_series(1, 300) i",
  )
  expect((await browserOf(s).ask('GET', '/passkey/generate-authenticate-options')).statusCode).toBe(429)
  await s.query('delete from identity_failures')
})

test('a passkey signs in without a code, and stands for the second factor that a role requires', async () => {
  const { here, there, device } = await keyed('finance')
  await need('finance')
  expect((await me(there)).status_code).toBe(1)
  expect((await me(here)).code).toBe('second_factor_needed')

  // The password alone changes nothing of the sign-in where the passkey is the second factor.
  for (const answer of [
    await here.ask('POST', '/two-factor/enable', { password: secret }),
    await add(here, authenticator()),
    await here.ask('POST', '/change-password', { currentPassword: secret, newPassword: 'a thief chose it' }),
  ])
    expect(refusal(answer)).toEqual([422, 'Sign in with your passkey'])

  // A new password replaces the session, which stays one of the passkey.
  const next = { currentPassword: secret, newPassword: 'another password' }
  expect((await there.ask('POST', '/change-password', next)).statusCode).toBe(200)
  expect((await me(there)).status_code).toBe(1)
  expect(await here.token()).toBe('')
  expect((await there.ask('POST', '/two-factor/enable', { password: 'another password' })).statusCode).toBe(
    200,
  )
  expect((await me((await enter(device)).there)).status_code).toBe(1)
})

test('a disabled person does not sign in; enabled again, the passkey works', async () => {
  const { email, there, device } = await keyed()
  const hands = { db: s.ctx.database.db, identity: s.ctx.identity, auditKey }
  await setDisabled(hands, email, true)
  expect(await there.token()).toBe('')
  const { answer, there: late } = await enter(device)
  expect([refusal(answer), await late.token()]).toEqual([[403, 'Account disabled'], ''])
  await setDisabled(hands, email, false)
  expect((await enter(device)).answer.statusCode).toBe(200)
})

test('an admin resets a lost device: its passkeys are gone, and all sessions end', async () => {
  const { uid, here, there, device } = await keyed()
  const reset = () => s.call('admin', api.staff.resetSecondFactor, { params: { uid } })
  const { body } = await reset()
  expect(body.data).toMatchObject({ second_factor: false, passkeys: 0, sessions: 0 })
  expect([await here.token(), await there.token()]).toEqual(['', ''])
  expect((await enter(device)).answer.statusCode).toBe(401)
  expect((await reset()).status).toBe(409)
})

test('a removed person leaves no passkey; another password leaves it and ends the sessions', async () => {
  const { uid, email, there, device } = await keyed()
  await s.ctx.identity.setPassword({ uid, email, name: 'Key', password: 'chosen by a link' })
  expect(await there.token()).toBe('')
  expect((await enter(device)).answer.statusCode).toBe(200)
  await s.ctx.identity.removePerson(uid, s.ctx.database.db)
  expect(await s.query('select 1 from identity_passkey where user_id = $1', [uid])).toEqual([])
  expect((await enter(device)).answer.statusCode).toBe(401)
})
