import type { Post } from './listings.ts'
import type { Messages } from './messages.ts'
import type { Money } from './money.ts'
import type { Person } from './people.ts'
import { later } from './world.ts'

type Purchase = Money['transactions'][number]
type Label = Money['shipLabels'][number]

/** Purchases that tests and manual tests know by their id, and the messages between their two sides (docs/demo.md). */
export interface SentinelMoney extends Money, Messages {}

/** The number of purchases of each kind that tests change, one per test. */
const pools = {
  'sentinel-edit-txn': [24, {}],
  'sentinel-waiting-txn': [
    4,
    { shipping_status: 3, tracking_number: null, carrier: null, tracking_url: null },
  ],
  'sentinel-disputed-txn': [4, { shipping_status: 1, dispute_status: 2 }],
  'sentinel-label-txn': [6, {}],
} as const satisfies Record<string, readonly [number, Partial<Purchase>]>

/** Known purchases, each in a state of its own. */
const singles: Record<string, Partial<Purchase>> = {
  // One in each state that has a word, and one in a state that has none.
  'sentinel-complete-txn': { status: 1, shipping_status: 1, payout_status: 1 },
  'sentinel-pending-txn': { status: 2, shipping_status: 2 },
  'sentinel-seller-cancelled-txn': { status: 3, shipping_status: 3 },
  'sentinel-failed-to-ship-txn': { status: 4, shipping_status: 3 },
  'sentinel-refunded-txn': { status: 5, shipping_status: 1, dispute_status: 1 },
  'sentinel-odd-txn': { status: 9, shipping_status: 7, payout_status: 8 },
  'sentinel-held-txn': { shipping_status: 1 },
  'sentinel-resolved-txn': { shipping_status: 1, dispute_status: 1 },
  'sentinel-paid-out-txn': { status: 1, shipping_status: 1, payout_status: 1 },
  'sentinel-unpaid-txn': { shipping_status: 3 },
  'sentinel-labels-txn': {},
  'sentinel-price-txn': { price: 1999, shipping_cost: null },
  'sentinel-nulls-txn': {
    ...{ public_id: null, product_id: null, product_title: null, product_thumbnail_path: null },
    ...{ seller_display_name: null, purchaser_display_name: null, order_id: null, shipping_cost: null },
    ...{ status: null, shipping_status: null, payout_status: null },
    ...{ tracking_number: null, carrier: null, tracking_url: null },
  },
  'sentinel-talk-fails-txn': { seller_uid: 'sentinel-txns-fail', seller_display_name: 'Sentinel Txns Fail' },
  'sentinel-load-fails-txn': {},
  'sentinel-slow-txn': {},
  'sentinel-changes-fail-txn': {},
  'sentinel-changes-fail-disputed-txn': { shipping_status: 1, dispute_status: 2 },
  'sentinel-changes-200-txn': {},
  'sentinel-changes-drop-txn': {},
}

const [seller, buyer] = [
  { uid: 'sentinel-seller', name: 'Sentinel Seller' },
  { uid: 'sentinel-buyer', name: 'Sentinel Buyer' },
]

