import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { inDays } from '../testing/make.ts'
import { plansOf, wholeReads } from '../testing/plans.ts'

const s = useServer({ settings: { revealsPerHour: 2 } })
const search = (searchTerm: string, as: Role = 'support', postType: '0' | '1' = '0') =>
  s.call(as, api.listingSearch.search, { query: { searchTerm, postType } })
const keys = async (...given: Parameters<typeof search>) =>
  (await search(...given)).body.data.posts.map((post) => post?.key)

interface Given {
  seller: string
  title: string
  /** Days since its creation. */
  days: number
  cents?: number | null
  dollars?: number | null
  sold?: boolean | null
  review_state?: string
  post_type?: number
}

async function add(key: string, given: Given) {
  const { seller, title, days, cents = null, dollars = null, sold = null } = given
  await s.make.listing({
    ...{ key, creatorUID: seller, title, creation_date_time: inDays(-days), sold },
    ...{ price_as_smallest_currency_unit: cents, price: dollars },
    ...{ review_state: given.review_state ?? 'approved', postType: given.post_type ?? 0 },
  })
}

beforeAll(async () => {
  await s.addUser({ uid: 'ida', displayName: 'Ida Lund', email: 'ida@mail.example' })
  await s.addUser({ uid: 'per', displayName: 'Per Lund', email: 'per@mail.example' })
  await s.addUser({ uid: 'eva', displayName: 'Eva Holm', email: 'eva@mail.example' })
  await add('bike', { seller: 'ida', title: 'Blue bike', days: 1, cents: 9000, sold: false })
  await add('frame', { seller: 'per', title: 'Bike frame, blue', days: 20, cents: 1550, sold: true })
  // The source has no cents.
  await add('lamp', { seller: 'per', title: 'Lamp: blue', days: 30, dollars: 15.5 })
  await add('free', { seller: 'eva', title: 'Blue bike bell', days: 60 })
  await add('wanted', { seller: 'eva', title: 'WTB blue bike', days: 2, cents: 500, post_type: 1 })
  await add('pending', { seller: 'ida', title: 'Blue bike', days: 3, cents: 500, review_state: 'pending' })
})
beforeEach(() => s.query('delete from reveals'))

const all = ['bike', 'frame', 'lamp', 'free']
const but = (...left: string[]) => all.filter((key) => !left.includes(key))

test.each([
  ['price:>$20', ['bike']],
  ['-price:>$20', but('bike')],
  ['price:15.50', ['frame', 'lamp']],
  ['price:<=20', ['frame', 'lamp']],
  ['created:<7d', ['bike']],
  ['-created:<7d', but('bike')],
  ['created:>25d', ['lamp', 'free']],
  ['sold:yes', ['frame']],
  ['-sold:yes', but('frame')],
  ['sold:no', but('frame')],
  ['seller:per', ['frame', 'lamp']],
  ['-seller:per', but('frame', 'lamp')],
  ['seller:lund', ['bike', 'frame', 'lamp']],
  ['seller:"Eva Holm"', ['free']],
  ['seller:eva@mail.example', ['free']],
  ['seller:unknown', []],
  ['seller:lund price:<$50 sold:no', ['lamp']],
  ['blue bike', ['bike', 'frame', 'free']],
  ['blue bike sold:no', ['bike', 'free']],
  ['"bike frame" sold:yes', ['frame']],
  ['"blue bike" created:>0d', ['bike', 'free']],
  ['"lamp" blue price:<$50', ['lamp']],
  ['"bik" price:>0', []],
  ['"!" price:>0', []],
])('%s', async (query, expected) => expect(await keys(query)).toEqual(expected))

test('filters hold for the type that is searched', async () => {
  expect(await keys('price:<$50', 'support', '1')).toEqual(['wanted'])
})

test('a keyword widens a word beside filters, and no phrase', async () => {
  await s.make.keyword({ terms: 'velo', preferred_term: 'bike' })
  expect(await keys('velo sold:yes')).toEqual(['frame'])
  expect(await keys('"velo" sold:yes')).toEqual([])
  await s.query('delete from keywords')
})

test('a word with a colon that is no filter, and quotes without a filter, are text as before', async () => {
  expect(await keys('lamp:blue')).toEqual(['lamp'])
  expect(await keys('Lamp: blue')).toEqual(['lamp'])
  expect(await keys('"frame bike"')).toEqual(['frame'])
})

test.each([
  ['slod:yes', "There is no field 'slod'. Did you mean 'sold'?"],
  ['bike price:cheap', "'cheap' is no amount. Write it as in price:>$100, price:<=$20 or price:$15."],
])('%s is refused with its sentence', async (query, sentence) => {
  const { status, body } = await search(query)
  expect([status, body.code, body.error_message]).toEqual([400, 'malformed', sentence])
})

describe('a caller who sees personal data masked', () => {
  test('finds a seller by a whole address, which counts as a reveal, and is refused above the limit', async () => {
    expect(await keys('seller:per@mail.example', 'moderator')).toEqual(['frame', 'lamp'])
    expect(await keys('seller:per@mail', 'moderator')).toEqual([])
    expect(await s.query('select 1 from reveals')).toHaveLength(1)
    await search('seller:ida@mail.example', 'moderator')
    const { body } = await search('-seller:ida@mail.example', 'moderator')
    expect(body.error_title).toBe('Too many revealed')
  })
})

test('no plan of a query scans all listings', async () => {
  // With a description as long as a real one: PostgreSQL prefers to scan a table of few pages.
  for (let from = 1; from <= 20_000; from += 500)
    await s.query(
      `insert into posts (key, creator_uid, title, description, review_state, creation_date_time, price_as_smallest_currency_unit, sold, search_title, search)
       select 'bulk' || i, 'eva', 'n' || md5(i::text), repeat('A lamp of brass. ', 60), 'approved', now() - make_interval(mins => i), (i * 7919) % 40000, i % 997 = 0,
         'Qn' || md5(i::text) || 'QcommonQ', 'Qn' || md5(i::text) || 'QcommonQ' from generate_series($1::int, $1::int + 499) i`,
      [from],
    )
  await s.asOwner(
    "select gin_clean_pending_list('posts_for_sale_text'), gin_clean_pending_list('posts_for_sale_title')",
  )
  await s.asOwner('analyze posts')
  const filters = ['price:>$399', 'price:$1', 'created:<1h', 'created:>1y', 'sold:yes', 'sold:no']
  const plans = await plansOf(s, 'posts', async () => {
    for (const filter of [...filters, 'seller:per', 'seller:eva price:<$1', 'seller:unknown'])
      for (const query of [filter, `${filter} common`, `${filter} d4e5`, `${filter} "common" x`])
        expect((await search(query)).status).toBe(200)
  })
  expect(plans.length).toBeGreaterThan(filters.length)
  expect(wholeReads(plans, 'posts', 5000)).toEqual([])
}, 120_000)
