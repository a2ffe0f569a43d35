import { fieldsOf, type ImportEntity } from '@portreeve/contract/base/import-entity'
import { lineOf } from '@portreeve/contract/marketplace/import-lines'
import { asc, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Transaction } from '../../core/database/db.ts'
import type { Stored } from '../../search/upsert.ts'
import { type Target, targets } from '../import/targets.ts'

/** Records per page: so many are in memory at once. */
const pageSize = 500

/** What is selected for the fields of an entity: its columns, and fields that are none. */
export function readColumns(entity: ImportEntity, fields: string[]): Record<string, PgColumn | SQL> {
  const { table, read = {} } = targets[entity.name as keyof typeof targets] as Target<unknown>
  const columns: Readonly<Record<string, PgColumn>> = getTableColumns(table)
  return Object.fromEntries(
    fields.map((field) => {
      const column = read[field] ?? columns[field]
      if (!column) throw new Error(`${entity.name}.${field} has no column: say how it is read (targets.ts)`)
      return [field, column]
    }),
  )
}

/** The records of an entity as lines of its file, in pages, in the order of their keys. */
export async function* recordsOf(tx: Transaction, entity: ImportEntity): AsyncGenerator<Stored[]> {
  const { table } = targets[entity.name as keyof typeof targets] as Target<unknown>
  const fields = readColumns(entity, fieldsOf(lineOf(entity)))
  const key = Object.values(readColumns(entity, [...entity.key]))
  // Pages by key and no cursor: one way for both databases.
  for (let last: Stored | undefined; ; ) {
    const after = last && entity.key.map((field) => sql`${last?.[field]}`)
    const page: Stored[] = await tx
      .select(fields)
      .from(table)
      .where(after && sql`(${sql.join(key, sql`, `)}) > (${sql.join(after, sql`, `)})`)
      .orderBy(...key.map((column) => asc(column)))
      .limit(pageSize)
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    last = page.at(-1)
  }
}
