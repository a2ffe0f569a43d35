import { minorUnits } from '@portreeve/contract/base/currency'
import type { Operator, Query, QueryFilter, QueryValue } from '@portreeve/contract/base/query'
import { and, type SQL, sql } from 'drizzle-orm'
import { refuse } from '../core/refuse.ts'

/** Refuses a query with a mistake, naming the first one. */
export function refuseMistakes({ problems }: Query): void {
  const mistake = problems.find(({ stops }) => stops)
  if (mistake) refuse('malformed', 'The search has a mistake', mistake.sentence)
}

/** The condition of a field's value in SQL. */
export type Condition = (value: QueryValue) => SQL

/** The conditions of all filters; undefined without filters. */
export const conditionsOf = <Name extends string>(
  filters: readonly QueryFilter<Name>[],
  fields: Readonly<Record<Name, Condition>>,
): SQL | undefined =>
  and(
    ...filters.map(({ field, not, value }) => {
      const condition = sql`(${fields[field](value)})`
      // A record without the value does not match the field, so it matches the negation.
      return not ? sql`${condition} is not true` : condition
    }),
  )

/** The text of a value; empty for a number or a time. */
export const wordOf = (value: QueryValue): string => (value.kind === 'word' ? value.text : '')

/** A field with the values yes and no. */
export const isTrue =
  (condition: SQL): Condition =>
  (value) =>
    wordOf(value) === 'yes' ? condition : sql`(${condition}) is not true`

const operators: Readonly<Record<Operator, SQL>> = {
  '<': sql`<`,
  '<=': sql`<=`,
  '=': sql`=`,
  '>=': sql`>=`,
  '>': sql`>`,
}

/** A column with a number. */
export const numberIn =
  (column: SQL): Condition =>
  (value) =>
    value.kind === 'number' ? sql`${column} ${operators[value.operator]} ${value.number}` : sql`false`

/**
 * A column with an amount. An amount with a sign matches the records of its currency, one without a sign those of the environment's.
 * @param usual the environment's currency
 * @param currency the column of the record's currency; without it all are in the environment's
 */
export const amountIn =
  (column: SQL, usual: string, currency?: SQL): Condition =>
  (value) => {
    if (value.kind !== 'amount') return sql`false`
    const wanted = value.currency ?? usual
    const units = minorUnits(value.plain, wanted)
    if (units === null)
      refuse('malformed', 'The search has a mistake', `'${value.plain}' is no amount in ${wanted}.`)
    const fits = sql`${column} ${operators[value.operator]} ${units}`
    if (currency) return sql`${currency} = ${wanted} and ${fits}`
    return wanted === usual ? fits : sql`false`
  }

/** A column with a time. */
export const timeIn =
  (column: SQL): Condition =>
  (value) => {
    if (value.kind === 'age') {
      const then = sql`now() - make_interval(hours => ${value.hours})`
      return value.operator === '<' ? sql`${column} > ${then}` : sql`${column} < ${then}`
    }
    if (value.kind !== 'day') return sql`false`
    const begin = sql`${value.from}::timestamptz`
    const end = sql`${value.to}::timestamptz`
    switch (value.operator) {
      case '<':
        return sql`${column} < ${begin}`
      case '<=':
        return sql`${column} < ${end}`
      case '=':
        return sql`${column} >= ${begin} and ${column} < ${end}`
      case '>=':
        return sql`${column} >= ${begin}`
      case '>':
        return sql`${column} >= ${end}`
    }
  }
