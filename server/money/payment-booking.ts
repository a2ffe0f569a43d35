import { usual } from '@portreeve/contract/base/currency'
import type { MoneyAccount } from '@portreeve/contract/money/money'
import type { Balances, Lines } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { Db } from '../core/database/db.ts'
import { publish } from '../core/live/live.ts'
import { bookedFacts } from './booked-facts.ts'
import { changeTransaction, transactionChanged } from './orders/transaction-records.ts'
import { divide } from './payment-shares.ts'
import { dearest, type PaymentKey } from './payments.ts'
import type { Recorded } from './recorded.ts'
import { factsOf } from './stored-facts.ts'
import { bookTransaction, type Now, nowOf } from './transaction-booking.ts'

/**
 * Brings the ledger in line with all refunds and chargebacks of a payment that are stored: each is booked once, over the
 * transactions of the payment, and borne by seller and marketplace as their set demands. So neither the order in which they come
 * nor a repeat matters. Call it after each change of the set: of a fact, of a transaction, or of an operation in flight.
 * @param txns all transactions of the payment, locked
 * @param assumed a refund that counts as done, whatever its stored state
 * @returns the audit rows and events to write, and the transactions whose seller has money to be sent again
 */
export async function bookPayment(
  db: Db,
  key: PaymentKey,
  txns: Transaction[],
  assumed?: string,
): Promise<{ recorded: Recorded[]; restored: Transaction[] }> {
  const recorded: Recorded[] = []
  const restored: Transaction[] = []
  const ids = txns.map(({ id }) => id)
  const booked = await bookedFacts(db, ids, 'refunded', 'charged_back')
  const facts = await factsOf(db, key, booked, assumed, txns[0]?.currency ?? usual)
  const nows: Now[] = []
  for (const txn of txns) nows.push(await nowOf(db, txn, booked))
  const shares = divide(
    facts,
    nows.map(({ txn, balances, ofFacts, leaving }) => ({
      id: txn.id,
      paid:
        -balances.captured -
        without(balances, ofFacts, 'refunded') -
        without(balances, ofFacts, 'charged_back'),
      refundedBefore: without(balances, ofFacts, 'refunded'),
      leaving,
    })),
  )
  const main = dearest(txns)?.id
  const own = facts.find(({ reference }) => reference === assumed)
  for (const now of nows) {
    const done = await bookTransaction(db, now, facts, booked, (fact) => ({
      cents: shares.get(fact.reference)?.get(now.txn.id) ?? 0,
      fee: now.txn.id === main ? fact.fee : 0,
    }))
    if (!done) continue
    recorded.push(...done.recorded)
    if (done.isRestored) restored.push(now.txn)
    await changeTransaction(db, now.txn.id, {})
    // The end of a refund of ours tells of its own transaction.
    if (own?.named !== now.txn.id) await publish(db, ...transactionChanged(now.txn))
  }
  return { recorded, restored }
}

/** What an account has beside what is booked for facts. */
const without = (balances: Balances, ofFacts: Lines, account: MoneyAccount) =>
  balances[account] - (ofFacts[account] ?? 0)
