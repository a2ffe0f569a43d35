import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { type Tricks, usePlayedProvider } from '../testing/hostile-provider.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'

// Attacks on the sign-in with a company's provider. Each is refused with its code, and leaves no session and no staff member.

const company = usePlayedProvider('company')
const other = usePlayedProvider('other')
const trusting = usePlayedProvider('trusting', { trusts_email: true })
const s = useServer({ providers: [company.port, other.port, trusting.port] })

const state = async () =>
  JSON.stringify([
    await s.query('select id from identity_session order by id'),
    await s.query('select uid, role, email from staff order by uid'),
    await s.query('select user_id, account_id from identity_account order by id'),
  ])

beforeEach(async () => {
  await s.token('admin')
  await s.query('delete from provider_roles')
  await s.query(
    "insert into provider_roles (provider, value, role, set_by) select p, 'moderators', 'moderator', 'staff-admin' from unnest(array['company', 'trusting']) p",
  )
})
afterEach(() => {
  for (const one of [company, other, trusting]) one.reset()
})

const now = () => Math.floor(Date.now() / 1000)
type Return = Record<string, string> | string
/** Signs in as an attacker does: `change` alters what the browser brings back. */
async function attempt(
  v: Visitor,
  change: (good: { state: string; code: string }, v: Visitor) => Return | Promise<Return> = (good) => good,
  at = 'company',
) {
  const played = at === 'trusting' ? trusting : company
  const address = await v.start(at)
  if (address.searchParams.has('sign_in')) return address
  const good = { state: address.searchParams.get('state') ?? '', code: played.codeFor(address) }
  return v.back(at, await change(good, v))
}
const codeOf = (address: URL) => [address.origin, address.searchParams.get('sign_in')]

