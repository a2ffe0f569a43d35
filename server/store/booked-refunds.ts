import type { MoneyAccount } from '@portreeve/contract/money'
import type { Lines } from '@portreeve/contract/refund-rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'

/** The ledger's figures for one refund, by transaction. */
export type Booked = Map<string, { net: Lines; entries: number }>

/** The ledger's figures for the refunds of some transactions, by the refund's number. */
export async function bookedRefunds(db: Db, ids: string[]): Promise<Map<string, Booked>> {
  const { rows } = await db.execute<{
    refund: string
    transaction: string
    entry: string
    account: MoneyAccount | null
    cents: string | null
  }>(sql`
    select split_part(e.reference, ':', 1) as refund, e.transaction_id as transaction, e.id as entry, l.account, l.cents::text
    from ledger_entries e left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = any(${sql.param(ids)}) and e.kind in ('refund', 'refund_failed', 'refund_moved', 'refund_correction')`)
  const refunds = new Map<string, Booked>()
  const seen = new Set<string>()
  for (const { refund, transaction, entry, account, cents } of rows) {
    const booked: Booked = refunds.get(refund) ?? new Map()
    refunds.set(refund, booked)
    const here = booked.get(transaction) ?? { net: {}, entries: 0 }
    booked.set(transaction, here)
    if (!seen.has(entry)) here.entries += 1
    seen.add(entry)
    if (account) here.net[account] = (here.net[account] ?? 0) + Number(cents)
  }
  return refunds
}

/** Cents of a refund that the ledger has booked as refunded. */
export const bookedCents = (booked: Booked | undefined): number =>
  [...(booked?.values() ?? [])].reduce((sum, { net }) => sum + (net.refunded ?? 0), 0)
