import { moneyWords } from '@portreeve/contract/base/currency'
import type { DifferenceKind } from '@portreeve/contract/money/reconciliation'
import type { Balances } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, inArray } from 'drizzle-orm'
import type { Payment } from '../../adapters/payments.ts'
import type { Db } from '../../core/database/db.ts'
import { bookedCents, bookedRefunds } from '../booked-facts.ts'
import { orders, transactions } from '../money-tables.ts'
import { findTransactions } from '../orders/transaction-records.ts'
import { currencyIn, isInCurrency, type PaymentKey } from '../payments.ts'
import type { ProviderReader } from './provider-reader.ts'
import { balancesOf, priceOf } from './standing.ts'

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
export const difference = (found: Found): Difference => ({
  transaction_id: null,
  reference: null,
  ledger_cents: null,
  provider_cents: null,
  ...found,
})

/**
 * A transaction against itself, and its payouts against the provider's.
 * @param provider undefined when none is read
 */
export async function checkTransaction(
  db: Db,
  reader: ProviderReader | undefined,
  { txn, provider, isTouched }: { txn: Transaction; provider: string | null; isTouched: boolean },
): Promise<Difference[]> {
  const { id, currency } = txn
  const balances = await balancesOf(db, txn)
  const found = againstItself(txn, balances)
  if (!reader) return found
  const read = await reader.read(provider, 1, (payments) => payments.sent(id, currency))
  // One for all its payments, not one for each.
  if ('missing' in read)
    return [
      ...found,
      difference({
        kind: 'no_provider',
        about: read.missing,
        words: `Transaction ${id}: its payment provider ${read.missing} is not set up.`,
      }),
    ]
  const of = { about: id, transaction_id: id }
  if ('unread' in read)
    return [
      ...found,
      difference({
        ...{ ...of, kind: 'unreadable_payment', ledger_cents: balances.paid_out },
        words: `Transaction ${id}: what was sent to the seller cannot be read. ${read.unread}`,
      }),
    ]
  const sent = read.found.sent - read.found.takenBack
  // Before an import the marketplace sent the money, and the provider does not know for which transaction.
  if (sent === balances.paid_out || (!isTouched && sent === 0)) return found
  const words = `Transaction ${id}: the provider sent ${moneyWords(sent, currency)}, the ledger says ${moneyWords(balances.paid_out, currency)}.`
  const sides = { ledger_cents: balances.paid_out, provider_cents: sent }
  return [...found, difference({ ...of, ...sides, kind: 'payout', words })]
}

/** The differences within a transaction's own balances. */
function againstItself(txn: Transaction, balances: Balances): Difference[] {
  const { id, currency } = txn
  const of = { about: id, transaction_id: id }
  const found: Difference[] = []
  const sum = Object.values(balances).reduce((total, cents) => total + cents, 0)
  if (sum !== 0)
    found.push(
      difference({
        ...{ ...of, kind: 'unbalanced', ledger_cents: sum },
        words: `Transaction ${id} does not sum to zero.`,
      }),
    )
  const captured = -balances.captured
  if (captured !== 0 && captured !== priceOf(txn))
    found.push(
      difference({
        ...{ ...of, kind: 'captured', ledger_cents: captured, provider_cents: priceOf(txn) },
        words: `Transaction ${id} captured ${moneyWords(captured, currency)}, its price is ${moneyWords(priceOf(txn), currency)}.`,
      }),
    )
  if (balances.refunded > captured)
    found.push(
      difference({
        ...{ ...of, kind: 'over_refunded', ledger_cents: balances.refunded },
        words: `Transaction ${id} was refunded more than was paid.`,
      }),
    )
  return found
}

/** The ledger's figures for a payment, which may cover several transactions. Cents. */
interface Booked {
  /** The price of its transactions, as far as they are paid. */
  cost: number
  refunded: number
  chargedBack: number
}

/**
 * A payment against the provider: it covers what its transactions cost, its refunds and chargebacks are the ledger's, and each
 * refund is booked once. A payment that cannot be read is one difference.
 */
