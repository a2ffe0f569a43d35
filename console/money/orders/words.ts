import type { OrderMarks } from '@portreeve/contract/money/order-search'
import { grouped } from '../../format/money.ts'
import { count } from '../../format/words.ts'
import type { Tone } from '../../ui/StateWord.tsx'

export interface Flag {
  readonly word: string
  readonly tone: Tone
}

/** 'Late: not shipped, 6 days' */
export const lateWords = ({ kind, days }: NonNullable<OrderMarks['late']>): string =>
  `Late: ${kind === 'not_shipped' ? 'not shipped' : 'in transit'}, ${count(days, 'day', 'days')}`

/** What needs attention about an order, in words with a colour, the most urgent first. */
export function flagsOf(marks: Omit<OrderMarks, 'id' | 'buyer' | 'seller'>): Flag[] {
  const { chargeback_open, dispute_open, late, waiting, refunded, currency } = marks
  return [
    ...(chargeback_open ? [{ word: 'Chargeback', tone: 'bad' } as const] : []),
    ...(dispute_open ? [{ word: 'Disputed', tone: 'bad' } as const] : []),
    ...(late ? [{ word: lateWords(late), tone: 'caution' } as const] : []),
    ...(waiting ? [{ word: 'Refund waits for approval', tone: 'caution' } as const] : []),
    ...(refunded > 0 ? [{ word: `Refunded ${grouped(refunded, currency)}`, tone: 'quiet' } as const] : []),
  ]
}
