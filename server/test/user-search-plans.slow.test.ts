import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useServer } from './harness.ts'

const s = useServer()

test('no plan scans all people', async () => {
  for (let from = 0; from < 20_000; from += 250)
    await s.query(
      `insert into users (uid, display_name, search_name, search_uid, created_at_time)
       select 'bulk' || i, 'n' || md5(i::text), 'n' || md5(i::text), 'bulk' || i, now() - make_interval(mins => i)
       from generate_series($1::int, $1::int + 249) i`,
      [from],
    )
  for (const index of ['parts', 'grams', 'public_parts', 'public_grams'])
    await s.asOwner(`select gin_clean_pending_list('users_search_${index}')`)
  // It takes longer than a call's timeout.
  await s.ctx.database.patiently((db) => db.execute('analyze users'))
  const plans: string[] = []
  const { pool } = s.ctx.database
  const original = pool.query.bind(pool)
  const seen: { text: string; values: unknown[] }[] = []
  pool.query = ((query: { text: string } | string, values?: unknown[]) => {
    seen.push({ text: typeof query === 'string' ? query : query.text, values: values ?? [] })
    return original(query as string, values)
  }) as typeof pool.query
  for (const term of [
    'muller',
    'q',
    'zq',
    'gmail',
    '小',
    '+1555',
    'bulk',
    'ab',
    'd4',
    'muller anna',
    'an mu',
  ]) {
    await s.call('support', api.users.search, { query: { search_term: term } })
    // A caller who sees personal data masked is served by other indexes.
    await s.call('moderator', api.users.search, { query: { search_term: term } })
  }
  pool.query = original
  // Hits are then read by uid: for so small a table the planner may scan it.
  const searches = seen.filter(({ text }) => /from "?users"? where/.test(text) && !text.includes('= any('))
  for (const { text, values } of searches) {
    const { rows } = await original(`explain (analyze, costs off, timing off) ${text}`, values)
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  expect(plans.length).toBeGreaterThan(8)
  // A branch that is ruled out at run time reads nothing.
  expect(plans.filter((plan) => /Seq Scan on users(?!.*never executed)/.test(plan))).toEqual([])
}, 120_000)
