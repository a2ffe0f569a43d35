import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { oidcProvider } from '../adapters/sign-in-providers-oidc.ts'
import { type CertifiedProvider, startCertifiedProvider } from '../testing/certified-provider.ts'
import { address, auditKey, useServer } from '../testing/harness.ts'
import { type PlayedProvider, usePlayedProvider } from '../testing/hostile-provider.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'
import { changeRole, invite, setDisabled } from './staff-accounts.ts'

// Who gets in with a company's provider, with which role, and how that ends.

const company = usePlayedProvider('company')
const certifiedSettings = {
  ...{ id: 'certified', name: 'Certified', issuer: '', client_id: 'portreeve' },
  ...{ client_secret: 'a secret of the certified provider', groups_claim: 'groups', trusts_email: false },
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  second_factor: { amr: ['otp'], acr: [] as string[] },
}
const certifiedPort = { settings: certifiedSettings } as unknown as ReturnType<typeof oidcProvider>
const s = useServer({ providers: [company.port, certifiedPort] })

let certified: CertifiedProvider
beforeAll(async () => {
  certified = await startCertifiedProvider(
    `${address}/identity/provider/certified`,
    [{ id: 'grace', email: 'grace@company.test', name: 'Grace Company', groups: ['support'] }],
    async (url, options) => {
      const { pathname } = new URL(String(url))
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await s.server.inject({
        method: 'POST',
        url: pathname,
        headers,
        payload: String(options?.body),
      })
      return new Response(answer.body, { status: answer.statusCode })
    },
  )
  certifiedSettings.issuer = certified.issuer
  Object.assign(certifiedPort, oidcProvider(certifiedSettings))
})
afterAll(() => certified.close())

const map = (...provider_roles: [value: string, role: Role][]) =>
  s.call('admin', api.staff.saveSignInSettings, {
    body: {
      provider_roles: ['company', 'certified'].flatMap((provider) =>
        provider_roles.map(([value, role]) => ({ provider, value, role })),
      ),
    },
  })
beforeEach(async () => {
  await s.token('admin')
  await s.query('update identity_session set password_at = now()')
  await map(['moderators', 'moderator'], ['support', 'support'], ['admins', 'admin'])
})
afterEach(async () => {
  company.reset()
  await s.query('delete from second_factor_roles')
})

async function signIn(v: Visitor, played: PlayedProvider = company, query: Record<string, string> = {}) {
  const there = await v.start('company', query)
  const state = there.searchParams.get('state') ?? ''
  return v.back('company', { state, code: played.codeFor(there) })
}
const as = (email: string, more: Record<string, unknown> = {}) => {
  company.tricks = { claims: { sub: email, email, ...more } }
}
const rowOf = async (email: string) =>
  (
    await s.query<{ uid: string; role: string; disabled: boolean }>(
      'select uid, role, disabled from staff where email = $1',
      [email],
    )
  )[0]
const sessionsOf = (email: string) =>
  s.query('select i.id from identity_session i join staff on uid = user_id where email = $1', [email])
const auditOf = (uid: string | undefined) =>
  s.query<{ action: string; after: unknown }>(
    "select action, after from audit where subject_id = $1 and action <> 'staff.signInFailed' order by id",
    [uid],
  )
const hands = () => ({ db: s.ctx.database.db, identity: s.ctx.identity, auditKey })
const later = (minutes: number) =>
  s.query('update identity_provider_sessions set checked_at = checked_at - make_interval(mins => $1)', [
    minutes,
  ])

/** Walks through the pages of the certified provider, with its cookies. */
async function atCertified(v: Visitor, account: string, query: Record<string, string> = {}) {
  const cookies = new Map<string, string>()
  let url = await v.start('certified', query)
  for (let hops = 0; url.origin === certified.issuer && hops < 10; hops++) {
    if (url.pathname.startsWith('/interaction/')) url.searchParams.set('as', account)
    const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } })
    for (const one of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      cookies.set(name, value)
    }
    url = new URL(answer.headers.get('location') ?? 'none:', url)
  }
  return { back: await v.back('certified', url.search), cookies }
}

