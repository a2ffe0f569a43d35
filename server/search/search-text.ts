import { digitsOf, fold } from '@portreeve/contract/base/plain-text'
import type { QueryTerm } from '@portreeve/contract/base/query'
import type { Post } from '@portreeve/contract/listings/posts'
import type { User } from '@portreeve/contract/people/users'
import { sketchOf } from './sketch.ts'

/** Counts the rules by which search columns are written. Raise it with every change of their text: a start then writes them again. */
export const searchRule = 3

/** Each mark's letter stands between two letters that are rare at the start or end of a word. QZQ separates columns. */
const marks: Record<string, string> = {
  '.': 'QAQ',
  '@': 'QBQ',
  '-': 'QCQ',
  _: 'QDQ',
  '+': 'QEQ',
  ' ': 'QFQ',
}

/**
 * Encodes folded text as ASCII letters and digits. pg_trgm makes no trigrams across punctuation, nor of foreign letters
 * under the C locale; so six marks become three capitals each, and every other character X and five of G-W (its code point).
 * Folded text has no capitals, and X and a mark's letter have no other use, so a part matches exactly where it is a part.
 * No character is left that LIKE reads as a pattern. But pg_trgm ignores case: with B alone for @, a search for
 * 'bou' would recheck every '@outlook.com'; with Q around it, only a search for 'qou' does.
 */
export function encode(folded: string): string {
  let encoded = ''
  for (const character of folded) {
    if (/[a-z0-9]/.test(character)) encoded += character
    else encoded += marks[character] ?? `X${hex(character)}`
  }
  return encoded
}

function hex(character: string): string {
  const digits = (character.codePointAt(0) ?? 0).toString(16).padStart(5, '0')
  return digits.replace(/[0-9a-f]/g, (digit) => 'GHIJKLMNOPRSTUVW'.charAt(Number.parseInt(digit, 16)))
}

/** The size limit of a PostgreSQL index row; searches use only the first letters of a value. */
const longest = 400

const column = (value: string | null) => encode(fold(value ?? '').slice(0, longest)).slice(0, 2000)

/** The search columns of a person. Written with every insert or change of one of these six fields. */
export function searchColumns(
  user: Pick<User, 'displayName' | 'email' | 'uid' | 'phone_number' | 'oneSignalId' | 'last_ip'>,
) {
  return {
    search_name: column(user.displayName),
    search_email: column(user.email),
    search_uid: column(user.uid),
    search_phone: user.phone_number === 'temp' ? 'temp' : digitsOf(user.phone_number ?? '').slice(0, longest),
    search_push: column(user.oneSignalId),
    search_ip: column(user.last_ip),
  }
}

/** The words of a text, folded and encoded: letters, digits and pictures. Everything else separates them. */
export const wordsOf = (value: string): string[] =>
  (fold(value).match(/[\p{L}\p{M}\p{N}\p{So}]+/gu) ?? []).map(encode)

/** Word delimiter: a capital letter that encoded text never contains. */
export const wordMark = 'Q'

/** Words with a mark around each, which distinguishes a whole word, a prefix and a part: 'QroadQbikeQ'. */
export const joinWords = (words: string[]): string =>
  `${wordMark}${words.map((word) => `${word}${wordMark}`).join('')}`

/** The part of `joinWords` that a searched word matches: see `partsOf`. */
export const partOf = (word: string): string =>
  word.length === 1 ? joinWords([word]) : word.length === 2 ? `${wordMark}${word}` : word

/** The search columns of a listing. Written with every insert or change of one of these two fields. */
export function postSearchColumns({ title, description }: Pick<Post, 'title' | 'description'>) {
  const [first, then] = [wordsOf(title ?? ''), wordsOf(description ?? '')]
  return {
    search_title: joinWords(first),
    search: joinWords([...first, ...then]),
    search_sketch: sketchOf(first, then),
  }
}

/** The search column of a transaction. Written with every insert or change of its title. */
export const transactionSearchColumns = ({ product_title }: { product_title?: string | null }) => ({
  search_title: joinWords(wordsOf(product_title ?? '')),
})

/** The search column of a message. Written with every insert or change of its text. */
export const messageSearchColumns = ({ text }: { text: string | null }) => ({
  search: text === null ? '' : joinWords(wordsOf(text)),
})

/** The search column of a conversation's member. */
export const memberSearchColumns = ({ name }: { name: string | null }) => ({ search_name: column(name) })

/**
 * The parts that a text contains if it has all words of a term. Each has three letters or more, so that the
 * trigram index serves it: a word of one letter matches as a whole, a word of two as a prefix, any other anywhere.
 */
export const partsOf = (term: string): string[] => wordsOf(term).map(partOf)

/** The part that a text contains if it has the words of a phrase as whole words in this order; none for a phrase without words. */
export function phraseOf(phrase: string): string[] {
  const words = wordsOf(phrase)
  return words.length > 0 ? [joinWords(words)] : []
}

/** The parts of a text that a word or phrase of a query matches. */
export const partsOfTerm = ({ text, isPhrase }: QueryTerm): string[] =>
  isPhrase ? phraseOf(text) : partsOf(text)
