import type { Content } from './content.ts'
import type { Post } from './listings.ts'
import { plainListing } from './reported.ts'
import type { Texts } from './texts.ts'
import { later } from './world.ts'

/** The Sentinels' content: collections, community posts, keywords (docs/demo.md). */
export interface SentinelContent
  extends Pick<Content, 'collections' | 'collectionItems' | 'questions'>,
    Pick<Texts, 'keywords'> {
  listings: Post[]
}

/** Records of each kind that tests may change, one per test. */
const spare = 12
/** Items of sentinel-many-collection; more than a page. */
const many = 205
const faults = ['changes-fail', 'changes-200', 'changes-drop'] as const

/**
 * Text that often breaks programs: markup, both directions, combining marks, emoji, control characters. Shown as it is.
 */
export const nasty =
  '<script>alert(1)</script> & "quotes" \\ %s {{x}} \u202Eright to left\u202C שלום مرحبا Z̸̢̛͎a̵l̴g̶o̷ 👩‍👩‍👧‍👦 \u0007 ﷽'

/** Draws nothing at random, so that it shifts no other record of the demo. */
export function makeSentinelContent(day: number): SentinelContent {
  const before = (hours: number) => later(new Date(day).toISOString(), -hours)
  const old = 24 * 700
  const listings = [
    ...Array.from({ length: spare }, (_, at) => plainListing(`sentinel-curated-${at + 1}`, before(old + at))),
    { ...plainListing('sentinel-alias-1', before(old)), title: 'Quibblewick lamp', description: null },
    { ...plainListing('sentinel-alias-2', before(old)), title: 'Brass lanternette', description: null },
  ].map((post) => ({ ...post, creatorUID: 'sentinel-seller', creatorName: 'Sentinel Seller' }))

  const collection = (name: string, at: number, change: Partial<Content['collections'][number]> = {}) => ({
    id: `sentinel-${name}-collection`,
    public_id: `sentinel-${name}`,
    title: `Sentinel ${name} collection`,
    description: 'Put together for a test.',
    image_url: null,
    visible: 0 as const,
    created_at: before(old + at),
    ...change,
  })
  const names = [
    ...Array.from({ length: spare }, (_, at) => `edit-${at + 1}`),
    ...faults,
    'slow',
    'items-fail',
    'many',
    'nasty',
  ]
  const collections = names.map((name, at) => collection(name, at))
  const named = (name: string) => collections.find(({ id }) => id === `sentinel-${name}-collection`)
  Object.assign(named('nasty') ?? {}, { title: nasty, description: `${nasty}\n\n${nasty}`, image_url: nasty })
  Object.assign(named('edit-2') ?? {}, { public_id: null, description: null, visible: 1 })
  const item = (name: string, post_key: string, at: number) => ({
    collection_id: `sentinel-${name}-collection`,
    post_key,
    added_at: before(at),
  })
  const question = (name: string, at: number): Content['questions'][number] => ({
    id: `sentinel-${name}-post`,
    title: `Sentinel ${name} post`,
    created_at: before(old + at),
    creator_uid: 'sentinel-seller',
    body: 'First line.\nSecond line.',
    order_id: 'sentinel-pending-txn-order',
    purchaser_uid: 'sentinel-buyer',
    seller_uid: 'sentinel-seller',
    product_id: 'sentinel-curated-1',
    tracking_number: '9400 1000',
  })
  const keyword = (name: string, at: number): Texts['keywords'][number] => ({
    id: `sentinel-${name}-keyword`,
    terms: `sentinelslang${at},sentineljargon${at}`,
    preferred_term: `sentinel ${name}`,
    created_at: before(old + at),
  })
  return {
    listings,
    collections,
    collectionItems: [
      ...['edit-1', 'edit-3', 'edit-4', 'slow', ...faults].flatMap((name) =>
        [1, 2, 3].map((at) => item(name, `sentinel-curated-${at}`, at)),
      ),
      ...Array.from({ length: many }, (_, at) =>
        item('many', `sentinel-many-${String(at + 1).padStart(3, '0')}`, at),
      ),
    ],
    questions: [
      ...Array.from({ length: spare }, (_, at) => question(`edit-${at + 1}`, at)),
      ...faults.map((name, at) => question(name, spare + at)),
      question('slow', 20),
      {
        ...question('nasty', 21),
        title: nasty,
        body: `${nasty}\n\n${nasty}`,
        order_id: nasty,
        seller_uid: nasty,
      },
    ],
    keywords: [
      ...Array.from({ length: 6 }, (_, at) => keyword(`edit-${at + 1}`, at)),
      ...faults.map((name, at) => keyword(name, 6 + at)),
      keyword('slow', 10),
    ],
  }
}
