import { api } from '@portreeve/contract'
import { expect, test, vi } from 'vitest'
import { allStaff, changeRole, invite, setDisabled, setPassword } from '../../staff/staff-accounts.ts'
import { address, auditKey, password, useServer } from '../../testing/harness.ts'

const s = useServer({ passwords: 'scrypt' })
const signIn = (email: string, secret: string) =>
  s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address },
    payload: { email, password: secret },
  })
const hands = () => ({ db: s.ctx.database.db, identity: s.ctx.identity, auditKey })

test('[API-05] a sign-in gives a session, the session a token, and the token gives access to data', async () => {
  await s.token('admin')
  const session = await signIn('admin@portreeve.test', password)
  expect(session.statusCode).toBe(200)
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  expect(session.cookies.every((one) => one.httpOnly && one.sameSite === 'Lax')).toBe(true)
  const { token } = (await s.server.inject({ url: '/identity/token', headers: { cookie } })).json()
  expect((await s.call({ token }, api.staff.me, {})).body.data).toMatchObject({
    uid: 'staff-admin',
    role: 'admin',
  })
  await s.server.inject({
    method: 'POST',
    url: '/identity/sign-out',
    headers: { cookie, origin: address },
    payload: {},
  })
  expect((await s.server.inject({ url: '/identity/token', headers: { cookie } })).statusCode).toBe(401)
})

test('a caller without a session gets a null token and no error', async () => {
  const nobody = await s.server.inject({ url: '/identity/token' })
  expect([nobody.statusCode, nobody.json()]).toEqual([200, { token: null }])
  const forged = await s.server.inject({
    url: '/identity/token',
    headers: { cookie: 'portreeve-test.session_token=x' },
  })
  expect(forged.statusCode).toBe(401)
})

test('a wrong password and an unknown address get the same answer', async () => {
  const wrong = await signIn('admin@portreeve.test', 'not the password')
  const unknown = await signIn('nobody@portreeve.test', 'not the password')
  expect([wrong.statusCode, unknown.statusCode]).toEqual([401, 401])
  expect(wrong.body).toBe(unknown.body)
  expect(wrong.json()).toEqual({
    status_code: 0,
    code: 'signed_out',
    error_title: 'Sign-in refused',
    error_message: 'Invalid email or password',
    data: null,
  })
})

test('a database that does not answer is reported as such, counts as no failed attempt, and logs no query', async () => {
  const { pool } = s.ctx.database
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const printed = vi.spyOn(console, 'error')
  const failures = () =>
    s.query("select id from identity_failures where subject not like 'audited:%' order by id")
  const before = await failures()
  vi.spyOn(pool, 'query').mockImplementation((...given: unknown[]) =>
    JSON.stringify(given[0]).includes('identity_user')
      ? Promise.reject(new Error('Query read timeout'))
      : query(...given),
  )
  const answer = await signIn('admin@portreeve.test', password)
  vi.restoreAllMocks()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  expect(printed).not.toHaveBeenCalled()
  expect(await failures()).toEqual(before)
})

test('a failed attempt that could not be deleted while the database was lost is deleted when it is back', async () => {
  const { pool } = s.ctx.database
  const query = pool.query.bind(pool) as (...given: unknown[]) => unknown
  const failures = () =>
    s.query("select id from identity_failures where subject not like 'audited:%' order by id")
  const before = await failures()
  const away = vi
    .spyOn(pool, 'query')
    .mockImplementation((...given: unknown[]) =>
      /identity_user|delete from identity_failures/.test(JSON.stringify(given[0]))
        ? Promise.reject(new Error('Query read timeout'))
        : query(...given),
    )
  const answer = await signIn('admin@portreeve.test', password)
  away.mockRestore()
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
  await expect.poll(failures).toEqual(before)
})

test('failed sign-ins are audited: a row per account, way and minute, with nothing that was typed', async () => {
  await s.query('delete from identity_failures')
  const rows = () =>
    s.query<{ subject_id: string | null; after: unknown; address: string }>(
      "select subject_id, after, address from audit where action = 'staff.signInFailed' order by id",
    )
  const before = (await rows()).length
  const uid = 'staff-support'
  // The staff of a role is made by its first call.
  await s.call('support', api.staff.me, {})
  for (let at = 0; at < 11; at++) await signIn('support@portreeve.test', 'wrong secret')
  for (const email of ['my-pass-word@typed.example', 'other@typed.example'])
    await signIn(email, 'wrong secret')
  // A minute may end meanwhile.
  await vi.waitFor(async () => {
    const kinds = new Set(
      (await rows()).slice(before).map((row) => JSON.stringify([row.subject_id, row.after])),
    )
    expect([...kinds].toSorted()).toEqual(
      [
        [uid, { failed_by: 'password' }],
        [uid, { failed_by: 'too many attempts' }],
        [null, { failed_by: 'password' }],
      ]
        .map((row) => JSON.stringify(row))
        .toSorted(),
    )
  })
  expect((await rows()).length - before).toBeLessThan(7)
  expect(
    JSON.stringify(await s.query("select * from audit where action = 'staff.signInFailed'")),
  ).not.toMatch(/typed\.example|secret/)
  await s.query('delete from identity_failures')
})

