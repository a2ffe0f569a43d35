import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { rebuildSearch } from '../search/rebuild.ts'
import { wordsOf } from '../search/search-text.ts'
import { type Harness, useServer } from '../testing/harness.ts'
import { ruleOf, spansOf } from './keyword-rules.ts'

const s = useServer()
const search = (searchTerm: string, postType?: '0' | '1') =>
  s.call('support', api.listingSearch.search, {
    query: { searchTerm, ...(postType === undefined ? {} : { postType }) },
  })
const keys = async (term: string, postType?: '0' | '1') =>
  (await search(term, postType)).body.data.posts.map((post) => post?.key)

interface Given {
  key: string
  title: string | null
  description?: string | null
  post_type?: number
  review_state?: string
  /** Days after the first of January 2026. */
  day?: number
}

/** Inserts listings as the import and the demo do. */
async function addListings({ make }: Harness, given: Given[]) {
  for (const { key, title, description = null, post_type = 0, review_state = 'approved', day = 0 } of given) {
    const creation_date_time = new Date(Date.UTC(2026, 0, 1 + day)).toISOString()
    const words = { title, description, postType: post_type }
    await make.listing({ key, creatorUID: 'seller', ...words, review_state, creation_date_time })
  }
}

const addKeyword = (id: string, terms: string, preferred_term: string) =>
  s.make.keyword({ id, terms, preferred_term })

beforeAll(async () => {
  await s.addUser({ uid: 'seller' })
  await addListings(s, [
    { key: 'road', title: 'Vintage road bike', description: 'Steel frame. 54 cm.', day: 3 },
    { key: 'rack', title: 'Roof rack', description: "Carries a bike or two, fits women's racers", day: 9 },
    { key: 'fixie', title: 'Fixie, barely used', description: null, day: 1 },
    { key: 'couch', title: 'Leather couch', description: 'A settee for three.', day: 2 },
    { key: 'shelf', title: 'Shelf with elf', description: 'Do it yourself', day: 4 },
    { key: 'nulls', title: null, description: null, day: 5 },
    { key: 'han', title: '自転車です', description: '東京', day: 6 },
    { key: 'odd', title: 'Müller 100% <script>alert(1)</script> & C++ 4K TV 📷', description: '', day: 7 },
    { key: 'atlas', title: 'Maps of Bilantis', day: 0 },
    { key: 'wanted', title: 'WTB: road bike', post_type: 1, day: 8 },
    { key: 'pending', title: 'Pending bike', review_state: 'pending', day: 10 },
    { key: 'denied', title: 'Denied bike', review_state: 'denied', day: 10 },
    { key: 'gone', title: 'Deleted bike', day: 11 },
  ])
  await s.query("update posts set deleted_at = now() where key = 'gone'")
})

describe('words', () => {
  test('are folded, and separated by everything except letters, digits and pictures', () => {
    expect(wordsOf('  Women’s T-Shirt, 100%_wool\n(NEW)')).toEqual([
      'womens',
      't',
      'shirt',
      '100',
      'wool',
      'new',
    ])
    expect(wordsOf('Straße ÇAĞLA')).toEqual(['strasse', 'cagla'])
    expect(wordsOf(' ,;!\u0000 ')).toEqual([])
    expect(wordsOf('📷')).toHaveLength(1)
  })
  test('that are a name of a rule match its other names; the longest name wins, and rules do not chain', () => {
    const rules = [
      ruleOf({ terms: 'fixie, pushbike', preferred_term: 'bike' }),
      ruleOf({ terms: 'road bike,racer', preferred_term: 'road bicycle' }),
      ruleOf({ terms: 'bike', preferred_term: 'motorbike' }),
    ]
    const spans = (term: string) =>
      spansOf(term, rules).map(({ words, same }) => [
        words.join(' '),
        same.map((name) => name.words.join(' ')),
      ])
    expect(spans('old fixie')).toEqual([
      ['old', []],
      ['fixie', ['bike', 'pushbike']],
    ])
    expect(spans('Road Bike')).toEqual([['road bike', ['road bicycle', 'racer']]])
    expect(spans('bike')).toEqual([['bike', ['fixie', 'pushbike', 'motorbike']]])
    expect(spans('biker')).toEqual([['biker', []]])
    expect(spansOf('!?', rules)).toEqual([])
  })
})

describe('finding listings', () => {
  test.each([
    ['bike', ['road', 'rack']],
    ['BIKE road', ['road']],
    ['roads', []],
    ['racer', ['rack']],
    ['women’s', ['rack']],
    ['womens racer', ['rack']],
    ['54', ['road']],
    ['tv', ['odd']],
    ['4k tv', ['odd']],
    ['v', []],
    ['c', ['odd']],
    ['100%', ['odd']],
    ['muller', ['odd']],
    ['<script>', ['odd']],
    ['📷', ['odd']],
    ['自転', ['han']],
    ['東京 自', ['han']],
    ['%', []],
    ['_', []],
    ['no such listing', []],
    // A word of this text matches only at its end, where many others share the prefix.
    ['ypsilantis', []],
    ['lantis', ['atlas']],
  ])('%s', async (term, expected) => {
    expect(await keys(term)).toEqual(expected)
  })
})

