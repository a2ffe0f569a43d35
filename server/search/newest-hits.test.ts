import { type SQL, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { fits, has, newestHits, type Wanted } from './newest-hits.ts'

// A table that is large enough for each strategy to be the fastest for some text: three years of rows, a few without a time,
// one of 1900, some of the future, and many of the same moment.
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
          || case when i % 97 = 0 then 'few' else '' end
          || case when i < 1200 and i % 33 = 0 then 'fresh' else '' end
          || case when i % 4001 = 0 then 'rarely' else '' end || case when i > ${rows - 3000} then 'older' else '' end
      from generate_series(1, ${rows}) i;
    create index on trial (at desc nulls last, id);
    create index on trial using gin (search gin_trgm_ops);
    grant select on trial to public;
    analyze trial`)
}, 60_000)

const wanted = (part: string, max: number, among: SQL = sql`true`): Wanted => ({
  table: 'trial',
  id: 'id',
  time: 'at',
  searched: ['search'],
  among,
  newest: sql`at desc nulls last, id`,
  indexed: fits('search', part),
  scanned: has('search', part),
  max,
})

/** The hits, and how many statements used the trigram index. */
async function found(search: Wanted) {
  const { pool } = s.ctx.database
  const original = pool.query.bind(pool)
  let indexed = 0
  pool.query = ((query: { text: string } | string, values?: unknown[]) => {
    if ((typeof query === 'string' ? query : query.text).includes(' like ')) indexed++
    return original(query as string, values)
  }) as typeof pool.query
  try {
    return { ids: await newestHits(s.ctx.database.db, search), indexed }
  } finally {
    pool.query = original
  }
}
const ids = async (query: SQL) =>
  (await s.ctx.database.db.execute<{ id: string }>(query)).rows.map((row) => row.id)

describe('the newest hits equal those of a full scan', () => {
  test.each([
    ['every', 202, 'scan'],
    ['fifth', 202, 'scan'],
    ['some', 100, 'scan'],
    ['some', 202, 'index'],
    ['gone', 202, 'index'],
    ['fresh', 202, 'index'],
    ['rarely', 202, 'index'],
    ['older', 202, 'index'],
    ['nowhere', 202, 'index'],
  ])('%s, %i of them, by the %s', async (part, max, plan) => {
    const all = sql`select id from trial where strpos(search, ${part}) > 0 order by at desc nulls last, id limit ${max}`
    const { ids: hits, indexed } = await found(wanted(part, max))
    expect(hits).toEqual(await ids(all))
    expect(indexed > 0).toBe(plan === 'index')
  })

  test('of a subset of rows', async () => {
    const among = sql`id > 'row020000'`
    const all = sql`select id from trial where ${among} and strpos(search, 'some') > 0 order by at desc nulls last, id limit 202`
    expect(await newestHits(s.ctx.database.db, wanted('some', 202, among))).toEqual(await ids(all))
  })

  test('of a narrow filter, whose rows spread over more time: by one statement, not a second one for all hits', async () => {
    const among = sql`id < 'row010000'`
    const all = sql`select id from trial where ${among} and strpos(search, 'few') > 0 order by at desc nulls last, id limit 60`
    expect(await found(wanted('few', 60, among))).toEqual({ ids: await ids(all), indexed: 1 })
  })
})
