import { refundLines } from '@portreeve/contract/refund-rules'
import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq, sql } from 'drizzle-orm'
import { PaymentRefused, type Refunded } from '../adapters/payments.ts'
import { writeAudit } from '../core/audit.ts'
import type { AuditEntry, Context } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { refuse } from '../core/refuse.ts'
import { ledgerEntries, ledgerLines, operations, paymentEvents } from '../db/house.ts'
import { orders, transactions } from '../db/money.ts'
import { balancesOf, enter, openLedger } from './ledger.ts'
import { changeTransaction, findTransactions, lockTransaction } from './transactions.ts'

/** What the audit is told once everything else is done. */
type Recorded = [action: string, entry: AuditEntry]

const provider = { uid: 'payment-provider', role: 'system' }

/**
 * Takes in what the payment provider tells: refunds that were made at its own dashboard, and refunds that came to
 * nothing after all. The same event, late or in any order, counts once. Refuses a forged or old one.
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
    const done: Recorded[] = []
    const fresh = await tx.insert(paymentEvents).values({ id: event.id }).onConflictDoNothing().returning()
    if (fresh.length === 0) return
    const { refund } = event
    const own = refund.key === null ? undefined : await ownOperation(tx, refund.key)
    // Our own refund is booked by its operation, which asks again with the same key; here it is only woken up.
    if (own?.state === 'pending') {
      await tx.update(operations).set({ due_at: sql`least(due_at, now())` }).where(eq(operations.id, own.id))
      return
    }
    if (refund.state === 'failed') await takeBack(tx, refund, done)
    else if (refund.state === 'done' && !own) await book(tx, event.payment, refund, done)
    // Only now: whoever writes an audit row may lock nothing after it.
    for (const [action, entry] of done) await writeAudit(tx, ctx.settings.auditKey, provider, action, entry)
  })
}

async function ownOperation(db: Db, key: string) {
  const [row] = await db.select().from(operations).where(eq(operations.id, key)).for('update')
  return row
}

/** Books a refund that nobody asked us for, on the transaction it names or on those of its order that have most left. */
async function book(db: Db, payment: string, refund: Refunded, done: Recorded[]): Promise<void> {
  const [order] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.stripe_payment_intent_id, payment))
  if (!order) return
  const txns = await findTransactions(db, eq(transactions.order_id, order.id), 1000)
  const named = txns.filter((txn) => txn.id === refund.transaction)
  let rest = refund.cents
  for (const { txn, left } of await byWhatIsLeft(db, named.length > 0 ? named : txns)) {
    const cents = Math.min(rest, left)
    if (cents > 0) await bookOn(db, txn.id, refund, cents, done)
    rest -= Math.max(0, cents)
  }
  // More than was paid can only stand somewhere: on the first, where the strip shows it.
  const [first] = named.length > 0 ? named : txns
  if (rest > 0 && first)
    await bookOn(db, first.id, { ...refund, reference: `${refund.reference}:over` }, rest, done)
}

async function byWhatIsLeft(db: Db, txns: Transaction[]) {
  const all: { txn: Transaction; left: number }[] = []
  for (const txn of txns) {
    const balances = await balancesOf(db, txn)
    all.push({ txn, left: -balances.captured - balances.refunded })
  }
  return all.sort((a, b) => b.left - a.left)
}

async function bookOn(db: Db, id: string, refund: Refunded, cents: number, done: Recorded[]): Promise<void> {
  const txn = await lockTransaction(db, id)
  const balances = await openLedger(db, txn)
  const made = await enter(db, {
    kind: 'refund',
    transaction: id,
    reference: `${refund.reference}:${id}`,
    lines: refundLines(balances, cents),
  })
  if (!made) return
  await changeTransaction(db, id, {})
  done.push([
    'payments.refund',
    {
      subject: ['transaction', id],
      reason: "Refunded at the payment provider's own dashboard",
      after: { refund: cents, reference: refund.reference },
    },
  ])
}

/** A refund that came to nothing after all is booked back. */
async function takeBack(db: Db, refund: Refunded, done: Recorded[]): Promise<void> {
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.kind, 'refund'),
        sql`(${ledgerEntries.reference} = ${refund.reference} or ${ledgerEntries.reference} like ${`${refund.reference}:%`})`,
      ),
    )
  for (const entry of entries) {
    if (!entry.transaction_id) continue
    await lockTransaction(db, entry.transaction_id)
    const lines = await db.select().from(ledgerLines).where(eq(ledgerLines.entry_id, entry.id))
    const made = await enter(db, {
      kind: 'refund_failed',
      transaction: entry.transaction_id,
      reference: `${entry.reference}:failed`,
      lines: Object.fromEntries(lines.map((line) => [line.account, -line.cents])),
    })
    if (!made) continue
    await changeTransaction(db, entry.transaction_id, {})
    done.push([
      'payments.refund_failed',
      {
        subject: ['transaction', entry.transaction_id],
        reason: 'The refund failed at the payment provider',
        after: { refund_failed: refund.cents, reference: refund.reference },
      },
    ])
  }
}
