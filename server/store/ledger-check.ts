import type { DifferenceKind } from '@portreeve/contract/reconciliation'
import type { Balances } from '@portreeve/contract/refund-rules'
import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Payments, Providers } from '../adapters/payments.ts'
import type { Db } from '../core/db.ts'
import { ledgerEntries, orders, transactions } from '../db/money.ts'
import { bookedCents, bookedRefunds } from './booked-facts.ts'
import { balancesOf, priceOf } from './ledger.ts'
import { dollars } from './money.ts'
import { paymentOf } from './payments.ts'
import { findTransactions } from './transactions.ts'
import { waitingFacts } from './waiting-facts.ts'

/** A difference between the ledger and the provider, or within the ledger. Cents; null where a side has no figure. */
export interface Difference {
  kind: DifferenceKind
  /** The record that it is about. */
  about: string
  transaction_id: string | null
  reference: string | null
  ledger_cents: number | null
  provider_cents: number | null
  words: string
}

type Found = Pick<Difference, 'kind' | 'about' | 'words'> & Partial<Difference>
const difference = (found: Found): Difference => ({
  transaction_id: null,
  reference: null,
  ledger_cents: null,
  provider_cents: null,
  ...found,
})

/** The faults of the ledger, each as a sentence. */
export async function checkLedger(
  db: Db,
  providers: Providers | undefined,
): Promise<{ checked: number; faults: string[] }> {
  const { checked, differences } = await findDifferences(db, providers)
  return { checked, faults: differences.map(({ words }) => words) }
}

/**
 * Proves the ledger: every entry sums to zero, no transaction has more refunded than paid, payouts, chargebacks and the
 * refunds of each payment equal the provider's own figures, and no refund is booked with more than the provider's amount.
 * Checks transactions that have entries.
 * @param only these transactions
 */
export async function findDifferences(
  db: Db,
  providers: Providers | undefined,
  only?: string[],
): Promise<{ checked: number; differences: Difference[] }> {
  const found: Difference[] = []
  const among = only && inArray(ledgerEntries.transaction_id, only)
  const unbalanced = await db.execute<{ id: string; transaction: string | null; sum: string }>(
    sql`select entry_id as id, ledger_entries.transaction_id as transaction, sum(cents)::text as sum
      from ledger_lines join ledger_entries on ledger_entries.id = entry_id
      where ${among ?? sql`true`} group by 1, 2 having sum(cents) <> 0`,
  )
  for (const { id, transaction, sum } of unbalanced.rows)
    found.push(
      difference({
        ...{ kind: 'unbalanced', about: id, transaction_id: transaction, ledger_cents: Number(sum) },
        words: `Entry ${id} sums to ${sum} cents instead of 0.`,
      }),
    )
  const touched = await db
    .selectDistinct({ id: ledgerEntries.transaction_id })
    .from(ledgerEntries)
    .where(and(sql`${ledgerEntries.transaction_id} is not null`, among))
  const seenPayments = new Set<string>()
  for (const { id } of touched) {
    if (id === null) continue
    const of = { about: id, transaction_id: id }
    const [txn] = await findTransactions(db, eq(transactions.id, id), 1)
    if (!txn) {
      const words = `There are entries of a transaction ${id} that does not exist.`
      found.push(difference({ kind: 'no_transaction', about: id, words }))
      continue
    }
    const balances = await balancesOf(db, txn)
    found.push(...againstItself(txn, balances))
    if (!providers) continue
    const { provider, payment } = await paymentOf(db, txn)
    const name = provider ?? providers.default
    const payments = providers.byName.get(name)
    if (!payments) {
      const words = `Transaction ${id}: its payment provider ${name} is not set up.`
      found.push(difference({ ...of, kind: 'no_provider', words }))
      continue
    }
    const { sent, takenBack } = await payments.sent(id)
    if (sent - takenBack !== balances.paid_out)
      found.push(
        difference({
          ...of,
          kind: 'payout',
          ledger_cents: balances.paid_out,
          provider_cents: sent - takenBack,
          words: `Transaction ${id}: the provider sent ${dollars(sent - takenBack)}, the ledger says ${dollars(balances.paid_out)}.`,
        }),
      )
    const own = `${provider} ${payment}`
    if (provider === null || payment === null || seenPayments.has(own)) continue
    seenPayments.add(own)
    found.push(...(await checkPayment(db, payments, { provider, id: payment })))
  }
  if (!only) found.push(...(await waitingFacts(db)))
  return { checked: touched.length, differences: found }
}

