import { usual } from '@portreeve/contract/base/currency'
import type { LiveEventOf, TransactionChange } from '@portreeve/contract/live-payloads'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/pg-core'
import type { Operation } from '../../core/call/context.ts'
import { newestFirst, pageSize } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { publish } from '../../core/live/live.ts'
import { refuse } from '../../core/refuse.ts'
import { isoOf } from '../../db/columns.ts'
import { transactionSearchColumns } from '../../search/search-text.ts'
import { transactions } from '../money-tables.ts'
import { shipLabels } from './shipping-tables.ts'

/** Transactions by their purchase, newest first. */
export const transactionOrder = newestFirst(sql`${transactions.purchase_date}`, sql`${transactions.id}`)

const {
  shown_in_reviews: _shown,
  search_title: _words,
  extra: _extra,
  ...transactionColumns
} = getTableColumns(transactions)

type Label = NonNullable<Transaction['ship_labels']>[number]
/** A label by its columns. */
type LabelRow = Omit<Label, 'payment_intent_id'> & { payment_id: Label['payment_intent_id'] }
const ship_labels = sql<
  LabelRow[] | null
>`(select json_agg(label order by label.created_at) from (select id, key, created_at, label_image_url, tracking_number,
    ep_shipment_id, purchase_date, payment_id, status, refund_state from ${shipLabels} as own
  where own.transaction_id = transactions.id) as label)`

/**
 * Transactions with their labels, newest first: one extra row shows whether there are more.
 * @param options.person only those in which this person is seller or buyer
 * @param options.name the name of a statement whose `where` is always the same
 */
export async function findTransactions(
  db: Db,
  where: SQL | undefined,
  size = pageSize,
  { person, name }: { person?: string | undefined; name?: string } = {},
): Promise<Transaction[]> {
  const newest = (only?: SQL) =>
    db
      .select({ ...transactionColumns, ship_labels: ship_labels.as('ship_labels') })
      .from(transactions)
      .where(and(only, where))
      .orderBy(transactionOrder.order)
      .limit(size + 1)
  const { seller_uid, purchaser_uid } = transactions
  // Read a person's sales and purchases each by its own index, and no further than the page.
  const statement =
    person === undefined
      ? newest()
      : unionAll(
          newest(eq(seller_uid, person)),
          newest(and(eq(purchaser_uid, person), ne(seller_uid, person))),
        )
          .orderBy(sql`purchase_date desc, id desc`)
          .limit(size + 1)
  const rows = await (name === undefined ? statement : statement.prepare(name).execute())
  return rows.map((row) => ({
    ...row,
    // A version of the past, from before the column, has none.
    currency: row.currency ?? usual,
    ship_labels: (row.ship_labels ?? []).map(({ payment_id, refund_state, ...label }) => ({
      ...label,
      ...(refund_state && { refund_state }),
      payment_intent_id: payment_id,
      created_at: isoOf(label.created_at),
      purchase_date: label.purchase_date === null ? null : isoOf(label.purchase_date),
    })),
  }))
}

/** One transaction; not_found when there is none. */
export async function getTransaction(db: Db, id: string): Promise<Transaction> {
  const [row] = await findTransactions(db, eq(transactions.id, id), 1, { name: 'transaction' })
  return row ?? refuse('not_found', 'No such transaction', 'There is no transaction with this id.')
}

/** The same, locked until the call's transaction ends: another call that moves its money waits. */
export async function lockTransaction(db: Db, id: string): Promise<Transaction> {
  await db.select({ id: transactions.id }).from(transactions).where(eq(transactions.id, id)).for('update')
  return getTransaction(db, id)
}

/** Several, locked in the order of their ids, so that two calls about the same ones do not wait for each other. not_found when one is missing. */
export async function lockTransactions(db: Db, ids: readonly string[]): Promise<Transaction[]> {
  await db
    .select({ id: transactions.id })
    .from(transactions)
    .where(inArray(transactions.id, [...ids]))
    .orderBy(transactions.id)
    .for('update')
  const found = await findTransactions(db, inArray(transactions.id, [...ids]), ids.length)
  if (found.length < ids.length)
    refuse('not_found', 'No such transaction', 'There is no transaction with one of these ids.')
  return found
}

/** The event for a changed transaction: the pages of the transaction, its order and its people refetch it. */
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
  const [topic, change] = transactionChanged(await getTransaction(db, operation.subject_id))
  const { kind, state, details } = operation
  const isVoid = kind === 'label' && state === 'done'
  await publish(db, topic, { ...change, ...(isVoid && { cancelled_label: String(details.label) }) })
}

/** Writes a change of a locked transaction and raises its version. */
export async function changeTransaction(
  db: Db,
  id: string,
  set: Partial<typeof transactions.$inferInsert>,
): Promise<Transaction> {
  await db
    .update(transactions)
    .set({
      ...set,
      ...('product_title' in set && transactionSearchColumns(set)),
      version: sql`${transactions.version} + 1`,
    })
    .where(eq(transactions.id, id))
  return getTransaction(db, id)
}
