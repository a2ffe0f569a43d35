import { usual } from '@portreeve/contract/base/currency'
import type { Dispute } from '@portreeve/contract/money/disputes'
import { openingBalances } from '../../money/ledger/standing.ts'
import { Random } from '../random.ts'
import type { DemoOperation, Purchase, Rows, StaffWork } from '../rows.ts'
import { ago, later } from '../world.ts'
import { actor, type StaffMember, staff } from './staff.ts'

/** Hours after the delivery at which a seller is paid. */
const payoutAfter = 72
/** Cents that one person may refund alone. A larger refund of the history has the consent of a second one. */
const alone = 50_000
/** Cents of the largest partial refund. */
const mostInPart = 12_000
/** Hours before the demo began: younger refunds would count towards the limit of today. */
const youngest = 26
/** Hours since which a part of a paid purchase was refunded. */
const partlySince = 40 * 24
/** Hours that the audit log goes back. */
const audited = 8 * 24

/** The refunds of a closed case, by the reason that staff gave. */
const reasons = {
  cancel: [
    ['seller_cannot_ship', 'The seller cannot ship'],
    ['seller_cannot_ship', 'The seller cannot ship: sold elsewhere'],
    ['buyer_changed_mind', 'The buyer changed their mind'],
  ],
  1: [
    ['not_as_described', 'Item not as described'],
    ['damaged', 'Damaged in transit'],
  ],
  2: [['not_received', 'Item not received']],
  3: [['goodwill', 'Goodwill: both sides agreed']],
} as const
const partly = [
  ['damaged', 'Damaged in transit: the box was torn'],
  ['not_as_described', 'Item not as described: a scratch that the photos hide'],
  ['goodwill', 'Goodwill: it arrived a week late'],
] as const

/** The payment of a purchase, and its seller's account at the provider. */
interface Paid {
  payment: string | null
  account: string | null
}

/** A call to the payment provider about a purchase. */
export function movement(
  random: Random,
  { payment, account }: Paid,
  txn: Purchase,
  change: Pick<DemoOperation, 'kind' | 'state' | 'created_at'> & Partial<DemoOperation>,
): DemoOperation {
  const { details, ...more } = change
  return {
    id: `op_${random.letters(20)}`,
    ...{ subject_kind: 'transaction', subject_id: txn.id, due_at: change.created_at },
    // Rows of one table have the same columns (search/upsert.ts).
    ...{ cents: null, reference: null, failure: null, settled_at: null },
    ...{ attempts: change.state === 'pending' ? 0 : 1, started_by: null, approval_id: null },
    details: { provider: 'stripe', ...(change.kind === 'payout' ? { account } : { payment }), ...details },
    ...(change.state === 'done' && {
      reference: `${change.kind === 'payout' ? 'tr' : 're'}_${random.letters(24)}`,
      settled_at: later(change.created_at, 0.001),
    }),
    ...more,
  }
}

/** A purchase with what its movements need. */
interface Case extends Paid {
  random: Random
  rows: Rows & StaffWork
  txn: Purchase
  dispute: Dispute | undefined
  now: number
}

/**
 * The movements of money behind the states of the purchases: refunds of cancelled and disputed ones, payouts sent and due, and a few
 * partial refunds. A purchase whose story has its own movements gets no others.
 */
export function addMovements(rows: Rows & StaffWork, now: number): void {
  const payments = new Map(rows.orders.map((one) => [one.id, one.stripe_payment_intent_id]))
  const accounts = new Map(rows.users.map((one) => [one.uid, one.stripe_connect_id]))
  const disputes = new Map(rows.disputes.map((one) => [one.id, one]))
  const labels = new Map(rows.shipLabels.map((one) => [one.status === 1 && one.transaction_id, one]))
  const inStories = new Set(rows.operations.map(({ subject_id }) => subject_id))
  for (const txn of rows.transactions) {
    if (inStories.has(txn.id)) continue
    const label = labels.get(txn.id)
    const { refunded, paid_out, held } = openingBalances(
      { ...txn, version: 1, ship_labels: label ? [label] : [] },
      true,
    )
    const one: Case = {
      ...{ random: Random.of(`moved ${txn.id}`), rows, txn, now },
      dispute: disputes.get(txn.dispute_id ?? ''),
      payment: payments.get(txn.order_id ?? '') ?? null,
      account: accounts.get(txn.seller_uid) ?? null,
    }
    if (refunded > 0) refundWhole(one, refunded)
    if (paid_out > 0) payOut(one, paid_out)
    else if (held > 0) schedule(one)
  }
}