describe('finding listings', () => {
  test('[API-55] approved listings for sale, or wanted listings on request; never pending, denied or deleted ones', async () => {
    expect(await keys('road bike')).toEqual(['road'])
    expect(await keys('road bike', '0')).toEqual(['road'])
    expect(await keys('bike', '1')).toEqual(['wanted'])
    expect(await keys('deleted')).toEqual([])
    const answer = await search('leather')
    expect(answer.body).toMatchObject({
      status_code: 1,
      data: { posts: [{ key: 'couch', title: 'Leather couch', creatorUID: 'seller', postType: 0 }] },
    })
    expect(answer.body.data.posts[0]).not.toHaveProperty('search')
  })

  test('without a term the newest; with only punctuation none', async () => {
    expect((await keys('')).slice(0, 3)).toEqual(['rack', 'odd', 'han'])
    expect(await keys('   ')).toEqual(await keys(''))
    expect(await keys('!!!')).toEqual([])
  })

  test('a term with NUL or half a character, too long a one, and another post type are refused with a message', async () => {
    expect((await search('a\u0000')).body.error_message).toContain('NUL')
    expect((await search('x'.repeat(501))).body.error_message).toContain('longer than 500')
    expect((await search('x'.repeat(500))).status).toBe(200)
    expect((await search('a', '2' as '0')).status).toBe(400)
    expect((await s.call(undefined, api.listingSearch.search, { query: {} })).status).toBe(401)
  })

  test('at most 200, and the header x-more signals more', async () => {
    await addListings(
      s,
      Array.from({ length: 201 }, (_, at) => ({ key: `many-${at}`, title: `Manifold ${at}` })),
    )
    const many = await search('manifold')
    expect(many.body.data.posts).toHaveLength(200)
    expect(many.headers['x-more']).toBe('true')
    expect((await search('couch')).headers['x-more']).toBeUndefined()
  })

  test('listings older than the search are found after the next start', async () => {
    await s.query(
      "insert into posts (key, creator_uid, title, review_state) values ('old', 'seller', 'Antiquity', 'approved')",
    )
    expect(await keys('antiquity')).toEqual([])
    await rebuildSearch.run(s.ctx, AbortSignal.timeout(60_000))
    expect(await keys('antiquity')).toEqual(['old'])
  })
})

/** Runs work and returns the statements that it sent to the database. */
async function asking(work: () => Promise<unknown>) {
  const { pool } = s.ctx.database
  const original = pool.query.bind(pool)
  const seen: { text: string; values: unknown[] }[] = []
  pool.query = ((query: { text: string } | string, values?: unknown[]) => {
    seen.push({ text: typeof query === 'string' ? query : query.text, values: values ?? [] })
    return original(query as string, values)
  }) as typeof pool.query
  await work().finally(() => {
    pool.query = original
  })
  return {
    original,
    searches: seen.filter(({ text }) => /from "?posts"? where/.test(text) && !text.includes('= any(')),
  }
}

describe('content keywords', () => {
  test('[KEY-18] widen the search both ways, by whole words', async () => {
    expect(await keys('fixie')).toEqual(['fixie'])
    await addKeyword('k1', 'fixie,pushbike', 'bike')
    await addKeyword('k2', 'couch, settee', 'sofa')
    await addKeyword('k3', 'elf', 'dwarf')
    await addKeyword('k4', '自転車', 'velocipede')
    // From the preferred term to the alias …
    expect(await keys('bike')).toEqual(['road', 'fixie', 'rack'])
    expect(await keys('sofa')).toEqual(['couch'])
    // … and from the alias to the preferred term and to the other aliases.
    expect(await keys('fixie')).toEqual(['road', 'fixie', 'rack'])
    expect(await keys('PUSHBIKE')).toEqual(['road', 'fixie', 'rack'])
    expect(await keys('vintage pushbike')).toEqual(['road'])
    expect(await keys('settee leather')).toEqual(['couch'])
    // 'elf' is a whole word of one listing and part of a word in others.
    expect(await keys('dwarf')).toEqual(['shelf'])
    await s.query("update posts set review_state = 'denied' where key = 'shelf'")
    expect(await keys('dwarf')).toEqual([])
    // Chinese has no spaces between words.
    expect(await keys('velocipede')).toEqual(['han'])
    // A changed keyword applies at once.
    await s.query("update keywords set preferred_term = 'divan' where id = 'k2'")
    expect([await keys('sofa'), await keys('divan')]).toEqual([[], ['couch']])
    await s.query('delete from keywords')
    expect(await keys('sofa')).toEqual([])
  })
})

test('no plan scans all listings, for any short, common or widened term', async () => {
  for (let from = 1; from <= 20_000; from += 500)
    await s.query(
      `insert into posts (key, creator_uid, title, post_type, review_state, creation_date_time, search_title, search)
       select 'bulk' || i, 'seller', 'n' || md5(i::text), 0, 'approved', now() - make_interval(mins => i),
         'Qn' || md5(i::text) || 'QcommonQ', 'Qn' || md5(i::text) || 'QcommonQ' || md5((i * 7)::text) || 'Q'
       from generate_series($1::int, $1::int + 499) i`,
      [from],
    )
  await addKeyword('k1', 'fixie,pushbike,lf', 'bike')
  await s.asOwner(
    "select gin_clean_pending_list('posts_for_sale_text'), gin_clean_pending_list('posts_for_sale_title')",
  )
  await s.asOwner('analyze posts')
  const terms = [
    'bike',
    'vintage bike',
    'common',
    'zqz',
    'ab1',
    'q',
    'tv',
    '自転車',
    'lf couch',
    'common bike',
    '',
  ]
  const { original, searches } = await asking(async () => {
    for (const term of terms) await search(term)
  })
  expect(searches.length).toBeGreaterThanOrEqual(2 * terms.length)
  for (const { text, values } of searches) {
    const { rows } = await original(`explain (analyze, costs off, timing off) ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    // A branch that is ruled out at run time reads nothing.
    const read = plan.replaceAll(/.*never executed.*/g, '')
    expect([values, read]).toEqual([values, expect.not.stringContaining('Seq Scan on posts')])
    // The index holds one type only: no hit is fetched and dropped because of its type.
    expect([values, read]).toEqual([values, expect.not.stringMatching(/Filter: .*post_type/)])
  }
}, 120_000)
