import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { trueTime } from '../marketplace/import/source-time.ts'
import { useServer } from '../testing/harness.ts'

const s = useServer({ settings: { revealsPerHour: 2 } })
const search = (search_term: string, as: Role = 'support', exclude_uid = '') =>
  s.call(as, api.users.search, { query: { search_term, exclude_uid } })
const uids = async (term: string, as?: Role, exclude?: string) =>
  (await search(term, as, exclude)).body.data.map(({ uid }) => uid)

const now = Date.now()
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
const day = (days: number) => ago(days).slice(0, 10)

beforeAll(async () => {
  const add = (uid: string, displayName: string, more: Parameters<typeof s.addUser>[0] | object) =>
    s.addUser({ uid, displayName, country_code: 'PL', created_at: ago(10), lastActive: ago(1), ...more })
  await add('new-one', 'Zofia Anker', { created_at: ago(1), store_behavior: 1, email: 'zofia@mail.example' })
  await add('old-one', 'Zofia Mast', { created_at: ago(400), lastActive: ago(300) })
  await add('banned', 'Anker Zofia', { isBanned: true, created_at: ago(20), lastActive: 'not a date' })
  await add('abroad', 'Zofia Anker', { country_code: 'DE', created_at: ago(30), early_access: 1 })
  await add('nowhere', 'Zofia Kiel', { country_code: null, created_at: ago(350) })
  await add('undated', 'Zofia Bug', { created_at: 'not a date', country_code: 'US' })
  await add('deleted', '', { country_code: 'PL', isBanned: true })
  await s.query("update users set deleted_at = now() where uid = 'deleted'")
  for (const reporting_uid of ['banned', 'banned', 'banned', 'abroad'])
    await s.make.userReport({ reporting_uid })
  await s.make.userReport({ reporting_uid: 'new-one', status: 'resolved' })
  // The staff of a role is made by its first call.
  await search('', 'moderator')
  await s.query(
    `insert into ban_reasons (id, uid, created_at, actor_uid)
     select 'old', 'banned', now() - interval '50 days', 'nobody' union all
     select 'new', 'banned', now() - interval '3 days', uid from staff where role = 'moderator' union all
     select 'none', 'abroad', now() - interval '3 days', uid from staff where role = 'moderator'`,
  )
})
beforeEach(() => s.query('delete from reveals'))

const everyone = ['new-one', 'banned', 'abroad', 'nowhere', 'old-one', 'undated']

test.each([
  ['status:blocked', ['banned']],
  ['status:active', ['new-one', 'abroad', 'nowhere', 'old-one', 'undated']],
  ['country:pl', ['new-one', 'banned', 'old-one']],
  ['-country:PL', ['abroad', 'nowhere', 'undated']],
  ['created:<15d', ['new-one']],
  ['created:>300d', ['nowhere', 'old-one']],
  [`created:${day(350)}`, ['nowhere']],
  [`created:<=${day(350)} created:>${day(351)}`, ['nowhere']],
  ['-created:<15d', ['banned', 'abroad', 'nowhere', 'old-one', 'undated']],
  ['active:>100d', ['old-one']],
  ['reports:>2', ['banned']],
  ['reports:1', ['abroad']],
  ['reports:>=1', ['banned', 'abroad']],
  ['reports:0', ['new-one', 'nowhere', 'old-one', 'undated']],
  ['reports:<1', ['new-one', 'nowhere', 'old-one', 'undated']],
  ['reports:<0', []],
  ['reports:<3', ['new-one', 'abroad', 'nowhere', 'old-one', 'undated']],
  ['-reports:<=3', []],
  ['-reports:>0', ['new-one', 'nowhere', 'old-one', 'undated']],
  // 'abroad' was blocked, and is not any more.
  ['blocked:<7d', ['banned']],
  ['blocked:<2d', []],
  ['blocked:>2d', ['banned']],
  ['blocked:>7d', []],
  [`blocked:${day(3)}`, ['banned']],
  [`blocked:${day(50)}`, []],
  ['blocked_by:moderator', ['banned']],
  ['blocked_by:me', []],
  ['blocked_by:nobody', []],
  ['-blocked:<7d country:PL', ['new-one', 'old-one']],
  ['reported:<1d', ['new-one', 'banned', 'abroad']],
  ['reported:>1d', []],
  ['store:yes', ['new-one']],
  ['early_access:no country:DE', []],
  ['status:blocked country:PL created:<30d reports:>2', ['banned']],
  ['anker country:PL', ['banned', 'new-one']],
  ['zofia anker country:PL', ['new-one', 'banned']],
  ['"zofia anker" country:PL', ['new-one']],
  ['"zofia anker" country:DE kiel', []],
  ['kiel zofia -country:PL', ['nowhere']],
  ['new-one status:active', ['new-one']],
  ['new-one status:blocked', []],
])('%s', async (query, expected) => expect((await uids(query)).toSorted()).toEqual([...expected].toSorted()))