const add = ({ rows, random, txn, ...paid }: Case, change: Parameters<typeof movement>[3]) =>
  void rows.operations.push(movement(random, paid, txn, change))

const deliveryOf = (txn: Purchase) => txn.delivered_at ?? txn.purchase_date

function schedule(one: Case) {
  const created_at = deliveryOf(one.txn)
  add(one, { kind: 'payout', state: 'pending', created_at, due_at: later(created_at, payoutAfter) })
}

/** A cancellation, or a dispute that was decided for the buyer. */
function refundWhole(one: Case, cents: number) {
  const { random, txn, dispute } = one
  const kind = dispute ? 'dispute_refund' : 'cancel'
  const created_at = dispute?.resolved_at ?? later(txn.purchase_date, 2 + random.next() * 2)
  const [reason_id, reason] = random.pick<readonly [string, string]>(
    reasons[dispute ? dispute.dispute_type : 'cancel'],
  )
  const by = dispute || random.chance(70) ? staff.finance : staff.admin
  const ofCancel = { charge_seller: false, show_in_reviews: true, take_back: 0 }
  add(one, {
    ...{ kind, cents, state: 'done', created_at, started_by: by.uid },
    // The demo sets no limits for other currencies: each amount in one of them needs a second person.
    approval_id:
      cents > alone || (txn.currency ?? usual) !== usual
        ? consent(one, by, { cents, created_at, reason_id, reason })
        : null,
    details: { reason_id, reason, ...(dispute ? { dispute: dispute.id } : ofCancel) },
  })
  if (dispute)
    Object.assign(dispute, {
      outcome: 'buyer',
      refunded_cents: cents,
      decided_by: by.uid,
      decision_reason: reason,
    })
  else auditRefund(one, by, 'cancel', { created_at, cents, reason })
}

/** The request for a refund above the limit of one person, which a second one approved. Returns its id. */
function consent(
  { random, rows, txn, dispute }: Case,
  by: StaffMember,
  refund: { cents: number; created_at: string; reason_id: string; reason: string },
): string {
  const { cents, created_at, reason_id, reason } = refund
  const id = `ap_${random.letters(12)}`
  rows.approvals.push({
    ...{ id, kind: dispute ? 'dispute' : 'cancel', transaction_id: txn.id, cents, left_seen: cents },
    ...{ state: 'approved', asked_by: by.uid, asked_at: later(created_at, -0.6) },
    ...{ expires_at: later(created_at, 160), reason_id, note: reason },
    decided_by: by.uid === staff.finance.uid ? staff.admin.uid : staff.finance.uid,
    decided_at: created_at,
  })
  return id
}

/** A payout that was sent; of a few recent ones a part was refunded later. */
function payOut(one: Case, cents: number) {
  const { random, txn, dispute, now } = one
  const sent = dispute?.resolved_at ?? later(deliveryOf(txn), payoutAfter)
  if (dispute) Object.assign(dispute, { outcome: 'seller', decided_by: staff.support.uid })
  add(one, { kind: 'payout', cents, state: 'done', created_at: sent < ago(now, 0.1) ? sent : ago(now, 0.1) })
  const created_at = later(sent, 3 + random.below(60))
  const isRecent = created_at > ago(now, partlySince) && created_at < ago(now, youngest)
  if (dispute || !isRecent || !random.chance(6)) return
  const [reason_id, reason] = random.pick<readonly [string, string]>(partly)
  const part = Math.min(mostInPart, Math.ceil((txn.price * (5 + random.below(20))) / 10_000) * 100)
  const by = random.pick<StaffMember>([staff.finance, staff.finance, staff.admin])
  add(one, {
    ...{ kind: 'refund', cents: part, state: 'done', created_at, started_by: by.uid },
    details: { reason_id, reason },
  })
  auditRefund(one, by, 'refund', { created_at, cents: part, reason })
}

function auditRefund(
  { rows, txn, now }: Case,
  by: StaffMember,
  kind: 'refund' | 'cancel',
  { created_at: at, cents, reason }: { created_at: string; cents: number; reason: string },
) {
  if (at > ago(now, audited))
    rows.audit.push({
      ...{ at, by: actor(by), action: `transactions.${kind}`, subject: ['transaction', txn.id] },
      ...{ reason, after: { kind, cents } },
    })
}
