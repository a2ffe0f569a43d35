import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { address, useServer } from '../testing/harness.ts'
import { hirerOf, type Signed } from '../testing/hiring.ts'
import { totp } from '../testing/totp.ts'

const s = useServer()
beforeAll(async () => {
  await s.token('admin')
})
const hire = hirerOf(s)

const need = (...second_factor_roles: Role[]) =>
  s.call('admin', api.staff.saveSignInSettings, { body: { second_factor_roles } })
afterEach(() => s.query('delete from second_factor_roles'))

/** A request of a signed-in person to the identity provider. */
const post = (person: Pick<Signed, 'cookie'>, path: string, payload: object) =>
  s.server.inject({
    method: 'POST',
    url: `/identity${path}`,
    headers: { origin: address, cookie: person.cookie },
    payload,
  })

/** Turns a person's second factor on; returns them with the session that replaces theirs. */
async function turnOn<P extends Signed>(person: P): Promise<P> {
  const begun = await post(person, '/two-factor/enable', { password: person.secret })
  const on = await post(person, '/two-factor/verify-totp', { code: totp(begun.json().totpURI) })
  expect([begun.statusCode, on.statusCode]).toEqual([200, 200])
  const cookie = on.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const answer = await s.server.inject({ url: '/identity/token', headers: { cookie } })
  return { ...person, cookie, token: (answer.json() as { token: string }).token }
}

const me = async (as: { token: string }) => (await s.call(as, api.staff.me, {})).body

test('a person whose role requires a second factor can do nothing else until they have one', async () => {
  const [support, finance] = [await hire('support'), await hire('finance')]
  expect((await need('support')).body.data).toMatchObject({ second_factor_roles: ['support'] })
  for (const refused of [
    await s.call(support, api.staff.me, {}),
    await s.call(support, api.users.search, { query: { search_term: 'a' } } as never),
    await s.call(support, api.staff.endMyOtherSessions, {}),
  ])
    expect([refused.status, refused.body.code, refused.body.error_message]).toEqual([
      403,
      'second_factor_needed',
      'Your role, support, requires a second factor. Set one up to go on.',
    ])
  expect((await me(finance)).status_code).toBe(1)
  const feed = await s.server.inject({
    url: '/v1/realtime?topic=users',
    headers: { 'x-api-key': 'test-key', authorization: `Bearer ${support.token}` },
  })
  expect([feed.statusCode, feed.json().code]).toEqual([403, 'second_factor_needed'])

  const now = await turnOn(support)
  expect((await me(now)).status_code).toBe(1)
})

test('it cannot be turned off where it is required; reset by an admin, the person is led to a new one', async () => {
  const person = await turnOn(await hire('moderator'))
  await need('moderator', 'support')
  const off = await post(person, '/two-factor/disable', { password: person.secret })
  expect([off.statusCode, off.json().error_message]).toEqual([
    422,
    'Your role, moderator, requires a second factor.',
  ])
  await need('support')
  expect((await post(person, '/two-factor/disable', { password: person.secret })).statusCode).toBe(200)
})

test('a person whose new role requires a second factor needs one from their next call on', async () => {
  const person = await hire('finance')
  await need('support')
  expect((await me(person)).status_code).toBe(1)
  await s.call('admin', api.staff.changeRole, { params: { uid: person.uid }, body: { role: 'support' } })
  expect((await me(person)).code).toBe('second_factor_needed')
})

test('the setting needs a fresh password, is audited, keeps known roles once and in order', async () => {
  await need('support', 'moderator', 'support')
  expect((await s.call('admin', api.staff.signInSettings, {})).body.data).toMatchObject({
    second_factor_roles: ['moderator', 'support'],
  })
  expect(
    await s.query(
      "select before, after from audit where action = 'staff.saveSignInSettings' order by id desc limit 1",
    ),
  ).toEqual([
    { before: { second_factor_roles: [] }, after: { second_factor_roles: ['moderator', 'support'] } },
  ])
  await s.query("update identity_session set password_at = now() - interval '11 minutes'")
  expect((await need()).body.code).toBe('password_needed')
  await s.query('update identity_session set password_at = now()')
  expect((await need('owner' as never)).status).toBe(422)
  expect((await need()).body.data).toMatchObject({ second_factor_roles: [] })
})

test('personal settings: the usual ones, changed ones, and refused ones', async () => {
  const person = await hire('support')
  const usual = {
    time_zone: null,
    density: 'normal',
    navigation: 'wide',
    digest: 'off',
    start_page: '/dashboard/users',
    start_view: null,
    columns: {},
  }
  const read = async () => (await s.call(person, api.staff.mySettings, {})).body.data
  expect(await read()).toEqual(usual)
  const save = (body: object) => s.call(person, api.staff.saveMySettings, { body })
  expect((await save({ time_zone: 'Asia/Tokyo' })).body.data).toEqual({ ...usual, time_zone: 'Asia/Tokyo' })
  await save({ density: 'compact' })
  expect(await read()).toEqual({ ...usual, time_zone: 'Asia/Tokyo', density: 'compact' })
  for (const [body, words] of [
    [{ time_zone: 'Mars/Base' }, 'is no time zone'],
    [{ start_page: 'https://example.com' }, 'start_page'],
    [{ density: 'tiny' }, 'density'],
  ] as const) {
    const refused = await save(body)
    expect([refused.status, refused.body.code]).toEqual([400, 'malformed'])
    expect(refused.body.error_message).toContain(words)
  }
})
