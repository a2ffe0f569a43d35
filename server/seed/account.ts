import type { PromotedPost } from '@portreeve/contract/promoted-posts'
import type { Content } from './content.ts'
import type { Post } from './listings.ts'
import type { Messages } from './messages.ts'
import type { Money } from './money.ts'
import { cleanedUp, type Person } from './people.ts'
import type { Proofs } from './proofs.ts'
import { paidSale, plainListing } from './reported.ts'
import { later } from './world.ts'

/** The Sentinels' records under the tabs of their accounts (docs/demo.md). */
export interface Account extends Pick<Proofs, 'devices' | 'codes'>, Messages {
  listings: Post[]
  orders: Money['orders']
  transactions: Money['transactions']
  promotedPosts: Content['promotedPosts']
}

const picture = 'listings/bike-sentinel0003/thumb.svg'
/** Listings of sentinel-many; more than two pages. */
const many = 450

/** Functions that add rows to an account, in the order of the calls. */
function makerOf(sentinels: Person[], day: number) {
  const nameOf = new Map(sentinels.map((one) => [one.uid, one.displayName]))
  /** Whole hours before the demo's day. */
  const before = (hours: number) => later(new Date(day).toISOString(), -hours)
  const made: Account = {
    devices: [],
    codes: [],
    listings: [],
    orders: [],
    transactions: [],
    promotedPosts: [],
    conversations: [],
    members: [],
    messages: [],
  }

  const listing = (uid: string, key: string, hours: number, change: Partial<Post> = {}) =>
    made.listings.push({
      ...plainListing(key, before(hours)),
      creatorUID: uid,
      creatorName: nameOf.get(uid) ?? null,
      ...change,
    })
  const sale = (seller: string, purchaser: string, hours: number, change: Partial<Sale> = {}) => {
    const at = made.transactions.length + 1
    const created_at = before(hours)
    const order = { id: `sentinel-account-order-${at}`, stripe_payment_intent_id: `pi_sentinelaccount${at}` }
    made.orders.push({ ...order, buyer_uid: purchaser, status: 1, created_at })
    made.transactions.push({
      ...paidSale,
      id: `sentinel-account-txn-${at}`,
      public_id: `ACCOUNT${at}`,
      order_id: order.id,
      product_id: 'sentinel-account-1',
      product_title: `Account Sale ${at}`,
      seller_uid: seller,
      purchaser_uid: purchaser,
      price: 1000 + at,
      product_thumbnail_path: null,
      seller_display_name: nameOf.get(seller) ?? null,
      purchaser_display_name: nameOf.get(purchaser) ?? null,
      purchase_date: created_at,
      delivered_at: later(created_at, 72),
      ...change,
    })
  }
  const code = (uid: string, at: number, created_at = before(at)) =>
    made.codes.push({ id: `${uid}-code-${at}`, uid, code: String(100_000 + at), created_at })
  const device = (uid: string, at: number, verification_status: 0 | 1, created_at: string | null) =>
    made.devices.push({
      id: `${uid}-device-${at}`,
      device_id: null,
      uid,
      created_at,
      verification_status,
      code: String(200_000 + at),
    })
  const talk = (id: string, sides: [string, string], read: boolean, lines: Line[]) => {
    const sent = lines.map((line, at) => ({
      id: `${id}-${String(at).padStart(3, '0')}`,
      conversation_id: id,
      senderID: sides[line.by],
      senderDisplayName: nameOf.get(sides[line.by]) ?? null,
      type: 0 as const,
      text: null,
      mediaURL: null,
      postThumbnailImagePath: null,
      postTitle: null,
      ...line.says,
      date: before(line.minutesBefore / 60),
    }))
    made.messages.push(...sent)
    const last = sent.at(-1)
    made.conversations.push({
      id,
      conversationsMessagesID: `m-${id}`,
      product_id: null,
      lastMessage: last?.text ?? last?.postTitle ?? 'Image',
      date: last?.date ?? before(0),
    })
    for (const [position, uid] of sides.entries())
      made.members.push({ conversation_id: id, uid, name: nameOf.get(uid) ?? null, read, position })
  }

  return { made, before, listing, sale, code, device, talk }
}

/** Known lists under every tab. Draws nothing at random, so that it shifts no other record of the demo. */
export function makeAccount(sentinels: Person[], day: number): Account {
  const maker = makerOf(sentinels, day)
  addOwn(maker)
  addMany(maker)
  return maker.made
}

type Maker = ReturnType<typeof makerOf>

const [own, twin, banned] = ['sentinel-account', 'sentinel-account-twin', 'sentinel-account-banned']

