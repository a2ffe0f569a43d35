import { moneyWords } from '@portreeve/contract/base/currency'
import { may, permissions } from '@portreeve/contract/base/rights'
import { type Approval, approvalRights, approvals as contract } from '@portreeve/contract/money/approvals'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Call, CallOf } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { page } from '../../core/call/page.ts'
import { refuse } from '../../core/refuse.ts'
import { permissionsOf } from '../../db/staff-rights.ts'
import { staff } from '../../db/system-tables.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { notifications } from '../../staff/notification-tables.ts'
import { isAbout, markAsRead, notify } from '../../staff/notify.ts'
import { refuseSameHand } from '../../staff/staff-grants.ts'
import { approvals as table } from '../money-tables.ts'
import { lockTransaction, lockTransactions, transactionChanged } from '../orders/transaction-records.ts'
import { wakePayout } from '../payouts/payout-schedule.ts'
import { whyOf } from '../reasons.ts'
import { approvalOrder, findApprovals, isFirst } from './approval-records.ts'
import { answerOf, beginAll, sumOf } from './approval-requests.ts'
import { checkRefund, type Movement, naming } from './refund-checks.ts'
import { checkAgain } from './request-checks.ts'
import { publishApproval, storeRequests } from './stored-requests.ts'

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

/** A request with its locked transaction. */
interface Part {
  request: Approval
  txn: Transaction
}
/** What one decision is about: the request that was named, and the others that are decided with it. */
type Parts = readonly [Part, ...Part[]]

/** A waiting request, and those that are decided with it, with their locked transactions: the locks serialise concurrent decisions. */
async function lockRequest(call: Call, id: string): Promise<Parts> {
  const { transaction_id, together } = await one(call, id)
  const others = together?.items.filter((item) => item.transaction_id !== transaction_id) ?? []
  const txns = await lockTransactions(call.db, [transaction_id, ...others.map((item) => item.transaction_id)])
  const waiting = await findApprovals(
    call.db,
    sql`coalesce(${table.group_id}, ${table.id}) = (select coalesce(a.group_id, a.id) from ${table} as a where a.id = ${id})`,
  )
  const partOf = (txn: Transaction): Part[] =>
    waiting.filter((request) => request.transaction_id === txn.id).map((request) => ({ request, txn }))
  const [named] = txns.filter((txn) => txn.id === transaction_id).flatMap(partOf)
  if (!named) throw new Error(`The request ${id} is gone`)
  if (named.request.state !== 'asked')
    await refuseChanged(call.db, ['transaction', named.txn.id], 'Already decided', words[named.request.state])
  return [named, ...txns.filter((txn) => txn.id !== transaction_id).flatMap(partOf)]
}

/** The action of a decision, for the audit rows of what is decided with the named request. */
const actions = {
  approved: 'approvals.approve',
  declined: 'approvals.decline',
  withdrawn: 'approvals.withdraw',
}

/** The person who decides is not the requester, and has the permission to do it themselves. */
function checkSecond(call: Call, request: Approval) {
  if (request.asked_by === call.staff.uid)
    refuse('forbidden', 'A second person decides', 'You have asked for this yourself; a colleague decides.')
  const right = approvalRights[request.kind]
  if (!may(call.staff, right))
    refuse(
      'forbidden',
      'Not allowed',
      `Your role, ${call.staff.role}, may not ${permissions[right].words}, so it cannot approve that either.`,
    )
}

/** Stores a decision, audits and publishes it; the payouts that waited for it become due. */
async function decide(
  call: CallOf<typeof contract.approve>,
  parts: Parts,
  state: 'approved' | 'declined' | 'withdrawn',
  reason: string | null = null,
  less?: number,
) {
  const [{ request, txn }, ...others] = parts
  const cents = less ?? request.cents
  const ids = parts.map((part) => part.request.id)
  await call.db
    .update(table)
    .set({ state, decided_by: call.staff.uid, decided_at: sql`now()`, reason })
    .where(inArray(table.id, ids))
  for (const part of parts) {
    // The request waits for no one any more.
    const about = isAbout('transaction', part.txn.id)
    await markAsRead(call.db, and(eq(notifications.what, 'approval'), about))
    await wakePayout(call.db, part.txn.id)
  }
  if (call.staff.uid !== request.asked_by)
    await notify(call.db, [request.asked_by], 'decided', ['transaction', txn.id], call.staff.uid)
  const beforeOf = ({ id: asked, kind, cents, asked_by }: Approval) => ({ asked, kind, cents, asked_by })
  const after = { state, ...(cents !== request.cents && { cents }) }
  call.did(txn, { before: beforeOf(request), after }, { reason })
  for (const other of others) {
    const change = { before: beforeOf(other.request), after }
    call.recordAlso(actions[state], { subject: ['transaction', other.txn.id], ...change, reason })
    call.publish(...transactionChanged(other.txn))
  }
  publishApproval(call, {
    id: request.id,
    transaction_id: request.transaction_id,
    state,
    asked_by: request.asked_by,
    ...(cents !== request.cents && { cents, asked_cents: request.cents, currency: txn.currency }),
  })
}

