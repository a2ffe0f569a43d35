import { fold } from '@portreeve/contract/base/plain-text'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { brokenVariables, variablesIn } from '@portreeve/contract/conversations/variables'

/** A piece of a message that is not filled in yet, with its range in UTF-16 units. */
export interface Gap {
  readonly piece: string
  readonly from: number
  readonly to: number
}

/** The gaps of a message, in order. A message with a gap cannot be sent. */
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

/**
 * MAC-12: the macros whose title contains a text, case-insensitively: first those that begin with it, then those with a word that
 * does. Enter takes the first one.
 */
export function macrosWith(macros: readonly Macro[], search: string): Macro[] {
  const text = fold(search)
  const rank = ({ title }: Macro) => {
    const at = ` ${fold(title)}`.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ' ').indexOf(` ${text}`)
    return at === 0 ? 0 : at > 0 ? 1 : 2
  }
  return macros.filter(({ title }) => fold(title).includes(text)).toSorted((a, b) => rank(a) - rank(b))
}
