import { type Column, eq, getTableColumns, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { Webhooks } from '../../adapters/webhooks.ts'
import type { AnyCall, Settings } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'

/** What an import writes with: its transaction, and what the audit, the pages and the operator are told at its end. */
export interface Hands extends Pick<AnyCall, 'recordAlso' | 'publish'> {
  db: Db
  settings: Settings
  webhooks: Webhooks
  /** Prints a line after the commit. */
  say: (line: string) => void
}

export type Value = Record<string, unknown>

/** One kind of setting in the file. Its values have names that are the same in all environments. */
export interface Section {
  name: string
  /** The names that its values may have; missing: any. */
  names?: z.ZodType<string>
  /** A value, without its name. An unknown field is refused. */
  schema: z.ZodType<Value>
  read: (db: Db) => Promise<Record<string, Value>>
  write: (hands: Hands, name: string, value: Value, isNew: boolean) => Promise<void>
  /** Takes out what the file does not name; missing for settings that always are. */
  remove?: (hands: Hands, name: string) => Promise<void>
}

/** The name of the one value of a section. */
export const only = 'all'

interface PlainOptions {
  name: string
  table: PgTable
  /** The column with the name; missing for a table of one row. */
  key?: string
  schema: z.ZodObject<z.ZodRawShape>
  /** Further columns of a new row. */
  fresh?: (hands: Hands) => Value
  /** Refuses what the schema cannot, before it is written. */
  check?: (hands: Hands, value: Value) => Promise<void>
  /** Does what follows from the change. */
  after?: (hands: Hands, name: string, value: Value) => Promise<unknown>
  remove?: 'delete' | 'retire'
}

/** A section of a table whose columns have the names of the schema's fields. A version column counts the change. */
export function plainSection({
  name,
  table,
  key,
  schema,
  fresh,
  check,
  after,
  remove,
}: PlainOptions): Section {
  const columns = getTableColumns(table) as Record<string, Column>
  const is = (one: string) => (key ? eq(columns[key] as Column, one) : undefined)
  const counted = columns.version ? { version: sql`${columns.version} + 1` } : {}
  return {
    name,
    schema,
    read: async (db) => {
      const rows = (await db.select().from(table)) as Value[]
      const fields = Object.keys(schema.shape)
      return Object.fromEntries(
        rows.map((row) => [
          key ? String(row[key]) : only,
          Object.fromEntries(fields.map((field) => [field, row[field] ?? null])),
        ]),
      )
    },
    write: async (hands, one, value, isNew) => {
      await check?.(hands, value)
      if (isNew && key) await hands.db.insert(table).values({ ...fresh?.(hands), ...value, [key]: one })
      else
        await hands.db
          .update(table)
          .set({ ...value, ...counted })
          .where(is(one))
      await after?.(hands, one, value)
    },
    ...(remove && {
      remove: async ({ db }: Hands, one: string) => {
        if (remove === 'delete') await db.delete(table).where(is(one))
        else
          await db
            .update(table)
            .set({ retired: true, ...counted })
            .where(is(one))
      },
    }),
  }
}
