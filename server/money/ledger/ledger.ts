import { randomUUID } from 'node:crypto'
import type { ChargebackState } from '@portreeve/contract/money/chargebacks'
import type { MoneyAccount } from '@portreeve/contract/money/money'
import { moneyAccounts } from '@portreeve/contract/money/money'
import type { Balances, Lines } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { orders } from '../money-tables.ts'
import { chargebacks } from '../payment-tables.ts'
import { ledgerEntries, ledgerLines } from './ledger-tables.ts'

const nothing = () =>
  Object.fromEntries(moneyAccounts.map((account) => [account, 0])) as Record<MoneyAccount, number>

/** The price that a buyer paid for a transaction, with shipping, in cents. */
export const priceOf = (txn: Transaction): number => txn.price + (txn.shipping_cost ?? 0)

/**
 * Derives the balances of an imported transaction, which has no ledger entries yet, from its states.
 * An unpaid order has none. A paid label cost what the buyer paid for shipping. A cancelled (3) or
 * disputed (5) transaction was refunded whole. The seller's earnings are sent, frozen, held until they are sent after
 * delivery, or pending until delivery. The marketplace has the difference.
 */
export function openingBalances(txn: Transaction, paid: boolean): Balances {
  const balances = nothing()
  if (!paid) return balances
  const captured = priceOf(txn)
  const label = txn.ship_labels?.some((one) => one.status === 1) ? (txn.shipping_cost ?? 0) : 0
  const earned = captured - label
  const refunded = txn.status === 3 || txn.status === 5
  if (txn.payout_status === 1) balances.paid_out = earned
  else if (!refunded) {
    if (txn.dispute_status === 2) balances.disputed = earned
    else if (txn.shipping_status === 1) balances.held = earned
    else balances.pending = earned
  }
  balances.captured = -captured
  balances.label = label
  balances.refunded = refunded ? captured : 0
  balances.fee = -Object.values(balances).reduce((sum, cents) => sum + cents, 0)
  return balances
}

/** Whether a transaction's order was paid. A transaction without an order counts as paid. */
export const isPaid = async (db: Db, txn: Transaction): Promise<boolean> => (await standingOf(db, txn)).paid

/** A transaction's balances: the sums of its lines, or derived from its states while the ledger has no lines. */
export const balancesOf = async (db: Db, txn: Transaction): Promise<Balances> =>
  (await standingOf(db, txn)).balances

/** Both at once, and the state of a chargeback of its payment that is open. */
export async function standingOf(
  db: Db,
  txn: Transaction,
): Promise<{ balances: Balances; paid: boolean; chargeback: ChargebackState | null }> {
  const { rows } = await db.execute<{
    chargeback: ChargebackState | null
    paid: boolean
    opened: boolean
    sums: Record<string, number> | null
  }>(sql`
    select not exists (select from ${orders} where ${orders.id} = ${txn.order_id} and ${orders.status} = 2) as paid,
      exists (select from ${ledgerEntries} where ${openingEntryOf(txn.id)}) as opened,
      (select ${chargebacks.state} from ${orders} join ${chargebacks} on ${chargebacks.provider} = ${orders.provider}
          and ${chargebacks.payment_id} = ${orders.stripe_payment_intent_id}
        where ${orders.id} = ${txn.order_id} and ${chargebacks.closed_at} is null
        order by ${chargebacks.state} = 'inquiry' limit 1) as chargeback,
      (select json_object_agg(account, cents) from (
        select ${ledgerLines.account} as account, sum(${ledgerLines.cents}) as cents
        from ${ledgerLines} join ${ledgerEntries} on ${ledgerEntries.id} = ${ledgerLines.entry_id}
        where ${ledgerEntries.transaction_id} = ${txn.id} group by ${ledgerLines.account}) as lines) as sums`)
  const { paid = true, opened = false, sums = null, chargeback = null } = rows[0] ?? {}
  const balances = sums || opened ? { ...nothing(), ...sums } : openingBalances(txn, paid)
  return { balances, paid, chargeback }
}

/** The reference of a transaction's first entry. */
const openingOf = (id: string) => `opening:${id}`
const openingEntryOf = (id: string) =>
  and(eq(ledgerEntries.transaction_id, id), eq(ledgerEntries.reference, openingOf(id)))

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
