import type { Balances, Lines } from '@portreeve/contract/refund-rules'
import { type MoneyAccount, moneyAccounts, type Transaction } from '@portreeve/contract/transactions'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Refunded } from '../adapters/payments.ts'
import type { AuditEntry } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { publish } from '../core/live.ts'
import { providerRefunds, transactions } from '../db/money.ts'
import { enter, openLedger } from './ledger.ts'
import { moneyOf } from './money.ts'
import { type Room, refundsTo, shareOut } from './refund-shares.ts'
import { changeTransaction, findTransactions, transactionChanged } from './transactions.ts'

/** An audit row to write after everything else. */
export type Recorded = [action: string, entry: AuditEntry]

/** The actor on record for events of the payment provider. */
export const provider = { uid: 'payment-provider', role: 'system' }

/** The audit's reason for reversing a refund. */
export const failureReason = 'The refund failed at the payment provider'

export type RefundState = Refunded['state']

/**
 * Stores the provider's state of a refund and returns it. A state only moves forward, and failed is final, so the order in
 * which events arrive does not matter.
 */
export async function noteRefund(db: Db, { reference, cents, state }: Refunded): Promise<RefundState> {
  const is = providerRefunds.state
  const [row] = await db
    .insert(providerRefunds)
    .values({ reference, cents, state })
    .onConflictDoUpdate({
      target: providerRefunds.reference,
      set: {
        state: sql`case when 'failed' in (${is}, excluded.state) then 'failed'
          when 'done' in (${is}, excluded.state) then 'done' else 'pending' end`,
      },
    })
    .returning({ state: is })
  return row?.state ?? state
}

/** The refund with this number if the provider has reported it as failed. */
export async function knownFailed(db: Db, reference: string) {
  const [row] = await db.select().from(providerRefunds).where(eq(providerRefunds.reference, reference))
  return row?.state === 'failed' ? row : undefined
}

/** Locks all transactions that a payment paid for, in the order of their ids: refunds of one payment are booked in turn. */
export async function lockPaidBy(db: Db, payment: string): Promise<Transaction[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select t.id from transactions t join orders o on o.id = t.order_id
    where o.stripe_payment_intent_id = ${payment} order by t.id for update of t`)
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const found = await findTransactions(db, inArray(transactions.id, ids), ids.length)
  return found.sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The ledger's figures for one refund, by transaction. */
type Booked = Map<string, { net: Lines; entries: number }>

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
    where e.transaction_id = any(${sql.param(ids)}) and e.kind in ('refund', 'refund_failed', 'refund_moved')`)
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

/** A refund as the ledger has to show it. */
export interface Due {
  reference: string
  /** The amount to show: 0 after a failure. */
  cents: number
  /** The transaction that the refund names, or null. */
  transaction: string | null
  /** The reason for the audit. */
  reason: string
}

/**
 * Brings the ledger in line with the provider's refund: booked in full and once over the transactions of its payment, or
 * not at all after a failure. Entries that are right already stay, so a repeat changes nothing.
 * @param txns all transactions of the payment, locked
 */
export async function bookRefund(db: Db, txns: Transaction[], due: Due): Promise<Recorded[]> {
  const refunds = await bookedRefunds(
    db,
    txns.map(({ id }) => id),
  )
  if (bookedCents(refunds.get(due.reference)) === due.cents) return []
  return [...(await divide(db, txns, due, refunds)), ...(await moveOff(db, txns))]
}

