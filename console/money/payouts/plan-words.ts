import type { deliveredWays, MoneyPlan, undeliveredWays } from '@portreeve/contract/money/money-plans'
import { count } from '../../format/words.ts'

export const deliveredWords = { hold: 'Stays held', pay: 'Paid out to the seller' } as const satisfies Record<
  (typeof deliveredWays)[number],
  string
>
export const undeliveredWords = {
  hold: 'Stays held',
  refund: 'Refunded to the buyers',
} as const satisfies Record<(typeof undeliveredWays)[number], string>
export const choicesOf = <Way extends string>(words: Readonly<Record<Way, string>>) =>
  Object.entries<string>(words).map(([value, label]) => ({ value, label }))

/** The state of a plan in words. 'caution': somebody has to decide. */
export function planState(
  { plan, due_at }: MoneyPlan,
  now: Date,
): { word: string; tone: 'quiet' | 'caution' | 'good' } {
  const isOver = Date.parse(due_at) <= now.getTime()
  if (!plan) return { word: isOver ? 'No plan, and late' : 'No plan', tone: 'caution' }
  if (!plan.begun_at) return { word: 'Waits for its date', tone: 'quiet' }
  const { job } = plan
  if (job?.state === 'stopped') return { word: `Stopped: ${job.words ?? 'by a colleague'}`, tone: 'caution' }
  if (job && job.refused > 0)
    return { word: `${count(job.refused, 'sale', 'sales')} not refunded`, tone: 'caution' }
  if (plan.delivered === 'hold' && plan.undelivered === 'hold')
    return { word: 'Its date is over', tone: 'caution' }
  return { word: job?.state === 'running' ? 'Running' : 'Begun', tone: 'good' }
}
