import type { Approval } from '@portreeve/contract/money/approvals'
import { reasonNotGiven } from '@portreeve/contract/money/money-settings'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { newestFirst, pageSize } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { staff } from '../../db/system-tables.ts'
import { staffName } from '../../staff/staff-name.ts'
import { approvals, transactions } from '../money-tables.ts'

/** Transactions with a request that waits for a second person. */
export const waitsForSecond = sql`exists (select 1 from ${approvals} where ${approvals.transaction_id} = ${transactions.id}
  and ${approvals.state} = 'asked' and ${approvals.expires_at} > now())`

export const approvalOrder = newestFirst(sql`${approvals.asked_at}`, sql`${approvals.id}`)

const [asker, decider] = [alias(staff, 'asker'), alias(staff, 'decider')]

const { against: _against, reason_id: _reason, group_id, note, ...columns } = getTableColumns(approvals)

/** What is decided together with a request. A part of a refund is never decided alone. */
const together = sql<Approval['together']>`case when ${group_id} is not null then (
  select json_build_object('order_id', max(t.order_id), 'cents', sum(g.cents), 'items',
    json_agg(json_build_object('transaction_id', t.id, 'title', t.product_title, 'cents', g.cents) order by t.id))
  from approvals g join transactions t on t.id = g.transaction_id where g.group_id = ${group_id}) end`

/** One row for each decision: a single request, or the first of those that are decided together. */
export const isFirst = sql`(${group_id} is null or ${group_id} = ${approvals.id})`

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
      together,
      currency: transactions.currency,
    })
    .from(approvals)
    .innerJoin(transactions, eq(transactions.id, approvals.transaction_id))
    .leftJoin(asker, eq(asker.uid, approvals.asked_by))
    .leftJoin(decider, eq(decider.uid, approvals.decided_by))
    .where(where)
    .orderBy(approvalOrder.order)
    .limit(pageSize + 1)
