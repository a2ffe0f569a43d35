import type { TransactionFilter } from '@portreeve/contract/transaction-filter'
import { payoutStatus, shippingStatus, transactionStatus } from '@portreeve/contract/transactions'
import { beginOf, isDay } from '../../format/days.ts'
import { readCents } from '../../format/money.ts'

/** Rows of a page (spec 2, section 9; API-36). */
const pageSize = '100'

/** The filters of the list as the address carries them: amounts as typed, days of the reader's calendar. */
export type ListSearch = Partial<
  Record<
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
    | 'max',
    string
  >
>

/** What can be chosen of a filter with a fixed choice, first the one that leaves everything in. */
export const choices = {
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

const among = (name: keyof typeof choices) => (text: string) =>
  choices[name].some(([value]) => value === text)

const accepts: Record<keyof ListSearch, (text: string) => boolean> = {
  cancel_risk: (text) => text === 'true',
  waiting: (text) => text === 'true',
  status: among('status'),
  shipping: among('shipping'),
  payout: among('payout'),
  dispute: among('dispute'),
  person: (text) => text.length <= 200,
  from: isDay,
  to: isDay,
  min: (text) => text.length <= 30,
  max: (text) => text.length <= 30,
}

/** Reads the filters off an address; what nobody could have chosen is left out. */
export function readSearch(search: Record<string, unknown>): ListSearch {
  return Object.fromEntries(
    Object.entries(accepts).flatMap(([name, accept]) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' && accept(value) ? [[name, value]] : []
    }),
  )
}

/** The cents of an amount to filter by; null for what is none. */
export function amountOf(text: string): number | null {
  const cents = readCents(text)
  return cents === null || cents < 0 || cents >= 1_000_000_000_000 ? null : cents
}

/** The filters as the server takes them. An amount that is none does not filter. */
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
    ...(search.person && { person: search.person.trim() }),
    ...(search.from && { from: beginOf(search.from) }),
    // The whole of the last day.
    ...(search.to && { to: beginOf(search.to, 1) }),
    ...(min !== null && { min: String(min) }),
    ...(max !== null && { max: String(max) }),
  }
}
