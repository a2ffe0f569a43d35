import { wordMark } from './search-text.ts'
import { hashOf } from './sketch.ts'

/** The letters of a text that are compared. */
export const textLetters = 3000
/** Letters of a shingle, a part of a text that overlaps the next one. A typing error changes as many shingles. */
const shingleLetters = 5

/** The joined words of a listing's title, and of all its text (search-text.ts). */
export interface Joined {
  search_title: string
  search: string
}

/** How much other listings are like one in words, 0 to 1: half by the words of the title in any order, half by the shingles of all. */
export function likenessTo(one: Joined): (other: Joined) => number {
  const [title, all] = [titleOf(one), shinglesOf(one.search)]
  return (other) => (shared(title, titleOf(other)) + shared(all, shinglesOf(other.search))) / 2
}

const titleOf = ({ search_title }: Joined) => new Set(search_title.split(wordMark).filter(Boolean))

function shinglesOf(joined: string): Set<number> {
  const text = joined.slice(0, textLetters)
  const shingles = new Set<number>()
  for (let at = 0; at < text.length - 1 && (at === 0 || at <= text.length - shingleLetters); at++)
    shingles.add(hashOf(text.slice(at, at + shingleLetters)))
  return shingles
}

/** The share of their parts that two texts have in common; 1 where neither has any. */
function shared(one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): number {
  if (one.size === 0 && other.size === 0) return 1
  let common = 0
  for (const part of one) if (other.has(part)) common++
  return common / (one.size + other.size - common)
}
