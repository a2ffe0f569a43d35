import { randomUUID } from 'node:crypto'
import { dollars } from '@portreeve/contract/base/dollars'
import { may } from '@portreeve/contract/base/rights'
import {
  type Approval,
  type ApprovalEvent,
  type ApprovalKind,
  approvalRights,
  requestWords,
} from '@portreeve/contract/money/approvals'
import { reasonNotGiven } from '@portreeve/contract/money/money-settings'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call } from '../../core/call/context.ts'
import { newestFirst, pageSize } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { begin } from '../../core/operations/operations.ts'
import { KeptRefusal } from '../../core/refuse.ts'
import { staff } from '../../db/system-tables.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { notifyOthersWho } from '../../staff/notify.ts'
import { staffName } from '../../staff/staff-name.ts'
import { approvals, transactions } from '../money-tables.ts'
import type { Movement } from './refund-checks.ts'
import { mayAlone } from './refund-limit.ts'

/** Days after which a request expires. */
const waitsDays = 7

/** Transactions with a request that waits for a second person. */
export const waitsForSecond = sql`exists (select 1 from ${approvals} where ${approvals.transaction_id} = ${transactions.id}
  and ${approvals.state} = 'asked' and ${approvals.expires_at} > now())`

export const approvalOrder = newestFirst(sql`${approvals.asked_at}`, sql`${approvals.id}`)

/** The kind of request for each operation. */
const kinds = {
  refund: 'refund',
  cancel: 'cancel',
  dispute_refund: 'dispute',
  correction: 'correction',
} as const satisfies Record<Movement['operation']['kind'], ApprovalKind>

const [asker, decider] = [alias(staff, 'asker'), alias(staff, 'decider')]

const { against: _against, reason_id: _reason, note, ...columns } = getTableColumns(approvals)

/** Requests with the names of the requester and of the person who decided, newest first: one more than a page. */
export const findApprovals = (db: Db, where: SQL | undefined): Promise<Approval[]> =>
  db
    .select({
      ...columns,
      why: sql<string>`coalesce(${note}, ${reasonNotGiven})`,
      // Expired, though the row is not marked yet.
      state: sql<
        Approval['state']
      >`case when ${approvals.state} = 'asked' and ${approvals.expires_at} <= now()
        then 'expired' else ${approvals.state} end`,
      asked_by_name: sql<string>`${staffName(asker, approvals.asked_by)}`,
      decided_by_name: staffName(decider, approvals.decided_by),
    })
    .from(approvals)
    .leftJoin(asker, eq(asker.uid, approvals.asked_by))
    .leftJoin(decider, eq(decider.uid, approvals.decided_by))
    .where(where)
    .orderBy(approvalOrder.order)
    .limit(pageSize + 1)

/**
 * Begins a movement of a locked transaction's money, or stores a request for a second person and refuses with
 * second_person. Locks the transaction's row before the staff member's, the lock order of all calls: two calls of one
 * person about two transactions are checked one after the other.
 * @returns the call's answer; the operation, or what the audit says of the request
 */
export async function beginOrRequest(call: Call<'approvals'>, movement: Movement) {
  const { db, staff: me } = call
  const { subject_id, cents } = movement.operation
  await db.execute(sql`select 1 from staff where uid = ${me.uid} for no key update`)
  const mayItself = may(me.role, approvalRights[kinds[movement.operation.kind]])
  if (mayItself && cents <= (await mayAlone(call, subject_id))) {
    const answer = await begin(db, { ...movement.operation, started_by: me.uid })
    return { answer, operation: answer.operationId }
  }
  const asked = await storeRequest(call, movement, !mayItself)
  const answer = new KeptRefusal(
    'second_person',
    'Needs a second person',
    `${mayItself ? `${dollars(cents)} is more than you may refund alone` : 'You may request refunds only'}. It is asked for now, and goes out when a second person approves it.`,
  )
  return { answer, asked }
}

/** Stores a request about a locked transaction for another person, and publishes it. Refuses while another request waits. @returns what the audit says of it */
export async function storeRequest(call: Call<'approvals'>, movement: Movement, requested = false) {
  const { db, staff: me } = call
  const { kind: operation, subject_id, cents, details } = movement.operation
  const kind = kinds[operation]
  await expire(db, subject_id)
  const [open] = await findApprovals(
    db,
    and(eq(approvals.transaction_id, subject_id), eq(approvals.state, 'asked')),
  )
  if (open)
    await refuseChanged(
      db,
      ['transaction', subject_id],
      'Already asked',
      `This needs a second person, and ${inWords(open)} waits for one already. It has to be decided or withdrawn first.`,
    )
  const id = `ap_${randomUUID()}`
  const words = (value: unknown) => (typeof value === 'string' ? value : null)
  await db.insert(approvals).values({
    id,
    kind,
    transaction_id: subject_id,
    cents,
    left_seen: movement.left,
    charge_seller: kind === 'cancel' ? details.charge_seller === true : null,
    show_in_reviews: kind === 'cancel' ? details.show_in_reviews === true : null,
    asked_by: me.uid,
    expires_at: sql`now() + make_interval(days => ${waitsDays})`,
    dispute_id: words(details.dispute),
    difference_id: words(details.difference),
    against: kind === 'correction' ? (details.against as 'fee' | 'pending' | 'held') : null,
    requested,
    reason_id: words(details.reason_id),
    note: words(details.reason),
  })
  await notifyOthersWho(call, 'money.approve', 'approval', ['transaction', subject_id])
  publishApproval(call, { id, transaction_id: subject_id, state: 'asked' })
  return { asked: id, kind, cents }
}

/** 'a refund of $812.40, asked by Ana' */
const inWords = ({ kind, cents, asked_by_name }: Approval): string =>
  `${requestWords[kind]} of ${dollars(cents)}, asked by ${asked_by_name},`

/** Publishes nothing: an expired request no longer waits. */
const expire = (db: Db, transaction: string) =>
  db.execute(sql`update approvals set state = 'expired', decided_at = now()
    where transaction_id = ${transaction} and state = 'asked' and expires_at <= now()`)

/** Publishes a request's new state. */
export const publishApproval = (call: Call<'approvals'>, event: ApprovalEvent) =>
  call.publish('approvals', event)