export async function checkPayment(
  db: Db,
  reader: ProviderReader,
  { provider, payment: id }: PaymentKey,
): Promise<Difference[]> {
  const paid = await db
    .select({ order: orders.id, status: orders.status, transaction: transactions.id })
    .from(transactions)
    .innerJoin(orders, eq(orders.id, transactions.order_id))
    .where(and(eq(orders.provider, provider), eq(orders.stripe_payment_intent_id, id)))
  const ids = paid.map(({ transaction }) => transaction)
  const booked: Booked = { cost: 0, refunded: 0, chargedBack: 0 }
  const unpaid = new Set(paid.filter(({ status }) => status === 2).map(({ order }) => order))
  const txns = await findTransactions(db, inArray(transactions.id, ids), ids.length)
  for (const txn of txns) {
    const balances = await balancesOf(db, txn)
    if (txn.order_id !== null && !unpaid.has(txn.order_id)) booked.cost += priceOf(txn)
    booked.refunded += balances.refunded
    booked.chargedBack += balances.charged_back + balances.provider_fee
  }
  const of = {
    about: `${provider} ${id}`,
    transaction_id: ids.toSorted()[0] ?? null,
    reference: id,
    order: [...new Set(paid.map(({ order }) => order))].join(' and '),
  }
  const read = await reader.read(provider, 3, (payments) => payments.payment(id))
  // The payouts of its transactions say so.
  if ('missing' in read) return []
  const { order, ...about } = of
  if ('unread' in read)
    return [
      difference({
        ...{ ...about, kind: 'unreadable_payment', ledger_cents: booked.cost },
        words: `Order ${order}: its payment cannot be read. ${read.unread}`,
      }),
    ]
  if (!isInCurrency(read.found, txns)) return [otherCurrency({ provider, payment: id }, read.found, txns)]
  return [...compare(read.found, booked, of), ...(await doubled(db, read.found, ids, about))]
}

/** A payment in another currency than its transactions. */
export function otherCurrency({ provider, payment }: PaymentKey, seen: Payment, txns: Transaction[]) {
  const theirs = [...new Set(txns.map(({ currency }) => currency))].join(' and ')
  return difference({
    ...{ kind: 'currency', about: `${provider} ${payment}`, reference: payment },
    transaction_id: txns.map(({ id }) => id).toSorted()[0] ?? null,
    words: `Payment ${payment} is in ${currencyIn(seen)}, its transactions in ${theirs}.`,
  })
}

/** The provider's sums beside the ledger's. */
function compare(
  payment: Payment,
  booked: Booked,
  { order, ...of }: Pick<Difference, 'about' | 'transaction_id' | 'reference'> & { order: string },
): Difference[] {
  const currency = currencyIn(payment)
  const found: Difference[] = []
  const add = (kind: DifferenceKind, ledger_cents: number, provider_cents: number, words: string) =>
    found.push(difference({ ...of, kind, ledger_cents, provider_cents, words }))
  // More may be right: a buyer may pay for things that are no transaction.
  if (payment.captured < booked.cost)
    add(
      ...(['captured', booked.cost, payment.captured] as const),
      `Order ${order}: the provider received ${moneyWords(payment.captured, currency)}, its transactions cost ${moneyWords(booked.cost, currency)}.`,
    )
  if (payment.refunded !== booked.refunded)
    add(
      ...(['refund', booked.refunded, payment.refunded] as const),
      `Order ${order}: the provider refunded ${moneyWords(payment.refunded, currency)}, the ledger says ${moneyWords(booked.refunded, currency)}.`,
    )
  const taken = (payment.chargebacks ?? []).reduce((sum, { withdrawn, fee }) => sum + withdrawn + fee, 0)
  if (taken !== booked.chargedBack)
    add(
      ...(['chargeback', booked.chargedBack, taken] as const),
      `Payment ${of.reference}: the provider took ${moneyWords(taken, currency)} for chargebacks, the ledger says ${moneyWords(booked.chargedBack, currency)}.`,
    )
  return found
}

/** The refunds of which the ledger has booked more than the provider refunded. */
async function doubled(
  db: Db,
  payment: Payment,
  ids: string[],
  { transaction_id }: Pick<Difference, 'transaction_id'>,
): Promise<Difference[]> {
  const currency = currencyIn(payment)
  const due = new Map(payment.refunds.map((one) => [one.reference, one.state === 'failed' ? 0 : one.cents]))
  const found: Difference[] = []
  // Less may be right: refunds before an import are part of the opening entry.
  for (const [reference, booked] of await bookedRefunds(db, ids)) {
    const [is, should] = [bookedCents(booked), due.get(reference) ?? 0]
    if (is > should)
      found.push(
        difference({
          ...{ kind: 'refund_booked_twice', about: reference, transaction_id, reference },
          ...{ ledger_cents: is, provider_cents: should },
          words: `Refund ${reference}: the provider refunded ${moneyWords(should, currency)}, the ledger has booked ${moneyWords(is, currency)}.`,
        }),
      )
  }
  return found
}