test('failed sign-ins are throttled per account for a while, also with the right password', async () => {
  await s.token('finance')
  for (let i = 0; i < 10; i++)
    expect((await signIn('finance@portreeve.test', 'wrong password')).statusCode).toBe(401)
  const locked = await signIn('finance@portreeve.test', password)
  expect([locked.statusCode, locked.json().code]).toEqual([429, 'too_many'])
  expect((await signIn('admin@portreeve.test', password)).statusCode).toBe(200)
  await s.query("delete from identity_failures where subject like 'address:%'")
  await s.query("update identity_failures set at = at - interval '11 minutes'")
  expect((await signIn('finance@portreeve.test', password)).statusCode).toBe(200)
})

test('thirty concurrent sign-ins do not bypass the throttling', async () => {
  await s.query('delete from identity_failures')
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, i) => signIn('guess@portreeve.test', `a guess ${i}`)),
  )
  expect(answers.filter((answer) => answer.statusCode === 401).length).toBeLessThanOrEqual(10)
})

test('failed sign-ins are throttled per address', async () => {
  for (let i = 0; i < 50; i++)
    await s.query("insert into identity_failures (id, subject) values ($1, 'address:127.0.0.1')", [`f${i}`])
  expect((await signIn('admin@portreeve.test', password)).statusCode).toBe(429)
  await s.query('delete from identity_failures')
})

test.each<[string, unknown]>([
  ['nothing', undefined],
  ['no JSON', 'email='],
  ['no password', { email: 'admin@portreeve.test' }],
  ['numbers', { email: 1, password: 2 }],
  ['lists', { email: ['admin@portreeve.test'], password: ['x'] }],
  ['a password of 1 MB', { email: 'admin@portreeve.test', password: 'x'.repeat(900_000) }],
])('%s is refused in the wrapper, never a 500', async (_name, payload) => {
  const answer = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address, 'content-type': 'application/json' },
    ...(payload === undefined
      ? {}
      : { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) }),
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(answer.json()).toMatchObject({ status_code: 0, data: null })
  expect(answer.json().error_message).toBeTruthy()
})

test('there is no sign-up, and the provider’s other endpoints are closed', async () => {
  const payload = { email: 'me@example.com', password: 'long enough', name: 'Me' }
  for (const url of [
    '/identity/sign-up/email',
    '/identity/update-user',
    '/identity/two-factor/get-totp-uri',
    '/identity/two-factor/send-otp',
    '/identity/list-sessions',
    '/identity/delete-user',
  ])
    expect(
      (await s.server.inject({ method: 'POST', url, headers: { origin: address }, payload })).statusCode,
    ).toBe(404)
})

test('a page of another origin cannot sign in', async () => {
  const answer = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: 'https://evil.example', cookie: 'x=y' },
    payload: { email: 'admin@portreeve.test', password },
  })
  expect(answer.statusCode).toBe(403)
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})

test('staff: invite, change a role, disable, set a password; the last admin is kept', async () => {
  const { uid } = await invite(hands(), {
    email: 'New@Portreeve.test',
    name: 'New',
    role: 'support',
    password: 'first password',
  })
  await expect(
    invite(hands(), { email: 'new@portreeve.test', name: 'New', role: 'admin' }),
  ).rejects.toMatchObject({ code: 'conflict' })
  expect((await signIn('new@portreeve.test', 'first password')).statusCode).toBe(200)
  await setPassword(hands(), 'new@portreeve.test', 'second password')
  expect((await signIn('new@portreeve.test', 'first password')).statusCode).toBe(401)
  const session = await signIn('new@portreeve.test', 'second password')
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const { token } = (await s.server.inject({ url: '/identity/token', headers: { cookie } })).json()
  await changeRole(hands(), 'new@portreeve.test', 'finance')
  expect((await s.call({ token }, api.staff.me, {})).body.data.role).toBe('finance')
  await setDisabled(hands(), 'new@portreeve.test', true)
  expect((await s.call({ token }, api.staff.me, {})).status).toBe(403)
  expect((await s.server.inject({ url: '/identity/token', headers: { cookie } })).statusCode).toBe(401)
  await expect(changeRole(hands(), 'admin@portreeve.test', 'support')).rejects.toMatchObject({
    title: 'admin@portreeve.test is the last admin',
  })
  await expect(setDisabled(hands(), 'admin@portreeve.test', true)).rejects.toMatchObject({ code: 'conflict' })
  await expect(changeRole(hands(), 'nobody@portreeve.test', 'admin')).rejects.toMatchObject({
    code: 'not_found',
  })
  expect((await allStaff(s.ctx.database.db)).find((person) => person.uid === uid)).toMatchObject({
    role: 'finance',
    disabled: true,
  })
  expect(
    await s.query(
      "select action from audit where subject_id = $1 and action <> 'staff.signInFailed' order by id",
      [uid],
    ),
  ).toEqual(['staff.invite', 'staff.password', 'staff.change', 'staff.change'].map((action) => ({ action })))
})
