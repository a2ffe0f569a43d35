import { codeOf } from '@portreeve/contract/base/plain-text'
import type { QueryFilter } from '@portreeve/contract/base/query'
import type { orderFields } from '@portreeve/contract/base/query-fields'
import type { OrderFilter } from '@portreeve/contract/money/order-search'
import { type SQL, sql } from 'drizzle-orm'
import { carrierCodes } from '../../adapters/easypost-carriers.ts'
import type { Call } from '../../core/call/context.ts'
import type { KeptRefusal } from '../../core/refuse.ts'
import { peopleOf, personIn } from '../../people/people-by-term.ts'
import { byPeople, type ListConditions, listCondition } from '../../people/value-lists/in-list.ts'
import { extraCondition } from '../../search/extra.ts'
import { amountIn, type Condition, conditionsOf, isTrue, timeIn, wordOf } from '../../search/query.ts'
import { codeIn, transactions as table, trackingCode } from '../money-tables.ts'

type Field = keyof typeof orderFields
type States = Readonly<Record<NonNullable<OrderFilter['state']>, SQL>>

const numbers = {
  state: { complete: 1, pending: 2, seller_cancelled: 3, failed_to_ship: 4, dispute_refunded: 5 },
  shipping: { delivered: 1, en_route: 2, not_shipped: 3 },
  payout: { paid: 1, unpaid: 2 },
} satisfies { [Name in Field]?: Readonly<Record<keyof (typeof orderFields)[Name]['values'], number>> }

const stateIn =
  (column: SQL, states: Readonly<Record<string, number>>): Condition =>
  (value) =>
    sql`${column} = ${states[wordOf(value)] ?? null}`

/** The orders with a carrier on a list, or whose buyer or seller has a value on it. */
const listedOrders: ListConditions = {
  // With OR in the place of the union no index serves it.
  ...byPeople(
    (uids) => sql`${table.id} in (select id from transactions where seller_uid in ${uids}
      union all select id from transactions where purchaser_uid in ${uids})`,
  ),
  carrier: (items) => sql`${sql.raw(codeIn('carrier'))} in (select i.key from ${items})`,
}

const fields = (
  usual: string,
  states: States,
  people: ReadonlyMap<string, readonly string[]>,
  inList: Condition,
  extra: Condition,
): Readonly<Record<Field, Condition>> => ({
  state: stateIn(sql`${table.status}`, numbers.state),
  price: amountIn(sql`${table.price}`, usual, sql`${table.currency}`),
  currency: (value) => sql`${table.currency} = ${wordOf(value).toUpperCase()}`,
  created: timeIn(sql`${table.purchase_date}`),
  carrier: (value) => sql`${sql.raw(codeIn('carrier'))} = any(${sql.param(carrierCodes(wordOf(value)))})`,
  // With OR in the place of the union no index serves it.
  tracking: (
    value,
  ) => sql`${table.id} in (select id from transactions where ${sql.raw(trackingCode)} = ${codeOf(wordOf(value))}
    union all select transaction_id from ship_labels where ${sql.raw(trackingCode)} = ${codeOf(wordOf(value))})`,
  buyer: personIn(sql`${table.purchaser_uid}`, people),
  seller: personIn(sql`${table.seller_uid}`, people),
  listing: (value) => sql`${table.product_id} = ${wordOf(value)}`,
  shipping: stateIn(sql`${table.shipping_status}`, numbers.shipping),
  payout: stateIn(sql`${table.payout_status}`, numbers.payout),
  late: isTrue(states.late),
  disputed: isTrue(states.disputed),
  charged_back: isTrue(states.charged_back),
  refunded: isTrue(states.refunded),
  waiting: isTrue(states.waiting),
  held: isTrue(states.held),
  in: inList,
  x_: extra,
})

/**
 * The transactions that the filters of a query mean; undefined without filters.
 * @returns `refusal`: the caller has made too many reveals by looking for a person
 */
export async function ordersAmong(
  call: Call,
  filters: readonly QueryFilter<Field>[],
  states: States,
): Promise<{ among?: SQL | undefined; refusal?: KeptRefusal | undefined }> {
  const { people, refusal } = await peopleOf(call, filters, ['buyer', 'seller'])
  if (refusal) return { refusal }
  const inList = await listCondition(call.db, filters, 'orders', listedOrders)
  const extra = await extraCondition(call.db, 'transaction', filters)
  return { among: conditionsOf(filters, fields(call.ctx.settings.currency, states, people, inList, extra)) }
}
