import type { MoneyAccount } from '@portreeve/contract/money/money'
import type { Lines } from '@portreeve/contract/money/refund-rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/** The ledger's figures for one refund or chargeback, by transaction. */
export type Booked = Map<string, { net: Lines; entries: number }>

const kinds = {
  refunded: ['refund', 'refund_failed', 'refund_moved', 'refund_correction'],
  charged_back: ['chargeback', 'chargeback_correction'],
} as const

/**
 * The ledger's figures for the refunds or chargebacks of some transactions, by their number. An entry `rebooked` has no number:
 * it changed only who bears them.
 */
export async function bookedFacts(
  db: Db,
  ids: string[],
  ...accounts: (keyof typeof kinds)[]
): Promise<Map<string, Booked>> {
  const of = accounts.flatMap((account) => kinds[account])
  const { rows } = await db.execute<{
    fact: string
    transaction: string
    entry: string
    account: MoneyAccount | null
    cents: string | null
  }>(sql`
    select split_part(e.reference, ':', 1) as fact, e.transaction_id as transaction, e.id as entry, l.account, l.cents::text
    from ledger_entries e left join ledger_lines l on l.entry_id = e.id
    where e.transaction_id = any(${sql.param(ids)}) and e.kind = any(${sql.param(of)})`)
  const facts = new Map<string, Booked>()
  const seen = new Set<string>()
  for (const { fact, transaction, entry, account, cents } of rows) {
    const booked: Booked = facts.get(fact) ?? new Map()
    facts.set(fact, booked)
    const here = booked.get(transaction) ?? { net: {}, entries: 0 }
    booked.set(transaction, here)
    if (!seen.has(entry)) here.entries += 1
    seen.add(entry)
    if (account) here.net[account] = (here.net[account] ?? 0) + Number(cents)
  }
  return facts
}

export const bookedRefunds = (db: Db, ids: string[]) => bookedFacts(db, ids, 'refunded')

/** Cents of a refund that the ledger has booked as refunded. */
export const bookedCents = (booked: Booked | undefined): number =>
  [...(booked?.values() ?? [])].reduce((sum, { net }) => sum + (net.refunded ?? 0), 0)
