import { moneyWords } from '@portreeve/contract/base/currency'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, sql } from 'drizzle-orm'
import { type Payment, PaymentRefused } from '../adapters/payments.ts'
import type { Db } from '../core/database/db.ts'
import type { Difference } from './ledger/ledger-differences.ts'
import { balancesOf, priceOf } from './ledger/standing.ts'
import { moneyOf } from './money.ts'
import { ledgerDifferences } from './money-desk-tables.ts'
import { currencyIn, isInCurrency, type PaymentKey } from './payments.ts'

/** Why a payment at the provider does not cover a payout. */
export interface Uncovered {
  words: string
  difference: Difference
}

/**
 * Compares a payout with what the provider holds of its payment: money out is bounded by money in. Prices and payments come from
 * programs of the marketplace, so the ledger alone is no proof.
 * @param paid all transactions of the payment, locked
 * @param seen the payment at the provider, or its refusal; undefined when the order names none
 * @returns undefined when the payment covers it
 */
export async function uncovered(
  db: Db,
  of: {
    txn: Transaction
    paid: Transaction[]
    key: PaymentKey | undefined
    seen: Payment | PaymentRefused | undefined
  },
): Promise<Uncovered | undefined> {
  const { txn, paid, key, seen } = of
  const money = await moneyOf(db, txn)
  const cents = Math.max(0, money.held)
  if (cents === 0) return undefined
  const found = (
    kind: Difference['kind'],
    words: string,
    sides: Partial<Pick<Difference, 'about' | 'ledger_cents' | 'provider_cents'>> = {},
  ): Uncovered => ({
    words,
    difference: {
      ...{ kind, about: txn.id, transaction_id: txn.id, reference: key?.payment ?? null },
      ...{ ledger_cents: cents, provider_cents: null, ...sides },
      words: `Transaction ${txn.id}: a payout of ${moneyWords(cents, txn.currency)} is held: ${words}.`,
    },
  })
  const about = `${key?.provider} ${key?.payment}`
  if (key === undefined || seen === undefined)
    return found('no_payment', 'its order names no payment at the payment provider')
  if (seen instanceof PaymentRefused)
    return found('unreadable_payment', `the payment provider cannot show payment ${key.payment}`, { about })
  if (!isInCurrency(seen, [txn, ...paid]))
    return found('currency', `payment ${key.payment} is in ${currencyIn(seen)}`, { about })
  const price = paid.reduce((sum, one) => sum + priceOf(one), 0)
  if (seen.captured < price)
    return found(
      'captured',
      `the provider received ${moneyWords(seen.captured, txn.currency)}, the transactions of the payment cost ${moneyWords(price, txn.currency)}`,
      { about, ledger_cents: price, provider_cents: seen.captured },
    )
  const left = seen.captured - seen.refunded - takenIn(seen) - (await sentOf(db, paid))
  if (left < cents)
    return found(
      'uncovered',
      `the provider holds ${moneyWords(Math.max(0, left), txn.currency)} of payment ${key.payment}`,
      {
        provider_cents: Math.max(0, left),
      },
    )
  return undefined
}

const takenIn = ({ chargebacks = [] }: Payment) =>
  chargebacks.reduce((sum, { withdrawn }) => sum + withdrawn, 0)

/** Cents of a payment that have gone to its sellers, or are on their way to them. */
async function sentOf(db: Db, paid: Transaction[]): Promise<number> {
  let sum = 0
  for (const txn of paid) {
    const { paid_out } = await balancesOf(db, txn)
    const { in_flight } = await moneyOf(db, txn)
    const sending = in_flight.filter(({ kind }) => kind === 'payout')
    sum += paid_out + sending.reduce((cents, one) => cents + (one.cents ?? 0), 0)
  }
  return sum
}

/** Ends what an earlier attempt of a payout found: its payment covers it now. */
export const endUncovered = (db: Db, transaction: string) =>
  db
    .update(ledgerDifferences)
    .set({ state: 'gone', settled_at: sql`now()` })
    .where(
      and(
        eq(ledgerDifferences.transaction_id, transaction),
        eq(ledgerDifferences.state, 'open'),
        sql`${ledgerDifferences.kind} in ('no_payment', 'uncovered', 'unreadable_payment', 'currency')`,
      ),
    )