/** Lies of the provider, and what follows. */
const lies: [name: string, tricks: Tricks, code?: string][] = [
  ['another nonce', { claims: { nonce: 'other' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another issuer in the token', { claims: { iss: 'https://evil.test' } }],
  ['another issuer in the metadata', { metadata: { issuer: 'https://evil.test' } }],
  ['another audience', { claims: { aud: 'another client' } }],
  ['two audiences and no authorized party', { claims: { aud: ['portreeve', 'another client'] } }],
  ['two audiences for another party', { claims: { aud: ['portreeve', 'another'], azp: 'another' } }],
  ['our audience for another party', { claims: { azp: 'another client' } }],
  ['an expired token', { claims: { exp: now() - 60 } }],
  ['no expiry', { claims: { exp: undefined } }],
  ['a token of tomorrow', { claims: { iat: now() + 600, exp: now() + 900 } }],
  ['a token made long ago', { claims: { iat: now() - 3600 } }],
  ['a token that is not valid yet', { claims: { nbf: now() + 600 } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['a subject that the database cannot keep', { claims: { sub: 'a\u0000b' } }],
  ['no identity token', { answer: { id_token: undefined } }],
  ['no signature', { sign: (claims) => `${b64({ alg: 'none' })}.${b64(claims)}.` }],
  [
    'a signature with the client secret',
    { sign: (claims) => symmetric(claims, 'a secret of the test provider') },
  ],
  ['a signature with a guessed key', { sign: (claims) => symmetric(claims, 'guessed') }],
  ['the key of another provider', { sign: (claims) => other.signed(claims) }],
  [
    'a key that nobody shows',
    {
      sign: (claims, key) => new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'none' }).sign(key),
    },
  ],
  [
    'a changed token',
    {
      sign: async (claims) => {
        const [head, , signature] = (await company.signed(claims)).split('.')
        return `${head}.${b64({ ...claims, groups: ['moderators', 'admins'] })}.${signature}`
      },
    },
  ],
  ['a token endpoint that sends the code on', { sendsOn: 'http://127.0.0.1:9/' }, 'unavailable'],
  ['a token endpoint that fails', { refuses: [500, {}] }, 'unavailable'],
  ['a wrong client secret', { refuses: [401, { error: 'invalid_client' }] }, 'unavailable'],
  [
    'details of another person',
    {
      claims: { email: undefined },
      userinfo: { sub: 'mallory', email: 'admin@portreeve.test', email_verified: true },
    },
  ],
  ['an unverified address', { claims: { email: 'admin@portreeve.test', email_verified: false } }, 'no_email'],
  ['a verified address in words', { claims: { email_verified: 'true' } }, 'no_email'],
  ['no address', { claims: { email: undefined }, userinfo: { sub: 'company-ada' } }, 'no_email'],
  ['an address that is none', { claims: { email: 'not an address' } }, 'no_email'],
  ['a group without a role', { claims: { groups: ['everyone'] } }, 'no_role'],
  ['no groups', { claims: { groups: undefined }, userinfo: { sub: 'company-ada' } }, 'no_role'],
  ['a part of a group', { claims: { groups: ['moderator', 'moderators2', 'MODERATORS'] } }, 'no_role'],
  [
    'groups of another shape',
    { claims: { groups: { moderators: true, length: 1, 0: 'moderators' } } },
    'no_role',
  ],
  ['groups in another claim', { claims: { groups: [], roles: ['moderators'], role: 'admin' } }, 'no_role'],
]
const b64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const symmetric = (claims: Record<string, unknown>, secret: string) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret.padEnd(32, ' ')))

test.each(lies)('a provider with %s opens no session', async (_name, tricks, code = 'rejected') => {
  const before = await state()
  company.tricks = tricks
  expect(codeOf(await attempt(visitor(s)))).toEqual(['http://localhost:4400', code])
  expect(await state()).toBe(before)
})

/** What an attacker brings back. */
const returns: [
  name: string,
  change: (good: { state: string; code: string }, v: Visitor) => Return | Promise<Return>,
  code: string,
][] = [
  ['an unknown state', (good) => ({ ...good, state: 'guessed' }), 'lost'],
  ['no state', ({ code }) => ({ code }), 'lost'],
  ['two states', ({ state: one, code }) => `state=${one}&state=${one}&code=${code}`, 'lost'],
  [
    'the state in another browser',
    (good, v) => {
      v.cookies.clear()
      return good
    },
    'lost',
  ],
  [
    'the cookie of another sign-in',
    async (good, v) => {
      const [mine] = [...v.cookies.keys()]
      await v.start('company')
      const [, value = ''] = [...v.cookies].find(([name]) => name !== mine) ?? []
      v.cookies.set(mine ?? '', value)
      return good
    },
    'lost',
  ],
  [
    'a state that is too old',
    async (good) => {
      await s.query("update identity_verification set expires_at = now() - interval '1 second'")
      return good
    },
    'lost',
  ],
  ['the issuer of another provider', (good) => ({ ...good, iss: other.settings.issuer }), 'rejected'],
  ['no code', ({ state: one }) => ({ state: one }), 'rejected'],
  ['two codes', ({ state: one, code }) => `state=${one}&code=${code}&code=${code}`, 'rejected'],
  ['a code that the provider did not give', (good) => ({ ...good, code: 'guessed' }), 'rejected'],
  [
    'the code of another sign-in',
    async (good) => ({ ...good, code: company.codeFor(await visitor(s).start('company')) }),
    'rejected',
  ],
  ['a token instead of a code', ({ state: one }) => ({ state: one, id_token: 'x.y.z' }), 'rejected'],
  ['that the person declined', ({ state: one }) => ({ state: one, error: 'access_denied' }), 'cancelled'],
]
test.each(returns)('a browser that brings %s gets no session', async (_name, change, code) => {
  const before = await state()
  expect(codeOf(await attempt(visitor(s), change))).toEqual(['http://localhost:4400', code])
  expect(await state()).toBe(before)
})

test('a provider that advertises its issuer in the answer must send it', async () => {
  const before = await state()
  company.tricks = { metadata: { authorization_response_iss_parameter_supported: true } }
  expect(codeOf(await attempt(visitor(s)))[1]).toBe('rejected')
  expect(await state()).toBe(before)
})

test('a state works at its own provider alone', async () => {
  const [before, v] = [await state(), visitor(s)]
  const address = await v.start('company')
  const good = { state: address.searchParams.get('state') ?? '', code: other.codeFor(address) }
  expect(codeOf(await v.back('other', good))[1]).toBe('lost')
  expect(await state()).toBe(before)
})

test('a role of one provider is none at another, whatever it says of itself', async () => {
  const [before, v] = [await state(), visitor(s)]
  const address = await v.start('other')
  const good = { state: address.searchParams.get('state') ?? '', code: other.codeFor(address) }
  expect(codeOf(await v.back('other', good))[1]).toBe('no_role')
  expect(await state()).toBe(before)
})

test('an address that a provider calls unverified is not trusted even where addresses without a word are', async () => {
  const before = await state()
  trusting.tricks = { claims: { email: 'admin@portreeve.test', email_verified: false } }
  expect(codeOf(await attempt(visitor(s), undefined, 'trusting'))[1]).toBe('no_email')
  expect(await state()).toBe(before)
})

test.each([
  'https://evil.test/',
  '//evil.test',
  '/\\evil.test',
  'javascript:alert(1)',
  'https://localhost:4400@evil.test/',
  'http://localhost:4400.evil.test/',
  'http://localhost:4401/',
  'http://user@localhost:4400/',
  'data:text/html,x',
])('a sign-in does not return to %s', async (to) => {
  const address = await visitor(s).start('company', { to })
  expect(codeOf(address)).toEqual(['http://localhost:4400', 'address'])
})

test('a callback works once, and a replay does not return to the page of the sign-in', async () => {
  const v = visitor(s)
  let good: Return = ''
  const keep = (one: { state: string; code: string }) => {
    good = one
    return one
  }
  const before = JSON.parse(await state())[0].length
  expect((await attempt(v, keep)).href).toBe('http://localhost:4400/')
  expect(codeOf(await v.back('company', good))).toEqual(['http://localhost:4400', 'lost'])
  expect(JSON.parse(await state())[0]).toHaveLength(before + 1)
  await s.query("delete from identity_user where email = 'ada@company.test'")
  await s.query(
    "delete from staff_grants where staff_uid in (select uid from staff where email = 'ada@company.test')",
  )
  await s.query("delete from staff where email = 'ada@company.test'")
})

test('a session that the attacker has put into the browser is not the one that opens', async () => {
  const v = visitor(s)
  const planted = 'planted.signature'
  v.cookies.set('portreeve-test.session_token', planted)
  await attempt(v)
  const [token] = (v.cookies.get('portreeve-test.session_token') ?? '').split('.')
  expect(token).not.toBe('planted')
  expect(await s.query('select id from identity_session where token = $1', ['planted'])).toEqual([])
  expect((await v.token()).status).toBe(200)
})

test('a person with the address of a linked colleague and another subject is refused', async () => {
  const before = await state()
  company.tricks = { claims: { sub: 'company-reused', groups: ['moderators'] } }
  expect(codeOf(await attempt(visitor(s)))[1]).toBe('taken')
  expect(await state()).toBe(before)
})

test('a provider that does not answer is called unavailable within 5 s', async () => {
  const before = await state()
  company.tricks = { wait: 10_000 }
  const began = performance.now()
  expect(codeOf(await attempt(visitor(s)))[1]).toBe('unavailable')
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await state()).toBe(before)
})

test('changed keys and clocks that differ by some seconds harm no one', async () => {
  expect(codeOf(await attempt(visitor(s)))[1]).toBeNull()
  await company.rotate()
  company.tricks = { claims: { iat: now() + 20, exp: now() - 20 } }
  expect(codeOf(await attempt(visitor(s)))[1]).toBeNull()
})
