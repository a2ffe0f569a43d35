import type { AsSold } from '@portreeve/contract/money/chargebacks'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'
import { fieldsOf, selectVersions, type Values } from '../../staff/versions.ts'

/** A record as it was at the purchase, and as it became. */
export interface Sold {
  id: string
  shown: Values
  /** The moment whose state it is. */
  as_of: string
  /** The history of the record begins after the purchase: it is the first state that is known. */
  first_known: boolean
  now: Values
  gone_at: string | null
  /** When a listing was changed between the purchase and its first known state. */
  changed_unseen: string | null
}
export type SoldRecords = Record<'listing' | 'seller', Sold | null>

/** Reads the listing and the seller of a transaction as they were at its purchase. Null for a record of which nothing is left. */
export const readSold = async (db: Db, txn: Transaction): Promise<SoldRecords> => ({
  listing: txn.product_id ? await readRecord(db, 'listing', txn.product_id, txn.purchase_date) : null,
  seller: await readRecord(db, 'user', txn.seller_uid, txn.purchase_date),
})

interface Found extends Record<string, unknown> {
  shown: Values
  since: string
  late: boolean
  now: Values
  gone_at: string | null
}

async function readRecord(
  db: Db,
  kind: 'listing' | 'user',
  id: string,
  purchase: string,
): Promise<Sold | null> {
  // A call as of a moment does not see what followed it.
  const { rows } = await db.execute<Found>(sql`
    with moment as (select coalesce(nullif(current_setting('portreeve.as_of', true), '')::timestamptz, 'infinity') as at),
    versions as (
      select shown, since, gone, case when until <= moment.at then until end as until, since > ${purchase}::timestamptz as late
      from (${selectVersions(kind, [id])}) version, moment where since <= moment.at)
    select sold.shown, sold.since::text, sold.late, latest.shown as now,
      coalesce(latest.until, case when latest.gone and not sold.gone then latest.since end)::text as gone_at
    from (select * from versions order by late, case when late then since end, since desc limit 1) sold,
      (select * from versions order by since desc limit 1) latest`)
  const [row] = rows
  if (!row) return null
  const { shown, late, now, gone_at } = row
  const as_of = late ? isoOf(row.since) : purchase
  const changed_unseen = late && kind === 'listing' ? await changedUnseen(db, id, purchase) : null
  return {
    ...{ id, shown, as_of, first_known: late, now, changed_unseen },
    gone_at: gone_at === null ? null : isoOf(gone_at),
  }
}

async function changedUnseen(db: Db, key: string, purchase: string): Promise<string | null> {
  const version = (from: SQL) => sql`select key, history_since, changed_at from ${from}`
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select (case when changed_at > ${purchase}::timestamptz then changed_at end)::text as at
    from (${version(sql`posts`)} union all ${version(sql`history.posts`)}) version
    where key = ${key} order by history_since limit 1`)
  const at = rows[0]?.at ?? null
  return at === null ? null : isoOf(at)
}

/** The fields of a seller that say how they stand here. */
const standing = ['displayName', 'isBanned', 'post_ability', 'store_behavior', 'subscriptionState']
/** A field that the sale itself changes. */
const bySale = ['sold']

/** What the page of a chargeback says of the records that were sold: as of when they are known, and what has changed since. */
export function asSold({ purchase_date }: Transaction, { listing, seller }: SoldRecords): AsSold {
  const told = (sold: Sold | null, fields: readonly string[]) =>
    sold && {
      ...{ id: sold.id, as_of: sold.as_of, first_known: sold.first_known, gone_at: sold.gone_at },
      changed_unseen: sold.changed_unseen,
      changed: fields
        .map((field) => ({ field, before: sold.shown[field] ?? null, after: sold.now[field] ?? null }))
        .filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after)),
    }
  return {
    at: purchase_date,
    listing: told(
      listing,
      fieldsOf('listing').filter((field) => !bySale.includes(field)),
    ),
    seller: told(seller, standing),
  }
}
