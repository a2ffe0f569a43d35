import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/base/endpoint'
import { recordScopes } from '@portreeve/contract/marketplace/machine-keys'
import { openapi } from '@portreeve/contract/openapi'
import { beforeAll, describe, expect, test } from 'vitest'
import { forgetPast } from './core/database/forget-past.ts'
import { program } from './core/database/program.ts'
import { useServer } from './testing/harness.ts'
import { keyFor, writer } from './testing/machine.ts'

// The past of records (docs/history.md). history.slow.test.ts compares every reading call with what it answered then.

const s = useServer()

/** A moment between two changes. */
async function moment(): Promise<string> {
  const [row] = await s.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pg_sleep(0.003)`,
  )
  await s.query('select pg_sleep(0.003)')
  return row?.at ?? ''
}
const asOf = <E extends Endpoint>(endpoint: E, input: Input<E>, at: string) =>
  s.call('admin', endpoint, input, { 'as-of': at })
const mail = async (uid: string, at: string) => {
  const { body } = await asOf(api.users.get, { params: { uid } }, at)
  return body.data === null ? body.error_title : body.data.email
}

test('each table says whether it has a past', async () => {
  const files = program.filter(({ path }) => path.endsWith('/history.sql')).map(({ text }) => text)
  const listed = (pattern: RegExp) =>
    files.flatMap((text) =>
      [...text.matchAll(pattern)].flatMap(([, names = '']) => names.match(/\w+/g) ?? []),
    )
  const kept = listed(/portreeve_remember\('\{([^}]*)\}/g)
  const left = files
    .flatMap((text) => text.replaceAll(/\n-- (?!Without)/g, ' ').match(/-- Without a past: .*/g) ?? [])
    .flatMap(
      (line) =>
        line
          .replace('-- Without a past: ', '')
          .replaceAll(/\([^)]*\)/g, '')
          .match(/\w+/g) ?? [],
    )
  const tables = await s.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
  )
  expect([...kept, ...left].toSorted()).toEqual(tables.map(({ name }) => name))
})

describe('a record', () => {
  let began = ''
  let made = ''
  let changed = ''
  let gone = ''
  beforeAll(async () => {
    began = await moment()
    await s.addUser({ uid: 'ann', email: 'first@example.test', displayName: 'Ann' })
    await s.make.keyword({ id: 'word', terms: 'a,b', preferred_term: 'c' })
    made = await moment()
    await s.query("update users set email = 'second@example.test' where uid = 'ann'")
    changed = await moment()
    await s.query("delete from keywords where id = 'word'")
    gone = await moment()
  })

  test('is as it was: not there, its first form, its second, and gone', async () => {
    expect(await mail('ann', began)).toBe('No such person')
    expect(await mail('ann', made)).toBe('first@example.test')
    expect(await mail('ann', changed)).toBe('second@example.test')
    const words = async (at: string) => (await asOf(api.keywords.list, { query: {} }, at)).body.data.length
    expect([await words(began), await words(changed), await words(gone)]).toEqual([0, 1, 0])
  })

  test('is found by the name that it had', async () => {
    await s.query("update users set display_name = 'Berta', search_name = 'berta' where uid = 'ann'")
    const found = async (at: string) =>
      (await asOf(api.users.search, { query: { search_term: 'ann' } }, at)).body.data.map(({ uid }) => uid)
    expect(await found(changed)).toEqual(['ann'])
  })

  test('has no version of an update that changes nothing, nor of what one transaction does in between', async () => {
    const versions = async () =>
      (await s.query<{ n: number }>("select count(*)::int as n from history.users where uid = 'ann'"))[0]
        ?.n ?? 0
    const before = await versions()
    await s.query("update users set email = email where uid = 'ann'")
    expect(await versions()).toBe(before)
    await s.query(`do $$ begin
      update users set email = 'third@example.test' where uid = 'ann'; update users set email = 'fourth@example.test' where uid = 'ann';
    end $$`)
    expect(await versions()).toBe(before + 1)
  })

  test('keeps the versions of two transactions whose starts and commits cross', async () => {
    const [one, two] = await Promise.all([s.ctx.database.pool.connect(), s.ctx.database.pool.connect()])
    try {
      if (s.ctx.database.embedded) return
      await one.query('begin')
      await one.query('select now()')
      await s.query('select pg_sleep(0.003)')
      await two.query("update users set email = 'two@example.test' where uid = 'ann'")
      const between = await moment()
      await one.query("update users set email = 'one@example.test' where uid = 'ann'")
      await one.query('commit')
      expect(await mail('ann', await moment())).toBe('one@example.test')
      const [row] = await s.query<{ n: number }>(
        "select count(*)::int as n from history.users where email = 'two@example.test' and history_until > history_since",
      )
      expect(row).toEqual({ n: 1 })
      expect(between).toBeTruthy()
    } finally {
      one.release()
      two.release()
    }
  })
})

test('a version names who has made it', async () => {
  await s.addUser({ uid: 'cleo' })
  await s.call('admin', api.users.ban, { params: { uid: 'cleo' }, query: {}, body: { ban_reason: 'Spam' } })
  const shop = writer(s, await keyFor(s, recordScopes))
  await shop.rows('users', [{ uid: 'dora', displayName: 'Dora', isBanned: false }])
  const by = await s.query<{ uid: string; by: string }>(
    "select uid, history_by as by from users where uid in ('cleo', 'dora') order by uid",
  )
  expect(by).toEqual([
    { uid: 'cleo', by: 'staff staff-admin' },
    { uid: 'dora', by: expect.stringMatching(/^key /) },
  ])
})

describe('refused', () => {
  test.each([
    ['a time that is none', 'yesterday', 400, 'Malformed request'],
    ['the future', '2100-01-01T00:00:00Z', 400, 'Not yet'],
    ['before the first history', '2001-01-01T00:00:00Z', 410, 'Before the first history'],
  ])('%s', async (_, at, status, title) => {
    const answer = await asOf(api.users.search, { query: { search_term: 'a' } }, at)
    expect([answer.status, answer.body.error_title]).toEqual([status, title])
  })

  test('a call that changes something, and one that has no past', async () => {
    const at = await moment()
    const change = await s.call('admin', api.users.unban, { params: { uid: 'ann' } } as never, {
      'as-of': at,
    })
    expect([change.status, change.body.error_title]).toEqual([400, 'Not in the past'])
    const staff = await asOf(api.staff.list, { query: {} } as never, at)
    expect([staff.status, staff.body.error_message]).toEqual([422, api.staff.list.noPast])
  })
})

test('rights and masks are those of today, and the look is audited with its moment', async () => {
  const at = await moment()
  const { body } = await s.call('moderator', api.users.get, { params: { uid: 'ann' } }, { 'as-of': at })
  const today = (await s.call('moderator', api.users.get, { params: { uid: 'ann' } })).body.data
  expect(body.data.email).toBe(today.email)
  expect(body.data.email).not.toContain('example')
  await s.make.conversationOf('talk', 'ann', 'support')
  const later = await moment()
  await asOf(api.conversations.get, { params: { id: 'talk' } }, later)
  const [row] = await s.query<{ after: object }>(
    "select after from audit where action = 'conversations.get' order by id desc limit 1",
  )
  expect(row?.after).toMatchObject({ as_of: later })
})

describe('what a role saw', () => {
  type Role = 'admin' | 'moderator' | 'support' | 'finance'
  const seen = async (as: Role, role: string, more: object = {}) =>
    s.call(
      as,
      api.users.get,
      { params: { uid: 'ann' } },
      { 'as-of': await moment(), 'as-role': role, ...more },
    )

  test('an admin sees with the masks of each role, as that role does', async () => {
    const own = async (role: Role) =>
      (await s.call(role, api.users.get, { params: { uid: 'ann' } })).body.data
    for (const role of ['admin', 'moderator', 'support', 'finance'] as const)
      expect((await seen('admin', role)).body.data).toEqual(await own(role))
    expect((await seen('admin', 'moderator')).body.data.email).not.toContain('example')
    expect((await seen('admin', 'support')).body.data.email).toContain('example')
  })

  test('what that role may not see is not shown, and a handler answers as to that role', async () => {
    await s.make.conversationOf('words', 'ann', 'support')
    const read = async (role: string) =>
      s.call('admin', api.conversations.get, { params: { id: 'words' } }, { 'as-of': at, 'as-role': role })
    const at = await moment()
    expect((await read('support')).status).toBe(200)
    const finance = await read('finance')
    expect([finance.status, finance.body.error_message]).toEqual([
      403,
      'Your role, finance, may not read private messages.',
    ])
  })

  test('nobody sees more than they may: a role that may do what the caller may not is refused', async () => {
    for (const [as, role] of [
      ['moderator', 'admin'],
      ['moderator', 'support'],
      ['support', 'admin'],
      ['support', 'finance'],
      ['finance', 'support'],
    ] as const) {
      const { status, body } = await seen(as, role)
      expect([as, role, status, body.data]).toEqual([as, role, 403, null])
      expect(body.error_message).toBe(
        `You may not see all that the role ${role} sees, so it cannot be shown to you.`,
      )
    }
    expect((await seen('moderator', 'moderator')).body.data.email).not.toContain('example')
  })

  test('is refused without a moment, for a role that is none, and on a change', async () => {
    const now = await s.call('admin', api.users.get, { params: { uid: 'ann' } }, { 'as-role': 'support' })
    expect([now.status, now.body.error_message]).toEqual([
      400,
      'As-Role belongs to As-Of: it shows what a role saw at a moment.',
    ])
    expect((await seen('admin', 'owner')).body.error_message).toBe('As-Role: there is no role owner.')
    const change = await s.call('admin', api.users.unban, { params: { uid: 'ann' } } as never, {
      'as-role': 'support',
    })
    expect(change.status).toBe(400)
  })

  test('is audited with the caller’s own role, the moment and the role', async () => {
    await s.make.conversationOf('audited', 'ann', 'support')
    const at = await moment()
    const headers = { 'as-of': at, 'as-role': 'support' }
    await s.call('admin', api.conversations.get, { params: { id: 'audited' } }, headers)
    const [row] = await s.query(
      "select actor_uid, actor_role, after from audit where action = 'conversations.get' order by id desc limit 1",
    )
    expect(row).toMatchObject({
      ...{ actor_uid: 'staff-admin', actor_role: 'admin' },
      after: { as_of: at, as_role: 'support' },
    })
  })

  test('is in the description of the API and allowed to pages, as the moment is', async () => {
    const { paths } = openapi({ get: api.users.get, list: api.staff.list }, 'http://localhost') as {
      paths: Record<string, Record<string, { parameters: { name: string }[] }>>
    }
    const names = (path: string) => paths[path]?.get?.parameters.map(({ name }) => name)
    expect(names(api.users.get.path)).toEqual(['uid', 'As-Of', 'As-Role'])
    expect(names(api.staff.list.path)).not.toContain('As-Role')
    const preflight = await s.server.inject({
      ...{ method: 'OPTIONS', url: '/v1/admin/users/ann' },
      headers: {
        origin: s.ctx.settings.consoles[0] ?? '',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'as-of,as-role',
      },
    })
    expect(preflight.headers['access-control-allow-headers']).toMatch(/as-of, as-role/)
  })
})

test('old versions are deleted after the days they are kept, and the moments that need them are refused', async () => {
  await s.query("update users set email = 'last@example.test' where uid = 'ann'")
  const at = await moment()
  await s.asOwner("update history.began set at = now() - interval '500 days'")
  await s.asOwner("update history.users set history_until = now() - interval '401 days' where uid = 'ann'")
  await forgetPast.run(s.ctx)
  expect(await s.query("select from history.users where uid = 'ann'")).toEqual([])
  expect(await mail('ann', at)).toBe('last@example.test')
  const old = new Date(Date.now() - 401 * 86_400_000).toISOString()
  expect(await mail('ann', old)).toBe('Before the first history')
})
