import type { Transaction } from '@portreeve/contract/money/transactions'
import { openingBalances } from '../../server/money/ledger/standing.ts'
import { transactionSearchColumns } from '../../server/search/search-text.ts'
import { Random } from '../../server/seed/random.ts'
import { listingKey, offer, sellerOf } from './goods.ts'
import type { Table } from './load.ts'
import { nameOfPerson, uidOf } from './people.ts'
import { ageOf, daysAgo, idOf, type Size } from './size.ts'

const days = 1500
export const transactionId = (number: number): string => idOf('T', number)
export const orderId = (number: number): string => idOf('O', number)
/** Five transactions to four orders. */
const orderOf = (transaction: number): number => Math.floor((transaction * 4) / 5)
const buyerOf = (order: number, size: Size): number =>
  (Random.ofRecord(30, order).skewed(size.users, 2) * 104_729) % size.users
const ageOfOrder = (order: number, size: Size): number => ageOf(order, size.orders, days)
const isPaid = (order: number): boolean => !Random.ofRecord(31, order).chance(1)

/** [share, status, shipping, payout, dispute] of transactions older than two weeks. */
const old: [number, number, number, number, number | null][] = [
  [880, 1, 1, 1, null],
  [25, 1, 1, 2, null],
  [30, 3, 3, 2, null],
  [20, 4, 3, 2, null],
  [20, 5, 1, 2, 1],
  [12, 1, 1, 1, 1],
  [6, 2, 1, 2, 2],
  [5, 2, 2, 2, null],
  [1, 2, 3, 2, null],
  [1, 9, 7, 8, null],
]
const young: typeof old = [
  [400, 2, 3, 2, null],
  [400, 2, 2, 2, null],
  [180, 1, 1, 2, null],
  [20, 2, 1, 2, 2],
]

function stateOf(number: number, age: number) {
  const list = age < 14 ? young : old
  let roll = Random.ofRecord(32, number).below(1000)
  for (const [share, status, shipping, payout, dispute] of list) {
    roll -= share
    if (roll < 0) return { status, shipping, payout, dispute }
  }
  return { status: 1, shipping: 1, payout: 1, dispute: null }
}

function sale(number: number, size: Size) {
  const random = Random.ofRecord(33, number)
  const order = orderOf(number)
  const listing = random.below(size.listings)
  const age = ageOfOrder(order, size)
  const { title, price, shipping_cost } = offer(listing)
  const state = stateOf(number, age)
  const sent = state.shipping === 1 || state.shipping === 2
  return {
    random,
    order,
    listing,
    age,
    title,
    price,
    shipping_cost,
    state,
    sent,
    labelled: sent && random.chance(60),
  }
}

function transaction(number: number, size: Size) {
  const { random, order, listing, age, title, price, shipping_cost, state, sent } = sale(number, size)
  const [seller, buyer] = [sellerOf(listing, size), buyerOf(order, size)]
  const tracking = sent ? `9400${random.hex(18)}` : null
  return {
    id: transactionId(number),
    public_id: random.chance(1) ? null : random.letters(8).toUpperCase(),
    product_id: listingKey(listing),
    product_title: title,
    ...transactionSearchColumns({ product_title: title }),
    product_thumbnail_path: `listings/${listingKey(listing)}/thumb.jpg`,
    seller_uid: uidOf(seller),
    purchaser_uid: uidOf(buyer),
    seller_display_name: nameOfPerson(seller).displayName,
    purchaser_display_name: nameOfPerson(buyer).displayName,
    order_id: orderId(order),
    price,
    shipping_cost,
    status: state.status,
    shipping_status: state.shipping,
    payout_status: state.payout,
    purchase_date: daysAgo(age),
    delivered_at: state.shipping === 1 ? daysAgo(age * 0.99) : null,
    tracking_number: tracking,
    carrier: tracking === null ? null : random.pick(['USPS', 'UPS', 'DHL', 'FedEx']),
    tracking_url: tracking === null ? null : `https://track.example/${tracking}`,
    dispute_id: state.dispute === null ? null : idOf('D', number),
    dispute_status: state.dispute,
    dispute_buyer_comms_url: null,
    dispute_seller_comms_url: null,
    shown_in_reviews: state.status === 3 ? random.chance(50) : null,
  }
}

