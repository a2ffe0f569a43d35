import type { Listing } from '@portreeve/contract/posts'
import { type Category, categories } from './categories.ts'
import type { People, Person } from './people.ts'
import { Chance } from './world.ts'

/** A listing of the demo, with its columns that are not on the wire. */
export type Post = Required<Omit<Listing, 'version'>>

/** About 4,000 listings of every kind: for sale and wanted, pending, approved and denied, flat fee, without a price. */
export function makeListings(people: People, day: number, denials: string[]): Post[] {
  const chance = new Chance(2, day)
  const sellers = people.ordinary.filter((_, at) => at % 3 !== 1)
  const posts = Array.from({ length: 3990 }, () => post(chance, chance.pick(sellers), denials))
  const content = people.sentinels.find(({ uid }) => uid === 'sentinel-content')
  // Exactly seven, because a test counts them.
  if (content)
    for (let at = 0; at < 7; at++)
      posts.push({ ...post(chance, content, denials), review_state: 'approved', review_message: null })
  const [first] = posts
  if (first) first.creationDate = 'sometime last spring'
  return posts
}

const conditions = ['new', 'like new', 'good', 'fair', 'for parts', null]

function post(chance: Chance, seller: Person, denials: string[]): Post {
  const category = chance.pick(Object.keys(categories) as Category[])
  const key = `${category}-${chance.faker.string.alphanumeric({ length: 12, casing: 'lower' })}`
  const { nouns, makers, cents } = categories[category]
  const wanted = chance.oddly(9)
  const noun = chance.pick(nouns)
  const name = `${chance.pick(makers)} ${noun}`
  const priceless = chance.oddly(5)
  const price = Math.round(chance.whole(cents[0], cents[1]) / 100) * 100 - (chance.oddly(30) ? 1 : 0)
  const shipping = chance.oddly(60)
  const review = chance.whole(1, 100)
  const review_state = review <= 6 ? 'pending' : review <= 10 ? 'denied' : 'approved'
  const version = chance.oddly(72) ? 2 : 1
  const photos = chance.oddly(6) ? 0 : chance.whole(1, 5)
  return {
    key,
    title: chance.oddly(0.3) ? null : title(chance, wanted, name),
    price: priceless ? null : price / 100,
    price_as_smallest_currency_unit: priceless ? null : price,
    quantity: chance.oddly(90) ? 1 : chance.whole(2, 12),
    condition: chance.pick(conditions),
    description: chance.oddly(2) ? null : description(chance, wanted, noun),
    location: chance.oddly(8) ? null : place(chance),
    photosURL: Array.from({ length: photos }, (_, at) => `listings/${key}/${at + 1}.svg`),
    thumbnailImageURL: photos === 0 ? null : `listings/${key}/thumb.svg`,
    creatorUID: seller.uid,
    creatorName: seller.displayName,
    creationDate: review_state === 'pending' ? chance.daysAgo(0.05, 9) : chance.daysAgo(1, 600),
    shipping,
    shipping_cost: shipping ? chance.pick([0, 0, 499, 899, 1250, 2500]) : null,
    shipping_origin_zip_code: chance.oddly(10) ? null : chance.faker.string.numeric(5),
    sold: chance.oddly(18),
    trades: chance.oddly(25),
    accepts_offers: chance.oddly(60),
    postType: wanted ? 1 : 0,
    post_version: version,
    variation: version === 1 && chance.oddly(60) ? 'flat_fee_post' : null,
    postCountryCode: seller.country_code,
    userSubscriptionState: seller.subscriptionState,
    review_state,
    review_message: review_state === 'denied' ? chance.pick(denials) : null,
  }
}

function title(chance: Chance, wanted: boolean, name: string): string {
  if (wanted) return chance.pick([`WTB: ${name}`, `Looking for a ${name}`, `Wanted – ${name}`])
  return chance.pick([
    name,
    name,
    `${name}, barely used`,
    `${name} – great condition`,
    `${name} (pick up only)`,
    `${name.toUpperCase()}!!!`,
    `${name} ✨ priced to go`,
    `Vintage ${name}`,
    `${name} with extras`,
  ])
}

const sentences = {
  sale: [
    'Selling because we are moving and there is no room for it.',
    'Works as it should, always kept indoors.',
    'A few scratches, see the pictures.',
    'Comes with everything shown.',
    'From a smoke-free home with one very lazy cat.',
    'Was a present that never quite fit.',
    'Cash or in-app payment, no holds.',
    'Price is firm for the first week.',
    'Kommt mit Originalverpackung.',
    'Se entrega en mano o por envío.',
    'ご質問はお気軽にどうぞ。',
    'Можливий обмін.',
    'I can ship the next working day.',
  ],
  wanted: [
    'Any colour will do.',
    'Please send pictures and your price.',
    'I can pick it up this weekend.',
    'Has to work; looks do not matter.',
    'Will also trade for something from my page.',
  ],
}

function description(chance: Chance, wanted: boolean, noun: string): string {
  // Occasionally a very long text: people paste whole manuals.
  const count = chance.oddly(1) ? 60 : chance.whole(1, 5)
  const list = wanted ? sentences.wanted : sentences.sale
  const opening = wanted
    ? `Looking for a ${noun}.`
    : `${noun.charAt(0).toUpperCase()}${noun.slice(1)} for sale.`
  return [opening, ...Array.from({ length: count }, () => chance.pick(list))].join(
    chance.oddly(20) ? '\n' : ' ',
  )
}

const place = (chance: Chance) => ({
  lat: chance.whole(-450_000, 600_000) / 10_000,
  lon: chance.whole(-1_200_000, 1_400_000) / 10_000,
})
