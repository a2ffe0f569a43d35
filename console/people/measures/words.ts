import { type AppealState, hasEnd, type Measure } from '@portreeve/contract/people/measures'
import {
  type HarmClass,
  type MeasureKind,
  type Restriction,
  restrictions,
  type StrikeStep,
} from '@portreeve/contract/people/policies'
import { shortLocal } from '../../format/dates.ts'
import { count } from '../../format/words.ts'

/** Measures as staff name them. */
export const kindWords: Readonly<Record<MeasureKind, string>> = {
  ...restrictions,
  listing_denied: 'Listing denied',
  listing_deleted: 'Listing deleted',
  listings_deleted: 'All listings deleted',
  question_deleted: 'Community post deleted',
  questions_deleted: 'All community posts deleted',
  conversations_deleted: 'Conversations deleted',
  promotion_denied: 'Promotion denied',
  payout_held: 'Payout held',
  blocked: 'Blocked',
  warned: 'Warned',
}

export const harmWords: Readonly<Record<HarmClass, string>> = {
  danger: 'Danger to a person',
  minors: 'Minors',
  phishing: 'Phishing in our name',
  fraud: 'Fraud',
  prohibited: 'Prohibited goods',
  other: 'Other',
  quality: 'Quality',
  spam: 'Spam',
}

/** The states of appeals. */
export const appealWords: Readonly<
  Record<AppealState, { word: string; tone: 'quiet' | 'caution' | 'good' }>
> = {
  open: { word: 'Appeal open', tone: 'caution' },
  upheld: { word: 'Appeal: the decision stands', tone: 'quiet' },
  changed: { word: 'Appeal: the decision was changed', tone: 'quiet' },
  reversed: { word: 'Appeal: the decision was taken back', tone: 'good' },
  moot: { word: 'Appeal closed: the decision holds no longer', tone: 'quiet' },
}

const ends = {
  time: 'Ended by itself',
  lifted: 'Lifted',
  undone: 'Taken back',
  replaced: 'Replaced',
} as const

/** Whether a measure holds, until when, and how it ended. */
export function standing({ ended, until, kind }: Measure): { word: string; tone: 'quiet' | 'caution' } {
  if (ended) {
    const by = ended.by ? ` by ${ended.by.name ?? ended.by.uid}` : ''
    return { word: `${ends[ended.how]}${by}, ${shortLocal(ended.at)}`, tone: 'quiet' }
  }
  if (until !== null) return { word: `Until ${shortLocal(until)}`, tone: 'caution' }
  return { word: kind === 'warned' ? 'Given' : 'In force', tone: 'caution' }
}

/** The measures on an account whose end can be changed. */
export const canMove = ({ kind, ended }: Measure) => ended === null && hasEnd(kind)
/** Those that are ended on their own. A block is ended by unblocking. */
export const canEnd = ({ kind, ended }: Measure) => ended === null && kind in restrictions

/** What strikes propose to staff: 'May not list for 7 days'. */
export const proposedWords = ({ kind, days }: { kind: StrikeStep['kind']; days: number | null }) =>
  `${kind === 'blocked' ? 'Block' : kindWords[kind]}${days === null ? '' : ` for ${count(days, 'day', 'days')}`}`

/** The open dialog of the section. `proposed`: what strikes under a policy propose. */
export type Open =
  | { is: 'restrict'; proposed?: { kind: Restriction; days: number | null; policy: string } }
  | { is: 'move' | 'end'; measure: Measure }
