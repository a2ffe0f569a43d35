import type { Measure, MeasureSource, MeasureSubject } from './measures.ts'
import { measureKinds } from './policies.ts'

/** Where a decision came from, for the person and for the EU's database. */
export const sourceWords: Readonly<Record<MeasureSource, string>> = {
  report: 'Somebody had reported it. A person of our team decided.',
  review: 'A person of our team looked at it before it was published.',
  program: 'A program pointed it out to us. A person of our team decided.',
  staff: 'A person of our team noticed it and decided.',
}

type Told = Pick<Measure, 'kind' | 'subject' | 'grounds' | 'reason' | 'source' | 'until'>

const day = (time: string) => `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`

const appeal = 'Somebody who did not take part in it will decide.'

/**
 * What a person reads who reported a listing or an account, once it was decided: that there is a decision, not which one is against
 * whom (Regulation (EU) 2022/2065, article 16(5)).
 * @param title of the listing, or the name of the account; null when it is gone
 * @param name of the reader
 */
export function outcomeText(kind: MeasureSubject, title: string | null, name: string | null): string {
  const about = `${kind === 'listing' ? 'the listing' : 'the account'}${title ? ` “${title}”` : ''}`
  return [
    name ? `Hello ${name},` : 'Hello,',
    `Thank you for your report about ${about}. A person of our team looked at it and took a measure.`,
    `Do you think that the decision is wrong? Answer this message within six months and say why. ${appeal}`,
  ].join('\n\n')
}

/**
 * The statement of reasons as the person reads it: what was decided, about what, on which ground, the facts, whether a program took
 * part, and how to appeal (Regulation (EU) 2022/2065, article 17). The console shows the same text before a decision.
 * @param what taken; changed: the end of a measure moved; ended: it holds no longer
 */
export function statementText(told: Told, what: 'taken' | 'changed' | 'ended', name: string | null): string {
  const about = told.subject.kind !== 'user' && told.subject.title ? `: “${told.subject.title}”` : ''
  const until = told.until === null ? '' : ` until ${day(told.until)}`
  const decided = `${measureKinds[told.kind].words}${until}${about}.`
  const hello = name ? `Hello ${name},` : 'Hello,'
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
    `You can appeal within six months: answer this message and say why you think that the decision is wrong. ${appeal}`,
  ].join('\n\n')
}
