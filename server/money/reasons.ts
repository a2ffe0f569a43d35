import { reasonNotGiven } from '@portreeve/contract/money/money-settings'
import { eq } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { refundReasons } from './money-desk-tables.ts'

/** A reason as a movement of money keeps it: its words stay when the list changes. */
export type Why = { reason_id: string | null; reason: string }

/** The reason of a refund or cancellation: one of the list, free text, or both. Refuses an unknown or retired one. */
export async function whyOf(
  db: Db,
  { reason_id, reason }: { reason_id?: string | undefined; reason?: string | undefined },
): Promise<Why> {
  const note = reason?.trim() ?? ''
  if (reason_id === undefined) return { reason_id: null, reason: note || reasonNotGiven }
  const [listed] = await db.select().from(refundReasons).where(eq(refundReasons.id, reason_id))
  if (!listed || listed.retired)
    refuse('refused', 'No such reason', 'This reason is not on the list of reasons any more.')
  return { reason_id, reason: [listed.words, note].filter(Boolean).join(': ') }
}
