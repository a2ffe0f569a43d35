import { api } from '@portreeve/contract'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { usePlayedProvider } from '../testing/hostile-provider.ts'
import { visitor } from '../testing/visitor.ts'

// A logout at the provider (OpenID Connect Back-Channel Logout) ends sessions; a forged one does not.

const company = usePlayedProvider('company')
const other = usePlayedProvider('other')
const s = useServer({ providers: [company.port, other.port] })

beforeEach(async () => {
  await s.token('admin')
  await s.query(
    "insert into provider_roles (provider, value, role, set_by) values ('company', 'moderators', 'moderator', 'staff-admin') on conflict do nothing",
  )
})
afterEach(() => {
  for (const one of [company, other]) one.reset()
})

const now = () => Math.floor(Date.now() / 1000)
const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
let count = 0
const logoutOf = (more: Record<string, unknown> = {}) => ({
  ...{
    iss: company.settings.issuer,
    aud: 'portreeve',
    iat: now(),
    exp: now() + 120,
    jti: `logout-${++count}`,
  },
  ...{ events: event, sub: 'company-ada', ...more },
})
const send = (payload: string, at = 'company') =>
  s.server.inject({
    ...{ method: 'POST', url: `/identity/provider/${at}/backchannel-logout`, payload },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
const logOut = async (more: Record<string, unknown> = {}) =>
  send(`logout_token=${await company.signed(logoutOf(more), { typ: 'logout+jwt' })}`)

/** Signs in. @param meanwhile runs before the provider's answer is brought back */
async function signIn(
  claims: Record<string, unknown> = {},
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const v = visitor(s)
  const there = await v.start('company')
  const code = company.codeFor(there)
  company.tricks = { claims }
  await meanwhile()
  const back = await v.back('company', { state: there.searchParams.get('state') ?? '', code })
  return { back, token: (await v.token()).token }
}
const statusOf = async ({ token }: { token: string }) => (await s.call({ token }, api.staff.me, {})).status

test('a logout of a session ends that one at the next call; one of the person ends all', async () => {
  const [one, two, three] = [
    await signIn({ sid: 'one' }),
    await signIn({ sid: 'two' }),
    await signIn({ sid: 'three' }),
  ]
  const answer = await logOut({ sid: 'one' })
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  expect([await statusOf(one), await statusOf(two), await statusOf(three)]).toEqual([401, 200, 200])
  // A provider may name the session alone.
  await logOut({ sid: 'two', sub: undefined })
  expect([await statusOf(two), await statusOf(three)]).toEqual([401, 200])
  await logOut({ iat: now() - 5 })
  expect(await statusOf(three)).toBe(401)
})

test('a logout leaves other people and the built-in sign-in alone', async () => {
  const [ada, bea] = [
    await signIn({ sid: 'ada' }),
    await signIn({ sid: 'bea', sub: 'company-bea', email: 'bea@company.test' }),
  ]
  await logOut({ sub: 'company-bea', sid: 'ada' })
  await logOut({ sub: 'nobody' })
  expect([await statusOf(ada), await statusOf(bea)]).toEqual([200, 200])
  expect((await s.call('admin', api.staff.me, {})).status).toBe(200)
})

test('a logout that arrives while its person signs in ends that session, too', async () => {
  const { back } = await signIn({ sid: 'racing' }, () => logOut({ sid: 'racing' }))
  expect(back.search).toBe('?sign_in=lost')
  const { back: all } = await signIn({ sid: 'next', iat: now() - 10 }, () => logOut({}))
  expect(all.search).toBe('?sign_in=lost')
  // A later sign-in is another one.
  expect((await signIn({ sid: 'later', iat: now() + 5 })).back.search).toBe('')
})

test('a logout token works once', async () => {
  const token = `logout_token=${await company.signed(logoutOf({ sid: undefined, iat: now() - 20 }))}`
  expect((await send(token)).statusCode).toBe(200)
  const again = await signIn({ iat: now() + 5 })
  expect((await send(token)).statusCode).toBe(200)
  expect(await statusOf(again)).toBe(200)
})

const text = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forged: [name: string, make: () => Promise<string> | string][] = [
  ['without a signature', () => `logout_token=${text({ alg: 'none' })}.${text(logoutOf())}.`],
  ['of another key', async () => `logout_token=${await other.signed(logoutOf())}`],
  [
    'of another issuer',
    async () => `logout_token=${await company.signed(logoutOf({ iss: other.settings.issuer }))}`,
  ],
  ['for another client', async () => `logout_token=${await company.signed(logoutOf({ aud: 'another' }))}`],
  ['without the event', async () => `logout_token=${await company.signed(logoutOf({ events: {} }))}`],
  [
    'with an event in words',
    async () => `logout_token=${await company.signed(logoutOf({ events: Object.keys(event) }))}`,
  ],
  ['that is an identity token', async () => `logout_token=${await company.signed(logoutOf({ nonce: 'n' }))}`],
  ['of another kind', async () => `logout_token=${await company.signed(logoutOf(), { typ: 'at+jwt' })}`],
  ['of nobody', async () => `logout_token=${await company.signed(logoutOf({ sub: undefined }))}`],
  ['without an id', async () => `logout_token=${await company.signed(logoutOf({ jti: undefined }))}`],
  ['that is old', async () => `logout_token=${await company.signed(logoutOf({ iat: now() - 3600 }))}`],
  ['that has expired', async () => `logout_token=${await company.signed(logoutOf({ exp: now() - 60 }))}`],
  ['of tomorrow', async () => `logout_token=${await company.signed(logoutOf({ iat: now() + 3600 }))}`],
  ['that is there twice', async () => `logout_token=${await company.signed(logoutOf())}&logout_token=x`],
  ['that is missing', () => 'token=x'],
  ['that is no token', () => 'logout_token=x'],
]
test.each(forged)('a logout token %s ends nothing', async (_name, make) => {
  const ada = await signIn({ iat: now() + 10 })
  const answer = await send(await make())
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'malformed'])
  expect(await statusOf(ada)).toBe(200)
})

test('a logout of one provider is none at another, and an unknown provider has none', async () => {
  const token = `logout_token=${await company.signed(logoutOf())}`
  expect((await send(token, 'other')).statusCode).toBe(400)
  expect((await send(token, 'unknown')).statusCode).toBe(404)
})
