import { bare, digitsOf, fold, readsAsPhone } from '@portreeve/contract/base/plain-text'
import type { QueryTerm } from '@portreeve/contract/base/query'
import { visible } from '@portreeve/contract/base/typed-signs'
import type { User } from '@portreeve/contract/people/users'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { anyOf } from '../search/any-of.ts'
import { fits, has, newestHits, type Wanted } from '../search/newest-hits.ts'
import { encode } from '../search/search-text.ts'
import { users } from './people-tables.ts'
import { asUser, userColumns } from './user-records.ts'

/** Maximum rows of an answer (D-113). */
export const maxUsers = 200

const newest = sql`created_at_time desc nulls last, uid`

/** A search of people. */
export interface UserSearch {
  term: string
  /** The person who is left out; empty for none. */
  exclude: string
  /**
   * The caller sees personal data masked: personal columns match only as a whole, else the caller could read a masked value
   * letter by letter.
   */
  masked: boolean
  /** The only people who may be found; anyone when missing. */
  among?: SQL | undefined
  /** The words and phrases of the term; missing where quotes do not group words. */
  terms?: readonly QueryTerm[] | undefined
  /** The maximum number of people, at most 200. */
  max?: number
}

/** One extra row shows whether there are more; another one replaces the excluded person. */
const enough = ({ max = maxUsers }: UserSearch) => max + 2

/** The people whom a search found: their uids, whether there are more, and those whom a whole personal value matched. */
interface FoundUids {
  uids: string[]
  more: boolean
  revealed: string[]
}

/**
 * People by one term: those with a column that equals or begins with it, then those with it anywhere in a column, then those with
 * all its words in any order. An exact match of an identifier ends the search. Without a term, the newest people.
 */
export async function searchUids(db: Db, search: UserSearch): Promise<FoundUids> {
  const term = encode(fold(bare(search.term)))
  const { found, revealed } =
    visible(search.term).trim() === '' ? await newestUsers(db, search) : await byTerm(db, term, search)
  found.delete(search.exclude)
  const max = enough(search) - 2
  // The excluded person counts as revealed, too: an exact match ends the search, and the other rows show that.
  return { uids: [...found].slice(0, max), more: found.size > max, revealed }
}

async function byTerm(db: Db, term: string, search: UserSearch) {
  // Signs that no text has, such as quotation marks.
  if (term === '') return { found: new Set<string>(), revealed: [] }
  const phone = readsAsPhone(search.term) ? digitsOf(search.term) : ''
  const { found, isDone, revealed } = await beginnings(db, term, phone || term, search)
  const uids = new Set(found)
  if (!isDone) {
    // A number that is typed as within its country begins with a zero; the stored one has the country instead.
    const local = phone.length > 6 ? phone.replace(/^0/, '') : phone
    if (local.length > 2 && local !== term && !search.masked)
      for (const uid of await newestHits(db, byPhone(local, search))) uids.add(uid)
    for (const uid of await newestHits(db, byPart(term, search))) uids.add(uid)
    const { terms } = search
    const words = terms?.some(({ isPhrase }) => isPhrase) ? encoded(terms) : wordsIn(bare(search.term))
    if (words.length > 1 && uids.size < enough(search))
      for (const uid of await newestHits(db, byWords(words, search))) uids.add(uid)
  }
  return { found: uids, revealed }
}

async function newestUsers(db: Db, search: UserSearch) {
  const rows = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(isNull(users.deleted_at), search.among))
    .orderBy(newest)
    .limit(enough(search))
  return { found: new Set(rows.map(({ uid }) => uid)), revealed: [] }
}

/** The columns that are searched by prefix: whether an exact match identifies a person, and whether the column is personal. */
const columns = [
  ['search_uid', true, false],
  ['search_email', true, true],
  ['search_push', true, true],
  ['search_ip', true, true],
  ['search_phone', true, true],
  ['search_name', false, false],
] as const

/**
 * People with a column that begins with the term, exact matches first. Each index is read in its own order up to
 * the limit; an exact match is at its start.
 * @returns `isDone`: there are enough, or an identifier matched exactly
 */