test('the first sign-in with the certified provider makes the staff member whom the mapping lets in', async () => {
  const v = visitor(s)
  const { back } = await atCertified(v, 'grace', { to: '/dashboard/users?q=x' })
  expect(back.href).toBe('http://localhost:4400/dashboard/users?q=x')
  const { token } = await v.token()
  expect((await s.call({ token }, api.staff.me, {})).body.data).toMatchObject({
    ...{ email: 'grace@company.test', displayName: 'Grace Company', role: 'support' },
  })
  const signedIn = (await s.call({ token }, api.staff.mySignIn, {})).body.data
  expect(signedIn).toMatchObject({ signs_in_here: false, provider: { id: 'certified', name: 'Certified' } })
  expect(signedIn.sessions).toHaveLength(1)
  const row = await rowOf('grace@company.test')
  expect(await auditOf(row?.uid)).toEqual([
    {
      action: 'staff.joined',
      after: { provider: 'certified', role: 'support', email: 'grace@company.test' },
    },
  ])
  // The admin who mapped the group let them in: they do not approve each other's refunds.
  expect(await s.query('select by_uid, kind from staff_grants where staff_uid = $1', [row?.uid])).toEqual([
    { by_uid: 'staff-admin', kind: 'invited' },
  ])
  const member = (await s.call('admin', api.staff.list, { query: {} })).body.data.find(
    ({ uid }) => uid === row?.uid,
  )
  expect(member).toMatchObject({ invitation: null, signs_in_here: false, sessions: 1 })
})

test('a logout at the certified provider ends the session', async () => {
  const v = visitor(s)
  const { cookies } = await atCertified(v, 'grace')
  const { token } = await v.token()
  expect((await s.call({ token }, api.staff.me, {})).status).toBe(200)
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
  const page = await fetch(`${certified.issuer}/session/end`, { headers: { cookie } })
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  await fetch(`${certified.issuer}/session/end/confirm`, {
    ...{ method: 'POST', redirect: 'manual', body: new URLSearchParams({ xsrf, logout: 'yes' }) },
    headers: { cookie: [cookie, ...page.headers.getSetCookie().map((one) => one.split(';')[0])].join('; ') },
  })
  await vi.waitFor(async () =>
    expect((await s.call({ token }, api.staff.me, {})).body.code).toBe('signed_out'),
  )
  expect((await v.token()).status).toBe(401)
})

test('the certified provider confirms a session with a rotated token, also for many tabs at once, until the person is removed', async () => {
  const v = visitor(s)
  await atCertified(v, 'grace')
  for (const minutes of [11, 11]) {
    await later(minutes)
    expect((await Promise.all([v.token(), v.token(), v.token()])).map(({ status }) => status)).toEqual([
      200, 200, 200,
    ])
  }
  // The mapping is followed meanwhile, too.
  const account = certified.accounts.get('grace')
  if (account) account.groups = ['moderators']
  await later(11)
  expect((await v.token()).status).toBe(200)
  expect((await rowOf('grace@company.test'))?.role).toBe('moderator')
  certified.accounts.delete('grace')
  await later(11)
  expect((await v.token()).status).toBe(401)
  // The first visitor's session has not been asked yet.
  expect(await sessionsOf('grace@company.test')).toHaveLength(1)
})

test('two first sign-ins at once make one staff member, and one callback twice makes one session', async () => {
  as('twice@company.test')
  const visitors = [visitor(s), visitor(s), visitor(s)]
  const pages = await Promise.all(visitors.map((v) => signIn(v)))
  expect(pages.map(({ search }) => search)).toEqual(['', '', ''])
  expect(await s.query("select uid from staff where email = 'twice@company.test'")).toHaveLength(1)
  const v = visitor(s)
  const there = await v.start('company')
  const good = { state: there.searchParams.get('state') ?? '', code: company.codeFor(there) }
  const both = await Promise.all([v.back('company', good), v.back('company', good)])
  expect(both.map(({ search }) => search).toSorted()).toEqual(['', '?sign_in=lost'])
  expect(await sessionsOf('twice@company.test')).toHaveLength(4)
})

test('two tabs of a browser sign in at the same time', async () => {
  as('tabs@company.test')
  const v = visitor(s)
  const starts = [await v.start('company'), await v.start('company')]
  for (const there of starts)
    expect(
      (
        await v.back('company', {
          state: there.searchParams.get('state') ?? '',
          code: company.codeFor(there),
        })
      ).search,
    ).toBe('')
})