/** A tenth of all transactions was changed in this console: these are in the ledger. */
const touched = 10

function openings(size: Size, number: number) {
  const at = number * touched
  const { order, price, shipping_cost, state, labelled } = sale(at, size)
  const { status, shipping: shipping_status, payout: payout_status, dispute: dispute_status } = state
  const txn = { price, shipping_cost, status, shipping_status, payout_status, dispute_status }
  const ship_labels = labelled ? [{ status: 1 }] : []
  return openingBalances({ ...txn, ship_labels } as unknown as Transaction, isPaid(order))
}

const accounts = ['captured', 'fee', 'label', 'refunded', 'pending', 'held', 'paid_out', 'disputed'] as const

export const moneyTables = (size: Size): Table[] => [
  {
    name: 'orders',
    count: size.orders,
    row: (number) => ({
      id: orderId(number),
      payment_id: isPaid(number) ? `pi_${Random.ofRecord(34, number).letters(24)}` : null,
      buyer_uid: uidOf(buyerOf(number, size)),
      status: isPaid(number) ? 1 : 2,
      created_at: daysAgo(ageOfOrder(number, size)),
    }),
  },
  { name: 'transactions', count: size.transactions, row: (number) => transaction(number, size) },
  {
    name: 'disputes',
    count: size.transactions,
    row: (number) => {
      const { random, order, age, state } = sale(number, size)
      if (state.dispute === null) return undefined
      return {
        id: idOf('D', number),
        transaction_id: transactionId(number),
        creator_uid: uidOf(buyerOf(order, size)),
        dispute_type: 1 + random.below(3),
        status: state.dispute,
        created_at: daysAgo(age * 0.98),
        deadline_at: daysAgo(age * 0.98 - 14),
        resolved_at: state.dispute === 1 ? daysAgo(age * 0.97) : null,
      }
    },
  },
  {
    name: 'ship_labels',
    count: size.transactions,
    row: (number) => {
      const { random, age, labelled } = sale(number, size)
      if (!labelled) return undefined
      return {
        id: idOf('S', number),
        key: null,
        transaction_id: transactionId(number),
        created_at: daysAgo(age * 0.995),
        label_image_url: `https://labels.example/${number}.png`,
        tracking_number: `9400${random.hex(18)}`,
        ep_shipment_id: `shp_${random.letters(20)}`,
        purchase_date: daysAgo(age * 0.995),
        payment_id: random.chance(50) ? `pi_${random.letters(24)}` : null,
        status: 1,
      }
    },
  },
  {
    name: 'ledger_entries',
    count: Math.floor(size.transactions / touched),
    row: (number) => ({
      id: idOf('le', number),
      kind: 'opening',
      transaction_id: transactionId(number * touched),
      uid: null,
      reference: `opening:${transactionId(number * touched)}`,
      at: daysAgo(ageOfOrder(orderOf(number * touched), size) * 0.9),
    }),
  },
  {
    name: 'ledger_lines',
    count: Math.floor(size.transactions / touched) * accounts.length,
    row: (number) => {
      const entry = Math.floor(number / accounts.length)
      const account = accounts[number % accounts.length] ?? 'fee'
      const cents = openings(size, entry)[account]
      return cents === 0 ? undefined : { entry_id: idOf('le', entry), account, cents }
    },
  },
  {
    name: 'approvals',
    count: Math.floor(size.users / 500),
    row: (number) => {
      const at = size.transactions - 1 - number * 3
      const { order, price, shipping_cost } = sale(at, size)
      const state = number < 20 ? 'asked' : number % 3 === 0 ? 'declined' : 'approved'
      const asked_at = daysAgo(ageOfOrder(order, size) * 0.9)
      return {
        id: idOf('ap', number),
        kind: 'refund',
        transaction_id: transactionId(at),
        cents: price,
        left_seen: price + (shipping_cost ?? 0),
        charge_seller: null,
        show_in_reviews: null,
        asked_by: 'staff-bench-1',
        asked_at,
        expires_at: '2027-12-31T00:00:00.000Z',
        state,
        decided_by: state === 'asked' ? null : 'staff-bench-2',
        decided_at: state === 'asked' ? null : asked_at,
        reason: null,
      }
    },
  },
]
