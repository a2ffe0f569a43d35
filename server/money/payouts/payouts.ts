import { randomUUID } from 'node:crypto'
import type { CsvColumns } from '@portreeve/contract/base/csv'
import { payouts as contract, type PayoutRow } from '@portreeve/contract/money/payouts'
import { implement } from '../../core/call/implement.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { endMeasures, policyIds, takeMeasure } from '../../people/measures/take-measure.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { moneyOf } from '../money.ts'
import { payoutHolds } from '../money-desk-tables.ts'
import { amountOf, moneyList } from '../money-list.ts'
import { changeTransaction, lockTransaction } from '../orders/transaction-records.ts'
import { endHold, standingHold } from './payout-hold.ts'
import { findPayouts, sumPayouts } from './payout-rows.ts'
import { retryPayout } from './payout-schedule.ts'
import { payoutOf } from './payout-state.ts'

const columns: CsvColumns<PayoutRow> = {
  time: ({ created_at }) => created_at,
  state: ({ state }) => state,
  amount: amountOf,
  currency: ({ currency }) => currency ?? 'USD',
  transaction: ({ transaction_id }) => transaction_id,
  public_id: ({ public_id }) => public_id,
  title: ({ title }) => title,
  seller: ({ seller }) => seller.uid,
  seller_name: ({ seller }) => seller.name,
  held_by: ({ held_by }) => held_by.join('; '),
  provider: ({ provider }) => provider,
  reference: ({ reference }) => reference,
  failure: ({ failure }) => failure,
  due: ({ due_at }) => due_at,
  settled: ({ settled_at }) => settled_at,
}

/** Raises the transaction's version after a change of its hold. @returns the payout as it is now */
async function changed(db: Db, id: string) {
  const now = await changeTransaction(db, id, {})
  return payoutOf(db, now, await moneyOf(db, now))
}

export const payouts = implement('payouts', contract, {
  ...moneyList({ person: 'seller', find: findPayouts, sum: sumPayouts, columns }),

  hold: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const changedMeanwhile = (title: string, words: string) =>
      refuseChanged(call.db, ['transaction', txn.id], title, words)
    const money = await moneyOf(call.db, txn)
    if (money.in_flight.some(({ kind }) => kind === 'payout'))
      await changedMeanwhile('Not now', 'This payout is being sent already.')
    if (money.paid_out > 0) await changedMeanwhile('Already sent', 'The seller was paid already.')
    const [held] = await call.db.select().from(payoutHolds).where(standingHold(txn.id))
    if (held) await changedMeanwhile('Already held', 'Staff hold this payout already.')
    const reason = body.reason.trim()
    await call.db
      .insert(payoutHolds)
      .values({ id: `ph_${randomUUID()}`, transaction_id: txn.id, reason, held_by: call.staff.uid })
    await takeMeasure(call, {
      ...{ kind: 'payout_held', subject: ['transaction', txn.id], uid: txn.seller_uid, source: 'staff' },
      // The reason of a hold is for colleagues.
      ...{ reason: null, policies: policyIds(body.policy_id ?? null) },
    })
    call.did(txn, { after: { payout: 'held' } }, { reason })
    return changed(call.db, txn.id)
  },

  release: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const released = await endHold(call.db, txn.id)
    const retried = released ? 'none' : await retryPayout(call.db, txn)
    if (retried === 'no_account')
      refuse('refused', 'No account', 'The seller has no account at the payment provider.')
    if (!released && retried === 'none')
      await refuseChanged(call.db, ['transaction', txn.id], 'Not held', 'Staff do not hold this payout.')
    if (released) await endMeasures(call, ['transaction', txn.id], ['payout_held'], 'lifted')
    call.did(
      txn,
      retried === 'scheduled'
        ? { before: { payout: 'failed' }, after: { payout: 'scheduled' } }
        : { before: { payout: 'held', reason: released?.reason }, after: { payout: 'released' } },
      { reason: body.reason.trim() },
    )
    return changed(call.db, txn.id)
  },
})