test('a colleague with a password signs in with the provider alone from the first time on', async () => {
  const email = 'linked@company.test'
  const { uid } = await invite(hands(), {
    email,
    name: 'Linked',
    role: 'finance',
    password: 'a test password',
  })
  const bySecret = () =>
    s.server.inject({
      method: 'POST',
      url: '/identity/sign-in/email',
      headers: { origin: address },
      payload: { email, password: 'a test password' },
    })
  expect((await bySecret()).statusCode).toBe(200)
  as(email)
  expect((await signIn(visitor(s))).search).toBe('')
  expect(await rowOf(email)).toEqual({ uid, role: 'moderator', disabled: false })
  expect((await auditOf(uid)).slice(1)).toEqual([
    { action: 'staff.linked', after: { provider: 'company', role: 'finance' } },
    { action: 'staff.followed', after: { role: 'moderator' } },
  ])
  expect((await bySecret()).statusCode).toBe(401)
  expect((await s.call('admin', api.staff.sendPasswordLink, { params: { uid } })).body.code).toMatch(
    /conflict/,
  )
})

test('the highest role counts; without any the person is refused and their sessions end', async () => {
  const email = 'moves@company.test'
  as(email, { groups: ['support', 'moderators', 'unknown'] })
  await signIn(visitor(s))
  expect((await rowOf(email))?.role).toBe('moderator')
  as(email, { groups: 'support' })
  await signIn(visitor(s))
  expect((await rowOf(email))?.role).toBe('support')
  expect(await sessionsOf(email)).toHaveLength(2)
  as(email, { groups: [] })
  expect((await signIn(visitor(s))).search).toBe('?sign_in=no_role')
  expect(await sessionsOf(email)).toEqual([])
})

test('a disabled colleague stays out, and the last admin stays one', async () => {
  const email = 'off@company.test'
  as(email)
  await signIn(visitor(s))
  await setDisabled(hands(), email, true)
  expect((await signIn(visitor(s))).search).toBe('?sign_in=disabled')
  expect((await rowOf(email))?.disabled).toBe(true)

  as('boss@company.test', { groups: ['admins'] })
  await signIn(visitor(s))
  await changeRole(hands(), 'admin@portreeve.test', 'support')
  as('boss@company.test', { groups: ['support'] })
  expect((await signIn(visitor(s))).search).toBe('')
  expect((await rowOf('boss@company.test'))?.role).toBe('admin')
  await changeRole(hands(), 'admin@portreeve.test', 'admin')
  await changeRole(hands(), 'boss@company.test', 'support')
  // By the address alone the last admin is not linked to a lower group.
  as('admin@portreeve.test', { groups: ['support'] })
  expect((await signIn(visitor(s))).search).toBe('?sign_in=taken')
  expect((await s.call('admin', api.staff.me, {})).status).toBe(200)
  as('boss@company.test', { groups: ['support'] })
  await signIn(visitor(s))
  expect((await rowOf('boss@company.test'))?.role).toBe('support')
})

test('managing staff needs a fresh proof from the provider, by the same person', async () => {
  const email = 'fresh@company.test'
  const old = Math.floor(Date.now() / 1000) - 3600
  as(email, { groups: ['admins'], auth_time: old })
  const v = visitor(s)
  await signIn(v)
  const { token } = await v.token()
  const save = () => s.call({ token }, api.staff.saveSignInSettings, { body: { second_factor_roles: [] } })
  expect((await save()).body).toMatchObject({ code: 'password_needed', error_title: 'Confirm who you are' })
  const there = await v.start('company', { fresh: '1' })
  expect(Object.fromEntries(there.searchParams)).toMatchObject({ prompt: 'login', max_age: '0' })
  expect((await signIn(v, company, { fresh: '1' })).search).toBe('?sign_in=stale')
  as('other@company.test', { groups: ['admins'] })
  expect((await signIn(v, company, { fresh: '1' })).search).toBe('?sign_in=other_person')
  expect((await visitor(s).start('company', { fresh: '1' })).search).toBe('?sign_in=other_person')
  expect((await save()).status).toBe(403)
  as(email, { groups: ['admins'] })
  expect((await signIn(v, company, { fresh: '1' })).search).toBe('')
  expect((await save()).status).toBe(200)
  expect(await sessionsOf(email)).toHaveLength(1)
})

