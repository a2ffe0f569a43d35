import type { Dispute } from '@portreeve/contract/disputes'
import type { Order } from '@portreeve/contract/orders'
import type { ShipLabel } from '@portreeve/contract/shipping'
import type { Transaction } from '@portreeve/contract/transactions'
import type { Post } from './listings.ts'
import type { People, Person } from './people.ts'
import { Chance, later } from './world.ts'

type Purchase = Required<Omit<Transaction, 'version' | 'ship_labels'>>

/** All records about money and parcels. */
export interface Money {
  orders: Order[]
  transactions: Purchase[]
  disputes: Dispute[]
  shipLabels: (Required<ShipLabel> & { transaction_id: string })[]
}

interface State {
  status: number | null
  shipping: number | null
  payout: number | null
  /** 1 resolved, 2 active. */
  dispute: 1 | 2 | null
}

/** Every sensible state of a purchase, and some values without a word. */
export function sensibleStates(): State[] {
  const states: State[] = []
  for (const dispute of [null, 1, 2] as const) {
    for (const payout of [1, 2]) states.push({ status: 1, shipping: 1, payout, dispute })
    for (const shipping of [1, 2, 3]) states.push({ status: 2, shipping, payout: 2, dispute })
  }
  for (const dispute of [null, 1] as const) {
    states.push(
      { status: 3, shipping: 3, payout: 2, dispute },
      { status: 4, shipping: 3, payout: 2, dispute },
    )
  }
  for (const shipping of [1, 2, 3]) states.push({ status: 5, shipping, payout: 2, dispute: 1 })
  // A source that is newer than the console: unknown numbers show as 'null'.
  states.push(
    { status: 9, shipping: 3, payout: 2, dispute: null },
    { status: 1, shipping: 7, payout: 8, dispute: null },
  )
  states.push({ status: null, shipping: null, payout: null, dispute: null })
  return states
}

/** The weights of the states; every sensible state also occurs at least once. */
const usual: [number, State][] = [
  [70, { status: 1, shipping: 1, payout: 1, dispute: null }],
  [8, { status: 1, shipping: 1, payout: 2, dispute: null }],
  [8, { status: 2, shipping: 2, payout: 2, dispute: null }],
  [6, { status: 2, shipping: 3, payout: 2, dispute: null }],
  [3, { status: 3, shipping: 3, payout: 2, dispute: null }],
  [2, { status: 4, shipping: 3, payout: 2, dispute: null }],
  [2, { status: 5, shipping: 1, payout: 2, dispute: 1 }],
  [1, { status: 2, shipping: 1, payout: 2, dispute: 2 }],
]
const frequent = usual.flatMap(([share, state]) => Array.from({ length: share }, () => state))

/** About 2,000 orders with their purchases, disputes and labels, in every sensible state. */
export function makeMoney(people: People, posts: Post[], day: number): Money {
  const chance = new Chance(3, day)
  const byUid = new Map(people.ordinary.map((one) => [one.uid, one]))
  const forSale = posts.filter(
    (one) => one.postType === 0 && one.price_as_smallest_currency_unit !== null && byUid.has(one.creatorUID),
  )
  const money: Money = { orders: [], transactions: [], disputes: [], shipLabels: [] }
  const states = [...sensibleStates(), ...sensibleStates()]
  const disputed = people.sentinels.find(({ uid }) => uid === 'sentinel-disputed')
  for (let at = 0; at < 2000; at++) {
    const buyer = at === 10 && disputed ? disputed : chance.pick(people.ordinary)
    const unpaid = chance.oddly(1.5)
    const state =
      at === 10
        ? ({ status: 2, shipping: 1, payout: 2, dispute: 2 } as const)
        : (states[at] ?? chance.pick(frequent))
    order(
      chance,
      money,
      buyer,
      forSale,
      byUid,
      unpaid && at > states.length ? { status: 2, shipping: 3, payout: 2, dispute: null } : state,
      unpaid,
    )
  }
  return money
}

