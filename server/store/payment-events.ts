import { eq, sql } from 'drizzle-orm'
import { PaymentRefused, providerOf, type Refunded } from '../adapters/payments.ts'
import type { Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import type { Webhook } from '../core/http-webhooks.ts'
import { refuse } from '../core/refuse.ts'
import { paymentEvents } from '../db/payment-provider.ts'
import { operations } from '../db/system.ts'
import { takeChargeback, takeWarning } from './chargeback-events.ts'
import { failureReason, lockPaidBy, noteRefund } from './provider-refunds.ts'
import { type Recorded, recordAll } from './recorded.ts'
import { bookRefund } from './refund-booking.ts'

/** The webhooks of the payment providers, by provider. */
export const paymentWebhooks = (ctx: Context): Record<string, Webhook> =>
  Object.fromEntries(
    [...ctx.payments.byName.keys()].map((provider) => [
      provider,
      (webhook) => takePaymentEvent(ctx, provider, webhook),
    ]),
  )

/**
 * Receives a provider's webhook about a refund, a chargeback or a fraud warning. Several events are about the same refund or
 * chargeback, so that is the unit: its state is stored, and the ledger is brought in line with that state. Refuses a forged
 * or old event.
 */
export async function takePaymentEvent(
  ctx: Context,
  provider: string,
  webhook: Parameters<Webhook>[0],
): Promise<void> {
  const event = await providerOf(ctx.payments, provider)
    .event(webhook)
    .catch((error: unknown) => {
      if (error instanceof PaymentRefused) refuse('malformed', 'Not from the payment provider', error.message)
      throw error
    })
  if (!event) return
  await ctx.database.db.transaction(async (tx) => {
    const fresh = await tx
      .insert(paymentEvents)
      .values({ provider, id: event.id })
      .onConflictDoNothing()
      .returning()
    if (fresh.length === 0) return
    const done =
      'refund' in event
        ? await takeRefund(tx, provider, event.payment, event.refund)
        : 'chargeback' in event
          ? await takeChargeback(tx, provider, event.payment, event.chargeback, ctx.settings.payoutDelay)
          : await takeWarning(tx, provider, event.payment, event.warning)
    // Write the audit last: every writer locks the row of its head.
    await recordAll(tx, ctx.settings.auditKey, done)
  })
}

/** Brings refund and ledger in line; a refund of ours that is not settled yet is only woken. */
async function takeRefund(tx: Db, provider: string, payment: string, refund: Refunded): Promise<Recorded[]> {
  // Locked before the state is written: the operation's settlement reads that state with the same lock held.
  const own = refund.key === null ? undefined : await ownOperation(tx, provider, refund.key)
  const state = await noteRefund(tx, provider, refund)
  // The refund's own operation books it: it retries at the provider with the same idempotency key.
  if (own?.state === 'pending') {
    await tx.update(operations).set({ due_at: sql`least(due_at, now())` }).where(eq(operations.id, own.id))
    return []
  }
  return bookRefund(tx, await lockPaidBy(tx, provider, payment), {
    reference: refund.reference,
    // A pending refund counts like a finished one: the provider has already deducted it from the refundable amount.
    cents: state === 'failed' ? 0 : refund.cents,
    transaction: refund.transaction,
    reason: state === 'failed' ? failureReason : "Refunded at the payment provider's own dashboard",
  })
}

async function ownOperation(db: Db, provider: string, key: string) {
  const [row] = await db.select().from(operations).where(eq(operations.id, key)).for('update')
  // Only the operation's own provider knows how its refund ended.
  return row?.details.provider === provider ? row : undefined
}
