import type { AddressInfo } from 'node:net'
import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/rights'
import { beforeAll, expect, test } from 'vitest'
import { setDisabled } from '../store/staff.ts'
import { address, apiKey, auditKey, useServer } from './harness.ts'

const s = useServer()
let base = ''
beforeAll(async () => {
  await s.token('admin')
  await s.server.listen({ port: 0 })
  base = `http://127.0.0.1:${(s.server.server.address() as AddressInfo).port}`
})

let people = 0
/** Somebody of a test's own, who has signed in. */
async function hire(role: Role) {
  const email = `own-${++people}@portreeve.test`
  const secret = `password ${people} long`
  const made = await s.call('admin', api.staff.invite, {
    body: { email, displayName: `Own ${people}`, role, password: secret },
  })
  expect(made.status).toBe(200)
  return { uid: made.body.data.uid, email, secret, ...(await enter(email, secret)) }
}

async function enter(email: string, secret: string) {
  const session = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address, 'user-agent': 'a browser' },
    payload: { email, password: secret },
  })
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const answer = await s.server.inject({ url: '/identity/token', headers: { cookie } })
  return { cookie, token: (answer.json() as { token: string }).token }
}

/** The actions on record about somebody. */
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

test('an invited person signs in with the first password, is listed, and is on record', async () => {
  const { uid, token } = await hire('support')
  expect((await s.call({ token }, api.staff.me, {})).body.data.role).toBe('support')
  const { body } = await s.call('admin', api.staff.list, {})
  expect(body.data.find((one) => one.uid === uid)).toMatchObject({
    role: 'support',
    disabled: false,
    version: 1,
    signs_in_here: true,
    second_factor: false,
    sessions: 1,
  })
  expect(body.data.find((one) => one.uid === uid)?.last_seen_at).not.toBeNull()
  expect(await recorded(uid)).toEqual(['staff.invite'])
  expect(JSON.stringify(await s.query('select * from audit'))).not.toContain('password 1 long')
  expect(JSON.stringify(await s.query('select * from idempotency_keys'))).not.toContain('password 1 long')
})