/** Draws nothing at random, so that it shifts no other record of the demo. */
export function makeSentinelMoney(people: Person[], posts: Post[], day: number): SentinelMoney {
  const before = (days: number) => later(new Date(day).toISOString(), -24 * days)
  const made: SentinelMoney = {
    ...{ orders: [], transactions: [], disputes: [], shipLabels: [] },
    ...{ conversations: [], members: [], messages: [] },
  }
  if (!people.some(({ uid }) => uid === seller.uid)) throw new Error(`There is no ${seller.uid}`)
  const post = posts.find((one) => one.thumbnailImageURL) ?? posts[0]

  const purchase = (id: string, change: Partial<Purchase> = {}) => {
    const at = made.transactions.length + 1
    const purchase_date = before(20 + at)
    const order_id = change.order_id ?? id.replace('txn', 'order')
    const paid = id !== 'sentinel-unpaid-txn'
    if (change.order_id === undefined)
      made.orders.push({
        id: order_id,
        stripe_payment_intent_id: paid ? `pi_sentinelmoney${at}` : null,
        buyer_uid: buyer.uid,
        status: paid ? 1 : 2,
        created_at: purchase_date,
      })
    const { dispute_status = null } = change
    const dispute_id = dispute_status === null ? null : id.replace('txn', 'dispute')
    if (dispute_id)
      made.disputes.push({
        ...{ id: dispute_id, transaction_id: id, creator_uid: buyer.uid, dispute_type: 2 },
        status: dispute_status === 1 ? 1 : 2,
        created_at: later(purchase_date, 100),
        resolved_at: dispute_status === 1 ? later(purchase_date, 200) : null,
      })
    made.transactions.push({
      ...plain(id, at, purchase_date),
      ...{ order_id, product_id: post?.key ?? null, product_thumbnail_path: post?.thumbnailImageURL ?? null },
      delivered_at: change.shipping_status === 1 ? later(purchase_date, 72) : null,
      dispute_id,
      dispute_buyer_comms_url: dispute_id && `https://disputes.example.com/${dispute_id}/buyer`,
      dispute_seller_comms_url: dispute_id && `https://disputes.example.com/${dispute_id}/seller`,
      ...change,
    })
    return purchase_date
  }
  const label = (id: string, transaction_id: string, created_at: string, change: Partial<Label> = {}) =>
    made.shipLabels.push({
      ...{
        id,
        key: null,
        transaction_id,
        created_at,
        tracking_number: `9400${id.length}00000000`,
        status: 1,
      },
      label_image_url: `labels/label-${id.replaceAll('-', '')}.svg`,
      ep_shipment_id: `shp_${id.replaceAll('-', '')}`,
      purchase_date: later(created_at, 0.2),
      payment_intent_id: `pi_${id.replaceAll('-', '')}`,
      ...change,
    })

  for (const [name, change] of Object.entries(singles)) {
    const bought = purchase(name, change)
    if (name.startsWith('sentinel-changes-')) label(name.replace('txn', 'label'), name, later(bought, 2))
    if (name !== 'sentinel-labels-txn') continue
    label('sentinel-label-ready', name, later(bought, 2))
    label('sentinel-label-cancelled', name, later(bought, 1), { status: 3 })
    label('sentinel-label-unpaid', name, later(bought, 3), {
      ...{ status: 2, label_image_url: null, tracking_number: null, ep_shipment_id: null },
      ...{ purchase_date: null, payment_intent_id: null },
    })
  }
  for (const [name, [count, change]] of Object.entries(pools))
    for (let at = 1; at <= count; at++) {
      const bought = purchase(`${name}-${at}`, change)
      if (name === 'sentinel-label-txn') label(`sentinel-label-${at}`, `${name}-${at}`, later(bought, 2))
    }
  // An order of two purchases, and an order that does not load.
  purchase('sentinel-two-txn-1')
  purchase('sentinel-two-txn-2', { order_id: 'sentinel-two-order-1' })
  return { ...made, ...talk(before(19)) }
}

const plain = (id: string, at: number, purchase_date: string): Purchase => ({
  id,
  public_id: `MONEY${at}`,
  product_id: null,
  product_title: `Sentinel ${id.replace('sentinel-', '').replace('-txn', '').replaceAll('-', ' ')}`,
  product_thumbnail_path: null,
  ...{ seller_uid: seller.uid, seller_display_name: seller.name },
  ...{ purchaser_uid: buyer.uid, purchaser_display_name: buyer.name },
  order_id: null,
  price: 2000,
  shipping_cost: 500,
  status: 2,
  shipping_status: 2,
  payout_status: 2,
  purchase_date,
  delivered_at: null,
  tracking_number: `94001${String(at).padStart(6, '0')}`,
  carrier: 'USPS',
  tracking_url: `https://track.example.com/94001${String(at).padStart(6, '0')}`,
  dispute_id: null,
  dispute_status: null,
  dispute_buyer_comms_url: null,
  dispute_seller_comms_url: null,
})

/** The conversation of the two: the buyer's message, then the seller's answer. */
function talk(date: string): Messages {
  const id = 'sentinel-trade-talk'
  const lines = [
    [buyer, 'Has it been sent?', 0],
    [seller, 'This morning, by USPS.', 0.5],
    [buyer, 'Thank you!', 3],
  ] as const
  return {
    conversations: [
      {
        ...{ id, conversationsMessagesID: `m-${id}`, product_id: null, lastMessage: 'Thank you!' },
        date: later(date, 3),
      },
    ],
    members: [seller, buyer].map(({ uid, name }, position) => ({
      ...{ conversation_id: id, uid, name, read: true, position },
    })),
    messages: lines.map(([by, text, hours], at) => ({
      ...{
        id: `${id}-${at}`,
        conversation_id: id,
        senderID: by.uid,
        senderDisplayName: by.name,
        type: 0,
        text,
      },
      ...{ mediaURL: null, postThumbnailImagePath: null, postTitle: null },
      date: later(date, hours),
    })),
  }
}
