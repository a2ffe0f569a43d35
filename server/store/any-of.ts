import { getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A column with one of some values, as one parameter: a list of hundreds is neither written out nor planned one by one. */
export const anyOf = (column: PgColumn, values: readonly string[]): SQL =>
  sql`${column} = any(${sql.param(values)})`

/**
 * From a table, the rows that some values of a unique column name, one by one: expecting some hundreds of them at once, the
 * planner would rather read the whole table.
 */
export function fromEach(column: PgColumn, values: readonly string[]): SQL {
  const [table, name] = [sql.raw(getTableName(column.table)), sql.raw(column.name)]
  return sql`from unnest(${sql.param(values)}::text[]) as wanted
    cross join lateral (select * from ${table} where ${name} = wanted limit 1) as ${table}`
}
