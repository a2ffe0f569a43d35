import { namesOf } from '@portreeve/contract/base/own'
import { canned } from '../canned.ts'
import { type Category, categories } from '../categories.ts'
import { drawImage } from '../images.ts'
import { Random } from '../random.ts'
import type { DemoPost, Person } from '../rows.ts'
import { ago } from '../world.ts'
import { closings, closingsOf, details, wishes } from './listing-words.ts'

/** Number of listings that are in no story, and how many of them wait for review. */
const count = 3600
const waiting = 29

const kinds = namesOf(categories)
const conditions = ['new', 'like new', 'like new', 'good', 'good', 'good', 'fair']

/** Storage paths of a new listing's photos. Draws keys until its picture exists. */
export function photosOf(random: Random, category: Category, photos: number) {
  let key = ''
  do key = `${category}-${random.letters(12).toLowerCase()}`
  while (!drawImage(`listings/${key}/thumb.svg`))
  return {
    key,
    photosURL: Array.from({ length: photos }, (_, at) => `listings/${key}/${at + 1}.svg`),
    thumbnailImageURL: `listings/${key}/thumb.svg`,
  }
}

/** A listing for sale; `known` is what its seller wrote. */
export function listing(
  random: Random,
  seller: Person,
  known: Pick<DemoPost, 'title' | 'description' | 'creationDate'> & {
    category: Category
    cents: number
    photos?: number
  } & Partial<DemoPost>,
): DemoPost {
  const { category, cents, photos = 2 + random.below(4), ...more } = known
  return {
    ...photosOf(random, category, photos),
    price: cents / 100,
    price_as_smallest_currency_unit: cents,
    quantity: 1,
    condition: random.pick(conditions),
    location: seller.country_code === 'US' ? placeIn(random) : null,
    creatorUID: seller.uid,
    creatorName: seller.displayName,
    shipping: true,
    shipping_cost: random.pick([0, 499, 899, 1250]),
    shipping_origin_zip_code: String(10_000 + random.below(89_999)),
    sold: false,
    trades: random.chance(20),
    accepts_offers: random.chance(60),
    postType: 0,
    post_version: 2,
    variation: null,
    postCountryCode: seller.country_code,
    userSubscriptionState: seller.subscriptionState,
    review_state: 'approved',
    review_message: null,
    ...more,
  }
}

/** Somewhere in the United States. */
const placeIn = (random: Random) => ({
  lat: (320_000 + random.below(150_000)) / 10_000,
  lon: -(740_000 + random.below(470_000)) / 10_000,
})

/** The listings of the marketplace: most approved long ago, some denied, and as many pending as a team has on its desk. */
export function makeListings(people: Person[], now: number): DemoPost[] {
  const sellers = people.filter((one, at) => at % 3 !== 1 && !one.isBanned)
  return Array.from({ length: count }, (_, at) => {
    const random = Random.ofRecord(3, at)
    const pending = at < waiting
    // Two that the weekend left behind, then one about every 50 minutes.
    const hours = pending
      ? at < 2
        ? 41 + at * 3
        : 0.2 + (waiting - at) * 0.83
      : 26 + random.skewed(600 * 24, 2)
    let seller = random.pick(sellers)
    while ((now - Date.parse(seller.created_at ?? '')) / 3_600_000 < hours + 1) seller = random.pick(sellers)
    const denied = !pending && random.chance(4)
    return ordinary(random, seller, ago(now, hours), {
      review_state: pending ? 'pending' : denied ? 'denied' : 'approved',
      review_message: denied ? random.pick(Object.values(canned.admin_messages)) : null,
    })
  })
}

function ordinary(random: Random, seller: Person, creationDate: string, state: Partial<DemoPost>): DemoPost {
  const category = random.pick(kinds)
  const { nouns, makers, cents } = categories[category]
  const noun = random.pick<string>(nouns)
  const name = `${random.pick<string>(makers)} ${noun}`
  const price = cents[0] + random.skewed(cents[1] - cents[0], 2)
  const wanted = random.chance(8)
  const flat = random.chance(6)
  const shipping = !flat && random.chance(78)
  return listing(random, seller, {
    ...state,
    ...(!shipping && { shipping: false, shipping_cost: 0, shipping_origin_zip_code: null }),
    ...(flat && { post_version: 1, variation: 'flat_fee_post' }),
    ...(wanted && { postType: 1 }),
    category,
    cents: Math.max(500, Math.round(price / 500) * 500 - (random.chance(30) ? 100 : 0)),
    photos: wanted ? 1 : 2 + random.below(4),
    quantity: random.chance(93) ? 1 : 2 + random.below(4),
    creationDate,
    title: wanted ? wantedTitle(random, name) : saleTitle(random, name),
    description: wanted ? wish(random, noun) : offer(random, category, seller),
  })
}

const wantedTitle = (random: Random, name: string) =>
  random.pick([`WTB: ${name}`, `Looking for a ${name}`, `Wanted: ${name}`])

const saleTitle = (random: Random, name: string) =>
  random.pick([name, name, name, `${name}, barely used`, `${name}, great condition`, `${name} with extras`])

function wish(random: Random, noun: string): string {
  const first = random.below(wishes.length)
  const second = (first + 1 + random.below(wishes.length - 1)) % wishes.length
  return `Looking for a ${noun}. ${wishes[first]} ${wishes[second]}`
}

function offer(random: Random, category: Category, seller: Person): string {
  const [first, second] = [random.below(4), random.below(4)]
  const sentences = details[category]
  const closing = closingsOf[seller.country_code ?? ''] ?? random.pick(closings)
  return [sentences[first], first === second ? '' : sentences[second], closing].filter(Boolean).join(' ')
}
