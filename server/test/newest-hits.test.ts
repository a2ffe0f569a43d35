import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { firstLook, has, newestHits, type Wanted } from '../store/newest-hits.ts'
import { useServer } from './harness.ts'

// A table as large as it must be for each of the ways to be the quickest for some text: three years of rows, a few without
// a time, one of 1900, some that are yet to come, and many of the same moment.
const s = useServer()
const rows = 40_000
beforeAll(async () => {
  await s.asOwner(`
    create table trial (id text primary key, at timestamptz(3), search text not null, pad text not null default repeat('x', 420));
    insert into trial (id, at, search)
      select 'row' || lpad(((i * 7919) % ${rows})::text, 6, '0'),
        case when i % 997 = 0 then null when i = 5000 then '1900-01-01'::timestamptz when i % 9001 = 0 then now() + make_interval(days => i)
          else now() - make_interval(hours => (i / 20) * 13) end,
        'every' || case when i % 5 = 0 then 'fifth' else '' end || case when i % 29 = 0 then 'some' else '' end
          || case when i % 31 = 0 and (i < 1200 or i > ${rows - 6500}) then 'gone' else '' end
          || case when i < 1200 and i % 33 = 0 then 'fresh' else '' end
          || case when i % 4001 = 0 then 'rarely' else '' end || case when i > ${rows - 3000} then 'older' else '' end
      from generate_series(1, ${rows}) i;
    create index on trial (at desc nulls last, id);
    create index on trial using gin (portreeve_weeks(at), search gin_trgm_ops);
    grant select on trial to public;
    analyze trial`)
}, 60_000)

const newest = sql`at desc nulls last, id`
const wanted = (part: string, most: number, among: SQL = sql`true`): Wanted => ({
  table: 'trial',
  searched: 'search',
  ordered: 'id, at',
  id: 'id',
  time: 'at',
  among,
  newest: { of: newest, found: newest },
  indexed: sql`search like ${`%${part}%`}`,
  walked: has('search', part),
  most,
})
const ids = async (query: SQL) =>
  (await s.ctx.database.db.execute<{ id: string }>(query)).rows.map((row) => row.id)
const wayOf = async (looked: Wanted) => {
  const { rows } = await s.ctx.database.db.execute<{ few: boolean; weeks: number[] | null }>(
    sql`with ${firstLook(looked, 'look')} select few, weeks from look_way`,
  )
  return rows[0]?.weeks ? 'weeks' : rows[0]?.few ? 'everywhere' : 'walk'
}

describe('the newest hits are those that reading everything would give', () => {
  test.each([
    ['every', 202, 'walk'],
    ['fifth', 202, 'walk'],
    ['some', 202, 'weeks'],
    ['some', 1000, 'everywhere'],
    ['gone', 202, 'weeks'],
    ['fresh', 202, 'weeks'],
    ['rarely', 202, 'everywhere'],
    ['older', 202, 'everywhere'],
    ['nowhere', 202, 'everywhere'],
  ])('%s, %i of them', async (part, most, way) => {
    const all = sql`select id from trial where strpos(search, ${part}) > 0 order by at desc nulls last, id limit ${most}`
    expect(await newestHits(s.ctx.database.db, wanted(part, most))).toEqual(await ids(all))
    expect(await wayOf(wanted(part, most))).toBe(way)
  })

  test('of some rows only', async () => {
    const among = sql`id > 'row020000'`
    const all = sql`select id from trial where ${among} and strpos(search, 'some') > 0 order by at desc nulls last, id limit 202`
    expect(await newestHits(s.ctx.database.db, wanted('some', 202, among))).toEqual(await ids(all))
  })
})

test.each([
  ['2026-11-22T10:00Z', 0],
  ['2026-11-22T10:00Z', 604_800],
  ['2026-11-22T10:00Z', 6_000_000],
  ['2026-11-22T10:00Z', 40_000_000],
  ['1970-01-02T00:00Z', 400_000],
  ['0044-03-15T12:00Z', 90_000_000],
])(
  'the weeks before %s, %i seconds of them, are known by few numbers, and all times in them have one',
  async (until, seconds) => {
    const [row] = await s.query(
      `select cardinality(cover) as numbers, cover && portreeve_weeks($1::timestamptz) as end,
       cover && portreeve_weeks($1::timestamptz - make_interval(secs => $2)) as beginning,
       cover && portreeve_weeks($1::timestamptz - make_interval(secs => $2 / 2)) as middle,
       cover && portreeve_weeks($1::timestamptz - make_interval(secs => $2) - interval '57 days') as before,
       cover && portreeve_weeks($1::timestamptz + interval '57 days') as after
     from portreeve_weeks($1::timestamptz, $2) as cover`,
      [until, seconds],
    )
    expect(row).toEqual({
      numbers: expect.any(Number),
      end: true,
      beginning: true,
      middle: true,
      before: false,
      after: false,
    })
    expect(row?.numbers).toBeLessThan(21)
  },
)

test('a time that is none is in no week, and no weeks are before it', async () => {
  for (const none of [null, 'infinity', '-infinity'])
    expect(
      await s.query(`select portreeve_weeks($1::timestamptz) as weeks, portreeve_weeks($1, 1000) as before`, [
        none,
      ]),
    ).toEqual([{ weeks: [], before: null }])
})
