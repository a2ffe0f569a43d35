import { randomUUID } from 'node:crypto'
import type { Dispute, DisputeCase } from '@portreeve/contract/money/disputes'
import { disputes as contract } from '@portreeve/contract/money/disputes'
import { reasonNotGiven } from '@portreeve/contract/money/money-settings'
import { transactionCan } from '@portreeve/contract/money/transaction-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { page } from '../../core/call/page.ts'
import { pick } from '../../core/call/whole-record.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { worksFor } from '../../staff/absences.ts'
import { colleaguesWho, refuseUnable } from '../../staff/colleagues.ts'
import { replaceFiles } from '../../staff/files/stored-files.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { notifyHolders } from '../../staff/notify.ts'
import { enter, move, openLedger } from '../ledger/ledger.ts'
import { moneyOf } from '../money.ts'
import { readMoneySettings } from '../money-limits.ts'
import { disputes as table, transactions } from '../money-tables.ts'
import { changeTransaction, lockTransaction } from '../orders/transaction-records.ts'
import { whyOf } from '../reasons.ts'
import { beginOrRequest } from '../refunds/approval-requests.ts'
import { checkRefund } from '../refunds/refund-checks.ts'
import { byDeadline, byOpening, findDisputes, getDispute } from './dispute-cases.ts'
import { closeDispute } from './dispute-close.ts'
import { releasedAlone } from './dispute-hand.ts'
import { mailBoth } from './dispute-mail.ts'

const disputesPerPage = 50

/** Refuses unless this is the open dispute of a locked transaction and no decision of it is on its way. */
async function checkOpen(db: Db, txn: Transaction, id: string) {
  if (txn.dispute_id !== id) refuse('not_found', 'No such dispute', 'This transaction has no such dispute.')
  if (!transactionCan.resolveDispute(txn))
    await refuseChanged(db, ['transaction', txn.id], 'Already resolved', 'This dispute is resolved already.')
  const { in_flight } = await moneyOf(db, txn)
  if (in_flight.some(({ kind }) => kind === 'dispute_refund'))
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Being decided',
      'This dispute is decided for the buyer, and the refund is on its way.',
    )
}

/** An open dispute with its transaction, locked. */
async function lockDispute(db: Db, id: string) {
  const { transaction_id } = await getDispute(db, id)
  const txn = await lockTransaction(db, transaction_id)
  await checkOpen(db, txn, id)
  return { dispute: await getDispute(db, id), txn }
}

/** Writes a change of a locked dispute that moves no money. */
async function change(db: Db, id: string, set: Partial<typeof table.$inferInsert>): Promise<DisputeCase> {
  if (Object.keys(set).length > 0) await db.update(table).set(set).where(eq(table.id, id))
  return getDispute(db, id)
}

/** Changes the files that staff attached to a statement of a locked dispute; undefined: they stay. */
const attach = async (
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  dispute: DisputeCase,
  side: 'buyer' | 'seller',
  wanted: string[] | undefined,
) => {
  const had = (dispute[`${side}_attached`] ?? []).map(({ id }) => id)
  const of = ['transaction', dispute.transaction_id] as const
  if (wanted) await replaceFiles(db, { had, wanted }, of, staff.uid, `dispute:${dispute.id}:${side}`)
}

/** The names of attached files, for the audit. */
const namesOf = ({ buyer_attached, seller_attached }: DisputeCase) => ({
  ...(buyer_attached && { buyer_attached: buyer_attached.map(({ name }) => name) }),
  ...(seller_attached && { seller_attached: seller_attached.map(({ name }) => name) }),
})

