import type { Replay, ReplayPart, RuleFigures } from '@portreeve/contract/desk/rule-replays'
import {
  type RuleActions,
  type RuleState,
  ruleActionNames,
  ruleActions,
} from '@portreeve/contract/desk/rules'
import { classWords } from '../../format/cases.ts'
import { count } from '../../format/words.ts'
import type { Tone } from '../../ui/StateWord.tsx'

/** '12,300' */
export const numbered = (n: number): string => n.toLocaleString('en')

export const isRunning = ({ state }: Pick<Replay, 'state'>) => state === 'waiting' || state === 'running'

/** How far a replay is, or how it ended. */
export function stateWords({ state, total, done, failure }: Replay): string {
  switch (state) {
    case 'waiting':
      return 'Waits'
    case 'running':
      return total === null ? 'Counts the events' : `${numbered(done)} of ${numbered(total)} events`
    case 'stopped':
      return 'Stopped'
    case 'failed':
      return `Failed: ${failure ?? ''}`
    case 'done':
      return count(total ?? 0, 'event', 'events')
  }
}

export const partWords: Readonly<Record<ReplayPart, string>> = {
  bad: 'Met, and ended badly',
  good: 'Met, and ended well',
  missed: 'Missed, and ended badly',
}

/** '12 refunded, 3 charged back'; the ends that are not good. */
export const badWords = ({ ends }: Pick<RuleFigures, 'ends'>): string =>
  Object.entries(ends)
    .filter(([end]) => end !== 'good')
    .sort(([, one], [, other]) => other - one)
    .map(([end, n]) => `${numbered(n)} ${end}`)
    .join(', ') || 'none'

/** Of what a query met, how much ended badly, in percent; null where it met nothing. */
export const precisionOf = ({ met, ends }: Pick<RuleFigures, 'met' | 'ends'>): number | null =>
  met === 0 ? null : Math.round((100 * (met - (ends.good ?? 0))) / met)

/** The states of a rule. */
export const ruleStates: Readonly<Record<RuleState, { word: string; tone: Tone }>> = {
  draft: { word: 'Draft', tone: 'quiet' },
  shadow: { word: 'Notes', tone: 'caution' },
  on: { word: 'Acts', tone: 'good' },
  stopped: { word: 'Stopped', tone: 'bad' },
}

/** '82 %' */
export const rightWords = (figures: RuleFigures): string => {
  const percent = precisionOf(figures)
  return percent === null ? '–' : `${percent} %`
}

/** What a rule does, a sentence each. */
export const actionSentences = (actions: RuleActions): string[] =>
  ruleActionNames.flatMap((name) => {
    if (actions[name] === undefined) return []
    const words = `It ${ruleActions[name].words}`
    switch (name) {
      case 'case':
        return `${words}: ${actions.case?.words} (${classWords[actions.case?.class ?? 'other']}).`
      case 'hold_days':
        return `${words} for at most ${count(actions.hold_days ?? 0, 'day', 'days')}.`
      case 'review':
      case 'second_person':
        return `${words}.`
      default:
        return `${words}: ${actions[name]}`
    }
  })
