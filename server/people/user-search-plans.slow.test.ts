import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { plansOf, wholeReads } from '../testing/plans.ts'

const s = useServer()

beforeAll(async () => {
  for (let from = 0; from < 20_000; from += 250)
    await s.query(
      `insert into users (uid, display_name, search_name, search_uid, country_code, is_banned, store_behavior, last_active, created_at_time)
       select 'bulk' || i, 'n' || md5(i::text), 'n' || md5(i::text), 'bulk' || i, chr(65 + i % 26) || 'A', i % 97 = 0, (i % 89 = 0)::int,
         to_char(now() - make_interval(hours => i), 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), now() - make_interval(hours => i)
       from generate_series($1::int, $1::int + 249) i`,
      [from],
    )
  for (const index of ['parts', 'grams', 'name_parts', 'name_grams'])
    await s.asOwner(`select gin_clean_pending_list('users_search_${index}')`)
  // It takes longer than a call's timeout.
  await s.asOwner('analyze users')
}, 120_000)

/** The searches of some terms. A caller who sees personal data masked is served by other indexes. */
const searches = async (terms: readonly string[]) => {
  for (const search_term of terms)
    for (const role of ['support', 'moderator'] as const)
      expect((await s.call(role, api.users.search, { query: { search_term } })).status).toBe(200)
}
test('no plan of a term scans all people', async () => {
  const plans = await plansOf(s, 'users', () =>
    searches(['muller', 'q', 'zq', 'gmail', '小', '+1555', 'bulk', 'ab', 'd4', 'muller anna', 'an mu']),
  )
  expect(plans.length).toBeGreaterThan(8)
  expect(wholeReads(plans, 'users', 5000)).toEqual([])
}, 120_000)

test('no plan of a query scans all people', async () => {
  const fields = ['country:PA', 'country:ZZ', 'status:blocked', 'created:<2d', 'active:<2d', 'active:>2y']
  const filters = [...fields, 'store:yes', 'reports:>2', 'reports:0', '-country:PA status:blocked']
  const plans = await plansOf(s, 'users', () =>
    searches(filters.flatMap((filter) => [filter, `${filter} bulk`, `${filter} d4e5`, `${filter} "na"`])),
  )
  expect(plans.length).toBeGreaterThan(filters.length * 4)
  expect(wholeReads(plans, 'users', 5000)).toEqual([])
}, 120_000)
