import { randomUUID } from 'node:crypto'
import { moneyWords } from '@portreeve/contract/base/currency'
import {
  type Approval,
  type ApprovalEvent,
  type ApprovalKind,
  requestWords,
} from '@portreeve/contract/money/approvals'
import { and, eq, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { notifyOthersWho } from '../../staff/notify.ts'
import { approvals } from '../money-tables.ts'
import { findApprovals } from './approval-records.ts'
import type { Movement } from './refund-checks.ts'

/** Days after which a request expires. */
const waitsDays = 7

/** The kind of request for each operation. */
export const requestKinds = {
  refund: 'refund',
  cancel: 'cancel',
  dispute_refund: 'dispute',
  correction: 'correction',
} as const satisfies Record<Movement['operation']['kind'], ApprovalKind>

/** What the audit says of a request. */
export interface Asked {
  asked: string
  kind: ApprovalKind
  cents: number
}

/**
 * Stores requests about locked transactions for another person, who decides them together, and publishes them. Refuses while
 * another request waits.
 */
export async function storeRequests(
  call: Call<'approvals'>,
  movements: readonly [Movement, ...Movement[]],
  requested = false,
): Promise<Asked[]> {
  const ids = movements.map(() => `ap_${randomUUID()}`)
  const group_id = movements.length > 1 ? ids[0] : undefined
  const asked: Asked[] = []
  for (const [at, movement] of movements.entries())
    asked.push(await storeRequest(call, movement, { id: ids[at] ?? '', group_id, requested }))
  // Colleagues read of a refund of several items once.
  const [{ operation }] = movements
  await notifyOthersWho(call, 'money.approve', 'approval', ['transaction', operation.subject_id])
  publishApproval(call, { id: ids[0] ?? '', transaction_id: operation.subject_id, state: 'asked' })
  return asked
}

async function storeRequest(
  { db, staff: me }: Call<'approvals'>,
  movement: Movement,
  of: { id: string; group_id: string | undefined; requested: boolean },
): Promise<Asked> {
  const { kind: operation, subject_id, cents, details } = movement.operation
  const kind = requestKinds[operation]
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
  const words = (value: unknown) => (typeof value === 'string' ? value : null)
  await db.insert(approvals).values({
    ...of,
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
    reason_id: words(details.reason_id),
    note: words(details.reason),
  })
  return { asked: of.id, kind, cents }
}

/** 'a refund of $812.40, asked by Ana' */
const inWords = ({ kind, cents, currency, asked_by_name }: Approval): string =>
  `${requestWords[kind]} of ${moneyWords(cents, currency)}, asked by ${asked_by_name},`

/** Publishes nothing: an expired request no longer waits. */
const expire = (db: Db, transaction: string) =>
  db.execute(sql`update approvals set state = 'expired', decided_at = now()
    where transaction_id = ${transaction} and state = 'asked' and expires_at <= now()`)

/** Publishes a request's new state. */
export const publishApproval = (call: Call<'approvals'>, event: ApprovalEvent) =>
  call.publish('approvals', event)
