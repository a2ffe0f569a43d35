import { movement } from '../market/movements.ts'
import { actor, type StaffMember } from '../market/staff.ts'
import { chargebackOf, requestOf } from '../market/trade.ts'
import { Random } from '../random.ts'
import type { DemoOperation, Purchase, Rows, StaffWork } from '../rows.ts'
import { ago } from '../world.ts'

type Subject = readonly ['user' | 'listing' | 'transaction', string]

/** What happens to the money of a story, and what staff did. */
export class MoneyStage {
  readonly random: Random
  protected readonly rows: Rows & StaffWork
  protected readonly now: number

  constructor(story: string, rows: Rows & StaffWork, now: number) {
    this.random = Random.of(story)
    this.rows = rows
    this.now = now
  }

  at = (hoursAgo: number): string => ago(this.now, hoursAgo)

  /** An action of staff, as the server audits it. */
  did(
    by: StaffMember,
    action: string,
    subject: Subject,
    hoursAgo: number,
    more: { reason?: string; before?: unknown; after?: unknown } = {},
  ) {
    this.rows.audit.push({ at: this.at(hoursAgo), by: actor(by), action, subject, ...more })
  }

  /** A refund or cancellation above the limit of one person: it waits for a second one. */
  asks(
    by: StaffMember,
    kind: 'refund' | 'cancel',
    txn: Purchase,
    cents: number,
    hoursAgo: number,
    [reason_id, note]: readonly [string, string],
  ) {
    const request = requestOf(this.random, by, kind, txn, cents, this.at(hoursAgo))
    this.rows.approvals.push({ ...request, reason_id, note })
    this.did(by, `transactions.${kind}`, ['transaction', txn.id], hoursAgo, {
      reason: note,
      after: { asked: request.id, kind, cents },
    })
  }

  /**
   * The buyer's bank charges the payment back. The row has no movement of money yet: when the payment is registered
   * (seed/known.ts), the sandbox withdraws the money, and its webhooks book that.
   */
  chargesBack(txn: Purchase, reason: string, hoursAgo: number, hoursLeft: number) {
    const order = this.rows.orders.find(({ id }) => id === txn.order_id)
    const times = { created_at: this.at(hoursAgo), evidence_due_at: this.at(-hoursLeft) }
    this.rows.chargebacks.push(chargebackOf(this.random, order, txn, reason, times))
  }

  /** A call to the payment provider, hours ago. */
  moves(
    txn: Purchase,
    kind: 'refund' | 'payout',
    hoursAgo: number,
    change: Partial<DemoOperation> & Pick<DemoOperation, 'state'>,
  ) {
    const { stripe_connect_id = null } = this.rows.users.find(({ uid }) => uid === txn.seller_uid) ?? {}
    const { stripe_payment_intent_id = null } = this.rows.orders.find(({ id }) => id === txn.order_id) ?? {}
    const paid = { payment: stripe_payment_intent_id, account: stripe_connect_id }
    this.rows.operations.push(
      movement(this.random, paid, txn, { kind, created_at: this.at(hoursAgo), ...change }),
    )
  }

  /** Staff hold the payout of a purchase. */
  holds(by: StaffMember, txn: Purchase, hoursAgo: number, reason: string) {
    const id = `ph_${this.random.letters(16)}`
    this.rows.payoutHolds.push({ id, transaction_id: txn.id, reason, held_by: by.uid, at: this.at(hoursAgo) })
    this.did(by, 'payouts.hold', ['transaction', txn.id], hoursAgo, { reason, after: { payout: 'held' } })
  }
}
