import { moneyWords } from '@portreeve/contract/base/currency'
import { requestWords } from '@portreeve/contract/money/approvals'
import type { Money, Payout } from '@portreeve/contract/money/money'
import { payoutStatus, type Transaction } from '@portreeve/contract/money/transactions'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { audit, operations, staff } from '../../db/system-tables.ts'
import { isRestricted } from '../../people/measures/measure-tables.ts'
import { users } from '../../people/people-tables.ts'
import { payoutHolds } from '../money-desk-tables.ts'
import { approvals, orders } from '../money-tables.ts'
import { chargebacks } from '../payment-tables.ts'
import { paysDelivered } from './money-plan-tables.ts'

/** A reason why a payout is not sent, and when to check again unless an event wakes it earlier. */
interface Hold {
  words: string
  until: string | null
  /** Staff hold it. */
  byHand?: true
}

/**
 * Reasons that may hold a transaction's payout for days: a request that waits for a second person, a chargeback, a hold by
 * staff, a blocked seller, and a payout status that staff set to sent by hand. Lock the transaction first to rely on it.
 * `fixAmount` of payout-operation.ts holds the payout for them; payout-rows.ts has the same reasons for a list.
 */
export async function longHolds(db: Db, txn: Transaction, money: Money): Promise<Hold[]> {
  const holds = await standingHolds(db, txn)
  if (saysSent(txn) && money.paid_out <= 0)
    holds.push({ words: `its payout status says ${payoutStatus[1]}`, until: null })
  return holds
}

/** 'Ana Bell holds it: the seller is under review', of a hold `h` by the staff member `s`. */
export const heldWords = sql`coalesce(s.display_name, s.email, h.held_by) || ' holds it: ' || h.reason`

/** Holds of a payout, also of one that is not scheduled yet. */
async function standingHolds(db: Db, txn: Transaction): Promise<Hold[]> {
  const holds = await waitingRequests(db, txn)
  type Found = { chargeback: boolean; held: string | null; blocked: boolean; unpaid: boolean }
  const { rows } = await db.execute<Found>(sql`
    select exists (select from ${orders} o join ${chargebacks} c on c.provider = o.provider and c.payment_id = o.payment_id
        where o.id = ${txn.order_id} and c.closed_at is null) as chargeback,
      (select ${heldWords} from ${payoutHolds} h left join ${staff} s on s.uid = h.held_by
        where h.transaction_id = ${txn.id} and h.released_at is null) as held,
      (select is_banned and not ${paysDelivered(txn.seller_uid, txn.shipping_status ?? null)} from ${users}
        where uid = ${txn.seller_uid}) as blocked,
      ${isRestricted(txn.seller_uid, 'no_payouts')} as unpaid`)
  const [found] = rows
  const add = (words: string) => holds.push({ words, until: null })
  if (found?.chargeback) add('a chargeback is open')
  if (found?.held) holds.push({ words: found.held, until: null, byHand: true })
  if (found?.blocked) add('its seller is blocked')
  if (found?.unpaid) add('its seller may not receive payouts')
  return holds
}

async function waitingRequests(db: Db, txn: Transaction): Promise<Hold[]> {
  const waiting = await db
    .select({ kind: approvals.kind, cents: approvals.cents, until: approvals.expires_at })
    .from(approvals)
    .where(
      and(
        eq(approvals.transaction_id, txn.id),
        eq(approvals.state, 'asked'),
        sql`${approvals.expires_at} > now()`,
      ),
    )
  return waiting.map(({ kind, cents, until }) => ({
    words: `${requestWords[kind]} of ${moneyWords(cents, txn.currency)} waits for approval`,
    until,
  }))
}

const saysSent = (txn: Pick<Transaction, 'payout_status'>) => txn.payout_status === 1

/** A scheduled payout whose amount is not fixed yet. */
export const scheduledPayout = (transaction: string) =>
  and(
    eq(operations.kind, 'payout'),
    eq(operations.subject_kind, 'transaction'),
    eq(operations.subject_id, transaction),
    eq(operations.state, 'pending'),
    sql`${operations.cents} is null`,
  )

/** The state of a transaction's payout. */
export async function payoutOf(db: Db, txn: Transaction, money: Money): Promise<Payout> {
  const [scheduled] = await db
    .select({ uncovered: sql<string | null>`${operations.details} ->> 'uncovered'` })
    .from(operations)
    .where(scheduledPayout(txn.id))
  // A request also holds a payout that is not scheduled yet.
  const holds = scheduled
    ? await longHolds(db, txn, money)
    : isUnsent(money)
      ? await standingHolds(db, txn)
      : []
  return {
    state: money.paid_out > 0 ? 'sent' : 'not_sent',
    held_by: [
      ...new Set([
        ...holds.map(({ words }) => words),
        ...(scheduled?.uncovered ? [scheduled.uncovered] : []),
        ...(scheduled ? money.blocked : []),
      ]),
    ],
    ...(holds.some(({ byHand }) => byHand) && { held_by_hand: true }),
    override: disagrees(txn, money) ? await setByHand(db, txn) : null,
  }
}

type SellerMoney = Pick<Money, 'paid_out' | 'held' | 'pending' | 'disputed'>

/** Whether the seller's money waits: nothing of it was sent. */
export const isUnsent = ({ paid_out, held, pending, disputed }: SellerMoney): boolean =>
  paid_out <= 0 && held + pending + disputed > 0

/** Whether the record and the ledger disagree about the payout. */
export function disagrees(txn: Pick<Transaction, 'payout_status'>, money: SellerMoney): boolean {
  if (txn.payout_status === 2) return money.paid_out > 0
  return saysSent(txn) && isUnsent(money)
}

/** The staff member who set a transaction's payout status. */
async function setByHand(db: Db, txn: Transaction): Promise<Payout['override']> {
  const [last] = await db
    .select({
      status: sql<number | null>`(${audit.after}->>'payout_status')::int`,
      by_name: sql<string>`coalesce(${staff.displayName}, ${staff.email}, ${audit.actor_uid})`,
      at: audit.at,
    })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(
      and(
        eq(audit.subject_kind, 'transaction'),
        eq(audit.subject_id, txn.id),
        eq(audit.action, 'transactions.save'),
        sql`${audit.after} ? 'payout_status'`,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1)
  const status = txn.payout_status ?? 0
  return last?.status === status
    ? { status, by_name: last.by_name, at: last.at }
    : { status, by_name: null, at: null }
}
