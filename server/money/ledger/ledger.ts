import { randomUUID } from 'node:crypto'
import type { MoneyAccount } from '@portreeve/contract/money/money'
import type { Balances, Lines } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { transactions } from '../money-tables.ts'
import { ledgerEntries, ledgerLines } from './ledger-tables.ts'
import { balancesOf, isPaid, openingBalances, openingEntryOf, openingOf } from './standing.ts'

async function isOpened(db: Db, id: string): Promise<boolean> {
  const found = await db.select({ id: ledgerEntries.id }).from(ledgerEntries).where(openingEntryOf(id))
  return found.length > 0
}

/** Writes a locked transaction's opening entry if it has none, and returns its balances. */
export async function openLedger(db: Db, txn: Transaction): Promise<Balances> {
  if (!(await isOpened(db, txn.id)))
    await enter(db, {
      kind: 'opening',
      transaction: txn.id,
      reference: openingOf(txn.id),
      lines: openingBalances(txn, await isPaid(db, txn)),
    })
  return balancesOf(db, txn)
}

/**
 * Enters a movement of a transaction's money, once per reference. The lines must sum to zero; the database refuses others.
 * @returns false when the reference was entered before.
 */
export async function enter(
  db: Db,
  entry: {
    kind: string
    transaction: string
    reference: string
    lines: Lines & Record<string, number>
  },
): Promise<boolean> {
  const id = `le_${randomUUID()}`
  const made = await db
    .insert(ledgerEntries)
    .values({
      id,
      kind: entry.kind,
      transaction_id: entry.transaction,
      reference: entry.reference,
      currency: sql`(select currency from ${transactions} where id = ${entry.transaction})`,
    })
    .onConflictDoNothing()
    .returning({ id: ledgerEntries.id })
  if (made.length === 0) return false
  const lines = Object.entries(entry.lines).filter(([, cents]) => cents !== 0)
  if (lines.length > 0)
    await db.insert(ledgerLines).values(lines.map(([account, cents]) => ({ entry_id: id, account, cents })))
  return true
}

/** Moves the whole balance of some accounts to another account. */
export const move = (balances: Balances, from: MoneyAccount[], to: MoneyAccount): Lines => {
  const lines: Lines = {}
  let sum = 0
  for (const account of from) {
    if (balances[account] === 0) continue
    lines[account] = -balances[account]
    sum += balances[account]
  }
  return Object.keys(lines).length === 0 ? {} : { ...lines, [to]: sum }
}