async function beginnings(db: Db, term: string, phone: string, search: UserSearch) {
  const { masked, among } = search
  const branches = columns.map(([name, identifies, personal]) => {
    const column = sql.raw(name)
    const text = name === 'search_phone' ? phone : term
    // Six digits are not a complete number.
    const ends = name === 'search_phone' ? phone.length > 6 : identifies
    const matches = masked && personal ? sql`${column} = ${text}` : sql`${column} like ${`${text}%`}`
    // 'temp' is a placeholder for a missing number and is not masked.
    const reveals = masked && personal && text !== 'temp'
    return sql`(select uid, created_at_time, ${column} = ${text} as exact, ${column} = ${text} and ${ends}::boolean as ends,
        ${reveals}::boolean as reveals
      from users where ${and(matches, among)} order by ${column} using ~<~ limit ${enough(search)})`
  })
  const { rows } = await db.execute<{ uid: string; exact: boolean; ends: boolean; reveals: boolean }>(sql`
    select uid, bool_or(exact) as exact, bool_or(ends) as ends, bool_or(reveals) as reveals
    from (${sql.join(branches, sql` union all `)}) as branches
    group by uid, created_at_time order by exact desc, ${newest} limit ${enough(search)}`)
  const isKnown = rows.some(({ ends }) => ends)
  const found = isKnown ? rows.filter(({ exact }) => exact) : rows
  return {
    found: found.map(({ uid }) => uid),
    isDone: isKnown || found.length >= enough(search),
    revealed: found.filter(({ reveals }) => reveals).map(({ uid }) => uid),
  }
}

const people = (search: UserSearch) => ({
  table: 'users',
  id: 'uid',
  time: 'created_at_time',
  among: search.among ?? sql`true`,
  newest,
  max: enough(search),
})

/** People with a term anywhere. Three letters or more use the trigram index, fewer use the index of one- and two-letter pieces. */
function byPart(term: string, search: UserSearch): Wanted {
  const column = search.masked ? 'search_name' : 'search'
  const scanned = has(column, term)
  return {
    ...people(search),
    searched: [column],
    indexed: sql`${term.length < 3 ? pieces(column, term) : trigrams(column, term)} and ${scanned}`,
    scanned,
  }
}

/**
 * The words of a term that are also searched in any order: 'riley.brown' has two. None for a term with a word without a letter,
 * such as an IP address, or with a single letter, which nearly every person has.
 */
function wordsIn(term: string): string[] {
  const words = [
    ...new Set(
      fold(term)
        .split(/[\s.,;_-]+/)
        .filter((word) => word !== ''),
    ),
  ]
  return words.every((word) => word.length > 1 && /\p{L}/u.test(word)) ? words.map(encode) : []
}

/** Words and phrases as they are stored. A phrase is one piece of text, punctuation included. */
const encoded = (terms: readonly QueryTerm[]): string[] =>
  terms.map(({ text }) => encode(fold(text))).filter((text) => text !== '')

/** People with all of some words, each anywhere. Words of three letters or more are looked up; the others only compared. */
function byWords(words: string[], search: UserSearch): Wanted {
  const column = search.masked ? 'search_name' : 'search'
  const and = (conditions: SQL[]) => sql.join(conditions, sql` and `)
  const scanned = and(words.map((word) => has(column, word)))
  const long = words.filter((word) => word.length > 2)
  const indexed =
    long.length > 0 ? long.map((word) => trigrams(column, word)) : words.map((word) => pieces(column, word))
  return { ...people(search), searched: [column], indexed: sql`${and(indexed)} and ${scanned}`, scanned }
}

/** People with some digits anywhere in their phone number. The index covers all columns together. */
function byPhone(phone: string, search: UserSearch): Wanted {
  const scanned = has('search_phone', phone)
  return {
    ...people(search),
    searched: ['search_phone'],
    indexed: sql`${trigrams('search', phone)} and ${scanned}`,
    scanned,
  }
}

/**
 * The condition that the trigram index serves: the term's words of three letters or more, and the rare half of each foreign
 * letter's code. Nearly every person has the other trigrams, of marks and of the common half. A term without such a word, such
 * as an IP address, is looked up as a whole.
 */
function trigrams(column: string, term: string) {
  const words = term.split(/Q[A-FZ]Q|X../).filter((word) => word.length > 2 && /\D/.test(word))
  return sql.join(
    (words.length > 0 ? words : [term]).map((word) => fits(column, word)),
    sql` and `,
  )
}

/** The condition that the index of one- and two-letter pieces serves. */
function pieces(column: string, term: string) {
  const pairs = [...term.slice(1)].map((_, n) => sql`${term.slice(n, n + 2)}`)
  return sql`portreeve_grams(${sql.raw(column)}) @> (select array[${sql.join(pairs.length ? pairs : [sql`${term}`], sql`, `)}]::text[])`
}

/** The people of some uids, in that order. */
export async function readUsers(db: Db, uids: string[]): Promise<User[]> {
  if (uids.length === 0) return []
  const rows = await db.select(userColumns).from(users).where(anyOf(users.uid, uids))
  const byUid = new Map(rows.map((row) => [row.uid, asUser(row)]))
  return uids.flatMap((uid) => byUid.get(uid) ?? [])
}