/** Books the difference between the ledger's figures for a refund and its due shares. */
async function divide(
  db: Db,
  txns: Transaction[],
  { reference, cents, transaction, reason }: Due,
  refunds: Map<string, Booked>,
): Promise<Recorded[]> {
  const booked = refunds.get(reference)
  const rooms = await roomsOf(db, txns, booked)
  const named = rooms.filter(({ id, left }) => id === transaction && left >= cents)
  const shares = shareOut(cents, named.length > 0 ? named : rooms)
  const kind = cents === 0 ? 'refund_failed' : bookedCents(booked) === 0 ? 'refund' : 'refund_moved'
  const done: Recorded[] = []
  for (const txn of txns) {
    const { net, entries } = booked?.get(txn.id) ?? { net: {}, entries: 0 }
    const [was, is] = [net.refunded ?? 0, shares.get(txn.id) ?? 0]
    if (was === is) continue
    const balances = await openLedger(db, txn)
    const shown = seesOthers(txn, balances) ? sumOf(txn.id, refunds) : net
    await enter(db, {
      kind,
      transaction: txn.id,
      reference: [reference, txn.id, ...(entries > 0 ? [entries] : [])].join(':'),
      lines: refundsTo(balances, shown, (shown.refunded ?? 0) - was + is, sellersAccount(txn)),
    })
    await changeTransaction(db, txn.id, {})
    await publish(db, ...transactionChanged(txn))
    done.push([
      `payments.${kind}`,
      {
        subject: ['transaction', txn.id],
        reason,
        ...(kind === 'refund_moved' ? { before: { refund: was } } : {}),
        after: { ...(kind === 'refund_failed' ? { refund_failed: was } : { refund: is }), reference },
      },
    ])
  }
  return done
}

/** Before a payout, all refunds together decide who bears a refund; after it, the unsent money at its time decides. */
const seesOthers = (txn: Transaction, { paid_out }: Balances) => paid_out <= 0 && txn.status !== 3

/** The sum of all refunds of a transaction in the ledger. */
function sumOf(id: string, refunds: Map<string, Booked>): Lines {
  const sum: Lines = {}
  for (const booked of refunds.values())
    for (const account of moneyAccounts)
      sum[account] = (sum[account] ?? 0) + (booked.get(id)?.net[account] ?? 0)
  return sum
}

/** The account of the seller's unsent money. */
const sellersAccount = ({ dispute_status, shipping_status }: Transaction) =>
  dispute_status === 2 ? 'disputed' : dispute_status === 1 || shipping_status === 1 ? 'held' : 'pending'

/** The refundable amounts of some transactions, without a given refund. */
async function roomsOf(db: Db, txns: Transaction[], booked: Booked | undefined): Promise<Room[]> {
  const rooms: Room[] = []
  for (const txn of txns) {
    const money = await moneyOf(db, txn)
    const left = -money.captured - money.refunded + (booked?.get(txn.id)?.net.refunded ?? 0)
    const leaving = money.in_flight
      .filter(({ kind }) => kind === 'refund' || kind === 'cancel')
      .reduce((sum, { cents }) => sum + (cents ?? 0), 0)
    rooms.push({ id: txn.id, left, free: left - leaving })
  }
  return rooms
}

/**
 * Redistributes refunds from a transaction with more refunded than paid while another has room: a refund that was booked
 * beside one that has failed since had no better transaction at that time.
 */
async function moveOff(db: Db, txns: Transaction[]): Promise<Recorded[]> {
  const done: Recorded[] = []
  let over = await overfull(db, txns)
  if (over.length === 0) return done
  const ids = txns.map(({ id }) => id)
  for (const reference of (await bookedRefunds(db, ids)).keys()) {
    const refunds = await bookedRefunds(db, ids)
    const booked = refunds.get(reference)
    const cents = bookedCents(booked)
    // A refund that staff made for a transaction stays there.
    if (!over.some((id) => booked?.get(id)?.net.refunded) || (await isOurs(db, reference))) continue
    const reason = 'Divided anew over the transactions of its order'
    done.push(...(await divide(db, txns, { reference, cents, transaction: null, reason }, refunds)))
    over = await overfull(db, txns)
  }
  return done
}

/** Transactions with more refunded than paid, if another one has room. */
async function overfull(db: Db, txns: Transaction[]): Promise<string[]> {
  if (txns.length < 2) return []
  const rooms = await roomsOf(db, txns, undefined)
  return rooms.some(({ left }) => left > 0) ? rooms.filter(({ left }) => left < 0).map(({ id }) => id) : []
}

/** Whether this server's operation made the refund: its entry has only the refund's number as its reference. */
async function isOurs(db: Db, reference: string): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from ledger_entries where reference = ${reference}`)
  return rows.length > 0
}
