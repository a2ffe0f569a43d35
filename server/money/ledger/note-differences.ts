import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { publish } from '../../core/live/live.ts'
import { ledgerDifferenceDays, ledgerDifferences } from '../money-desk-tables.ts'
import type { Difference } from './ledger-differences.ts'

const foundNow = Object.fromEntries(
  ['ledger_cents', 'provider_cents', 'words', 'transaction_id'].map((name) => [
    name,
    sql.raw(`excluded.${name}`),
  ]),
)

/**
 * Stores the differences found on a day. One that stands already keeps its row. Two statements for any number of them: while a
 * transaction is open, the embedded database answers nobody.
 */
export async function noteDifferences(db: Db, day: string, found: Difference[]): Promise<void> {
  // PostgreSQL refuses a statement that writes one row twice.
  const rows = [...new Map(found.map((one) => [`${one.kind} ${one.about}`, one])).values()]
  if (rows.length === 0) return
  const stored = await db
    .insert(ledgerDifferences)
    .values(rows.map((one) => ({ ...one, id: `ld_${randomUUID()}` })))
    .onConflictDoUpdate({
      target: [ledgerDifferences.kind, ledgerDifferences.about],
      targetWhere: sql`state in ('open', 'asked')`,
      set: { ...foundNow, seen_at: sql`now()` },
    })
    .returning({ difference_id: ledgerDifferences.id })
  const days = stored.map((one) => ({ day, ...one }))
  await db.insert(ledgerDifferenceDays).values(days).onConflictDoNothing()
}

/** Stores differences that were found outside a check. They count as found today. */
export async function noteToday(db: Db, found: Difference[]): Promise<void> {
  if (found.length === 0) return
  const day = new Date().toISOString().slice(0, 10)
  await noteDifferences(db, day, found)
  await publish(db, 'reconciliation', { day, state: 'done', found: true })
}
