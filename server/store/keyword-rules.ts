import type { Keyword } from '@portreeve/contract/keywords'
import { termsOf } from '@portreeve/contract/keywords'
import type { Db } from '../core/db.ts'
import { similarContentKeywords } from '../db/listings.ts'
import { wordsOf } from './search-text.ts'

/** Some words that stand for a thing, encoded (search-text.ts). */
export interface Name {
  words: string[]
  /** Written without spaces between words, as Chinese is: it is found within a longer run of letters too. */
  inWords: boolean
}

/** Names of one thing: a keyword's terms and its preferred term. */
export type Rule = Name[]

/** A piece of a search, and the names that mean the same. */
export interface Span {
  words: string[]
  same: Name[]
}

const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u

/** A keyword as a rule: all its names mean the same, in whatever direction (D-087). */
export function ruleOf({ terms, preferred_term }: Pick<Keyword, 'terms' | 'preferred_term'>): Rule {
  const names = new Map<string, Name>()
  for (const text of [preferred_term, ...termsOf(terms)]) {
    const words = wordsOf(text)
    if (words.length > 0) names.set(words.join(' '), { words, inWords: spaceless.test(text) })
  }
  return [...names.values()]
}

/** The rules that are saved, by their keyword. */
export async function savedRules(db: Db): Promise<Map<string, Rule>> {
  const { id, terms, preferred_term } = similarContentKeywords
  const rows = await db.select({ id, terms, preferred_term }).from(similarContentKeywords)
  return new Map(rows.map((row) => [row.id, ruleOf(row)]))
}

/**
 * A search in pieces: where its words are a name of a rule, the other names may stand instead. The longest name counts
 * ('road bike' before 'bike'), and a rule does not lead on to another one.
 */
export function spansOf(term: string, rules: Iterable<Rule>): Span[] {
  const words = wordsOf(term)
  const rulesOf = new Map<string, Rule[]>()
  let longest = 1
  for (const rule of rules)
    for (const name of rule) {
      const text = name.words.join(' ')
      rulesOf.set(text, [...(rulesOf.get(text) ?? []), rule])
      longest = Math.max(longest, name.words.length)
    }
  const spans: Span[] = []
  for (let at = 0; at < words.length; ) {
    let length = Math.min(longest, words.length - at)
    while (length > 1 && !rulesOf.has(words.slice(at, at + length).join(' '))) length--
    const own = words.slice(at, at + length)
    const others = new Map<string, Name>()
    for (const rule of rulesOf.get(own.join(' ')) ?? [])
      for (const name of rule) others.set(name.words.join(' '), name)
    others.delete(own.join(' '))
    spans.push({ words: own, same: [...others.values()] })
    at += length
  }
  return spans
}