test('an invitation needs an address, a name, a role, and a password or a uid; none twice', async () => {
  const whole = {
    email: 'w@portreeve.test',
    displayName: 'W',
    role: 'support',
    password: 'long enough',
  } as const
  for (const [body, words] of [
    [{ ...whole, email: 'w' }, 'email'],
    [{ ...whole, displayName: '  ' }, 'displayName'],
    [{ ...whole, role: 'owner' }, 'role'],
    [{ ...whole, password: 'short' }, 'fewer than 10'],
    [{ ...whole, uid: 'w' }, 'not both'],
    [{ ...whole, password: undefined }, 'not both'],
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

test('the list goes on by a cursor', async () => {
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

test('another role holds from the next call; a version that is not the present one is refused', async () => {
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

test('nobody changes themselves, and nobody is changed who is not there', async () => {
  for (const endpoint of [api.staff.disable, api.staff.enable]) {
    expect((await s.call('admin', endpoint, { params })).body.error_title).toBe('Not yourself')
    expect((await s.call('admin', endpoint, { params: { uid: 'nobody' } })).status).toBe(404)
  }
  const own = await s.call('admin', api.staff.changeRole, { params, body: { role: 'support' } })
  expect(own.body.error_title).toBe('Not yourself')
})

test('fifty calls of two admins who demote and disable each other leave exactly one, and the other can do nothing more', async () => {
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
      // 503: it waited for too long behind the others.
      expect([401, 403, 409, 503]).toContain(answer.status)
      expect(answer.body.error_message).toBeTruthy()
    }
})

test('a disabled person is refused at the next call and at the next sign-in; enabled, they are back', async () => {
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
  const { token: fresh } = await enter(email, secret)
  expect((await s.call({ token: fresh }, api.staff.me, {})).status).toBe(200)
  expect(await recorded(uid)).toEqual(['staff.invite', 'staff.disable', 'staff.enable'])
})

test('sessions are listed and ended: an ended one is out at once, the others stay', async () => {
  const person = await hire('support')
  const second = await enter(person.email, person.secret)
  const mine = await s.call(person, api.staff.mySignIn, {})
  expect(mine.body.data.sessions).toHaveLength(2)
  expect(mine.body.data.sessions.find(({ current }) => current)).toMatchObject({
    address: '127.0.0.1',
    user_agent: 'a browser',
  })
  const { body } = await s.call('admin', api.staff.sessions, { params: { uid: person.uid } })
  expect(body.data.map(({ current }) => current)).toEqual([false, false])
  const gone = mine.body.data.sessions.find(({ current }) => !current)?.id ?? ''
  const input = { params: { uid: person.uid, id: gone } }
  expect((await s.call('admin', api.staff.endSession, input)).status).toBe(200)
  expect((await s.call('admin', api.staff.endSession, input)).status).toBe(404)
  expect((await s.call(second, api.staff.me, {})).body.code).toBe('signed_out')
  expect((await s.call(person, api.staff.me, {})).status).toBe(200)

  const third = await enter(person.email, person.secret)
  expect((await s.call(person, api.staff.endMyOtherSessions, {})).status).toBe(200)
  expect((await s.call(third, api.staff.me, {})).status).toBe(401)
  expect((await s.call(person, api.staff.me, {})).status).toBe(200)
  expect((await s.call('admin', api.staff.endSessions, { params: { uid: person.uid } })).status).toBe(200)
  expect((await s.call(person, api.staff.me, {})).status).toBe(401)
})

test("nobody ends somebody else's session as their own", async () => {
  const [one, other] = [await hire('support'), await hire('support')]
  const { body } = await s.call(other, api.staff.mySignIn, {})
  const id = body.data.sessions[0]?.id ?? ''
  expect((await s.call(one, api.staff.endMySession, { params: { id } })).status).toBe(404)
  expect((await s.call(other, api.staff.endMySession, { params: { id } })).status).toBe(200)
  expect((await s.call(other, api.staff.me, {})).status).toBe(401)
})

test('a session ends after its longest time, however fresh its token', async () => {
  const { uid, token, cookie } = await hire('support')
  await s.query(`update identity_session set created_at = now() - interval '169 hours' where user_id = $1`, [
    uid,
  ])
  expect((await s.call({ token }, api.staff.me, {})).body.code).toBe('signed_out')
  expect((await s.server.inject({ url: '/identity/token', headers: { cookie } })).statusCode).toBe(401)
})

/** Opens somebody's live feed; resolves once it has been closed by the server. */
async function feedOf(token: string, topic: string): Promise<{ closed: Promise<void> }> {
  const answer = await fetch(`${base}/v1/realtime?topic=${topic}`, {
    headers: { authorization: `Bearer ${token}`, 'x-api-key': apiKey },
  })
  expect(answer.status).toBe(200)
  const reader = answer.body?.getReader()
  await reader?.read()
  const untilEnd = async () => {
    while (!(await reader?.read())?.done) {}
  }
  return { closed: untilEnd() }
}

test.each([
  [
    'disabled by a command',
    (_uid: string, email: string) =>
      setDisabled({ db: s.ctx.database.db, identity: s.ctx.identity, auditKey }, email, true),
  ],
  [
    'demoted',
    (uid: string) => s.call('admin', api.staff.changeRole, { params: { uid }, body: { role: 'finance' } }),
  ],
  [
    'disabled by another process',
    (uid: string) => s.query('update staff set disabled = true where uid = $1', [uid]),
  ],
  ['signed out', (uid: string) => s.call('admin', api.staff.endSessions, { params: { uid } })],
])('the live feed of somebody who is %s is closed', async (_how, change) => {
  const person = await hire('moderator')
  const bystander = await hire('moderator')
  const { closed } = await feedOf(person.token, 'review')
  let stays = true
  void (await feedOf(bystander.token, 'review')).closed.then(() => {
    stays = false
  })
  await change(person.uid, person.email)
  await closed
  expect(stays).toBe(true)
})
