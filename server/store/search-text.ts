import type { Listing } from '@portreeve/contract/posts'
import type { User } from '@portreeve/contract/users'

/** Letters that Unicode does not split into a base letter and a mark. */
const unsplit: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  þ: 'th',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  ĸ: 'k',
  '’': "'",
  '‘': "'",
  ʼ: "'",
}

/** Lower case without accents, so that 'Müller', 'MULLER' and 'muller' are the same. */
export function fold(value: string): string {
  return value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ßæœøðþđħıłŋŧĸ’‘ʼ]/g, (letter) => unsplit[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim()
}

/** A letter for each, between two others that hardly any word has beside its first or last letters. QZQ stands between columns. */
const marks: Record<string, string> = {
  '.': 'QAQ',
  '@': 'QBQ',
  '-': 'QCQ',
  _: 'QDQ',
  '+': 'QEQ',
  ' ': 'QFQ',
}

/**
 * Folded text as ASCII letters and digits only. pg_trgm makes no trigrams across punctuation, nor of foreign letters
 * under the C locale; so six marks become three capitals each and every other character X and five of G-W (its code point).
 * Capitals never stem from folded text, X and a mark's letter stand nowhere else, so a part is found exactly where it is a part;
 * and no character is left that LIKE would read as a pattern. But pg_trgm overlooks case: with B alone for @, whoever
 * looked for 'bou' had everybody '@outlook.com' looked at in vain; with Q around it, that is whoever looks for 'qou'.
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

/** The digits of a phone number, without any punctuation. */
export const digitsOf = (phone: string): string => phone.normalize('NFKC').replace(/\D/g, '')

/** Whether a term reads as a phone number: digits and a phone number's punctuation only. */
export const readsAsPhone = (term: string): boolean =>
  /^[+\d][\d\s().+/-]*$/.test(term.normalize('NFKC').trim().replace(/^\(/, '+'))

/** A PostgreSQL index row cannot hold more; nobody searches by more than the first letters of a value. */
const longest = 400

const column = (value: string | null) => encode(fold(value ?? '').slice(0, longest)).slice(0, 2000)

/** What the search knows of a person. Written with every insert or change of one of these six fields. */
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

/** The words of a text, folded and encoded: letters, digits and pictures. Everything else only parts them. */
export const wordsOf = (value: string): string[] =>
  (
    fold(value)
      .replaceAll("'", '')
      .match(/[\p{L}\p{M}\p{N}\p{So}]+/gu) ?? []
  ).map(encode)

/** What stands around each word; a letter as rare as this one, for the same reason as in `encode`. */
export const wordMark = 'Q'

/** Words with a mark around each, so that a whole word, a beginning and a part can be told apart: 'QroadQbikeQ'. */
export const joinWords = (words: string[]): string =>
  `${wordMark}${words.map((word) => `${word}${wordMark}`).join('')}`

/** What of `joinWords` a searched word is: see `partsOf`. */
export const partOf = (word: string): string =>
  word.length === 1 ? joinWords([word]) : word.length === 2 ? `${wordMark}${word}` : word

/** What the search knows of a listing. Written with every insert or change of one of these two fields. */
export function listingSearchColumns({ title, description }: Pick<Listing, 'title' | 'description'>) {
  const words = wordsOf(title ?? '')
  return { search_title: joinWords(words), search: joinWords([...words, ...wordsOf(description ?? '')]) }
}

/** What the search knows of a message. Written with every insert or change of its text. */
export const messageSearchColumns = ({ text }: { text: string | null }) => ({
  search: text === null ? '' : joinWords(wordsOf(text)),
})

/** What the search knows of somebody who takes part in a conversation. */
export const memberSearchColumns = ({ name }: { name: string | null }) => ({ search_name: column(name) })

/**
 * What stands in a text's words which has all words of a term in it. Each has three letters or more, so that the
 * trigrams serve it: a word of one letter is found as a whole, one of two as a beginning, any other as a part.
 */
export const partsOf = (term: string): string[] => wordsOf(term).map(partOf)
