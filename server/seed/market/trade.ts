import type { Dispute } from '@portreeve/contract/money/disputes'
import type { Order } from '@portreeve/contract/money/orders'
import { Random } from '../random.ts'
import type { DemoApproval, DemoChargeback, DemoLabel, DemoPost, Money, Person, Purchase } from '../rows.ts'
import { ago, later } from '../world.ts'
import type { StaffMember } from './staff.ts'

/** Number of orders that are in no story. */
const count = 3000

const shortNames = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const digits = (random: Random, length: number) => Array.from({ length }, () => random.below(10)).join('')

/** The tracking number formats of the carriers. */
const numbers: Record<string, (random: Random) => string> = {
  USPS: (random) => `9400${digits(random, 18)}`,
  UPS: (random) => `1Z${random.letters(6).toUpperCase()}${digits(random, 10)}`,
  FedEx: (random) => digits(random, 12),
  DHL: (random) => digits(random, 10),
}

/** A parcel's carrier, number and page. */
export function parcel(
  random: Random,
  carrier = random.pick(['USPS', 'USPS', 'USPS', 'UPS', 'FedEx', 'DHL']),
) {
  const tracking_number = numbers[carrier]?.(random) ?? digits(random, 12)
  return { carrier, tracking_number, tracking_url: `https://track.example.com/${tracking_number}` }
}

/** A paid order. */
export const paidOrder = (random: Random, buyer: Person, created_at: string): Order => ({
  id: `order-${random.letters(16)}`,
  stripe_payment_intent_id: `pi_${random.letters(24)}`,
  buyer_uid: buyer.uid,
  status: 1,
  created_at,
})

/** A purchase of a listing, paid and not shipped unless `change` says otherwise. */
export const purchase = (
  random: Random,
  { order, post, seller, buyer }: { order: Order; post: DemoPost; seller: Person; buyer: Person },
  change: Partial<Purchase> = {},
): Purchase => ({
  id: `txn-${random.letters(16)}`,
  public_id: Array.from({ length: 8 }, () => random.pick([...shortNames])).join(''),
  product_id: post.key,
  product_title: post.title,
  product_thumbnail_path: post.thumbnailImageURL,
  seller_uid: seller.uid,
  purchaser_uid: buyer.uid,
  seller_display_name: seller.displayName,
  purchaser_display_name: buyer.displayName,
  order_id: order.id,
  price: post.price_as_smallest_currency_unit ?? 0,
  shipping_cost: post.shipping_cost,
  status: 2,
  shipping_status: 3,
  payout_status: 2,
  purchase_date: order.created_at,
  delivered_at: null,
  tracking_number: null,
  carrier: null,
  tracking_url: null,
  dispute_id: null,
  dispute_status: null,
  dispute_buyer_comms_url: null,
  dispute_seller_comms_url: null,
  ...change,
})

/** A label for a purchase's parcel, paid at once. */
export function labelFor(
  random: Random,
  txn: Purchase,
  created_at: string,
  change: Partial<DemoLabel> = {},
): DemoLabel {
  const id = `label-${random.letters(12)}`
  return {
    id,
    key: random.hex(12),
    transaction_id: txn.id,
    created_at,
    label_image_url: `labels/${id}.svg`,
    tracking_number: txn.tracking_number,
    ep_shipment_id: `shp_${random.hex(32)}`,
    purchase_date: later(created_at, 0.05),
    payment_intent_id: `pi_${random.letters(24)}`,
    status: 1,
    ...change,
  }
}

/** Opens a dispute of the buyer, or a resolved one with `resolved_at`. */
export function disputeOf(
  random: Random,
  txn: Purchase,
  dispute_type: 1 | 2 | 3,
  created_at: string,
  resolved_at: string | null = null,
): Dispute {
  const id = `dispute-${random.letters(12)}`
  const status = resolved_at === null ? 2 : 1
  Object.assign(txn, {
    dispute_id: id,
    dispute_status: status,
    dispute_buyer_comms_url: `https://disputes.example.com/${id}/buyer`,
    dispute_seller_comms_url: `https://disputes.example.com/${id}/seller`,
  })
  return {
    id,
    transaction_id: txn.id,
    creator_uid: txn.purchaser_uid,
    dispute_type,
    status,
    created_at,
    resolved_at,
  }
}

