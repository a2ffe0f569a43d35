import type { TransactionFilter } from '@portreeve/contract/money/transaction-filter'
import { and, eq, gte, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { transactions as table } from '../money-tables.ts'
import { waitsForSecond } from '../refunds/approval-records.ts'
import { transactionOrder } from './transaction-records.ts'

/** Days after which a paid transaction that is not shipped is likely to be cancelled (D-052). */
const riskDays = 3

const byDispute: Record<NonNullable<TransactionFilter['dispute']>, SQL> = {
  open: eq(table.dispute_status, 2),
  resolved: eq(table.dispute_status, 1),
  none: isNull(table.dispute_id),
}

/**
 * The conditions of a filter except the person; `and` ignores undefined conditions.
 * @param usual the environment's currency, that of the amounts of the filter
 */
export function matching(filter: TransactionFilter, usual: string): SQL | undefined {
  const is = (column: PgColumn, state: string | undefined) =>
    state === undefined ? undefined : eq(column, Number(state))
  return and(
    filter.cancel_risk === 'true'
      ? sql`${table.status} = 2 and ${table.shipping_status} = 3
          and ${table.purchase_date} < now() - make_interval(days => ${riskDays})`
      : undefined,
    is(table.status, filter.status),
    is(table.shipping_status, filter.shipping_status),
    is(table.payout_status, filter.payout_status),
    filter.dispute && byDispute[filter.dispute],
    filter.from === undefined ? undefined : gte(table.purchase_date, filter.from),
    filter.to === undefined ? undefined : lt(table.purchase_date, filter.to),
    filter.min === undefined ? undefined : gte(table.price, Number(filter.min)),
    filter.max === undefined ? undefined : lte(table.price, Number(filter.max)),
    (filter.min ?? filter.max) === undefined ? undefined : eq(table.currency, usual),
    filter.waiting === 'true' ? waitsForSecond : undefined,
    transactionOrder.after(filter.cursor),
  )
}
