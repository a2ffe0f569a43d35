import { and, eq } from 'drizzle-orm'
import { type PaymentEvent, PaymentRefused, providerOf } from '../adapters/payments.ts'
import type { Context } from '../core/call/context.ts'
import type { Transaction } from '../core/database/db.ts'
import type { Webhook } from '../core/http/webhooks.ts'
import { refuse } from '../core/refuse.ts'
import { checkTransactions } from './ledger/differences.ts'
import { refreshPayment } from './payment-facts.ts'
import { paymentEvents } from './payment-tables.ts'

/** The webhooks of the payment providers, by provider. */
export const paymentWebhooks = (ctx: Context): Record<string, Webhook> =>
  Object.fromEntries(
    [...ctx.payments.byName.keys()].map((provider) => [
      provider,
      (webhook) => takePaymentEvent(ctx, provider, webhook),
    ]),
  )

/**
 * Receives a provider's webhook. It is a hint: the payment is read, and its refunds and chargebacks are stored and booked as a
 * set. An event that cannot be used is kept with its problem; the provider would send it again for days otherwise, and may
 * switch the endpoint off. Refuses a forged or old event.
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
  if (!event || (await isHandled(ctx, provider, event))) return
  const note = (problem: string | null) => (tx: Transaction) => noteEvent(tx, provider, event, problem)
  let problem = event.problem
  if (event.payment !== null)
    try {
      await refreshPayment(
        ctx,
        { provider, payment: event.payment },
        { event: event.id, note: note(null), warning: event.warning },
      )
      return
    } catch (error) {
      if (!(error instanceof PaymentRefused)) throw error
      problem = error.message
    }
  // A transfer that was reversed at the provider moved money without us: who bears it is a decision of finance.
  if (event.transaction !== undefined) await checkTransactions(ctx, [event.transaction])
  if (problem !== undefined) ctx.log.warn({ event: event.id, type: event.type }, `webhook kept: ${problem}`)
  await ctx.database.db.transaction(note(problem ?? null))
}

async function isHandled(ctx: Context, provider: string, { id }: PaymentEvent): Promise<boolean> {
  const is = and(eq(paymentEvents.provider, provider), eq(paymentEvents.id, id))
  const rows = await ctx.database.db.select({ id: paymentEvents.id }).from(paymentEvents).where(is)
  return rows.length > 0
}

/** Keeps an event once. @returns false when it was kept before */
async function noteEvent(
  tx: Transaction,
  provider: string,
  { id, type, payment }: PaymentEvent,
  problem: string | null,
): Promise<boolean> {
  const fresh = await tx
    .insert(paymentEvents)
    .values({ provider, id, type, payment_id: payment, problem })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return fresh.length > 0
}
