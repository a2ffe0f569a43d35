import type { AppealOutcome, Measure, MeasureSource, MeasureSubject } from './measures.ts'
import { measureKinds, type Restriction } from './policies.ts'

/** Where a decision came from, for the person and for the EU's database. */
export const sourceWords: Readonly<Record<MeasureSource, string>> = {
  report: 'Somebody had reported it. A person of our team decided.',
  review: 'A person of our team looked at it before it was published.',
  program: 'A program pointed it out to us. A person of our team decided.',
  staff: 'A person of our team noticed it and decided.',
}

type Told = Pick<Measure, 'kind' | 'subject' | 'grounds' | 'reason' | 'source' | 'until'>

const day = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

/** The decision in a sentence: what, until when, about what. */
function decisionOf({ kind, subject, until }: Pick<Told, 'kind' | 'subject' | 'until'>): string {
  const about = subject.kind !== 'user' && subject.title ? `: “${subject.title}”` : ''
  return `${measureKinds[kind].words}${until === null ? '' : ` until ${day(until)}`}${about}.`
}

const helloTo = (name: string | null) => (name ? `Hello ${name},` : 'Hello,')

const anotherDecides = 'Somebody who did not take part in it will decide.'

/**
 * What a person reads who reported a listing or an account, once it was decided: that there is a decision, not which one is against
 * whom (Regulation (EU) 2022/2065, article 16(5)).
 * @param title of the listing, or the name of the account; null when it is gone
 * @param name of the reader
 */
export function outcomeText(kind: MeasureSubject, title: string | null, name: string | null): string {
  const about = `${kind === 'listing' ? 'the listing' : 'the account'}${title ? ` “${title}”` : ''}`
  return [
    helloTo(name),
    `Thank you for your report about ${about}. A person of our team looked at it and took a measure.`,
    `Do you think that the decision is wrong? Answer this message within six months and say why. ${anotherDecides}`,
  ].join('\n\n')
}

/**
 * The statement of reasons as the person reads it: what was decided, about what, on which ground, the facts, whether a program took
 * part, and how to appeal (Regulation (EU) 2022/2065, article 17). The console shows the same text before a decision.
 * @param what taken; changed: the end of a measure moved; ended: it holds no longer
 */
export function statementText(told: Told, what: 'taken' | 'changed' | 'ended', name: string | null): string {
  const decided = decisionOf(told)
  const hello = helloTo(name)
  if (what === 'ended')
    return [hello, `This decision of ours holds no longer: ${decided}`, 'You need to do nothing.'].join(
      '\n\n',
    )
  const rules = told.grounds.map(({ name: rule, words, ground, reference }) => {
    const place = reference ? ` (${ground === 'law' ? 'law' : 'our terms'}, ${reference})` : ''
    return `${ground === 'law' ? 'The law' : 'Our rule'}: ${rule}${place}. ${words}`
  })
  return [
    hello,
    what === 'changed' ? `The end of this decision has moved: ${decided}` : decided,
    ...rules,
    ...(told.reason ? [`What we rely on: ${told.reason}`] : []),
    sourceWords[told.source],
    `You can appeal within six months: answer this message and say why you think that the decision is wrong. ${anotherDecides}`,
  ].join('\n\n')
}

type Appealed = Pick<Told, 'kind' | 'subject' | 'until'>

/** A question of the team about an appeal, as the person reads it. */
export const appealQuestion = (told: Appealed, name: string | null, question: string): string =>
  [
    helloTo(name),
    `We are looking at your appeal against this decision: ${decisionOf(told)}`,
    question,
    'Answer this message. We decide once we have your answer, or in two weeks without one.',
  ].join('\n\n')

/** What became of an appeal, beside its outcome. */
export interface AppealAnswer {
  outcome: AppealOutcome
  reason: string
  /** The measure that takes the place of the decision. */
  instead?: Restriction | undefined
  /** The new end of the decision; undefined: it has none of these. */
  until?: string | null | undefined
  /** What was removed could not be restored: the marketplace or its author has deleted it, or it was deleted long ago. */
  isGone?: boolean
}

/** What of a removal could not be restored. */
function goneWords(kind: Told['kind']): string {
  if (kind === 'listings_deleted') return 'Some of the listings are gone: you can publish them again.'
  if (kind === 'question_deleted') return 'The post itself is gone: you can write it again.'
  if (kind === 'questions_deleted') return 'Some of the posts are gone: you can write them again.'
  if (kind === 'conversations_deleted') return 'Some of the conversations are gone.'
  return 'The listing itself is gone: you can publish it again.'
}

function outcomeOf({ outcome, instead, until, isGone }: AppealAnswer, kind: Told['kind']): string {
  const gone = isGone ? ` ${goneWords(kind)}` : ''
  if (outcome === 'upheld') return 'The decision stands.'
  if (outcome === 'reversed') return `The decision was wrong, and we have taken it back.${gone}`
  if (instead)
    return `We have taken it back. A milder one takes its place: ${measureKinds[instead].words}${until == null ? '' : ` until ${day(until)}`}. You can appeal against that one, too.${gone}`
  return until == null
    ? 'We have changed it: it does not end by itself.'
    : `We have changed it: it ends on ${day(until)}.`
}

/** The answer to an appeal as the person reads it (Regulation (EU) 2022/2065, article 20). */
export const appealAnswer = (told: Appealed, name: string | null, answer: AppealAnswer): string =>
  [
    helloTo(name),
    `We have decided on your appeal against this decision: ${decisionOf(told)}`,
    outcomeOf(answer, told.kind),
    `Why: ${answer.reason}`,
    'A person of our team who did not take part in the first decision has decided.',
    ...(answer.outcome === 'reversed'
      ? []
      : ['You can bring it before an out-of-court dispute settlement body, or before a court.']),
  ].join('\n\n')
