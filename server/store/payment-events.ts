import { eq, sql } from 'drizzle-orm'
import { PaymentRefused } from '../adapters/payments.ts'
import { writeAudit } from '../core/audit.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { refuse } from '../core/refuse.ts'
import { paymentEvents } from '../db/money.ts'
import { operations } from '../db/system.ts'
import { bookRefund, failureReason, lockPaidBy, noteRefund, provider } from './provider-refunds.ts'

/**
 * Receives a webhook about a refund: made in the provider's own dashboard, or failed. Several events are about the same
 * refund, so the unit is the refund: its state is stored, and the ledger is brought in line with that state. Refuses a
 * forged or old event.
 */
export async function takePaymentEvent(
  ctx: Context,
  body: string,
  signature: string | undefined,
): Promise<void> {
  const event = await ctx.payments.event(body, signature).catch((error: unknown) => {
    if (error instanceof PaymentRefused) refuse('malformed', 'Not from the payment provider', error.message)
    throw error
  })
  if (!event) return
  await ctx.database.db.transaction(async (tx) => {
    const fresh = await tx.insert(paymentEvents).values({ id: event.id }).onConflictDoNothing().returning()
    if (fresh.length === 0) return
    const { refund } = event
    // Locked before the state is written: the operation's settlement reads that state with the same lock held.
    const own = refund.key === null ? undefined : await ownOperation(tx, refund.key)
    const state = await noteRefund(tx, refund)
    // The refund's own operation books it: it retries at the provider with the same idempotency key.
    if (own?.state === 'pending') {
      await tx.update(operations).set({ due_at: sql`least(due_at, now())` }).where(eq(operations.id, own.id))
      return
    }
    const done = await bookRefund(tx, await lockPaidBy(tx, event.payment), {
      reference: refund.reference,
      // A pending refund counts like a finished one: the provider has already deducted it from the refundable amount.
      cents: state === 'failed' ? 0 : refund.cents,
      transaction: refund.transaction,
      reason: state === 'failed' ? failureReason : "Refunded at the payment provider's own dashboard",
    })
    // Write the audit last: every writer locks the row of its head.
    for (const [action, entry] of done) await writeAudit(tx, ctx.settings.auditKey, provider, action, entry)
  })
}

async function ownOperation(db: Db, key: string) {
  const [row] = await db.select().from(operations).where(eq(operations.id, key)).for('update')
  return row
}
