import type { LiveEventOf, TransactionChange } from '@portreeve/contract/live-payloads'
import type { Transaction } from '@portreeve/contract/transactions'
import { and, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { publish } from '../core/live.ts'
import type { Operation } from '../core/operations.ts'
import { newestFirst, pageSize } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { rowsOf } from '../core/rows.ts'
import { isoOf } from '../db/columns.ts'
import { shipLabels, transactions } from '../db/money.ts'

/** Transactions by their purchase, newest first. */
export const transactionOrder = newestFirst(sql`${transactions.purchase_date}`, sql`${transactions.id}`)

const { shown_in_reviews: _shown, ...transactionColumns } = getTableColumns(transactions)

type Label = NonNullable<Transaction['ship_labels']>[number]
const labels = sql`, (select json_agg(label order by label.created_at) from ${shipLabels} as label
  where label.transaction_id = transactions.id) as ship_labels`

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
  const rows = await rowsOf<typeof transactionColumns, { ship_labels: Label[] | null }>(
    db,
    transactionColumns,
    // What somebody sold and what they bought, each by its own index and no further than the page goes.
    person === undefined
      ? newest()
      : sql`from ((select * ${newest(eq(seller_uid, person))}) union all
          (select * ${newest(and(eq(purchaser_uid, person), ne(seller_uid, person)))})) as transactions
          order by ${transactionOrder.order} ${limit}`,
    labels,
  )
  // Written into the rows themselves: copies of them take as long as reading them.
  for (const row of rows) {
    row.ship_labels ??= []
    for (const label of row.ship_labels) {
      label.transaction_id = undefined
      label.created_at = isoOf(label.created_at)
      if (label.purchase_date !== null) label.purchase_date = isoOf(label.purchase_date)
    }
  }
  return rows as Transaction[]
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

/** The live event that a transaction has changed: its own page, its order's and its people's read it again. */
export const transactionChanged = ({
  id,
  order_id,
  purchaser_uid,
  seller_uid,
}: TransactionChange): LiveEventOf<'transactions'> => [
  'transactions',
  { id, order_id, purchaser_uid, seller_uid },
]

/** Publishes that an operation of a transaction has ended. */
export async function publishEnd(operation: Operation, db: Db): Promise<void> {
  await publish(db, ...transactionChanged(await getTransaction(db, operation.subject_id)))
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