/** The differences within a transaction's own balances. */
function againstItself(txn: Transaction, balances: Balances): Difference[] {
  const { id } = txn
  const of = { about: id, transaction_id: id }
  const found: Difference[] = []
  const sum = Object.values(balances).reduce((total, cents) => total + cents, 0)
  if (sum !== 0)
    found.push(
      difference({
        ...of,
        kind: 'unbalanced',
        ledger_cents: sum,
        words: `Transaction ${id} does not sum to zero.`,
      }),
    )
  if (balances.captured !== 0 && balances.captured !== -priceOf(txn))
    found.push(
      difference({
        ...of,
        kind: 'captured',
        ledger_cents: -balances.captured,
        provider_cents: priceOf(txn),
        words: `Transaction ${id} captured ${dollars(-balances.captured)}, its price is ${dollars(priceOf(txn))}.`,
      }),
    )
  if (balances.refunded > -balances.captured)
    found.push(
      difference({
        ...of,
        kind: 'over_refunded',
        ledger_cents: balances.refunded,
        words: `Transaction ${id} was refunded more than was paid.`,
      }),
    )
  return found
}

/** A payment covers several transactions: their refunds together equal the provider's, and each refund is booked once. */
async function checkPayment(
  db: Db,
  payments: Payments,
  { provider, id }: { provider: string; id: string },
): Promise<Difference[]> {
  const paid = await db
    .select({ order: orders.id, transaction: transactions.id })
    .from(transactions)
    .innerJoin(orders, eq(orders.id, transactions.order_id))
    .where(and(eq(orders.provider, provider), eq(orders.stripe_payment_intent_id, id)))
  const ids = paid.map(({ transaction }) => transaction)
  let refunded = 0
  let chargedBack = 0
  for (const txn of await findTransactions(db, inArray(transactions.id, ids), ids.length)) {
    const balances = await balancesOf(db, txn)
    refunded += balances.refunded
    chargedBack += balances.charged_back + balances.provider_fee
  }
  const payment = await payments.payment(id)
  const found: Difference[] = []
  const transaction = ids.toSorted()[0] ?? null
  const of = { about: `${provider} ${id}`, transaction_id: transaction, reference: id }
  if (payment.refunded !== refunded)
    found.push(
      difference({
        ...of,
        kind: 'refund',
        ledger_cents: refunded,
        provider_cents: payment.refunded,
        words: `Order ${[...new Set(paid.map(({ order }) => order))].join(' and ')}: the provider refunded ${dollars(payment.refunded)}, the ledger says ${dollars(refunded)}.`,
      }),
    )
  const taken = (payment.chargebacks ?? []).reduce((sum, { withdrawn, fee }) => sum + withdrawn + fee, 0)
  if (taken !== chargedBack)
    found.push(
      difference({
        ...of,
        kind: 'chargeback',
        ledger_cents: chargedBack,
        provider_cents: taken,
        words: `Payment ${id}: the provider took ${dollars(taken)} for chargebacks, the ledger says ${dollars(chargedBack)}.`,
      }),
    )
  const due = new Map(payment.refunds.map((one) => [one.reference, one.state === 'failed' ? 0 : one.cents]))
  // Less may be right: refunds before an import are part of the opening entry.
  for (const [reference, booked] of await bookedRefunds(db, ids)) {
    const [is, should] = [bookedCents(booked), due.get(reference) ?? 0]
    if (is > should)
      found.push(
        difference({
          kind: 'refund_booked_twice',
          about: reference,
          transaction_id: transaction,
          reference,
          ledger_cents: is,
          provider_cents: should,
          words: `Refund ${reference}: the provider refunded ${dollars(should)}, the ledger has booked ${dollars(is)}.`,
        }),
      )
  }
  return found
}
