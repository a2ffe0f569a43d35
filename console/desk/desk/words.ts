import {
  type DeskCase,
  type DeskView,
  maxDeskCount,
  type ScorePart,
  scoreParts,
} from '@portreeve/contract/desk/desk'
import type { MeasureKind } from '@portreeve/contract/people/policies'
import { actionWords } from '../../format/actions.ts'
import { classWords, kindWords } from '../../format/cases.ts'
import { readTime } from '../../format/dates.ts'
import { ageWords, deadlineWords, span } from '../../format/deadline.ts'
import { grouped } from '../../format/money.ts'
import { count, orNull } from '../../format/words.ts'
import { kindWords as measureWords } from '../../people/measures/words.ts'

export { classWords, kindWords }

/** Why a case is in its band; null in the band of other work. */
export const bandReasonOf = ({ class: own, backlog }: DeskCase): string | null =>
  backlog ? 'Nothing new for a long time' : own === 'other' ? null : classWords[own]

/** 'Refund request' where a person without the right to refund asked, otherwise the word of the kind. */
export const kindOf = ({ kind, about }: DeskCase): string =>
  kind === 'approval' && about?.startsWith('requested') ? 'Refund request' : kindWords[kind][0]

export const viewWords: Readonly<Record<DeskView, string>> = {
  all: 'All',
  mine: 'Mine',
  unassigned: 'Unassigned',
  snoozed: 'Snoozed',
}

export const emptyWords: Readonly<Record<DeskView, string>> = {
  all: 'Nothing waits. New listings, reports, disputes and messages appear here by themselves, the most urgent first.',
  mine: 'You have no case. N takes the most urgent one.',
  unassigned: 'Every case has an assignee.',
  snoozed: 'No case is snoozed.',
}

export const countWords = (amount: number): string =>
  amount >= maxDeskCount ? `${maxDeskCount - 1}+` : String(amount)

/** The facts behind each part of a score. */
const facts: Readonly<Record<ScorePart, (row: DeskCase, now: Date) => string>> = {
  deadline: ({ deadline_at }, now) => deadlineWords(deadline_at, now) ?? 'deadline',
  money: ({ cents, currency }) => `${grouped(cents ?? 0, currency)} at stake`,
  reporters: ({ upheld, handled, reporters }) =>
    `${reporters === 1 ? 'reporter' : 'reporters'} upheld ${upheld} of ${count(handled, 'time', 'times')}`,
  reports: ({ reports, reporters }) =>
    reporters > 1
      ? `${count(reports, 'report', 'reports')} by ${reporters} people`
      : count(reports, 'report', 'reports'),
  priority: ({ priority }) => (priority === 'urgent' ? 'urgent' : 'high priority'),
  waiting: ({ opened_at }, now) => `waiting ${ageWords(opened_at, now) ?? ''}`,
}

/** The fact behind a part of a score: 'due in 9 hours'. */
export const factOf = (part: ScorePart, row: DeskCase, now: Date): string => facts[part](row, now)

/** The parts of a score that have points, the largest first. */
export const partsOf = ({ points }: DeskCase): ScorePart[] =>
  scoreParts.filter((part) => points[part] > 0).toSorted((one, other) => points[other] - points[one])

/** Why a case has its place: the band, then the parts with their points, which add up to the score: 'due in 9 hours +35'. */
export const reasonsOf = (row: DeskCase, now: Date): string[] => [
  ...[bandReasonOf(row) ?? []].flat(),
  ...partsOf(row).map((part) => `${factOf(part, row, now)} +${row.points[part]}`),
]

/** Words of the source as staff read them: 'product_not_received' is 'product not received'. */
const plain = (words: string) => words.replaceAll('_', ' ')

const kindsOfRequest: Readonly<Record<string, string>> = {
  refund: 'a refund',
  cancel: 'a cancellation',
  dispute: 'a refund by the decision of a dispute',
  correction: 'a correction of the ledger',
}

const joined = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' · ')

/** The line below the name: what it is about. */
export function detailOf(row: DeskCase): string {
  const { kind, about, reports, reporters, barred } = row
  const by = reporters > 1 ? ` by ${reporters} people` : ''
  const person = orNull(row.person?.name)
  switch (kind) {
    case 'user_reports':
    case 'listing_reports':
      return `${count(reports, 'report', 'reports')}${by}${about ? `: ${plain(about)}` : ''}`
    case 'conversation':
      return about ? `“${about}”` : 'waits for an answer'
    case 'listing':
      return about === 'changed' ? `Changed by ${person}` : `New listing of ${person}`
    case 'promotion':
      return `${person} asks to promote it`
    case 'approval': {
      const what = kindsOfRequest[about?.replace('requested ', '') ?? ''] ?? 'a decision'
      return joined(`${barred ? 'You asked' : 'A colleague asks'} for ${what}`, person)
    }
    case 'dispute':
      return joined(`${person} against ${orNull(row.other?.name)}`, about)
    case 'appeal':
      return joined(
        `${person} against: ${measureWords[about as MeasureKind] ?? 'a decision'}`,
        barred && 'you took part',
      )
    case 'proposal': {
      const [, call = '', program = ''] = /^(\S+) (.*)$/s.exec(about ?? '') ?? []
      return joined(`${program} proposes: ${actionWords(call)}`, row.person && person)
    }
    case 'rule':
      return joined(about, row.person && person)
    case 'chargeback':
      return joined(`${person}’s bank`, about && plain(about))
    default:
      return joined(row.person && person, about && plain(about))
  }
}

/** What a row is called: the listing, otherwise the person. Reports of a person and conversations are about the person. */
export const nameOf = ({ kind, title, person }: DeskCase): string =>
  kind === 'user_reports' || kind === 'conversation'
    ? orNull(person?.name ?? title)
    : orNull(title ?? person?.name)

/** The time until a deadline: '8 days left', '2 days late'. */
export function leftWords(deadline: string, now: Date): string {
  const left = (readTime(deadline)?.getTime() ?? now.getTime()) - now.getTime()
  return `${span(left)} ${left < 0 ? 'late' : 'left'}`
}

/** The first letters of the first and the last word of a name. */
export const initialsOf = (name: string): string =>
  [...new Set([name.split(' ')[0], name.split(' ').at(-1)])]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