function order(
  chance: Chance,
  money: Money,
  buyer: Person,
  forSale: Post[],
  byUid: Map<string, Person>,
  state: State,
  unpaid: boolean,
) {
  // Old enough for all later events to be in the past.
  const young = state.status === 2 && state.shipping !== 1 && state.dispute === null
  const created_at = young ? chance.daysAgo(2, 14) : chance.daysAgo(16, 700)
  const made: Order = {
    id: `order-${chance.letters(16)}`,
    stripe_payment_intent_id: unpaid ? null : `pi_${chance.letters(24)}`,
    buyer_uid: buyer.uid,
    status: unpaid ? 2 : 1,
    created_at,
  }
  money.orders.push(made)
  const posts = chance.some(forSale, chance.oddly(12) ? chance.whole(2, 4) : 1)
  for (const post of posts) {
    const seller = byUid.get(post.creatorUID)
    if (!seller || seller.uid === buyer.uid) continue
    purchase(chance, money, made, post, seller, buyer, state)
  }
}

function purchase(
  chance: Chance,
  money: Money,
  made: Order,
  post: Post,
  seller: Person,
  buyer: Person,
  state: State,
) {
  const id = `txn-${chance.letters(16)}`
  const sent = state.shipping === 1 || state.shipping === 2
  const tracking = sent ? `9400${chance.faker.string.numeric(18)}` : null
  const dispute = state.dispute ? addDispute(chance, money, id, buyer, made, state.dispute) : null
  money.transactions.push({
    id,
    public_id: chance.oddly(1) ? null : chance.faker.string.alphanumeric({ length: 8, casing: 'upper' }),
    product_id: post.key,
    product_title: post.title,
    product_thumbnail_path: post.thumbnailImageURL,
    seller_uid: seller.uid,
    purchaser_uid: buyer.uid,
    seller_display_name: seller.displayName,
    purchaser_display_name: buyer.displayName,
    order_id: made.id,
    price: post.price_as_smallest_currency_unit ?? 0,
    shipping_cost: post.shipping_cost,
    status: state.status,
    shipping_status: state.shipping,
    payout_status: state.payout,
    purchase_date: made.created_at,
    delivered_at: state.shipping === 1 ? later(made.created_at, chance.whole(30, 160)) : null,
    tracking_number: tracking,
    carrier: tracking ? chance.pick(['USPS', 'UPS', 'FedEx', 'DHL']) : null,
    tracking_url: tracking && chance.oddly(50) ? `https://track.example.com/${tracking}` : null,
    dispute_id: dispute?.id ?? null,
    dispute_status: dispute?.status ?? null,
    dispute_buyer_comms_url: dispute ? `https://disputes.example.com/${dispute.id}/buyer` : null,
    dispute_seller_comms_url: dispute ? `https://disputes.example.com/${dispute.id}/seller` : null,
  })
  addLabels(chance, money, id, made, tracking, sent)
}

function addDispute(
  chance: Chance,
  money: Money,
  id: string,
  buyer: Person,
  made: Order,
  status: 1 | 2,
): Dispute {
  const created_at = later(made.created_at, chance.whole(60, 180))
  const dispute: Dispute = {
    id: `dispute-${chance.letters(12)}`,
    transaction_id: id,
    creator_uid: buyer.uid,
    dispute_type: chance.pick([1, 2, 3] as const),
    status,
    created_at,
    resolved_at: status === 1 ? later(created_at, chance.whole(5, 120)) : null,
  }
  money.disputes.push(dispute)
  return dispute
}

/** Usually one label; none for an unsent purchase; sometimes a cancelled label before it. */
function addLabels(
  chance: Chance,
  money: Money,
  id: string,
  made: Order,
  tracking: string | null,
  sent: boolean,
) {
  const states = sent ? [...(chance.oddly(8) ? [3] : []), 1] : chance.pick([[], [], [1], [2], [3]])
  for (const status of states) {
    const created_at = later(made.created_at, chance.whole(1, 40))
    const label = `label-${chance.letters(12)}`
    money.shipLabels.push({
      id: label,
      key: chance.oddly(3) ? null : chance.hex(12),
      transaction_id: id,
      created_at,
      label_image_url: status === 2 ? null : `labels/${label}.svg`,
      tracking_number:
        status === 1 && tracking ? tracking : status === 2 ? null : `9400${chance.faker.string.numeric(18)}`,
      ep_shipment_id: `shp_${chance.hex(32)}`,
      purchase_date: status === 2 ? null : later(created_at, 0.2),
      payment_intent_id: status === 2 ? null : `pi_${chance.letters(24)}`,
      status,
    })
  }
}
