import type { AmountSum } from '@portreeve/contract/base/currency'
import { type SQL, sql } from 'drizzle-orm'

/** Sums by currency, as a statement answers them. */
export type Sums = Record<string, number>

/** The sums of an amount of rows with a column `currency`, by currency. @param from what follows `from`, with its condition */
export const sumsOf = (
  amount: SQL,
  from: SQL,
): SQL => sql`(select coalesce(json_object_agg(currency, cents), '{}')
  from (select currency, sum(${amount})::float8 as cents from ${from} group by currency) as by_currency)`

/** What is in the environment's currency, and beside it what is in others. */
export function splitSums(sums: Sums | undefined, own: string): AmountSum {
  const { [own]: cents = 0, ...rest } = sums ?? {}
  const others = Object.entries(rest)
    .map(([currency, sum]) => ({ currency, cents: sum }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1))
  return { cents, ...(others.length > 0 && { others }) }
}