/** Orders of the last two years. Their states follow from their age; a few went wrong. */
export function makeTrade(people: Person[], posts: DemoPost[], now: number): Money {
  const money: Money = { orders: [], transactions: [], disputes: [], shipLabels: [] }
  const byUid = new Map(people.map((one) => [one.uid, one]))
  const forSale = posts
    .filter((one) => one.postType === 0 && one.review_state === 'approved' && one.variation === null)
    .toSorted((a, b) => (a.creationDate ?? '').localeCompare(b.creationDate ?? ''))
  const byCountry = new Map<string | null, DemoPost[]>()
  for (const post of forSale)
    byCountry.set(post.postCountryCode, [...(byCountry.get(post.postCountryCode) ?? []), post])
  for (let at = 0; at < count; at++) {
    const random = Random.ofRecord(4, at)
    // The product of two draws: about one order an hour now, fewer in the past.
    const hours = 0.2 + random.next() * random.next() * 700 * 24
    const created_at = ago(now, hours)
    const buyer = random.pick(people)
    if ((buyer.created_at ?? '') >= created_at || buyer.isBanned) continue
    const order = paidOrder(random, buyer, created_at)
    // Many buy from people who speak their language.
    const near = random.chance(50) ? (byCountry.get(buyer.country_code) ?? []) : []
    const bought = Array.from(
      { length: random.chance(8) ? 2 : 1 },
      () => choose(random, near, buyer, created_at) ?? choose(random, forSale, buyer, created_at),
    )
    for (const post of new Set(bought)) {
      const seller = byUid.get(post?.creatorUID ?? '')
      if (!post || !seller) continue
      post.sold = post.quantity === 1
      trade(random, money, purchase(random, { order, post, seller, buyer }), hours)
    }
    if (money.transactions.at(-1)?.order_id === order.id) money.orders.push(order)
  }
  return money
}

/** A listing that was for sale at a time, more likely a new one. `list` is in the order of creation. */
function choose(random: Random, list: DemoPost[], buyer: Person, time: string): DemoPost | undefined {
  const after = list.findIndex((one) => (one.creationDate ?? '') >= time)
  const older = after < 0 ? list.length : after
  for (let at = older - 1 - random.skewed(older, 2); at >= 0; at--) {
    const one = list[at]
    if (one && !one.sold && one.creatorName !== buyer.displayName) return one
  }
  return undefined
}

/** Moves a purchase to where it is after some hours. */
function trade(random: Random, money: Money, txn: Purchase, hours: number) {
  money.transactions.push(txn)
  const since = (from: number) => later(txn.purchase_date, from)
  const fate = random.below(1000)
  const sent = 8 + random.skewed(100, 2)
  const arrived = sent + 40 + random.below(90)
  if (fate < 28 && hours > 30) return void Object.assign(txn, { status: 3 })
  if (fate < 40 && hours > 200) return void Object.assign(txn, { status: 4 })
  if (hours < sent) return
  Object.assign(txn, parcel(random), { shipping_status: 2 })
  if (fate >= 940 && fate < 985)
    money.shipLabels.push(
      labelFor(random, txn, since(sent - 4), { status: 3, tracking_number: parcel(random).tracking_number }),
    )
  money.shipLabels.push(labelFor(random, txn, since(sent - 1)))
  if (hours < arrived) return
  Object.assign(txn, { shipping_status: 1, delivered_at: since(arrived) })
  const isDisputed = fate >= 40 && fate < 70 && hours > arrived + 60
  if (!isDisputed) {
    // The payout leaves a while after the delivery.
    if (hours > arrived + 72) Object.assign(txn, { status: 1, payout_status: 1 })
    return
  }
  const opened = arrived + 5 + random.below(50)
  const took = 70 + random.below(120)
  const isOpen = hours < opened + took
  money.disputes.push(
    disputeOf(random, txn, random.pick([1, 1, 1, 3]), since(opened), isOpen ? null : since(opened + took)),
  )
  // Most are decided for the buyer.
  if (!isOpen) Object.assign(txn, random.chance(65) ? { status: 5 } : { status: 1, payout_status: 1 })
}

/** A request for approval that waits for a second person. */
export function requestOf(
  random: Random,
  by: StaffMember,
  kind: 'refund' | 'cancel',
  txn: Purchase,
  cents: number,
  asked_at: string,
): DemoApproval & { id: string } {
  const ofCancel = kind === 'cancel' ? false : null
  return {
    ...{ id: `ap_${random.letters(12)}`, kind, transaction_id: txn.id, cents, state: 'asked' },
    ...{
      left_seen: txn.price + (txn.shipping_cost ?? 0),
      charge_seller: ofCancel,
      show_in_reviews: ofCancel,
    },
    ...{ asked_by: by.uid, asked_at, expires_at: later(asked_at, 7 * 24) },
    ...{ decided_by: null, decided_at: null, reason: null },
  }
}

/** A chargeback of which the provider has not taken the money yet. */
export function chargebackOf(
  random: Random,
  order: Order | undefined,
  txn: Purchase,
  reason: string,
  times: { created_at: string; evidence_due_at: string },
): DemoChargeback {
  if (!order?.stripe_payment_intent_id) throw new Error(`${txn.id} has no payment`)
  return {
    ...{ id: `du_${random.letters(16)}`, provider: 'stripe', payment_id: order.stripe_payment_intent_id },
    ...{ transaction_id: txn.id, state: 'inquiry', reason, cents: txn.price + (txn.shipping_cost ?? 0) },
    ...{ fee: 0, withdrawn: 0, movements: 0, ...times },
  }
}
