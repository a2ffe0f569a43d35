import { randomUUID } from 'node:crypto'
import type { Dispute } from '@portreeve/contract/disputes'
import { disputes as contract } from '@portreeve/contract/disputes'
import { transactionCan } from '@portreeve/contract/transactions'
import { and, eq } from 'drizzle-orm'
import { implement } from '../core/implement.ts'
import { refuse } from '../core/refuse.ts'
import { disputes as table } from '../db/money.ts'
import { mailBoth } from '../store/dispute-mail.ts'
import { refuseChanged } from '../store/last-change.ts'
import { enter, move, openLedger } from '../store/ledger.ts'
import { moneyOf } from '../store/money.ts'
import { schedulePayout } from '../store/payouts.ts'
import { changeTransaction, lockTransaction, transactionChanged } from '../store/transactions.ts'

export const disputes = implement('disputes', contract, {
  open: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    if (!transactionCan.openDispute(txn))
      await refuseChanged(
        call.db,
        ['transaction', txn.id],
        'Already disputed',
        'This transaction has a dispute already.',
      )
    if (body.creator_uid !== txn.purchaser_uid)
      refuse('refused', 'Not the buyer', 'A dispute is opened in the name of the buyer of this transaction.')
    if (body.purchase_transaction !== txn.id)
      refuse('refused', 'Another transaction', 'The body names another transaction than the address.')
    const money = await moneyOf(call.db, txn)
    if (money.blocked.length > 0)
      refuse('conflict', 'Not now', `This is not possible now: ${money.blocked.join(', and ')}.`)
    const dispute: Dispute = {
      id: `dp_${randomUUID()}`,
      transaction_id: txn.id,
      creator_uid: body.creator_uid,
      dispute_type: body.dispute_type,
      status: 2,
      created_at: new Date().toISOString(),
      resolved_at: null,
    }
    await call.db.insert(table).values(dispute)
    const balances = await openLedger(call.db, txn)
    await enter(call.db, {
      kind: 'dispute_open',
      transaction: txn.id,
      reference: dispute.id,
      lines: move(balances, ['pending', 'held'], 'disputed'),
    })
    call.publish(...transactionChanged(txn))
    await changeTransaction(call.db, txn.id, { dispute_id: dispute.id, dispute_status: 2 })
    await mailBoth(call.db, txn, dispute)
    call.record({
      subject: ['transaction', txn.id],
      before: { dispute_id: txn.dispute_id, dispute_status: txn.dispute_status },
      after: { dispute_id: dispute.id, dispute_status: 2, dispute_type: body.dispute_type },
    })
    return dispute
  },

  resolve: async ({ params }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    if (txn.dispute_id !== params.disputeId)
      refuse('not_found', 'No such dispute', 'This transaction has no such dispute.')
    if (!transactionCan.resolveDispute(txn))
      await refuseChanged(
        call.db,
        ['transaction', txn.id],
        'Already resolved',
        'This dispute is resolved already.',
      )
    const [row] = await call.db
      .update(table)
      .set({ status: 1, resolved_at: new Date().toISOString() })
      .where(and(eq(table.id, params.disputeId), eq(table.transaction_id, txn.id)))
      .returning()
    if (!row) refuse('not_found', 'No such dispute', 'This transaction has no such dispute.')
    const balances = await openLedger(call.db, txn)
    await enter(call.db, {
      kind: 'dispute_resolve',
      transaction: txn.id,
      reference: `resolved:${row.id}`,
      lines: move(balances, ['disputed'], 'held'),
    })
    // Use the ledger, not the status, which staff may set by hand: that status only holds the payout.
    if (balances.paid_out <= 0)
      await schedulePayout(call.db, txn.id, txn.seller_uid, call.ctx.settings.payoutDelay)
    call.publish(...transactionChanged(txn))
    await changeTransaction(call.db, txn.id, { dispute_status: 1 })
    call.record({
      subject: ['transaction', txn.id],
      before: { dispute_status: 2 },
      after: { dispute_status: 1 },
    })
    return row as Dispute
  },
})
