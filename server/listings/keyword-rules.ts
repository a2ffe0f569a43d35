import type { Keyword } from '@portreeve/contract/listings/keywords'
import { termsOf } from '@portreeve/contract/listings/keywords'
import type { Db } from '../core/database/db.ts'
import { wordsOf } from '../search/search-text.ts'
import { keywords } from './listing-tables.ts'

/** Words that name a thing, encoded (search-text.ts). */
export interface Name {
  words: string[]
  /** The words with a space between. */
  text: string
  /** In a script without spaces between words, such as Chinese: also matches within a longer run of letters. */
  inWords: boolean
}

/** Names of one thing: a keyword's terms and its preferred term. */
export type Rule = Name[]

/** A part of a search, and the names that mean the same. */
export interface Span {
  words: string[]
  same: Name[]
}

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** A keyword as a rule: all its names mean the same, in any direction (D-087). */
export function ruleOf({ terms, preferred_term }: Pick<Keyword, 'terms' | 'preferred_term'>): Rule {
  const names = new Map<string, Name>()
  for (const text of [preferred_term, ...termsOf(terms)]) {
    const words = wordsOf(text)
    const written = words.join(' ')
    if (words.length > 0) names.set(written, { words, text: written, inWords: spaceless.test(text) })
  }
  return [...names.values()]
}

/** A cache of the rules by their saved texts: folding thousands of texts takes longer than the search. */
let made = new Map<string, Rule>()

/** The saved rules, by keyword. */
export async function savedRules(db: Db): Promise<Map<string, Rule>> {
  const { id, terms, preferred_term } = keywords
  const rows = await db.select({ id, terms, preferred_term }).from(keywords)
  const [before, now, rules] = [made, new Map<string, Rule>(), new Map<string, Rule>()]
  for (const row of rows) {
    const text = JSON.stringify([row.terms, row.preferred_term])
    const rule = before.get(text) ?? ruleOf(row)
    now.set(text, rule)
    rules.set(row.id, rule)
  }
  made = now
  return rules
}

/**
 * Splits a search into parts: where its words are a name of a rule, the rule's other names match too. The longest name wins
 * ('road bike' before 'bike'), and one rule does not lead to another.
 */
export function spansOf(term: string, rules: Iterable<Rule>): Span[] {
  const words = wordsOf(term)
  const all = [...rules]
  const longest = all.flat().reduce((max, name) => Math.max(max, name.words.length), 1)
  const run = (from: number, length: number) => words.slice(from, from + length).join(' ')
  const longestAt = (from: number) => Math.min(longest, words.length - from)
  // The rules of every run of words in the term that could be a name.
  const rulesOf = new Map<string, Rule[]>()
  for (const from of words.keys())
    for (let length = longestAt(from); length > 0; length--) rulesOf.set(run(from, length), [])
  for (const rule of all) for (const { text } of rule) rulesOf.get(text)?.push(rule)
  const spans: Span[] = []
  for (let at = 0; at < words.length; ) {
    let length = longestAt(at)
    while (length > 1 && !rulesOf.get(run(at, length))?.length) length--
    const own = run(at, length)
    const others = new Map<string, Name>()
    for (const rule of rulesOf.get(own) ?? []) for (const name of rule) others.set(name.text, name)
    others.delete(own)
    spans.push({ words: words.slice(at, at + length), same: [...others.values()] })
    at += length
  }
  return spans
}
