import type { Collection } from '@portreeve/contract/collections'
import type { PromotedPost } from '@portreeve/contract/promoted-posts'
import type { Question } from '@portreeve/contract/questions'
import type { Post } from './listings.ts'
import type { Money } from './money.ts'
import type { People } from './people.ts'
import { Chance, later } from './world.ts'

/** Content that staff curate, and people's posts other than listings. */
export interface Content {
  promotedPosts: (Omit<PromotedPost, 'charge' | 'version'> & { charge_stripe_id: string | null })[]
  collections: Omit<Collection, 'version'>[]
  collectionItems: { collection_id: string; post_key: string; added_at: string }[]
  questions: Omit<Question, 'version'>[]
}

/** Promotions of each approval status with and without a charge, collections, and community posts. */
export function makeContent(people: People, posts: Post[], money: Money, day: number): Content {
  const chance = new Chance(6, day)
  const ordinary = posts.filter(
    (one) => one.review_state === 'approved' && !one.creatorUID.startsWith('sentinel-'),
  )
  const collections = collectionsOf(chance)
  return {
    promotedPosts: chance.some(ordinary, 72).map((post, at) => promotion(chance, post, at)),
    collections,
    // The last collection is empty and shows the empty state.
    collectionItems: collections.slice(0, -1).flatMap(({ id, created_at }) =>
      chance.some(ordinary, chance.whole(3, 24)).map((post, at) => ({
        collection_id: id,
        post_key: post.key,
        added_at: later(created_at, at / 60),
      })),
    ),
    questions: questionsOf(chance, people, money),
  }
}

function promotion(chance: Chance, post: Post, at: number): Content['promotedPosts'][number] {
  const id = `promo-${String(at + 1).padStart(3, '0')}`
  const approval_status = [1, 2, 3][at % 3] ?? 1
  const created_at = approval_status === 1 ? chance.daysAgo(0.2, 6) : chance.daysAgo(7, 200)
  const start = later(created_at, 48)
  const dated = !chance.oddly(6)
  return {
    id,
    key: chance.oddly(5) ? null : `${id}-key`,
    owner_uid: post.creatorUID,
    post_id: post.key,
    post_title: post.title,
    post_thumbnail_image_path: post.thumbnailImageURL,
    promo_start_date: dated ? start : null,
    promo_end_date: dated ? later(start, 24 * 7) : null,
    price: chance.oddly(6) ? null : chance.pick([499, 999, 1999, 4999]),
    created_at,
    charge_stripe_id: at % 6 < 3 ? `ch_${chance.letters(24)}` : null,
    approval_status,
  }
}

const titles = [
  'Autumn bikes',
  'Cosy corners',
  'Under $50',
  'Back to school',
  'Vinyl & strings',
  'Plant rescue',
  'Staff picks',
  '週末のおすすめ',
  'Nothing here yet',
]

const collectionsOf = (chance: Chance): Content['collections'] =>
  titles.map((title, at) => ({
    id: `collection-${at + 1}`,
    public_id:
      at === 3
        ? null
        : title
            .toLowerCase()
            .replace(/[^a-z0-9]+/g, '-')
            .replace(/^-|-$/g, '') || `weekend-${at}`,
    title,
    description: at === 5 ? null : `${title}: chosen by hand, changed every week.`,
    image_url: at === 4 ? null : `collections/collection-${at + 1}.svg`,
    visible: at % 3 === 1 ? (0 as const) : (1 as const),
    created_at: chance.daysAgo(5, 400),
  }))

const questionTitles = [
  'How do I pack a lamp?',
  'Is this serial number real?',
  'Meeting in public places – tips?',
  'Buyer wants to pay by cheque',
  'Parcel shows delivered but is not here',
  'What is a fair price for a 2019 road bike?',
  'Was tun bei beschädigter Ware?',
  'Как поменять адрес доставки?',
  '最初の出品について',
  'Show off your finds 🎉',
  'Who else collects cameras?',
]

function questionsOf(chance: Chance, people: People, money: Money): Content['questions'] {
  const question = (at: number, creator_uid: string | null): Content['questions'][number] => {
    const about = chance.oddly(35) ? chance.pick(money.transactions) : undefined
    return {
      id: `question-${String(at + 1).padStart(3, '0')}`,
      title: chance.oddly(2) ? null : chance.pick(questionTitles),
      created_at: chance.daysAgo(0.2, 300),
      creator_uid,
      body: chance.oddly(5)
        ? null
        : chance.pick([
            'Asking for a friend.',
            'Thanks in advance!',
            'It happened twice now.',
            'Pictures below.\n\nWhat do you think?',
          ]),
      order_id: about?.order_id ?? null,
      purchaser_uid: about?.purchaser_uid ?? null,
      seller_uid: about?.seller_uid ?? null,
      product_id: about?.product_id ?? null,
      tracking_number: about?.tracking_number ?? null,
    }
  }
  const many = Array.from({ length: 80 }, (_, at) =>
    question(at, chance.oddly(4) ? null : chance.pick(people.ordinary).uid),
  )
  return [...many, question(80, 'sentinel-content'), question(81, 'sentinel-content')]
}
