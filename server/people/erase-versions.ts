import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import type { PersonRows } from './person-rows.ts'

/** What identified the person before, and may be in texts of others. */
export const earlierIdentifiers = (rows: PersonRows): string[] =>
  ['email', 'phone_number', 'one_signal_id', 'stripe_customer_id', 'stripe_connect_id'].flatMap((column) =>
    (rows['history.users'] ?? []).map((row) => row[column]).filter((value) => typeof value === 'string'),
  )

/** Deletes the old versions of the person's records. What is left of a record stands for its whole past. */
export async function eraseVersions(db: Db, rows: PersonRows) {
  for (const [name, versions] of Object.entries(rows)) {
    const [, table] = /^history\.(.*)$/.exec(name) ?? []
    if (table !== undefined)
      await db.execute(
        sql`select portreeve_forget_versions(${table}, ${sql.param(versions.map((row) => row.history_at))}::tid[])`,
      )
  }
}
