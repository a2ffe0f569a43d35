import { type MoneyAccount, moneyAccounts } from '@portreeve/contract/money/money'
import type { Balances, Lines } from '@portreeve/contract/money/refund-rules'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { operations } from '../db/system-tables.ts'
import { type Booked, bookedCents } from './booked-facts.ts'
import { enter, openLedger } from './ledger/ledger.ts'
import { standingOf } from './ledger/standing.ts'
import { refundKinds } from './money.ts'
import { type Burden, type Fact, ofSeller, sellersLines, unsentAfter } from './payment-shares.ts'
import { type Recorded, refundEvent } from './recorded.ts'

/** The audit's reasons for what a provider's event changes. */
const failureReason = 'The refund failed at the payment provider'
const dashboardReason = "Refunded at the payment provider's own dashboard"
const movedReason = 'Divided again over the transactions of its order'

/** The account of the seller's unsent money. */
const sellersAccount = ({ dispute_status, shipping_status }: Transaction) =>
  dispute_status === 2 ? 'disputed' : dispute_status === 1 || shipping_status === 1 ? 'held' : 'pending'

/** What the ledger of one transaction has now. */
export interface Now {
  txn: Transaction
  balances: Balances
  /** The sum of what is booked for facts. */
  ofFacts: Lines
  /** Cents of payouts on their way: they have left the seller's unsent money. */
  paying: number
  /** Cents of refunds on their way. */
  leaving: number
}

export async function nowOf(db: Db, txn: Transaction, booked: Map<string, Booked>): Promise<Now> {
  const { balances } = await standingOf(db, txn)
  const ofFacts: Lines = {}
  for (const here of booked.values())
    for (const [account, cents] of Object.entries(here.get(txn.id)?.net ?? {}) as [MoneyAccount, number][])
      ofFacts[account] = (ofFacts[account] ?? 0) + cents
  const { rows } = await db.execute<{ account: MoneyAccount; cents: string }>(sql`
    select l.account, sum(l.cents)::text as cents from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where e.transaction_id = ${txn.id} and e.kind = 'rebooked' group by 1`)
  for (const { account, cents } of rows) ofFacts[account] = (ofFacts[account] ?? 0) + Number(cents)
  const moving = await db
    .select({ kind: operations.kind, cents: operations.cents })
    .from(operations)
    .where(
      and(
        eq(operations.subject_kind, 'transaction'),
        eq(operations.subject_id, txn.id),
        eq(operations.state, 'pending'),
      ),
    )
  const sumOf = (...of: string[]) =>
    moving.filter(({ kind }) => of.includes(kind)).reduce((sum, { cents }) => sum + (cents ?? 0), 0)
  return { txn, balances, ofFacts, paying: sumOf('payout'), leaving: sumOf(...refundKinds) }
}

