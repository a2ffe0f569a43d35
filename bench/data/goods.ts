import { postSearchColumns } from '../../server/search/search-text.ts'
import { type Category, categories } from '../../server/seed/categories.ts'
import { Random } from '../../server/seed/random.ts'
import type { Table } from './load.ts'
import { nameOfPerson, uidOf } from './people.ts'
import { ageOf, daysAgo, idOf, type Size } from './size.ts'

const days = 1500
/** Listings that wait for review: the same number at any size, as staff keep up. */
const pendingListings = 500
const kinds = Object.keys(categories) as Category[]
const colours = 'black white red blue green grey silver brown beige purple orange yellow'.split(' ')
const extras = [
  'barely used',
  'great condition',
  'pick up only',
  'with extras',
  'vintage',
  'OVP',
  'como nuevo',
  'NWT',
]
/** Sentences of descriptions and questions. */
export const sentences = [
  'Works as it should, always kept indoors.',
  'A few scratches, see the pictures.',
  'From a smoke-free home with one very lazy cat.',
  'Price is firm for the first week.',
  'Kommt mit Originalverpackung.',
  'Se entrega en mano o por envío.',
  'ご質問はお気軽にどうぞ。',
  'Можливий обмін.',
  'I can ship the next working day.',
  'Cash or in-app payment, no holds.',
]
const conditions = ['new', 'like new', 'good', 'fair', 'for parts', null]
const syllables = 'ar bo ce du el fo gi ha iv jo ku le mi no op qu ri sa ti vo'.split(' ')

/** A tenth of all people sell, and a hundredth of the sellers has a fifth of all listings. */
export const sellerOf = (listing: number, size: Size): number => {
  const rank = Random.ofRecord(20, listing).skewed(Math.ceil(size.users / 10), 3)
  return (rank * 7919) % size.users
}

export const listingKey = (number: number): string => idOf('L', number)

/** The fields of a listing that its purchases repeat. */
export function offer(number: number) {
  const random = Random.ofRecord(21, number)
  const { nouns, makers, cents } = categories[random.pick(kinds)]
  const noun = random.pick(nouns)
  const model = `${random.pick(syllables)}${random.pick(syllables)}${random.chance(50) ? random.pick(syllables) : ''}`
  const colour = random.chance(40) ? `${random.pick(colours)} ` : ''
  const name = `${random.pick(makers)} ${colour}${noun}${random.chance(60) ? ` ${model}` : ''}`
  const wanted = random.chance(9)
  const title = wanted ? `WTB: ${name}` : random.chance(40) ? `${name}, ${random.pick(extras)}` : name
  const price = cents[0] + random.below(cents[1] - cents[0])
  return {
    title: random.chance(0.3) ? null : title,
    noun,
    wanted,
    price,
    shipping_cost: random.pick([0, 499, 899, null]),
  }
}

function listing(number: number, size: Size) {
  const random = Random.ofRecord(22, number)
  const key = listingKey(number)
  const { title, noun, wanted, price, shipping_cost } = offer(number)
  const seller = sellerOf(number, size)
  const description = random.chance(3)
    ? null
    : `${wanted ? 'Looking for' : 'Selling'} ${noun}. ${random.pick(sentences)}${random.chance(30) ? ` ${random.pick(sentences)}` : ''}`
  const waiting = number >= size.listings - 2 * pendingListings && number % 2 === 0
  const denied = !waiting && random.chance(4)
  const age = ageOf(number, size.listings, days)
  const created = daysAgo(age)
  const priceless = random.chance(4)
  return {
    key,
    title,
    price: priceless ? null : price / 100,
    price_as_smallest_currency_unit: priceless ? null : price,
    quantity: random.chance(90) ? 1 : 2 + random.below(10),
    condition: random.pick(conditions),
    description,
    location: random.chance(8)
      ? null
      : `{"lat": ${(random.next() * 120 - 60).toFixed(4)}, "lon": ${(random.next() * 300 - 150).toFixed(4)}}`,
    photos_url: JSON.stringify(
      Array.from({ length: random.below(4) }, (_, at) => `listings/${key}/${at}.jpg`),
    ),
    thumbnail_image_url: random.chance(6) ? null : `listings/${key}/thumb.jpg`,
    creator_uid: uidOf(seller),
    creator_name: nameOfPerson(seller).displayName,
    creation_date: random.chance(0.2) ? 'sometime last spring' : created,
    creation_date_time: random.chance(0.2) ? null : created,
    shipping: shipping_cost !== null,
    shipping_cost,
    shipping_origin_zip_code: random.chance(10) ? null : String(10_000 + random.below(89_999)),
    sold: random.chance(25),
    trades: random.chance(25),
    accepts_offers: random.chance(60),
    post_type: wanted ? 1 : 0,
    post_version: random.chance(72) ? 2 : 1,
    variation: random.chance(8) ? 'flat_fee_post' : null,
    post_country_code: random.pick(['US', 'GB', 'DE', 'ES', 'JP', null]),
    user_subscription_state: random.pick(['none', 'active', null]),
    review_state: waiting ? 'pending' : denied ? 'denied' : 'approved',
    review_message: denied ? 'This kind of item may not be sold here.' : null,
    deleted_at: !waiting && random.chance(3) ? daysAgo(random.next() * age) : null,
    ...postSearchColumns({ title, description }),
  }
}

/** Every twentieth listing has a decision of this console. */
const judged = (number: number) => number * 40 + 7
const decisionOf = (number: number) => idOf('rd', number)

export const goodsTables = (size: Size): Table[] => [
  { name: 'posts', count: size.listings, row: (number) => listing(number, size) },
  {
    name: 'review_decisions',
    count: Math.floor((size.listings - 2 * pendingListings) / 40),
    seed: 23,
    row: (number, random) => {
      const at = judged(number)
      const decided = daysAgo(ageOf(at, size.listings, days) * 0.99)
      return {
        id: decisionOf(number),
        kind: 'listing',
        subject_id: listingKey(at),
        owner_uid: uidOf(sellerOf(at, size)),
        decision: random.chance(90) ? 'approved' : 'denied',
        message: null,
        by_uid: `staff-bench-${random.below(20)}`,
        by_name: 'Milo Moderator',
        at: decided,
        version: 2,
        snapshot: JSON.stringify({ title: offer(at).title, quantity: 1 }),
        operation_id: idOf('op', number),
        announced_at: decided,
        taken_back_at: null,
      }
    },
  },
  {
    name: 'operations',
    count: Math.floor((size.listings - 2 * pendingListings) / 40),
    row: (number) => {
      const at = judged(number)
      const created_at = daysAgo(ageOf(at, size.listings, days) * 0.99)
      return {
        id: idOf('op', number),
        kind: 'review.announce',
        subject_kind: 'listing',
        subject_id: listingKey(at),
        details: JSON.stringify({ decision_id: decisionOf(number), title: offer(at).title }),
        started_by: null,
        state: 'done',
        attempts: 1,
        reference: `mail-${number}`,
        created_at,
        due_at: created_at,
        settled_at: created_at,
      }
    },
  },
]
