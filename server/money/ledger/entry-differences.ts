import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { transactions } from '../money-tables.ts'
import { type Difference, difference } from './ledger-differences.ts'
import { ledgerEntries } from './ledger-tables.ts'

/** The entries that prove nothing: those that do not sum to zero, those in another currency, and those of a transaction that is not there. */
export async function checkEntries(db: Db): Promise<Difference[]> {
  const unbalanced = await db.execute<{ id: string; transaction: string | null; sum: string }>(
    sql`select entry_id as id, ledger_entries.transaction_id as transaction, sum(cents)::text as sum
      from ledger_lines join ledger_entries on ledger_entries.id = entry_id group by 1, 2 having sum(cents) <> 0`,
  )
  const strange = await db.execute<{ id: string; transaction: string; is: string; should: string }>(
    sql`select e.id, t.id as transaction, e.currency as is, t.currency as should
      from ledger_entries e join transactions t on t.id = e.transaction_id where e.currency <> t.currency`,
  )
  const lost = await db
    .selectDistinct({ id: ledgerEntries.transaction_id })
    .from(ledgerEntries)
    .leftJoin(transactions, eq(transactions.id, ledgerEntries.transaction_id))
    .where(and(sql`${ledgerEntries.transaction_id} is not null`, isNull(transactions.id)))
  return [
    ...unbalanced.rows.map(({ id, transaction, sum }) =>
      difference({
        ...{ kind: 'unbalanced', about: id, transaction_id: transaction, ledger_cents: Number(sum) },
        words: `Entry ${id} sums to ${sum} cents instead of 0.`,
      }),
    ),
    ...strange.rows.map(({ id, transaction, is, should }) =>
      difference({
        ...{ kind: 'currency', about: id, transaction_id: transaction },
        words: `Entry ${id} is in ${is}, its transaction in ${should}.`,
      }),
    ),
    ...lost.map(({ id }) =>
      difference({
        kind: 'no_transaction',
        about: String(id),
        words: `There are entries of a transaction ${id} that does not exist.`,
      }),
    ),
  ]
}
