import type { MoneyAccount } from '@portreeve/contract/money'
import { type Balances, type Lines, sellersAccounts } from '@portreeve/contract/refund-rules'
import type { Transaction } from '@portreeve/contract/transactions'
import { sql } from 'drizzle-orm'
import type { ProviderChargeback } from '../adapters/payments.ts'
import type { Db } from '../core/db.ts'
import { enter, openLedger } from './ledger.ts'
import { moneyOf } from './money.ts'
import { sellersAccount } from './refund-booking.ts'
import { shareOut } from './refund-shares.ts'

/** What the ledger has booked for a chargeback on one transaction, and in how many entries. */
interface Booked {
  net: Lines
  entries: number
}

/**
 * Brings the ledger in line with a chargeback: what the bank took, over the transactions of the payment, and the provider's fee,
 * which the marketplace bears, on the main one. The seller's unsent money bears the amount first. Money that comes back goes
 * to those who bore it. A payout on its way has left the seller's unsent money, so the marketplace bears its part.
 * @param txns all transactions of the payment, locked
 * @returns the transactions to whose sellers money came back that is due to be sent
 */
export async function bookChargeback(
  db: Db,
  txns: Transaction[],
  main: Transaction | undefined,
  { reference, withdrawn, fee }: Pick<ProviderChargeback, 'reference' | 'withdrawn' | 'fee'>,
): Promise<Transaction[]> {
  const restored: Transaction[] = []
  if (main === undefined) return restored
  const booked = await bookedFor(db, txns, reference)
  const shares = await sharesOf(db, txns, booked, withdrawn)
  for (const txn of txns) {
    const { net, entries } = booked.get(txn.id) ?? { net: {}, entries: 0 }
    const share = shares.get(txn.id) ?? 0
    const isFee = txn.id === main.id ? fee : 0
    if ((net.charged_back ?? 0) === share && (net.provider_fee ?? 0) === isFee) continue
    const balances = await openLedger(db, txn)
    const unsent = { ...balances, held: balances.held - (await leaving(db, txn)) }
    const lines = linesTo(unsent, net, { share, fee: isFee }, sellersAccount(txn))
    await enter(db, {
      kind: 'chargeback',
      transaction: txn.id,
      reference: `${reference}:${txn.id}:${entries}`,
      lines,
    })
    if ((lines.held ?? 0) > 0) restored.push(txn)
  }
  return restored
}

/** Cents of a transaction's payouts that are on their way. */
const leaving = async (db: Db, txn: Transaction): Promise<number> =>
  (await moneyOf(db, txn)).in_flight
    .filter(({ kind }) => kind === 'payout')
    .reduce((sum, { cents }) => sum + (cents ?? 0), 0)

/** The lines that bring what is booked for a chargeback to a share and a fee, as if it were booked for the first time. */
export function linesTo(
  balances: Balances,
  net: Lines,
  { share, fee }: { share: number; fee: number },
  now: (typeof sellersAccounts)[number],
): Lines {
  const bore = -sellersAccounts.reduce((sum, account) => sum + (net[account] ?? 0), 0)
  const unsent = sellersAccounts.reduce((sum, account) => sum + balances[account], 0)
  const bears = Math.max(0, Math.min(share, unsent + bore))
  const lines: Lines = {}
  const add = (account: MoneyAccount, cents: number) => {
    if (cents !== 0) lines[account] = (lines[account] ?? 0) + cents
  }
  add('charged_back', share - (net.charged_back ?? 0))
  add('provider_fee', fee - (net.provider_fee ?? 0))
  let more = bears - bore
  if (more < 0) add(now, -more)
  for (const account of sellersAccounts) {
    const taken = Math.max(0, Math.min(balances[account], more))
    add(account, -taken)
    more -= taken
  }
  add('fee', -Object.values(lines).reduce((sum, cents) => sum + cents, 0))
  return lines
}

/** A share stays where it was booked; the first is divided by what is left of each transaction. */
async function sharesOf(
  db: Db,
  txns: Transaction[],
  booked: Map<string, Booked>,
  withdrawn: number,
): Promise<Map<string, number>> {
  if (withdrawn === 0) return new Map()
  const now = [...booked].map(([id, { net }]) => [id, net.charged_back ?? 0] as const)
  if (now.reduce((sum, [, cents]) => sum + cents, 0) === withdrawn) return new Map(now)
  const rooms = []
  for (const txn of txns) {
    const balances = await openLedger(db, txn)
    const own = booked.get(txn.id)?.net.charged_back ?? 0
    const left = -balances.captured - balances.refunded - balances.charged_back + own
    rooms.push({ id: txn.id, left, free: left })
  }
  return shareOut(withdrawn, rooms)
}

/** What the ledger has booked for a chargeback, by transaction. */
export async function bookedFor(
  db: Db,
  txns: Transaction[],
  reference: string,
): Promise<Map<string, Booked>> {
  const ids = txns.map(({ id }) => id)
  const { rows } = await db.execute<{ id: string; entries: number; net: Lines | null }>(sql`
    with own as (
      select id, transaction_id from ledger_entries
      where transaction_id = any(${sql.param(ids)}) and kind in ('chargeback', 'chargeback_correction')
        and split_part(reference, ':', 1) = ${reference}
    )
    select transaction_id as id, count(*)::int as entries, (
      select json_object_agg(account, cents) from (
        select l.account, sum(l.cents) as cents from ledger_lines l join own o on o.id = l.entry_id
        where o.transaction_id = own.transaction_id group by l.account) as sums) as net
    from own group by transaction_id`)
  return new Map(rows.map(({ id, entries, net }) => [id, { net: net ?? {}, entries }]))
}
