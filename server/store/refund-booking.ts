import { moneyAccounts } from '@portreeve/contract/money'
import type { Balances, Lines } from '@portreeve/contract/refund-rules'
import type { Transaction } from '@portreeve/contract/transactions'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { publish } from '../core/live.ts'
import { type Booked, bookedCents, bookedRefunds } from './booked-refunds.ts'
import { enter, openLedger } from './ledger.ts'
import { moneyOf, refundKinds } from './money.ts'
import { type Recorded, refundEvent } from './recorded.ts'
import { type Room, refundsTo, shareOut } from './refund-shares.ts'
import { changeTransaction, transactionChanged } from './transactions.ts'

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
      refundEvent(txn, { kind, was, is, reference, reason }),
    ])
  }
  return done
}

/** Until the payout, the sum of all refunds gives the shares of seller and marketplace. After it, each refund keeps its shares. */
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
export const sellersAccount = ({ dispute_status, shipping_status }: Transaction) =>
  dispute_status === 2 ? 'disputed' : dispute_status === 1 || shipping_status === 1 ? 'held' : 'pending'

/** The refundable amounts of some transactions, without a given refund. */
async function roomsOf(db: Db, txns: Transaction[], booked: Booked | undefined): Promise<Room[]> {
  const rooms: Room[] = []
  for (const txn of txns) {
    const money = await moneyOf(db, txn)
    const left =
      -money.captured - money.refunded - money.charged_back + (booked?.get(txn.id)?.net.refunded ?? 0)
    const leaving = money.in_flight
      .filter(({ kind }) => refundKinds.includes(kind))
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
    if (!over.some((id) => booked?.get(id)?.net.refunded) || (await isOurs(db, ids, reference))) continue
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
async function isOurs(db: Db, ids: string[], reference: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from ledger_entries where transaction_id = any(${sql.param(ids)}) and reference = ${reference}`,
  )
  return rows.length > 0
}
