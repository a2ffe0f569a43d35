import type { PartyCase } from '@portreeve/contract/money/order-search'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'

/** What a case shows of one person; a name alone where the account is gone. */
export async function partyOf(db: Db, uid: string, name: string | null): Promise<PartyCase> {
  const { rows } = await db.execute<PartyCase>(sql`
    select coalesce(u.display_name, ${name}) as name, coalesce(u.is_banned, false) as blocked, u.created_at_time as since,
      (select count(*)::int from user_reports where reporting_uid = ${uid} and status = 'open') as open_reports,
      (select count(*)::int from transactions where purchaser_uid = ${uid}) as purchases,
      (select count(*)::int from transactions where seller_uid = ${uid}) as sales
    from (select 1) as one left join users u on u.uid = ${uid}`)
  const [row] = rows
  return {
    ...{ uid, name, blocked: false, open_reports: 0, purchases: 0, sales: 0 },
    ...row,
    since: row?.since ? isoOf(row.since) : null,
  }
}

/** Buyer and seller of a transaction, and the number of transactions between them. */
export async function partiesOf(db: Db, txn: Transaction) {
  const { purchaser_uid: buyer, seller_uid: seller } = txn
  const { rows } = await db.execute<{ together: number }>(sql`
    select count(*)::int as together from transactions
    where (seller_uid = ${seller} and purchaser_uid = ${buyer}) or (seller_uid = ${buyer} and purchaser_uid = ${seller})`)
  return {
    buyer: await partyOf(db, buyer, txn.purchaser_display_name),
    seller: await partyOf(db, seller, txn.seller_display_name),
    together: rows[0]?.together ?? 1,
  }
}
