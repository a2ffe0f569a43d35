import type { Query } from '@portreeve/contract/base/query'
import type { Post } from '@portreeve/contract/listings/posts'
import { and, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { anyOf } from '../search/any-of.ts'
import { fits, has, newestHits, type Wanted } from '../search/newest-hits.ts'
import { joinWords, partOf, phraseOf } from '../search/search-text.ts'
import { type Name, type Rule, type Span, savedRules, spansOf } from './keyword-rules.ts'
import { posts } from './listing-tables.ts'
import { postColumns } from './post-records.ts'

/** Maximum rows of an answer (D-113). */
export const maxListings = 200
/** One extra row shows whether there are more. */
const enough = maxListings + 1

/** The order of a list of listings, in the form of its indexes. */
export const newest = sql`creation_date_time desc nulls last, key`
/**
 * The listings that everyone on the marketplace may see: only approved listings can be bought. The type is a literal, because each
 * type has trigram indexes of its own.
 */
export const shown = (postType: 0 | 1) =>
  sql.raw(`post_type = ${postType} and review_state = 'approved' and deleted_at is null`)

/** A search for listings of a type. */
interface ListingQuery {
  query: Query
  postType: 0 | 1
  /** The only listings that may be found; any when missing. */
  among?: SQL | undefined
}

/**
 * Listings by the words of a term: first those with all words in the title, then newest first. Without a term, the newest.
 * Content keywords widen the term. A listing that is deleted during the search is null.
 */
export async function searchListings(
  db: Db,
  { query, postType, among: only }: ListingQuery,
): Promise<{ posts: (Post | null)[]; more: boolean }> {
  const among = only ? sql`${shown(postType)} and ${only}` : shown(postType)
  if (query.text.trim() === '') {
    const rows = await db.select(postColumns).from(posts).where(among).orderBy(newest).limit(enough)
    return { posts: rows.slice(0, maxListings) as Post[], more: rows.length > maxListings }
  }
  const { words, phrases } = textOf(query)
  const spans = spansOf(words, (await savedRules(db)).values())
  const titleFits = matching('search_title', spans, fits, phrases)
  const titleHas = matching('search_title', spans, has, phrases)
  const textFits = matching('search', spans, fits, phrases)
  const textHas = matching('search', spans, has, phrases)
  // The term is only punctuation: no listing matches.
  if (!titleFits || !titleHas || !textFits || !textHas) return { posts: [], more: false }
  const wanted = (indexed: SQL, scanned: SQL, max: number): Wanted => ({
    table: 'posts',
    id: 'key',
    time: 'creation_date_time',
    searched: ['search_title', 'search'],
    among,
    newest,
    indexed,
    scanned,
    max,
  })
  const found = await newestHits(db, wanted(titleFits, titleHas, enough))
  if (found.length < enough) {
    const inText = wanted(
      sql`${textFits} and not ${titleHas}`,
      sql`${textHas} and not ${titleHas}`,
      enough - found.length,
    )
    found.push(...(await newestHits(db, inText)))
  }
  return read(db, found)
}

/** The words of a query, which keywords widen, and the parts of its phrases. Without filters a quotation mark is a character. */
function textOf({ isPlain, text, terms }: Query): { words: string; phrases: string[] } {
  if (isPlain) return { words: text, phrases: [] }
  return {
    words: terms.map((term) => (term.isPhrase ? '' : term.text)).join(' '),
    phrases: terms.flatMap((term) => (term.isPhrase ? phraseOf(term.text) : [])),
  }
}

/**
 * The condition of a query's words in title or description, in the forms of `newestHits`; undefined without words. A term that is
 * only punctuation matches nothing.
 */
export async function wordsIn(db: Db, query: Query): Promise<{ indexed: SQL; scanned: SQL } | undefined> {
  if (query.text.trim() === '') return undefined
  const { words, phrases } = textOf(query)
  const spans = spansOf(words, (await savedRules(db)).values())
  const nothing = sql`false`
  return {
    indexed: matching('search', spans, fits, phrases) ?? nothing,
    scanned: matching('search', spans, has, phrases) ?? nothing,
  }
}

/**
 * Counts the listings for sale that a search finds by some rules and does not find by others, up to `max`.
 */
export async function countNewly(
  db: Db,
  search: { term: string; by: Iterable<Rule>; butNotBy: Iterable<Rule>; max: number },
): Promise<number> {
  const after = matching('search', spansOf(search.term, search.by), fits)
  const before = matching('search', spansOf(search.term, search.butNotBy), has)
  if (!after || !before) return 0
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select 1 from posts where ${shown(0)} and ${after} and not ${before} limit ${sql.raw(String(search.max))}
    ) as newly`)
  return rows[0]?.n ?? 0
}

type Column = 'search' | 'search_title'

/** Builds the condition that a column contains a part. */
type Write = (column: string, part: string) => SQL

/**
 * All parts of a term, or their equivalents by the rules. Every pattern has three letters or more, so that the trigram index
 * serves it: a word of one letter matches as a whole, a word of two as a prefix, any other anywhere.
 * @param phrases parts that are not widened
 */
function matching(
  column: Column,
  spans: Span[],
  write: Write,
  phrases: readonly string[] = [],
): SQL | undefined {
  const part = (word: string) => write(column, partOf(word))
  const each = spans.map(({ words, same }) =>
    or(and(...words.map(part)), ...same.map((name) => write(column, asPart(name)))),
  )
  return and(...each, ...phrases.map((phrase) => write(column, phrase)))
}

const asPart = ({ words, inWords }: Name) => (inWords ? words.join('') : joinWords(words))

/** The listings of some keys, in that order. */
async function read(db: Db, keys: string[]): Promise<{ posts: (Post | null)[]; more: boolean }> {
  const wanted = keys.slice(0, maxListings)
  const rows = await db
    .select(postColumns)
    .from(posts)
    .where(and(anyOf(posts.key, wanted), isNull(posts.deleted_at)))
  const byKey = new Map(rows.map((row) => [row.key, row as Post]))
  return { posts: wanted.map((key) => byKey.get(key) ?? null), more: keys.length > maxListings }
}
