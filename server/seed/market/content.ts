import type { Category } from '../categories.ts'
import { Random } from '../random.ts'
import type { Content, DemoPost, Money, Person } from '../rows.ts'
import { ago, later } from '../world.ts'
import { questions } from './questions.ts'

const collections: [title: string, description: string, categories: Category[], visible: 0 | 1][] = [
  ['Autumn bikes', 'Bikes that are ready to ride: serviced, complete, and below $900.', ['bike'], 1],
  ['Cosy corners', 'A lamp, a chair and something green.', ['lamp', 'chair', 'plant'], 1],
  ['Back to school', 'Laptops, bags and the books you forgot.', ['laptop', 'bag', 'book'], 1],
  ['Six strings', 'Guitars from people who tell you why they sell.', ['guitar'], 1],
  ['Pictures on film', 'Tested cameras. Film not included.', ['camera'], 1],
  ['Winter coats', 'Goes live with the first snow.', ['jacket', 'shoes'], 0],
  ['Staff picks', 'What the four of us would buy this week.', ['watch', 'skateboard', 'console', 'lamp'], 1],
  ['週末のおすすめ', '今週末に見つけたい掘り出し物。', ['camera', 'plant', 'book'], 1],
]

/** Number of promotions that wait and are in no story, and of those that were decided. */
const waiting = 6
const decided = 60

/** Collections with listings that fit, promotions, and community posts by people who speak their language. */
export function makeContent(people: Person[], posts: DemoPost[], trade: Money, now: number): Content {
  const listed = posts.filter((one) => one.review_state === 'approved' && one.postType === 0)
  const made = collections.map(([title, description, , visible], at) => ({
    id: `collection-${at + 1}`,
    public_id:
      title
        .toLowerCase()
        .replace(/[^a-z]+/g, '-')
        .replace(/^-|-$/g, '') || 'weekend',
    title,
    description,
    image_url: `collections/collection-${at + 1}.svg`,
    visible,
    created_at: ago(now, 24 * (5 + at * 37)),
  }))
  return {
    collections: made,
    collectionItems: made.flatMap(({ id, created_at }, at) => {
      const kinds = collections[at]?.[2] ?? []
      const fitting = listed.filter(
        (one) => !one.sold && kinds.some((kind) => one.key.startsWith(`${kind}-`)),
      )
      const random = Random.of(id)
      const items = new Set(Array.from({ length: 8 + random.below(12) }, () => random.pick(fitting).key))
      return [...items].map((post_key, number) => ({
        collection_id: id,
        post_key,
        added_at: later(created_at, number / 60),
      }))
    }),
    promotedPosts: Array.from({ length: waiting + decided }, (_, at) => {
      const random = Random.ofRecord(8, at)
      return promotion(random, random.pick(listed), {
        created_at: ago(now, at < waiting ? 1.2 + at * 5.1 : 60 + random.skewed(200 * 24, 2)),
        approval_status: at < waiting ? 1 : random.chance(85) ? 2 : 3,
      })
    }),
    questions: questions.map(([title, body, country, about], at) => {
      const random = Random.ofRecord(9, at)
      const authors = country ? people.filter((one) => one.country_code === country) : people
      const side = about === 'sold' ? 'seller_uid' : 'purchaser_uid'
      const uids = new Set(authors.map(({ uid }) => uid))
      const created_at = ago(now, 0.5 + at * (4 + at))
      const txn =
        about &&
        trade.transactions.find((one) => (one.delivered_at ?? created_at) < created_at && uids.has(one[side]))
      return {
        id: `question-${random.letters(12)}`,
        title,
        created_at,
        creator_uid: txn ? txn[side] : random.pick(authors).uid,
        body,
        order_id: txn?.order_id ?? null,
        purchaser_uid: txn?.purchaser_uid ?? null,
        seller_uid: txn?.seller_uid ?? null,
        product_id: txn?.product_id ?? null,
        tracking_number: txn?.tracking_number ?? null,
      }
    }),
  }
}

/** A week's promotion of a listing, from two days after the request, paid. */
export function promotion(
  random: Random,
  post: DemoPost,
  change: Pick<Content['promotedPosts'][number], 'created_at' | 'approval_status'> &
    Partial<Content['promotedPosts'][number]>,
): Content['promotedPosts'][number] {
  const id = `promo-${random.letters(12)}`
  const start = later(change.created_at, 48)
  return {
    id,
    key: id,
    owner_uid: post.creatorUID,
    post_id: post.key,
    post_title: post.title,
    post_thumbnail_image_path: post.thumbnailImageURL,
    promo_start_date: start,
    promo_end_date: later(start, 24 * 7),
    price: random.pick([499, 999, 1999]),
    stripe_id: `ch_${random.letters(24)}`,
    ...change,
  }
}