/** The event of a decision for the seller. */
const forSeller = (dispute_id: string) => ({ dispute_id, outcome: 'seller' as const, refunded_cents: null })

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
    const { days_to_decide } = await readMoneySettings(call.db)
    await call.db.insert(table).values({
      ...dispute,
      opened_by: call.staff.uid,
      deadline_at: sql`now() + make_interval(days => ${days_to_decide})`,
    })
    const balances = await openLedger(call.db, txn)
    await enter(call.db, {
      kind: 'dispute_open',
      transaction: txn.id,
      reference: dispute.id,
      lines: move(balances, ['pending', 'held'], 'disputed'),
    })
    await changeTransaction(call.db, txn.id, { dispute_id: dispute.id, dispute_status: 2 })
    await mailBoth(call.db, txn, dispute)
    const { id: dispute_id, dispute_type } = dispute
    call.did(
      txn,
      {
        before: { dispute_id: txn.dispute_id, dispute_status: txn.dispute_status },
        after: { dispute_id, dispute_status: 2, dispute_type },
      },
      { event: { dispute_id, dispute_type } },
    )
    return dispute
  },

  resolve: async ({ params }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    await checkOpen(call.db, txn, params.disputeId)
    const released_alone = await releasedAlone(call, txn)
    const event = forSeller(params.disputeId)
    call.did(txn, { before: { dispute_status: 2 }, after: { dispute_status: 1 } }, { reason: null, event })
    return closeDispute(call.db, txn, call.ctx.settings.payoutDelay, {
      outcome: 'seller',
      decided_by: call.staff.uid,
      released_alone,
    })
  },

  list: async ({ query }, call) => {
    const { scope = 'open', type, currency, cursor } = query
    const isOpen = scope !== 'resolved'
    const order = isOpen ? byDeadline : byOpening
    const rows = await findDisputes(
      call.db,
      and(
        eq(table.status, isOpen ? 2 : 1),
        scope === 'mine' ? sql`${table.assignee} = any(${worksFor(call.staff.uid)})` : undefined,
        scope === 'unassigned' ? isNull(table.assignee) : undefined,
        scope === 'overdue' ? sql`${table.deadline_at} < now()` : undefined,
        type === undefined ? undefined : eq(table.dispute_type, Number(type)),
        currency === undefined ? undefined : sql`${transactions.currency} = ${currency}`,
        order.after(cursor),
      ),
      order.order,
      disputesPerPage + 1,
    )
    const place = (row: DisputeCase) => ({ time: isOpen ? row.deadline_at : row.created_at, id: row.id })
    return page(call, rows, place, disputesPerPage)
  },

  get: ({ params }, { db }) => getDispute(db, params.disputeId),

  assignees: (_input, { db }) => colleaguesWho(db, 'disputes.write'),

  assign: async ({ params, body }, call) => {
    const { dispute, txn } = await lockDispute(call.db, params.disputeId)
    if (body.uid !== null) await refuseUnable(call.db, 'disputes.write', body.uid)
    await notifyHolders(call, ['transaction', txn.id], dispute.assignee?.uid ?? null, body.uid)
    call.did(txn, { before: { assignee: dispute.assignee?.uid ?? null }, after: { assignee: body.uid } })
    return change(call.db, dispute.id, { assignee: body.uid })
  },

  record: async ({ params, body: { buyer_attached, seller_attached, ...body } }, call) => {
    const { dispute, txn } = await lockDispute(call.db, params.disputeId)
    await attach(call, dispute, 'buyer', buyer_attached)
    await attach(call, dispute, 'seller', seller_attached)
    const changed = await change(call.db, dispute.id, body)
    const before = pick(dispute, Object.keys(body))
    // The files are of staff: the marketplace's event has its own fields.
    const event = { dispute_id: dispute.id, before, after: body }
    const isOwn = Object.keys(body).length > 0 || !(buyer_attached || seller_attached)
    call.did(
      txn,
      { before: { ...before, ...namesOf(dispute) }, after: { ...body, ...namesOf(changed) } },
      { event: isOwn ? event : null },
    )
    return changed
  },

  decide: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    await checkOpen(call.db, txn, params.disputeId)
    const why = await whyOf(call.db, body)
    if (why.reason === reasonNotGiven) refuse('refused', 'No reason', 'A decision needs a reason.')
    if (body.outcome === 'seller') {
      if (body.refund_cents !== undefined)
        refuse('refused', 'No refund', 'A decision for the seller refunds nothing.')
      const released_alone = await releasedAlone(call, txn)
      call.did(
        txn,
        { before: { dispute_status: 2 }, after: { dispute_status: 1, outcome: 'seller' } },
        { reason: why.reason, event: forSeller(params.disputeId) },
      )
      await closeDispute(call.db, txn, call.ctx.settings.payoutDelay, {
        outcome: 'seller',
        decided_by: call.staff.uid,
        decision_reason: why.reason,
        released_alone,
      })
      return { state: 'done' as const, cents: null }
    }
    const movement = await checkRefund(call.db, txn, {
      cents: body.refund_cents,
      leftSeen: body.left_seen,
      why,
      dispute: params.disputeId,
    })
    const { answer, asked } = await beginOrRequest(call, movement)
    const after = asked ?? { dispute_status: 1, outcome: 'buyer', refund: movement.operation.cents }
    // The refund resolves the dispute, and its operation tells so.
    call.did(txn, { before: { dispute_status: 2 }, after }, { reason: why.reason, event: null })
    return answer
  },
})