/** A few records of every kind, under the tabs of one account. */
function addOwn({ made, before, listing, sale, code, device, talk }: Maker): void {
  listing(own, 'sentinel-account-1', 24, { thumbnailImageURL: picture })
  listing(own, 'sentinel-account-2', 48, { price: null, price_as_smallest_currency_unit: null })
  listing(own, 'sentinel-account-3', 72, {
    title: 'Account 3, not shipped',
    shipping_cost: 0,
    creationDate: 'sometime last spring',
    thumbnailImageURL: 'listings/not-there/thumb.svg',
    description: 'A very long description. '.repeat(40),
  })
  for (const at of [4, 5])
    listing(own, `sentinel-account-${at}`, 24 * at, {
      review_state: 'denied',
      review_message: 'Please add a photo of the whole item.',
    })
  sale(twin, own, 900)
  sale(banned, own, 700, { status: 3, shipping_status: 3, payout_status: 2, delivered_at: null })
  sale(own, twin, 500, { product_thumbnail_path: picture })
  // The source is newer than the console, and has no names.
  sale(own, banned, 400, {
    status: null,
    shipping_status: 7,
    product_title: null,
    purchaser_display_name: null,
  })
  sale(own, twin, 300, { status: 2, shipping_status: 2, payout_status: 2, delivered_at: null })
  code(own, 1)
  code(own, 2, 'not a date')
  device(own, 1, 1, before(100))
  device(own, 2, 0, null)
  made.promotedPosts.push(promotion(own, 1, before(200)), {
    ...promotion(own, 2, before(300)),
    price: null,
    promo_start_date: null,
    promo_end_date: null,
    charge_stripe_id: null,
    approval_status: 1,
  })
  talk('sentinel-talk-1', [own, twin], true, talkLines)
  talk('sentinel-talk-2', [banned, own], false, [says(0, 6000, 'Is it still there?')])
  talk('sentinel-talk-3', ['sentinel-long-name', own], true, [says(1, 9000, 'Thank you.')])
}

/** The records of the cleaned-up, the failing and the long accounts. */
function addMany({ before, listing, sale, code, device, talk }: Maker): void {
  for (let n = 1; n <= cleanedUp; n++) {
    const uid = `sentinel-cleanup-${n}`
    for (const at of [1, 2, 3]) listing(uid, `${uid}-post-${at}`, at)
    listing(uid, `${uid}-post-4`, 4, { review_state: 'denied', review_message: 'Not allowed here.' })
    for (const at of [1, 2]) code(uid, at)
    device(uid, 1, 0, before(1))
  }
  for (const word of ['changes-fail', 'changes-200', 'changes-drop', 'slow']) {
    code(`sentinel-${word}`, 1)
    device(`sentinel-${word}`, 1, 0, before(1))
  }
  for (let at = 1; at <= many; at++)
    listing('sentinel-many', `sentinel-many-${String(at).padStart(3, '0')}`, at)
  for (let at = 1; at <= 205; at++) {
    sale('sentinel-many', twin, 80 + at)
    talk(`sentinel-many-talk-${at}`, ['sentinel-many', banned], true, [says(1, 60 * at, `Message ${at}`)])
  }
  listing('sentinel-tabs-slow', 'sentinel-tabs-slowly', 1)
}

type Sale = Account['transactions'][number]

interface Line {
  /** The sender: the first or the second of the two people. */
  by: 0 | 1
  minutesBefore: number
  says: Partial<Messages['messages'][number]>
}
const says = (by: 0 | 1, minutesBefore: number, text: string): Line => ({ by, minutesBefore, says: { text } })

/** Groups, gaps of exactly an hour and of more, every message type, and enough lines to scroll. */
const talkLines: Line[] = [
  ...Array.from({ length: 30 }, (_, at) => says(at % 2 === 0 ? 0 : 1, 5000 - at, `Line ${at + 1}`)),
  says(0, 1000, 'Hello, is the bike still there?'),
  says(0, 995, 'I could come today.'),
  says(1, 990, 'نعم، ما زالت متاحة.'),
  says(1, 930, 'Exactly an hour later.'),
  says(1, 869, 'More than an hour later.'),
  { by: 0, minutesBefore: 868, says: { type: 1, mediaURL: 'messages/talk-0001/1.svg' } },
  {
    by: 1,
    minutesBefore: 867,
    says: {
      type: 2,
      postTitle: 'Sentinel Account 1',
      postThumbnailImagePath: picture,
    },
  },
]

function promotion(owner_uid: string, at: number, created_at: string): Content['promotedPosts'][number] {
  const made: Omit<PromotedPost, 'charge' | 'version'> = {
    id: `sentinel-promo-${at}`,
    key: null,
    owner_uid,
    post_id: `sentinel-account-${at}`,
    price: 2500,
    post_title: `Sentinel Account ${at}`,
    post_thumbnail_image_path: at === 1 ? picture : null,
    promo_start_date: later(created_at, 48),
    promo_end_date: later(created_at, 148),
    created_at,
    approval_status: 2,
  }
  return { ...made, charge_stripe_id: 'ch_sentinel1' }
}