test('people found by filters only are the newest first, without the excluded one', async () => {
  expect(await uids('reports:>=0')).toEqual(everyone.toSorted(byAge))
  expect(await uids('reports:>=0', 'support', 'abroad')).toEqual(
    everyone.filter((uid) => uid !== 'abroad').toSorted(byAge),
  )
})
const places = ['new-one', 'banned', 'abroad', 'nowhere', 'old-one', 'undated']
const byAge = (one: string, other: string) => places.indexOf(one) - places.indexOf(other)

test('a word with a colon that is no filter is searched as text', async () => {
  await s.addUser({ uid: 'colon', displayName: 'foo:bar status:', email: 'mailto:x@mail.example' })
  for (const term of ['foo:bar', 'mailto:x', 'status:', 'foo:bar status:', '"status:"'])
    expect([term, (await search(term)).status]).toEqual([term, 200])
  expect(await uids('foo:bar')).toEqual(['colon'])
  expect(await uids('foo:bar status:')).toEqual(['colon'])
  expect(await uids('foo:bar -status:blocked')).toEqual(['colon'])
})

test.each([
  ['stauts:blocked', "There is no field 'stauts'. Did you mean 'status'?"],
  ['anna status:gone', "There is no value 'gone'. The values of 'status' are active and blocked."],
])('%s is refused with its sentence', async (query, sentence) => {
  const { status, body } = await search(query)
  expect([status, body.code, body.error_message]).toEqual([400, 'malformed', sentence])
})

describe('a caller who sees personal data masked', () => {
  test('finds by a whole address beside a filter, which counts as a reveal', async () => {
    expect(await uids('zofia@mail.example country:PL', 'moderator')).toEqual(['new-one'])
    expect(await s.query('select 1 from reveals')).toHaveLength(1)
  })
  test('finds no person by a part of an address, with or without quotes', async () => {
    for (const query of ['zofia@mail country:PL', '"mail.example" country:PL', 'mail "zofia" country:PL'])
      expect([query, await uids(query, 'moderator')]).toEqual([query, []])
    expect(await s.query('select 1 from reveals')).toHaveLength(0)
  })
})

test('the database reads a time of a source as the import does', async () => {
  const texts = [
    ...['2026-02-31', '2026-02-28', '2024-02-29', '2026-13-01', '0000-01-01', '9999-12-31T23:59:59Z'],
    ...[
      '2026-01-01T10:00:00.123Z',
      '2026-01-01 10:00',
      '2026-01-01t10:00:00z',
      ' 2026-01-01 ',
      '2026-01-01T1:00',
    ],
    ...[
      '2026-01-01T10:00:00+02',
      '2026-01-01 10:00:00 +0230',
      '2026-01-01T10:00:00-05:30',
      '2026-01-01T25:00',
    ],
    ...['not a date', '', 'Tue, 3 May 2026', '1700000000', 'infinity', 'now', 'temp'],
  ]
  const rows = await s.query<{ text: string; time: string | null }>(
    `select text, to_char(portreeve_time(text) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time from unnest($1::text[]) as text`,
    [texts],
  )
  expect(rows).toEqual(texts.map((text) => ({ text, time: trueTime(text) })))
})
