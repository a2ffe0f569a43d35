import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { newestFirst, pageSize } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { rowsOf } from '../core/rows.ts'
import { shipLabels, transactions } from '../db/money.ts'
import { anyOf } from './any-of.ts'

/** Transactions by their purchase, newest first. */
export const transactionOrder = newestFirst(sql`${transactions.purchase_date}`, sql`${transactions.id}`)

const labelColumns = getTableColumns(shipLabels)
const { shown_in_reviews: _shown, ...transactionColumns } = getTableColumns(transactions)

/**
 * Some transactions with their labels, newest first: one row more than a page, to know whether there are more.
 * @param person only what this one sold or bought
 */
export async function findTransactions(
  db: Db,
  where: SQL | undefined,
  size = pageSize,
  person?: string,
): Promise<Transaction[]> {
  const limit = sql`limit ${size + 1}`
  const newest = (only?: SQL) =>
    sql`from ${transactions} where ${and(only, where) ?? sql`true`} order by ${transactionOrder.order} ${limit}`
  const { seller_uid, purchaser_uid } = transactions
  // What somebody sold and what they bought, each by its own index and no further than the page goes.
  const rows = await rowsOf(
    db,
    transactionColumns,
    person === undefined
      ? newest()
      : sql`from ((select * ${newest(eq(seller_uid, person))}) union all
          (select * ${newest(and(eq(purchaser_uid, person), ne(seller_uid, person)))})) as transactions
          order by ${transactionOrder.order} ${limit}`,
  )
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const labels = await rowsOf(
    db,
    labelColumns,
    sql`from ${shipLabels} where ${anyOf(shipLabels.transaction_id, ids)} order by ${shipLabels.created_at}`,
  )
  const byId = new Map(
    rows.map((row) => [row.id, { ...row, ship_labels: [] as NonNullable<Transaction['ship_labels']> }]),
  )
  for (const { transaction_id: of, ...label } of labels) byId.get(of)?.ship_labels.push(label)
  return [...byId.values()]
}

/** One transaction; not_found when there is none. */
export async function getTransaction(db: Db, id: string): Promise<Transaction> {
  const [row] = await findTransactions(db, eq(transactions.id, id), 1)
  return row ?? refuse('not_found', 'No such transaction', 'There is no transaction with this id.')
}

/** The same, locked until the call's transaction ends: whoever wants to move its money waits. */
export async function lockTransaction(db: Db, id: string): Promise<Transaction> {
  await db.select({ id: transactions.id }).from(transactions).where(eq(transactions.id, id)).for('update')
  return getTransaction(db, id)
}

/** Writes a change of a locked transaction; its version moves with it. */
export async function changeTransaction(
  db: Db,
  id: string,
  set: Partial<typeof transactions.$inferInsert>,
): Promise<Transaction> {
  await db
    .update(transactions)
    .set({ ...set, version: sql`${transactions.version} + 1` })
    .where(eq(transactions.id, id))
  return getTransaction(db, id)
}
