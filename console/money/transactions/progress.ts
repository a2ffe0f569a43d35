import type { Money } from '@portreeve/contract/money/money'
import type { OrderMarks } from '@portreeve/contract/money/order-search'
import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { grouped } from '../../format/money.ts'
import { lateWords } from '../orders/words.ts'

export interface Step {
  readonly name: string
  readonly state: 'done' | 'now' | 'next'
  /** The time of the step, ISO-8601 UTC. */
  readonly at: string | null
  /** How it stands, such as the carrier or why it is stuck. */
  readonly note: string | null
  /** It is stuck or late. */
  readonly isStuck: boolean
}

/** What a transaction's progress is read from. Parts of it may not be loaded yet, or missing on another server. */
export interface Facts {
  txn: Transaction
  money: Money | undefined
  movements: readonly Movement[] | undefined
  late: OrderMarks['late']
}

const end: Readonly<Record<number, string>> = { 3: 'Cancelled', 5: 'Refunded' }

/** The steps of a transaction, from the payment to the payout, or to its cancellation. */
export function stepsOf(facts: Facts): Step[] {
  const { txn, money, movements = [], late } = facts
  const isPaid = !money?.blocked.includes('its order is not paid')
  const isDelivered = txn.shipping_status === 1
  const isSent = money?.payout ? money.payout.state === 'sent' : txn.payout_status === 1
  const payout = movements.find(({ kind }) => kind === 'payout')
  const label = txn.ship_labels?.find(({ status }) => status === 1)
  const late_as = (kind: string) => (late?.kind === kind ? lateWords(late) : null)

  const steps: Omit<Step, 'state'>[] = [
    { name: 'Paid', at: txn.purchase_date, note: isPaid ? null : 'not paid yet', isStuck: !isPaid },
    {
      name: 'Shipped',
      at: label?.purchase_date ?? null,
      note: late_as('not_shipped') ?? (txn.status === 4 ? 'failed to ship' : txn.carrier),
      isStuck: late?.kind === 'not_shipped' || txn.status === 4,
    },
    {
      name: 'Delivered',
      at: txn.delivered_at,
      note: late_as('in_transit'),
      isStuck: late?.kind === 'in_transit',
    },
  ]
  const doneOf = [isPaid, isDelivered || txn.shipping_status === 2, isDelivered]
  const ended = txn.status === null ? undefined : end[txn.status]
  if (ended) {
    const last = movements.find(({ kind }) => kind === 'cancel' || kind === 'dispute_refund')
    steps.push({
      ...{ name: ended, at: last?.settled_at ?? null, isStuck: false },
      note: money ? `${grouped(money.refunded, money.currency)} refunded` : null,
    })
    // What never happened is not shown as a step to come.
    const happened = steps.filter((_, at) => at === steps.length - 1 || doneOf[at])
    return happened.map((step) => ({ ...step, state: 'done', isStuck: false }))
  }
  const held = heldBy(facts)
  steps.push(
    {
      name: 'Payable',
      at: isSent ? (payout?.created_at ?? null) : null,
      note: dueWords(facts, isSent),
      isStuck: false,
    },
    {
      name: 'Paid out',
      at: payout?.state === 'done' ? payout.settled_at : null,
      note: isSent && money && money.paid_out > 0 ? grouped(money.paid_out, money.currency) : null,
      isStuck: false,
    },
  )
  const now = [...doneOf, isSent, isSent].findIndex((isDone) => !isDone)
  return steps.map((step, at) => {
    const state = now === -1 || at < now ? 'done' : at === now ? 'now' : 'next'
    if (state !== 'now')
      return {
        ...step,
        state,
        isStuck: false,
        at: state === 'done' ? step.at : null,
        note: state === 'next' ? null : cleared(step),
      }
    return held.length > 0 && !step.isStuck
      ? { ...step, state, note: `held: ${held.join(', and ')}`, isStuck: true }
      : { ...step, state }
  })
}

/** A done step is not late any more. */
const cleared = ({ note, isStuck }: Pick<Step, 'note' | 'isStuck'>) => (isStuck ? null : note)

/** Why the seller's money is not sent: the holds of the payout, or an open dispute before one is due. */
function heldBy({ txn, money }: Facts): readonly string[] {
  const held = money?.payout?.held_by ?? []
  return held.length === 0 && txn.dispute_status === 2 ? ['a dispute is open'] : held
}

/** How the seller's money stands before it is sent. */
function dueWords({ money }: Facts, isSent: boolean): string | null {
  if (isSent || !money) return null
  if (money.in_flight.some(({ kind }) => kind === 'payout')) return 'on its way'
  const due = money.pending + money.held + money.disputed
  return due > 0 ? `${grouped(due, money.currency)} is due` : 'nothing is left for the seller'
}