test('a required second factor is given where the settings accept what the provider used', async () => {
  const email = 'factor@company.test'
  as(email)
  const v = visitor(s)
  await signIn(v)
  const { token } = await v.token()
  await s.query("insert into second_factor_roles values ('moderator')")
  expect((await s.call({ token }, api.staff.me, {})).body.code).toBe('signed_out')
  expect((await signIn(visitor(s))).search).toBe('?sign_in=second_factor')
  as(email, { amr: ['pwd', 'otp'] })
  const strong = visitor(s)
  expect((await signIn(strong)).search).toBe('')
  expect((await s.call(await strong.token(), api.staff.me, {})).status).toBe(200)
})

test('a session of a provider has no password, code or passkey here', async () => {
  as('own@company.test')
  const v = visitor(s)
  await signIn(v)
  const cookie = [...v.cookies].map((pair) => pair.join('=')).join('; ')
  const post = (path: string, payload: object) =>
    s.server.inject({
      method: 'POST',
      url: `/identity${path}`,
      headers: { origin: address, cookie },
      payload,
    })
  for (const [path, body] of [
    ['/two-factor/enable', { password: 'x' }],
    ['/two-factor/verify-totp', { code: '123456' }],
    ['/change-password', { currentPassword: 'x', newPassword: 'a new password' }],
    ['/verify-password', { password: 'x' }],
    ['/passkey/verify-registration', { name: 'x', response: { id: 'x' } }],
  ] as const)
    expect((await post(path, body)).json()).toMatchObject({
      code: 'refused',
      error_title: 'Kept at your provider',
    })
})

test('an unreachable provider ends no session for an hour, and then gives no token until it is back', async () => {
  as('away@company.test')
  const v = visitor(s)
  await signIn(v)
  company.tricks = { ...company.tricks, refuses: [503, {}] }
  await later(11)
  expect((await v.token()).status).toBe(200)
  await later(60)
  expect((await v.token()).status).toBe(503)
  expect(await sessionsOf('away@company.test')).toHaveLength(1)
  as('away@company.test', { nonce: undefined })
  expect((await v.token()).status).toBe(200)
})

test('a session ends with a revoked refresh token, without one after eight hours, and with its provider', async () => {
  const email = 'ends@company.test'
  as(email)
  const open = async () => {
    const v = visitor(s)
    expect((await signIn(v)).search).toBe('')
    return v
  }
  const [v, w] = [await open(), await open()]
  company.tricks = { refuses: [400, { error: 'invalid_grant' }] }
  await later(11)
  expect((await v.token()).status).toBe(401)
  as(email, { sub: 'somebody-else', nonce: undefined })
  expect((await w.token()).status).toBe(401)

  company.tricks = { claims: { sub: email, email }, answer: { refresh_token: undefined } }
  const x = await open()
  expect((await x.token()).status).toBe(200)
  await s.query(
    "update identity_session set created_at = now() - interval '481 minutes' where user_id = (select uid from staff where email = $1)",
    [email],
  )
  expect((await x.token()).status).toBe(401)

  const y = await open()
  await s.query("update identity_provider_sessions set provider = 'gone'")
  expect((await y.token()).status).toBe(401)
})

test('the mapping names providers that are set up, each group once, and keeps who set a row', async () => {
  const save = (...provider_roles: { provider: string; value: string; role: Role }[]) =>
    s.call('admin', api.staff.saveSignInSettings, { body: { provider_roles } })
  const row = { provider: 'company', value: 'a', role: 'support' as const }
  expect((await save({ ...row, provider: 'unknown' })).body.code).toBe('refused')
  expect((await save(row, { ...row, role: 'admin' })).body.code).toBe('conflict')
  expect(
    (await s.call('support', api.staff.saveSignInSettings, { body: { provider_roles: [] } })).status,
  ).toBe(403)
  expect((await save(row)).body.data.provider_roles).toEqual([row])
  expect((await save(row, { ...row, value: 'b' })).body.data.provider_roles).toHaveLength(2)
  const audits = await s.query<{ before: unknown; after: unknown }>(
    "select before, after from audit where action = 'staff.saveSignInSettings' order by id desc limit 1",
  )
  expect(audits[0]).toEqual({
    before: { provider_roles: [row] },
    after: { provider_roles: [row, { ...row, value: 'b' }] },
  })
})
