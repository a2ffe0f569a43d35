import type { Message } from '@portreeve/contract/conversations/conversations'
import type { Chargeback } from '@portreeve/contract/money/chargebacks'
import type { DisputeCase } from '@portreeve/contract/money/disputes'
import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { TimelineEntry } from '@portreeve/contract/staff/audit'
import { noteAction } from '@portreeve/contract/staff/notes'
import { actionWords } from '../../format/actions.ts'
import { actorName } from '../../format/actor.ts'
import { readTime } from '../../format/dates.ts'
import { grouped } from '../../format/money.ts'
import { movementKindWords } from '../../format/movement-words.ts'
import type { Step } from '../transactions/progress.ts'

export type Lane = 'parcel' | 'money' | 'messages' | 'dispute' | 'staff'

/** Something that happened, with its sentence. */
export interface Moment {
  /** ISO-8601 UTC, as its record has it. */
  readonly at: string
  /** The same in milliseconds. */
  readonly time: number
  readonly lane: Lane
  readonly words: string
}

/** What the page has loaded about a transaction. */
export interface Loaded {
  readonly txn: Transaction
  readonly movements: readonly Movement[]
  readonly messages: readonly Message[]
  readonly dispute: DisputeCase | undefined
  readonly chargebacks: readonly Chargeback[]
  readonly timeline: readonly TimelineEntry[]
}

/** The milliseconds of a time; null for none and for a text that is none. */
export const timeOf = (at: string | null | undefined): number | null => readTime(at)?.getTime() ?? null

/** Whether something had happened by then. */
export const isBy = (at: string | null | undefined, then: number): boolean => {
  const time = timeOf(at)
  return time !== null && time <= then
}

/** Everything that happened since the purchase, with its time, oldest first. */
export function momentsOf({ txn, movements, messages, dispute, chargebacks, timeline }: Loaded): Moment[] {
  const nameOf = ({ author, senderDisplayName }: Message) =>
    author === txn.seller_uid
      ? (txn.seller_display_name ?? 'The seller')
      : author === txn.purchaser_uid
        ? (txn.purchaser_display_name ?? 'The buyer')
        : (senderDisplayName ?? 'Support')
  const all: readonly (readonly [at: string | null | undefined, lane: Lane, words: string])[] = [
    [txn.purchase_date, 'money', 'Paid'],
    ...(txn.ship_labels ?? []).map(
      ({ purchase_date }) =>
        [purchase_date, 'parcel', `Label bought${txn.carrier ? `, ${txn.carrier}` : ''}`] as const,
    ),
    [txn.delivered_at, 'parcel', 'Delivered'],
    ...movements.map(({ kind, amount, currency, created_at }) => {
      const words = movementKindWords[kind]
      return [
        created_at,
        'money',
        amount === null ? words : `${words}, ${grouped(amount, currency)}`,
      ] as const
    }),
    ...messages.map((message) => {
      const text = (message.text ?? '').slice(0, 80)
      return [message.date, 'messages', `${nameOf(message)}: ${text || 'a picture'}`] as const
    }),
    [dispute?.created_at, 'dispute', `Dispute opened by ${dispute?.creator_name ?? 'the buyer'}`],
    [dispute?.resolved_at, 'dispute', 'Dispute resolved'],
    ...chargebacks.flatMap(
      ({ created_at, submitted_at, closed_at, amount, state }) =>
        [
          [created_at, 'dispute', `The buyer’s bank charges back ${grouped(amount, txn.currency)}`],
          [submitted_at, 'dispute', 'Evidence sent to the bank'],
          [closed_at, 'dispute', `Chargeback ${state}`],
        ] as const,
    ),
    ...timeline.map(
      ({ at, by, action, after, reason }) =>
        [
          at,
          'staff',
          action === noteAction
            ? `Note of ${actorName(by)}: ${(reason ?? '').slice(0, 80)}`
            : `${actorName(by)}: ${actionWords(action, after)}`,
        ] as const,
    ),
  ]
  const begin = timeOf(txn.purchase_date) ?? 0
  return all
    .flatMap(([at, lane, words]) => {
      const time = timeOf(at)
      return at && time !== null && time >= begin ? [{ at, time, lane, words }] : []
    })
    .toSorted((one, other) => one.time - other.time)
}

/** The steps as they were, by their times. A step that is done without one is done with the step after it. */
export function stepsThen(steps: readonly Step[], then: number): Step[] {
  const reached = steps.findLastIndex(({ state, at }) => state === 'done' && isBy(at, then))
  return steps.map((step, index) =>
    index <= reached
      ? step
      : { ...step, state: index === reached + 1 ? 'now' : 'next', at: null, note: null, isStuck: false },
  )
}
