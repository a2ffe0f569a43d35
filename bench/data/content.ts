import { listingKey, offer, sellerOf, sentences } from './goods.ts'
import type { Table } from './load.ts'
import { uidOf } from './people.ts'
import { ageOf, daysAgo, idOf, type Size } from './size.ts'

/** Promotions that wait for review: the same number at any size, as staff keep up. */
const pendingRequests = 200

/** Tables that staff work on beside the listings: reports, promotions, questions and keywords. */
export const contentTables = (size: Size): Table[] => [
  {
    name: 'listing_reports',
    count: Math.floor(size.users / 50),
    seed: 24,
    row: (number, random) => ({
      id: idOf('cr', number),
      post_key: listingKey(random.skewed(size.listings, 2)),
      reporter_uid: uidOf(random.below(size.users)),
      report_reason_id: random.pick(['Counterfeit item', 'Prohibited item', 'Spam', null]),
      status: number >= size.users / 50 - 300 ? 'open' : 'ignored',
      created_at: daysAgo(ageOf(number, size.users / 50, 900)),
    }),
  },
  {
    name: 'promoted_posts',
    count: Math.floor(size.users / 40),
    seed: 25,
    row: (number, random) => {
      const post = random.below(size.listings)
      const created_at = daysAgo(ageOf(number, size.users / 40, 900))
      return {
        id: idOf('pp', number),
        key: listingKey(post),
        owner_uid: uidOf(sellerOf(post, size)),
        post_id: random.chance(2) ? null : listingKey(post),
        post_title: offer(post).title,
        post_thumbnail_image_path: null,
        promo_start_date: created_at,
        promo_end_date: created_at,
        price: 500 + random.below(5000),
        created_at,
        payment_id: random.chance(5) ? null : `ch_${random.letters(24)}`,
        approval_status: number >= size.users / 40 - pendingRequests ? 1 : random.chance(90) ? 2 : 3,
      }
    },
  },
  {
    name: 'questions',
    count: Math.floor(size.users / 20),
    seed: 26,
    row: (number, random) => ({
      id: idOf('q', number),
      title: random.pick([
        'Is this a scam?',
        'Where is my parcel',
        'Beste Kamera?',
        '値段について',
        'Lost tracking',
      ]),
      created_at: daysAgo(ageOf(number, size.users / 20, 900)),
      creator_uid: uidOf(random.skewed(size.users, 2)),
      body: random.pick(sentences),
      product_id: random.chance(30) ? listingKey(random.below(size.listings)) : null,
    }),
  },
  { name: 'keywords', count: aliases().length, row: (number) => aliases()[number] },
]

/** Keywords: slang for words of the listings. */
function aliases() {
  const pairs = [
    ['kicks,trainers,tennies', 'shoes'],
    ['fixie,roadie,pushbike', 'bike'],
    ['couch,settee,davenport', 'sofa'],
    ['cell,mobile,handy', 'phone'],
    ['axe,strat,gitarre', 'guitar'],
    ['cam,dslr,appareil photo', 'camera'],
    ['anorak,parka,windbreaker', 'jacket'],
    ['ticker,timepiece', 'watch'],
    ['rucksack,satchel,tote', 'backpack'],
    ['novel,paperback,hardcover', 'book'],
    ['notebook,ultrabook', 'laptop'],
    ['WTB,ISO,LF', 'wanted'],
    ['NWT,NWOT', 'new'],
    ['violet,lila', 'purple'],
    ['gray,grau', 'grey'],
  ]
  return pairs.map(([terms = '', preferred_term = ''], number) => ({
    id: `kw-${number}`,
    terms,
    preferred_term,
    created_at: daysAgo(number),
  }))
}
