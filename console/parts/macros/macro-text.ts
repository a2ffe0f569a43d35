import type { Macro } from '@portreeve/contract/macros'
import { brokenVariables, fill, type Values, variablesIn } from '@portreeve/contract/variables'

/** What a macro may ask of the open conversation; what it does not have is left out. */
export interface ConversationFacts {
  /** Whom the conversation is with: `{{name}}`. */
  readonly name?: string | null
  /** The number of the order that it is about: `{{order}}`. */
  readonly order?: string | null
  /** The number to follow the parcel by: `{{tracking}}`. */
  readonly tracking?: string | null
}

/** A macro's text for a conversation. What the conversation does not have stays as it is written. */
export const macroText = (text: string, { name, order, tracking }: ConversationFacts): string => {
  const values: Values = { name: name ?? '', order: order ?? '', tracking: tracking ?? '' }
  return fill(text, values)
}

/** A piece of a message that is still to be filled in. */
export interface Gap {
  readonly piece: string
  readonly from: number
  readonly to: number
}

/** What is still to be filled in before a message may be sent, in order. A message with a gap is not sent. */
export function gapsIn(text: string): Gap[] {
  const names = variablesIn(text)
  const pieces = [
    ...names.flatMap((name) => [
      ...text.matchAll(
        new RegExp(`\\{\\{[^{}]*\\b${name.replace(/[.]/g, '\\.')}(?![\\w.-])[^{}]*\\}\\}\\}?`, 'g'),
      ),
    ]),
    ...brokenVariables(text).flatMap((piece) => [
      ...text.matchAll(new RegExp(piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g')),
    ]),
  ]
  const gaps = pieces.map(({ 0: piece, index }) => ({ piece, from: index, to: index + piece.length }))
  return gaps
    .sort((a, b) => a.from - b.from || b.to - a.to)
    .filter((gap, at, all) => all.slice(0, at).every((before) => before.to <= gap.from))
}

/** MAC-12: the macros whose title has a text in it, in any case. */
export const macrosWith = (macros: readonly Macro[], search: string): Macro[] =>
  macros.filter(({ title }) => title.toLowerCase().includes(search.trim().toLowerCase()))