/** Books what one transaction's ledger lacks of its shares of the facts. Returns undefined when it lacks nothing. */
export async function bookTransaction(
  db: Db,
  now: Now,
  facts: Fact[],
  booked: Map<string, Booked>,
  dueOf: (fact: Fact) => { cents: number; fee: number },
): Promise<{ recorded: Recorded[]; isRestored: boolean } | undefined> {
  const { txn, ofFacts, paying } = now
  const netOf = (fact: Fact) => booked.get(fact.reference)?.get(txn.id)
  const shown = new Map(
    facts.map((fact) => {
      const net = netOf(fact)?.net ?? {}
      return [fact, { cents: net[fact.account] ?? 0, fee: net.provider_fee ?? 0 }]
    }),
  )
  const before = ofSeller(now.balances) - ofSeller(ofFacts) - paying
  const unsentDue = () => unsentAfter(before, -now.balances.captured, burdenOf(shown))
  let unsent = ofSeller(now.balances) - paying
  const changed = facts.filter((fact) => {
    const [is, due] = [shown.get(fact), dueOf(fact)]
    return is?.cents !== due.cents || is.fee !== due.fee
  })
  if (changed.length === 0 && unsentDue() === unsent) return undefined
  await openLedger(db, txn)
  let free: Lines = { ...now.balances, held: now.balances.held - paying }
  const debtor = facts.some(({ bearer }) => bearer === 'held') ? 'held' : 'pending'
  /** Moves the seller's money to what is due to them with the facts that are shown. */
  const seller = (): Lines => {
    const lines = sellersLines(free, unsentDue() - unsent, sellersAccount(txn), debtor)
    unsent += ofSeller(lines)
    free = added(free, lines)
    return lines
  }
  const write = async (kind: string, reference: string, lines: Lines) => {
    const fee = -Object.values(lines).reduce((sum, cents) => sum + cents, 0)
    await enter(db, { kind, transaction: txn.id, reference, lines: { ...lines, fee } })
  }
  const recorded: Recorded[] = []
  for (const fact of changed) {
    const { net = {}, entries = 0 } = netOf(fact) ?? {}
    const [was, due] = [net[fact.account] ?? 0, dueOf(fact)]
    shown.set(fact, due)
    const kind = kindOf(fact, bookedCents(booked.get(fact.reference)))
    await write(kind, referenceOf(fact, txn.id, entries), {
      ...seller(),
      [fact.account]: due.cents - was,
      provider_fee: due.fee - (net.provider_fee ?? 0),
    })
    const done = fact.account === 'refunded' && recordOf(txn, fact, kind, was, due.cents)
    if (done) recorded.push(done)
  }
  // No fact changed, but who bears them: a payout on its way did not leave.
  if (changed.length === 0)
    await write('rebooked', `rebooked:${txn.id}:${await rebookings(db, txn.id)}`, seller())
  // Money that a chargeback took, or that came back after the payout, has no other way to the seller.
  const isRestored =
    (free.held ?? 0) > now.balances.held - paying &&
    (now.balances.paid_out > 0 || changed.some(({ account }) => account === 'charged_back'))
  return { recorded, isRestored }
}

const added = (some: Lines, more: Lines): Lines => {
  const sum = { ...some }
  for (const account of moneyAccounts) sum[account] = (some[account] ?? 0) + (more[account] ?? 0)
  return sum
}

/** What a transaction bears of the shares of facts. */
function burdenOf(shares: Map<Fact, { cents: number; fee: number }>): Burden {
  const burden = { refunded: 0, charged: 0, charged_back: 0, against: 0 }
  for (const [{ account, bearer }, { cents, fee }] of shares)
    if (bearer === 'pending' || bearer === 'held') burden.against += cents + fee
    else if (bearer !== 'fee') {
      burden[account] += cents
      if (bearer === 'charged') burden.charged += cents
    }
  return burden
}

const kindOf = ({ account, bearer, cents }: Fact, was: number) => {
  if (account === 'charged_back') return bearer === null ? 'chargeback' : 'chargeback_correction'
  if (bearer !== null && bearer !== 'charged') return 'refund_correction'
  return cents === 0 ? 'refund_failed' : was === 0 ? 'refund' : 'refund_moved'
}

/** The first entry of a refund of ours has only its number. */
const referenceOf = ({ reference, isOurs }: Fact, id: string, entries: number) =>
  isOurs && entries === 0 ? reference : [reference, id, ...(entries > 0 ? [entries] : [])].join(':')

async function rebookings(db: Db, id: string): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(
    sql`select count(*)::int as n from ledger_entries where transaction_id = ${id} and kind = 'rebooked'`,
  )
  return rows[0]?.n ?? 0
}

/** The audit row and the event of a transaction's changed share of a refund; none for a refund of ours, which its operation tells. */
function recordOf(txn: Transaction, fact: Fact, kind: string, was: number, is: number): Recorded | undefined {
  if (kind === 'refund_correction' || (kind === 'refund' && fact.isOurs)) return undefined
  const of = kind === 'refund' || kind === 'refund_failed' ? kind : 'refund_moved'
  const reason = of === 'refund' ? dashboardReason : of === 'refund_failed' ? failureReason : movedReason
  const { reference } = fact
  return [
    `payments.${of}`,
    {
      subject: ['transaction', txn.id],
      reason,
      ...(of === 'refund_moved' ? { before: { refund: was } } : {}),
      after: { ...(of === 'refund_failed' ? { refund_failed: was } : { refund: is }), reference },
    },
    refundEvent(txn, { kind: of, was, is, reference, reason }),
  ]
}