/** Checks everything again and starts the movements, or the part of one that is approved. */
async function approve(
  call: CallOf<typeof contract.approve>,
  parts: Parts,
  less?: { cents: number; reason: string },
) {
  const [{ request, txn }] = parts
  checkSecond(call, request)
  await refuseSameHand(call.db, call.staff.uid, { uid: request.asked_by, name: request.asked_by_name })
  if (call.expected !== undefined && call.expected !== txn.version)
    await refuseChanged(
      call.db,
      ['transaction', txn.id],
      'Changed meanwhile',
      'This transaction has changed since you opened the page.',
    )
  const [requester] = await call.db
    .select({ disabled: staff.disabled, permissions: permissionsOf })
    .from(staff)
    .where(eq(staff.uid, request.asked_by))
  const right = request.requested ? 'money.request' : approvalRights[request.kind]
  if (!requester || requester.disabled || !may(requester, right))
    refuse(
      'conflict',
      'Not now',
      `${request.asked_by_name}, who asked for it, may not do this any more. Decline it, and ask for it or do it yourself.`,
    )
  const movements: Movement[] = []
  for (const part of parts) {
    const check = () => checkAgain(call.db, part.request, part.txn, less?.cents)
    movements.push(await (parts.length === 1 ? check() : naming(part.txn, check)))
  }
  const isLess = less !== undefined && less.cents < request.cents
  if (isLess)
    await call.db
      .update(table)
      .set({ cents: less.cents, asked_cents: request.cents })
      .where(eq(table.id, request.id))
  await decide(call, parts, 'approved', less?.reason.trim(), isLess ? less.cents : undefined)
  const begun = await beginAll(
    call.db,
    movements.map(({ operation }, at) => ({
      ...operation,
      started_by: request.asked_by,
      approval_id: parts[at]?.request.id ?? null,
    })),
  )
  return answerOf(begun, sumOf(movements))
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
    const of = query.transaction === undefined ? isFirst : eq(table.transaction_id, query.transaction)
    const ofOrder =
      query.order &&
      sql`${table.transaction_id} in (select id from transactions where order_id = ${query.order})`
    const rows = await findApprovals(
      call.db,
      and(state, of, ofOrder || undefined, approvalOrder.after(query.cursor)),
    )
    return page(call, rows, (row) => ({ time: row.asked_at, id: row.id }))
  },

  approve: async ({ params }, call) => approve(call, await lockRequest(call, params.id)),

  approveLess: async ({ params, body }, call) => {
    const parts = await lockRequest(call, params.id)
    const [{ request }] = parts
    if (request.together)
      refuse(
        'refused',
        'Several items',
        'A refund of several items is approved as a whole. Decline it, and say which items to refund.',
      )
    if (request.kind !== 'refund' && request.kind !== 'dispute')
      refuse('refused', 'Not a refund', 'Only a refund can be approved in part.')
    if (body.cents > request.cents)
      refuse(
        'refused',
        'Too much',
        `That is more than was asked for: ${moneyWords(request.cents, request.currency)}. Decline the request and refund it yourself.`,
      )
    return approve(call, parts, body)
  },

  request: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const why = await whyOf(call.db, body)
    const movement = await checkRefund(call.db, txn, { cents: body.amount, leftSeen: body.left_seen, why })
    const [asked] = await storeRequests(call, [movement], true)
    call.did(txn, { after: asked }, { reason: why.reason })
    return one(call, asked?.asked ?? '')
  },

  decline: async ({ params, body }, call) => {
    const parts = await lockRequest(call, params.id)
    const [{ request }] = parts
    checkSecond(call, request)
    await decide(call, parts, 'declined', body.reason.trim())
    return one(call, request.id)
  },

  withdraw: async ({ params }, call) => {
    const parts = await lockRequest(call, params.id)
    const [{ request }] = parts
    if (request.asked_by !== call.staff.uid)
      refuse('forbidden', 'Not your request', 'Only the one who has asked for it can withdraw it.')
    await decide(call, parts, 'withdrawn')
    return one(call, request.id)
  },
})
