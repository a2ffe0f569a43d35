import { dollars } from '@portreeve/contract/base/dollars'
import { may, permissions } from '@portreeve/contract/base/rights'
import { type Approval, approvalRights, approvals as contract } from '@portreeve/contract/money/approvals'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, sql } from 'drizzle-orm'
import type { Call, CallOf } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { page } from '../../core/call/page.ts'
import { begin } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { staff } from '../../db/system-tables.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { notifications } from '../../staff/notification-tables.ts'
import { isAbout, markAsRead, notify } from '../../staff/notify.ts'
import { grantDays, sameHand } from '../../staff/staff-grants.ts'
import { approvals as table } from '../money-tables.ts'
import { lockTransaction } from '../orders/transaction-records.ts'
import { wakePayout } from '../payouts/payout-schedule.ts'
import { whyOf } from '../reasons.ts'
import { approvalOrder, findApprovals, publishApproval, storeRequest } from './approval-requests.ts'
import { checkRefund } from './refund-checks.ts'
import { checkAgain } from './request-checks.ts'

const words: Record<Approval['state'], string> = {
  asked: 'It still waits.',
  approved: 'It is approved already.',
  declined: 'It is declined already.',
  withdrawn: 'It is withdrawn already.',
  expired: 'It has waited too long and no longer can be decided.',
}

const one = async (call: Call, id: string): Promise<Approval> => {
  const [found] = await findApprovals(call.db, eq(table.id, id))
  return found ?? refuse('not_found', 'No such request', 'There is no request with this id.')
}

/** A waiting request with its locked transaction: the lock serialises concurrent decisions. */
async function lockRequest(call: Call, id: string): Promise<{ request: Approval; txn: Transaction }> {
  const { transaction_id } = await one(call, id)
  const txn = await lockTransaction(call.db, transaction_id)
  const request = await one(call, id)
  if (request.state !== 'asked')
    await refuseChanged(call.db, ['transaction', txn.id], 'Already decided', words[request.state])
  return { request, txn }
}

/** The person who decides is not the requester, and has the permission to do it themselves. */
function checkSecond(call: Call, request: Approval) {
  if (request.asked_by === call.staff.uid)
    refuse('forbidden', 'A second person decides', 'You have asked for this yourself; a colleague decides.')
  const right = approvalRights[request.kind]
  if (!may(call.staff.role, right))
    refuse(
      'forbidden',
      'Not allowed',
      `Your role, ${call.staff.role}, may not ${permissions[right].words}, so it cannot approve that either.`,
    )
}

/** Stores a decision, audits and publishes it; the payout that waited for it becomes due. */
async function decide(
  call: CallOf<typeof contract.approve>,
  request: Approval,
  txn: Transaction,
  state: 'approved' | 'declined' | 'withdrawn',
  reason: string | null = null,
  cents = request.cents,
) {
  await call.db
    .update(table)
    .set({ state, decided_by: call.staff.uid, decided_at: sql`now()`, reason })
    .where(eq(table.id, request.id))
  // The request waits for no one any more.
  const record = ['transaction', request.transaction_id] as const
  await markAsRead(call.db, and(eq(notifications.what, 'approval'), isAbout(...record)))
  if (call.staff.uid !== request.asked_by)
    await notify(call.db, [request.asked_by], 'decided', record, call.staff.uid)
  await wakePayout(call.db, request.transaction_id)
  const before = { asked: request.id, kind: request.kind, cents: request.cents, asked_by: request.asked_by }
  call.did(txn, { before, after: { state, ...(cents !== request.cents && { cents }) } }, { reason })
  publishApproval(call, {
    id: request.id,
    transaction_id: request.transaction_id,
    state,
    asked_by: request.asked_by,
    ...(cents !== request.cents && { cents, asked_cents: request.cents }),
  })
}

/** Checks everything again and starts the movement, or the part of it that is approved. */
async function approve(
  call: CallOf<typeof contract.approve>,
  request: Approval,
  txn: Transaction,
  less?: { cents: number; reason: string },
) {
  checkSecond(call, request)
  if (await sameHand(call.db, request.asked_by, call.staff.uid))
    refuse(
      'forbidden',
      'A second person decides',
      `Within the last ${grantDays} days you or ${request.asked_by_name}, who asked for this, was invited, given a role, enabled or sent new credentials by the other or by the same colleague. Another person decides.`,
    )
  if (call.expected !== undefined && call.expected !== txn.version)
    await refuseChanged(
      call.db,
      ['transaction', txn.id],
      'Changed meanwhile',
      'This transaction has changed since you opened the page.',
    )
  const [requester] = await call.db.select().from(staff).where(eq(staff.uid, request.asked_by))
  const right = request.requested ? 'money.request' : approvalRights[request.kind]
  if (!requester || requester.disabled || !may(requester.role, right))
    refuse(
      'conflict',
      'Not now',
      `${request.asked_by_name}, who asked for it, may not do this any more. Decline it, and ask for it or do it yourself.`,
    )
  const { operation } = await checkAgain(call.db, request, txn, less?.cents)
  const isLess = less !== undefined && less.cents < request.cents
  if (isLess)
    await call.db
      .update(table)
      .set({ cents: less.cents, asked_cents: request.cents })
      .where(eq(table.id, request.id))
  await decide(call, request, txn, 'approved', less?.reason.trim(), isLess ? less.cents : request.cents)
  return begin(call.db, { ...operation, started_by: request.asked_by, approval_id: request.id })
}

export const approvals = implement('approvals', contract, {
  list: async ({ query }, call) => {
    const state =
      query.state === undefined
        ? undefined
        : query.state === 'asked'
          ? sql`${table.state} = 'asked' and ${table.expires_at} > now()`
          : query.state === 'expired'
            ? sql`(${table.state} = 'expired' or (${table.state} = 'asked' and ${table.expires_at} <= now()))`
            : eq(table.state, query.state)
    const of = query.transaction === undefined ? undefined : eq(table.transaction_id, query.transaction)
    const rows = await findApprovals(call.db, and(state, of, approvalOrder.after(query.cursor)))
    return page(call, rows, (row) => ({ time: row.asked_at, id: row.id }))
  },

  approve: async ({ params }, call) => {
    const { request, txn } = await lockRequest(call, params.id)
    return approve(call, request, txn)
  },

  approveLess: async ({ params, body }, call) => {
    const { request, txn } = await lockRequest(call, params.id)
    if (request.kind !== 'refund' && request.kind !== 'dispute')
      refuse('refused', 'Not a refund', 'Only a refund can be approved in part.')
    if (body.cents > request.cents)
      refuse(
        'refused',
        'Too much',
        `That is more than was asked for: ${dollars(request.cents)}. Decline the request and refund it yourself.`,
      )
    return approve(call, request, txn, body)
  },

  request: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const why = await whyOf(call.db, body)
    const movement = await checkRefund(call.db, txn, { cents: body.amount, leftSeen: body.left_seen, why })
    const asked = await storeRequest(call, movement, true)
    call.did(txn, { after: asked }, { reason: why.reason })
    return one(call, asked.asked)
  },

  decline: async ({ params, body }, call) => {
    const { request, txn } = await lockRequest(call, params.id)
    checkSecond(call, request)
    await decide(call, request, txn, 'declined', body.reason.trim())
    return one(call, request.id)
  },

  withdraw: async ({ params }, call) => {
    const { request, txn } = await lockRequest(call, params.id)
    if (request.asked_by !== call.staff.uid)
      refuse('forbidden', 'Not your request', 'Only the one who has asked for it can withdraw it.')
    await decide(call, request, txn, 'withdrawn')
    return one(call, request.id)
  },
})
