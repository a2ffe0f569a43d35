import { Cents, get, Id, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { TransactionFilter } from './transaction-filter.ts'
import { Transaction } from './transactions.ts'

/** The kinds of term that a search matched. An identifier matches as a whole and ends the search. */
export const orderTerms = [
  'transaction',
  'public_id',
  'order',
  'tracking',
  'payment',
  'provider_reference',
  'dispute',
  'person',
  'title',
] as const

/** The states by which orders are filtered. */
export const orderStates = [
  /** Not shipped or not delivered in time. */
  'late',
  /** A dispute is open. */
  'disputed',
  /** A chargeback of the buyer's bank is open. */
  'charged_back',
  /** Something was refunded or cancelled. */
  'refunded',
  /** A refund waits for a second person. */
  'waiting',
  /** Something holds the seller's money. */
  'held',
  /** The seller was paid. */
  'paid_out',
  /** The seller was not paid. */
  'unpaid',
] as const

export const orderSorts = ['date', 'price', 'state', 'age'] as const

const Party = z.object({ uid: Id, name: text(1000).nullable(), blocked: z.boolean() })

/** A row of the orders list: one transaction. */
export const OrderHit = z.object({
  ...Transaction.pick({
    id: true,
    public_id: true,
    order_id: true,
    product_id: true,
    product_title: true,
    product_thumbnail_path: true,
    price: true,
    currency: true,
    shipping_cost: true,
    status: true,
    shipping_status: true,
    payout_status: true,
    purchase_date: true,
    delivered_at: true,
    tracking_number: true,
    carrier: true,
  }).shape,
  buyer: Party,
  seller: Party,
  refunded: Cents.describe('Refunded or charged back, cents.'),
  dispute_open: z.boolean(),
  chargeback_open: z.boolean(),
  waiting: z.boolean().describe('A refund waits for a second person.'),
  /** Why it is late, and the days since the purchase; null in time. */
  late: z.object({ kind: z.enum(['not_shipped', 'in_transit']), days: z.int() }).nullable(),
})
export type OrderHit = z.infer<typeof OrderHit>

/** The money desk's marks of one order, for lists of the spec's transactions. */
export const OrderMarks = OrderHit.pick({
  id: true,
  buyer: true,
  seller: true,
  refunded: true,
  currency: true,
  dispute_open: true,
  chargeback_open: true,
  waiting: true,
  late: true,
})
export type OrderMarks = z.infer<typeof OrderMarks>

/** Most orders whose marks one call returns. */
export const maxMarks = 100

/** A buyer or seller, as a case shows them. */
export const PartyCase = Party.extend({
  since: Time.nullable().describe('The time of registration; null if it is no time.'),
  open_reports: z.int(),
  purchases: z.int(),
  sales: z.int(),
})
export type PartyCase = z.infer<typeof PartyCase>

/** The filters of the orders list; all are optional and combine with AND. */
export const OrderFilter = TransactionFilter.extend({
  /** An identifier, a title, a name, an email address or a uid. */
  query: text(500).optional(),
  state: z.enum(orderStates).optional(),
  /** The buyer or the seller: a uid, a name or an email address. */
  person: text(500).optional(),
  /** 'date' when missing. 'age' is the date, oldest first. */
  sort: z.enum(orderSorts).optional(),
  /** 'desc' when missing. */
  direction: z.enum(['asc', 'desc']).optional(),
})
export type OrderFilter = z.infer<typeof OrderFilter>

export const orderSearch = {
  search: get('/v1/admin/orders/search', {
    may: 'transactions.read',
    about:
      'Orders by one term, filtered and sorted. An identifier (transaction, public id, order, tracking number, payment, refund, payout, dispute or chargeback) matches as a whole and ends the search; any other term is looked for in titles and in the names, email addresses and uids of buyers and sellers, among the 200 newest hits. Words such as state:pending, price:>$20, created:<30d, carrier:UPS or seller:"Anna Berg" filter orders, and "two words" is a phrase (docs/decisions/023-queries.md); a wrong value is refused with malformed. A caller who sees personal data masked finds by a whole email address or payment only, which is audited and counted as a reveal. Not part of the spec.',
    query: OrderFilter,
    data: z.object({
      rows: z.array(OrderHit),
      /** The kinds of term that matched; empty without a term. */
      matched: z.array(z.enum(orderTerms)),
    }),
  }),
  marks: get('/v1/admin/orders/marks', {
    may: 'transactions.read',
    about: `What the desk marks orders with, by their ids, at most ${maxMarks}; unknown ids are left out. Not part of the spec.`,
    query: z.strictObject({
      /** The ids of transactions, separated by commas. */
      ids: text(20_000).refine((ids) => ids.split(',').length <= maxMarks, `has more than ${maxMarks} ids`),
    }),
    data: z.array(OrderMarks),
  }),
  parties: get('/v1/admin/transactions/{id}/parties', {
    may: 'transactions.read',
    about:
      'Buyer and seller of a transaction: whether they are blocked, their open reports, purchases and sales, and how many transactions they have together. Not part of the spec.',
    data: z.object({ buyer: PartyCase, seller: PartyCase, together: z.int() }),
  }),
}
