import type { DisputeCase } from '@portreeve/contract/money/disputes'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core'
import { newestFirst, oldestFirst } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { staff } from '../../db/system-tables.ts'
import { users } from '../../people/people-tables.ts'
import { attachedFiles } from '../../staff/files/stored-files.ts'
import { staffName } from '../../staff/staff-name.ts'
import { disputes, transactions } from '../money-tables.ts'

/** Open disputes, nearest deadline first; resolved ones, newest first. */
export const byDeadline = oldestFirst(sql`${disputes.deadline_at}`, sql`${disputes.id}`)
export const byOpening = newestFirst(sql`${disputes.created_at}`, sql`${disputes.id}`)

const [creator, buyer, seller] = [alias(users, 'creator'), alias(users, 'buyer'), alias(users, 'seller')]
const [assigned, decided] = [alias(staff, 'assigned'), alias(staff, 'decided')]
const { assignee, decided_by, ...columns } = getTableColumns(disputes)
const uidOf = (column: AnyPgColumn) => sql<string | null>`${column}`

/** Disputes with both sides, their transaction and the staff who handle them. */
export async function findDisputes(
  db: Db,
  where: SQL | undefined,
  order: SQL,
  limit: number,
): Promise<DisputeCase[]> {
  const ofSide = (side: string) =>
    attachedFiles(sql`'dispute:' || ${disputes.id} || ${sql.raw(`':${side}'`)}`)
  const rows = await db
    .select({
      ...columns,
      buyer_attached: ofSide('buyer'),
      seller_attached: ofSide('seller'),
      creator_name: creator.displayName,
      assignee: uidOf(assignee),
      assignee_name: staffName(assigned, assignee),
      decided_by: uidOf(decided_by),
      decided_by_name: staffName(decided, decided_by),
      title: transactions.product_title,
      public_id: transactions.public_id,
      currency: transactions.currency,
      amount: sql<number>`(${transactions.price} + coalesce(${transactions.shipping_cost}, 0))::float8`,
      buyer: { uid: transactions.purchaser_uid, name: buyer.displayName },
      seller: { uid: transactions.seller_uid, name: seller.displayName },
    })
    .from(disputes)
    .innerJoin(transactions, eq(transactions.id, disputes.transaction_id))
    .leftJoin(creator, eq(creator.uid, disputes.creator_uid))
    .leftJoin(buyer, eq(buyer.uid, transactions.purchaser_uid))
    .leftJoin(seller, eq(seller.uid, transactions.seller_uid))
    .leftJoin(assigned, eq(assigned.uid, assignee))
    .leftJoin(decided, eq(decided.uid, decided_by))
    .where(where)
    .orderBy(order)
    .limit(limit)
  return rows.map(({ assignee_name, decided_by_name, buyer_attached, seller_attached, ...row }) => ({
    ...(row as Omit<DisputeCase, 'assignee' | 'decided_by'>),
    ...(buyer_attached && { buyer_attached }),
    ...(seller_attached && { seller_attached }),
    assignee: row.assignee === null ? null : { uid: row.assignee, name: assignee_name ?? row.assignee },
    decided_by:
      row.decided_by === null ? null : { uid: row.decided_by, name: decided_by_name ?? row.decided_by },
  }))
}

/** One dispute; not_found when there is none. */
export async function getDispute(db: Db, id: string): Promise<DisputeCase> {
  const [found] = await findDisputes(db, eq(disputes.id, id), byOpening.order, 1)
  return found ?? refuse('not_found', 'No such dispute', 'There is no dispute with this id.')
}
