import type { ChargebackState } from '@portreeve/contract/money/chargebacks'
import type { MoneyAccount } from '@portreeve/contract/money/money'
import { moneyAccounts } from '@portreeve/contract/money/money'
import type { Balances } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, type SQL, sql } from 'drizzle-orm'
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
export interface Standing {
  balances: Balances
  paid: boolean
  chargeback: ChargebackState | null
}

export const standingOf = async (db: Db, txn: Transaction): Promise<Standing> =>
  standingIn(await standingsOf(db, [txn]), txn)

/** The standing of one of the transactions that were read. */
export const standingIn = (standings: ReadonlyMap<string, Standing>, txn: Transaction): Standing =>
  standings.get(txn.id) ?? { balances: openingBalances(txn, true), paid: true, chargeback: null }

/** The same for several transactions, by their ids. */
export async function standingsOf(
  db: Db,
  txns: readonly Transaction[],
): Promise<ReadonlyMap<string, Standing>> {
  const { rows } = await db.execute<{
    id: string
    chargeback: ChargebackState | null
    paid: boolean
    opened: boolean
    sums: Record<string, number> | null
  }>(sql`
    select t.id, not exists (select from ${orders} where ${orders.id} = t.order_id and ${orders.status} = 2) as paid,
      exists (select from ${ledgerEntries} where ${openingEntryOf(sql`t.id`)}) as opened,
      (select ${chargebacks.state} from ${orders} join ${chargebacks} on ${chargebacks.provider} = ${orders.provider}
          and ${chargebacks.payment_id} = ${orders.stripe_payment_intent_id}
        where ${orders.id} = t.order_id and ${chargebacks.closed_at} is null
        order by ${chargebacks.state} = 'inquiry' limit 1) as chargeback,
      (select json_object_agg(account, cents) from (
        select ${ledgerLines.account} as account, sum(${ledgerLines.cents}) as cents
        from ${ledgerLines} join ${ledgerEntries} on ${ledgerEntries.id} = ${ledgerLines.entry_id}
        where ${ledgerEntries.transaction_id} = t.id group by ${ledgerLines.account}) as lines) as sums
    from unnest(${sql.param(txns.map(({ id }) => id))}::text[], ${sql.param(txns.map(({ order_id }) => order_id))}::text[]) as t(id, order_id)`)
  const found = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    txns.map((txn) => {
      const { paid = true, opened = false, sums = null, chargeback = null } = found.get(txn.id) ?? {}
      const balances = sums || opened ? { ...nothing(), ...sums } : openingBalances(txn, paid)
      return [txn.id, { balances, paid, chargeback }]
    }),
  )
}

/** The reference of a transaction's first entry. */
export const openingOf = (id: string) => `opening:${id}`
export const openingEntryOf = (id: string | SQL) =>
  and(eq(ledgerEntries.transaction_id, id), sql`${ledgerEntries.reference} = 'opening:' || ${id}::text`)
