import { orderFields } from '@portreeve/contract/base/query-fields'
import { roles } from '@portreeve/contract/base/rights'
import type { OrderFilter, orderStates } from '@portreeve/contract/money/order-search'
import type { TransactionFilter } from '@portreeve/contract/money/transaction-filter'
import { payoutStatus, shippingStatus, transactionStatus } from '@portreeve/contract/money/transactions'
import { isQuery, isShort, isTime, oneOf, searchReader, type UrlSearch, upTo } from '../../data/url-search.ts'
import { beginOf, isDay, zonedQuery } from '../../format/days.ts'
import { readCents } from '../../format/money.ts'

/** Rows of a page (API-36). */
const pageSize = '100'

/** The search, the filters and the order of the list in the URL: amounts as typed, days in the browser's time zone. */
export type ListSearch = UrlSearch<
  | 'q'
  | 'state'
  | 'sort'
  | 'cancel_risk'
  | 'waiting'
  | 'status'
  | 'shipping'
  | 'payout'
  | 'dispute'
  | 'person'
  | 'from'
  | 'to'
  | 'min'
  | 'max'
  // Of one transaction: the dialog that a link opens, the moment that is shown, and whose sight.
  | 'dialog'
  | 'at'
  | 'as'
  | 'by'
>

const states: Record<(typeof orderStates)[number], string> = {
  late: 'Late',
  disputed: 'Dispute open',
  charged_back: 'Chargeback open',
  refunded: 'Refunded',
  waiting: 'Waits for approval',
  held: 'Payout held',
  paid_out: 'Paid out',
  unpaid: 'Not paid out',
}

/** The orders of the list, by their value in the URL. */
export const orders = {
  '': ['Newest first', { sort: 'date', direction: 'desc' }],
  age: ['Oldest first', { sort: 'age', direction: 'desc' }],
  price: ['Highest price', { sort: 'price', direction: 'desc' }],
  'price-asc': ['Lowest price', { sort: 'price', direction: 'asc' }],
  state: ['State', { sort: 'state', direction: 'asc' }],
  'state-desc': ['State, reversed', { sort: 'state', direction: 'desc' }],
} as const satisfies Record<string, readonly [string, Pick<OrderFilter, 'sort' | 'direction'>]>
const isOrder = (text: string): text is keyof typeof orders => Object.hasOwn(orders, text)

/** The options of the select filters; the first one does not filter. */
export const choices = {
  state: [['', 'Any'], ...Object.entries(states)],
  sort: Object.entries(orders).map(([value, [words]]) => [value, words] as const),
  status: [['', 'Any'], ...Object.entries(transactionStatus)],
  shipping: [['', 'Any'], ...Object.entries(shippingStatus)],
  payout: [['', 'Any'], ...Object.entries(payoutStatus)],
  dispute: [
    ['', 'Any'],
    ['open', 'Open'],
    ['resolved', 'Resolved'],
    ['none', 'None'],
  ],
} as const satisfies Record<string, readonly (readonly [string, string])[]>

const optionOf = (name: keyof typeof choices) => (text: string) =>
  choices[name].some(([value]) => value === text)

/** Parses the filters of a URL; invalid values are dropped. */
export const readSearch = searchReader<keyof ListSearch>({
  q: isQuery(orderFields, 500),
  state: optionOf('state'),
  sort: optionOf('sort'),
  cancel_risk: (text) => text === 'true',
  waiting: (text) => text === 'true',
  status: optionOf('status'),
  shipping: optionOf('shipping'),
  payout: optionOf('payout'),
  dispute: optionOf('dispute'),
  person: upTo(200),
  from: isDay,
  to: isDay,
  min: upTo(30),
  max: upTo(30),
  dialog: (text) => text === 'refund',
  at: isTime,
  as: oneOf(roles),
  by: isShort,
})

/** The cents of an amount to filter by; null for an invalid amount. */
export function amountOf(text: string): number | null {
  const cents = readCents(text)
  return cents === null || cents < 0 || cents >= 1_000_000_000_000 ? null : cents
}

/** Whether the list needs the desk's search: the specification's list has no term, no order, no desk's state and no names. */
export const isSearched = ({ q, state, sort, person }: ListSearch): boolean =>
  [q, state, sort, person].some((value) => value !== undefined)

/** The filters as the query of `api.transactions.list`. An invalid amount does not filter. */
export function filterOf(search: ListSearch): TransactionFilter {
  const min = search.min === undefined ? null : amountOf(search.min)
  const max = search.max === undefined ? null : amountOf(search.max)
  return {
    limit: pageSize,
    ...(search.cancel_risk && { cancel_risk: 'true' }),
    ...(search.waiting && { waiting: 'true' }),
    ...(search.status && { status: search.status }),
    ...(search.shipping && { shipping_status: search.shipping }),
    ...(search.payout && { payout_status: search.payout }),
    ...(search.dispute && { dispute: search.dispute as NonNullable<TransactionFilter['dispute']> }),
    ...(search.from && { from: beginOf(search.from) }),
    // The last day is included.
    ...(search.to && { to: beginOf(search.to, 1) }),
    ...(min !== null && { min: String(min) }),
    ...(max !== null && { max: String(max) }),
  }
}

/** The search and its filters as the query of `api.orderSearch.search`. */
export const orderFilterOf = (search: ListSearch): OrderFilter => ({
  ...filterOf(search),
  ...(search.q && { query: zonedQuery(orderFields, search.q) }),
  ...(search.state && { state: search.state as NonNullable<OrderFilter['state']> }),
  ...(search.person && { person: search.person.trim() }),
  ...(search.sort && isOrder(search.sort) && orders[search.sort][1]),
})
