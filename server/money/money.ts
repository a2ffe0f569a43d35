import { moneyWords } from '@portreeve/contract/base/currency'
import type { Money } from '@portreeve/contract/money/money'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Operation } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { operations } from '../db/system-tables.ts'
import { refuseChanged } from '../staff/last-change.ts'
import { type Standing, standingIn, standingsOf } from './ledger/standing.ts'

const words: Record<string, string> = {
  refund: 'a refund',
  cancel: 'a cancellation',
  payout: 'a payout',
  label: 'the refund of a label',
  dispute_refund: 'the refund of a dispute',
  correction: 'a correction',
}

/** Operations that refund a buyer. */
export const refundKinds = ['refund', 'cancel', 'dispute_refund']

/** Pending operations of transactions; an operation without an amount does not move money yet. */
const inFlight = (db: Db, ids: string[]) =>
  db
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.subject_kind, 'transaction'),
        inArray(operations.subject_id, ids),
        eq(operations.state, 'pending'),
      ),
    )
    .orderBy(asc(operations.created_at))

/**
 * The balances of a transaction and the reasons against moving its money now. Lock the transaction before you move money.
 * @param deciding for the decision of its dispute, which is no reason then
 */
export async function moneyOf(db: Db, txn: Transaction, deciding = false): Promise<Money> {
  const [money] = await moneyOfEach(db, [txn], deciding)
  if (!money) throw new Error(`No money of ${txn.id}`)
  return money
}

/** The same for several transactions, in their order. */
export async function moneyOfEach(db: Db, txns: readonly Transaction[], deciding = false): Promise<Money[]> {
  const standings = await standingsOf(db, txns)
  const ids = txns.map(({ id }) => id)
  const moving = (await inFlight(db, ids)).filter((operation) => operation.cents !== null)
  return txns.map((txn) =>
    moneyIn(
      txn,
      standingIn(standings, txn),
      moving.filter(({ subject_id }) => subject_id === txn.id),
      deciding,
    ),
  )
}

function moneyIn(
  txn: Transaction,
  { balances, paid, chargeback }: Standing,
  moving: Operation[],
  deciding: boolean,
): Money {
  const leaving = moving
    .filter((operation) => refundKinds.includes(operation.kind))
    .reduce((sum, operation) => sum + (operation.cents ?? 0), 0)
  const blocked = moving.map(
    (operation) =>
      `${words[operation.kind] ?? operation.kind} of ${moneyWords(operation.cents ?? 0, txn.currency)} is on its way`,
  )
  if (!deciding && txn.dispute_id && txn.dispute_status === 2) blocked.push('a dispute is open')
  // An inquiry of the bank has taken nothing yet, and a refund ends it.
  if (chargeback !== null && chargeback !== 'inquiry') blocked.push('a chargeback is open')
  if (!paid) blocked.push('its order is not paid')
  return {
    ...balances,
    currency: txn.currency,
    left: Math.max(0, -balances.captured - balances.refunded - balances.charged_back - leaving),
    blocked,
    in_flight: moving.map(({ kind, cents, created_at }) => ({ kind, cents, since: created_at })),
  }
}

/** Refuses, naming the reasons, while another operation moves the money of a locked transaction. */
export async function freeMoney(db: Db, txn: Transaction, deciding = false): Promise<Money> {
  const money = await moneyOf(db, txn, deciding)
  if (money.blocked.length > 0)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Not now',
      `This is not possible now: ${money.blocked.join(', and ')}.`,
    )
  return money
}
