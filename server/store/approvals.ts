import { randomUUID } from 'node:crypto'
import type { Approval, ApprovalEvent } from '@portreeve/contract/approvals'
import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { begin, type Later } from '../core/operations.ts'
import { newestFirst, pageSize } from '../core/page.ts'
import { KeptRefusal } from '../core/refuse.ts'
import { approvals, transactions } from '../db/money.ts'
import { staff } from '../db/system.ts'
import { refuseChanged } from './last-change.ts'
import { dollars } from './money.ts'
import type { Movement } from './refunds.ts'

/** Days after which a request expires. */
const waitsDays = 7

/** Transactions with a request that waits for a second person. */
export const waitsForSecond = sql`exists (select 1 from ${approvals} where ${approvals.transaction_id} = ${transactions.id}
  and ${approvals.state} = 'asked' and ${approvals.expires_at} > now())`

export const approvalOrder = newestFirst(sql`${approvals.asked_at}`, sql`${approvals.id}`)

const [asker, decider] = [alias(staff, 'asker'), alias(staff, 'decider')]
const nameOf = (person: Record<'displayName' | 'email', AnyPgColumn>, uid: AnyPgColumn) =>
  sql<string>`coalesce(${person.displayName}, ${person.email}, ${uid})`

/** Requests with the names of the requester and of the person who decided, newest first: one more than a page. */
export const findApprovals = (db: Db, where: SQL | undefined): Promise<Approval[]> =>
  db
    .select({
      ...getTableColumns(approvals),
      // Expired, though the row is not marked yet.
      state: sql<
        Approval['state']
      >`case when ${approvals.state} = 'asked' and ${approvals.expires_at} <= now()
        then 'expired' else ${approvals.state} end`,
      asked_by_name: nameOf(asker, approvals.asked_by),
      decided_by_name: nameOf(decider, approvals.decided_by),
    })
    .from(approvals)
    .leftJoin(asker, eq(asker.uid, approvals.asked_by))
    .leftJoin(decider, eq(decider.uid, approvals.decided_by))
    .where(where)
    .orderBy(approvalOrder.order)
    .limit(pageSize + 1)

/**
 * Cents that the caller may still refund of a transaction today without a second person. Their own refunds and their open
 * requests count. Refunds that a second person approved, that failed or that were declined do not.
 */
export async function mayAlone({ db, staff: me, ctx }: Call, transaction: string): Promise<number> {
  const today = sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`
  const { rows } = await db.execute<{ here: string; today: string }>(sql`
    select coalesce(sum(cents) filter (where of = ${transaction}), 0)::text as here,
      coalesce(sum(cents) filter (where at >= ${today}), 0)::text as today
    from (
      select subject_id as of, cents, created_at as at from operations
      where begun_by = ${me.uid} and approval_id is null and state in ('pending', 'done')
        and ((subject_kind = 'transaction' and subject_id = ${transaction}) or created_at >= ${today})
      union all
      select transaction_id, cents, asked_at from approvals
      where asked_by = ${me.uid} and state = 'asked' and expires_at > now()
        and (transaction_id = ${transaction} or asked_at >= ${today})
    ) counted`)
  const { refundAlone, refundAloneDay } = ctx.settings
  const spent = rows[0]
  return Math.max(
    0,
    Math.min(refundAlone - Number(spent?.here ?? 0), refundAloneDay - Number(spent?.today ?? 0)),
  )
}

/**
 * Begins a movement of a locked transaction's money, or stores a request for a second person and refuses with
 * second_person. Locks the transaction's row before the staff member's, the lock order of all calls: two calls of one
 * person about two transactions are checked one after the other.
 */
export async function beginOrAsk(call: Call<'approvals'>, movement: Movement): Promise<Later | KeptRefusal> {
  const { db, staff: me } = call
  const { kind, subject_id, cents, details } = movement.operation
  await db.execute(sql`select 1 from staff where uid = ${me.uid} for no key update`)
  if (cents <= (await mayAlone(call, subject_id)))
    return begin(db, { ...movement.operation, begun_by: me.uid })

  await expire(db, subject_id)
  const [waiting] = await findApprovals(
    db,
    and(eq(approvals.transaction_id, subject_id), eq(approvals.state, 'asked')),
  )
  if (waiting)
    await refuseChanged(
      db,
      ['transaction', subject_id],
      'Already asked',
      `This needs a second person, and ${inWords(waiting)} waits for one already. It has to be decided or withdrawn first.`,
    )
  const id = `ap_${randomUUID()}`
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
  })
  call.record({ after: { asked: id, kind, cents } })
  publishApproval(call, { id, transaction_id: subject_id, state: 'asked' })
  return new KeptRefusal(
    'second_person',
    'Needs a second person',
    `${dollars(cents)} is more than you may refund alone. It is asked for now, and goes out when a second person approves it.`,
  )
}

/** 'a refund of $812.40, asked by Ana' */
const inWords = ({ kind, cents, asked_by_name }: Approval): string =>
  `${kind === 'refund' ? 'a refund' : 'a cancellation'} of ${dollars(cents)}, asked by ${asked_by_name},`

/** Publishes nothing: an expired request no longer waits. */
const expire = (db: Db, transaction: string) =>
  db.execute(sql`update approvals set state = 'expired', decided_at = now()
    where transaction_id = ${transaction} and state = 'asked' and expires_at <= now()`)

/** Publishes a request's new state. */
export const publishApproval = (call: Call<'approvals'>, event: ApprovalEvent) =>
  call.publish('approvals', event)
