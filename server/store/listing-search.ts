import type { Listing } from '@portreeve/contract/posts'
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { rowsOf } from '../core/rows.ts'
import { listings } from '../db/listings.ts'
import { fromEach } from './any-of.ts'
import { type Name, type Rule, type Span, savedRules, spansOf } from './keyword-rules.ts'
import { listingColumns } from './listings.ts'
import { firstLook, furtherHits, has, hasIndexed, isRare, newestHits, type Wanted } from './newest-hits.ts'
import { joinWords, listingSearchColumns, partOf } from './search-text.ts'
import { patternsOf } from './trigrams.ts'

/** Rows of one answer (D-113). */
export const mostListings = 200
/** One more is looked for, to know whether there are more. */
const enough = mostListings + 1

const newest = sql`creation_date_time desc nulls last, key`
/** What everybody on the marketplace may see: nobody can buy what is not approved. */
const shown = (postType: number) =>
  sql`post_type = (select ${postType}::smallint) and review_state = 'approved' and deleted_at is null`

/**
 * Listings by the words of a term, those with all of them in the title first, then newest first; without a term, the newest.
 * The content keywords widen it. A listing that was deleted while we looked is null.
 */
export async function searchListings(
  db: Db,
  search: { term: string; postType: number },
): Promise<{ posts: (Listing | null)[]; more: boolean }> {
  const all = shown(search.postType)
  if (search.term.trim() === '') {
    const limit = sql.raw(String(enough))
    const rows = await rowsOf(
      db,
      listingColumns,
      sql`from listings where ${all} order by ${newest} limit ${limit}`,
    )
    return { posts: (rows as Listing[]).slice(0, mostListings), more: rows.length > mostListings }
  }
  const spans = spansOf(search.term, (await savedRules(db)).values())
  const by = (column: Column, write: Write) => matching(column, spans, write)
  // Of words beside one that has others, only who sees them knows which to look for by the trigrams.
  const form = spans.length === 1 || spans.every(({ same }) => same.length === 0)
  const [inTitle, titleHas] = [byTrigrams('search_title', spans, form), by('search_title', has)]
  const [anywhere, textHas] = [byTrigrams('search', spans, form), by('search', has)]
  // Nothing but punctuation: no listing is known by it.
  if (!inTitle || !titleHas || !anywhere || !textHas) return { posts: [], more: false }
  const wanted = (trigrams: SQL, walked: SQL): Wanted => ({
    table: 'listings',
    searched: 'search_title, search',
    ordered: 'key, creation_date_time',
    id: 'key',
    time: 'creation_date_time',
    among: all,
    newest: { of: newest, found: newest },
    indexed: trigrams,
    walked,
    most: enough,
  })
  const title = wanted(inTitle, titleHas)
  const text = wanted(sql`${anywhere} and not ${titleHas}`, sql`${textHas} and not ${titleHas}`)

  const known = new Map<string, Listing>()
  const readHits = async (hits: SQL, tier: SQL, wanted: SQL) => {
    const rows = await rowsOf<typeof listingColumns, { found: string; tier: Tier }>(
      db,
      listingColumns,
      // One by one: expecting some hundreds, the planner would rather read them all.
      sql`from (${hits}) as hit
        left join lateral (
          select * from listings where ctid = hit.ctid and key = hit.id and ${wanted} limit 1
        ) as listings on true order by ${newest}`,
      sql`, hit.id as found, ${tier} as tier`,
      form,
    )
    return rows.map(({ found, tier, ...listing }) => {
      if (listing.key !== null) known.set(found, listing as Listing)
      return { found, tier }
    })
  }
  const further = async (ids: SQL) => (await readHits(ids, sql`null`, sql`true`)).map(({ found }) => found)
  const seen = await readHits(look(title, text), sql`hit.tier`, sql`hit.last`)
  const of = (tier: Tier) => seen.filter((hit) => hit.tier === tier).map(({ found }) => found)
  const titled = { early: of('title early'), rare: of('title rare') }
  const found = await furtherHits(db, title, titled, further)
  if (found.length < enough)
    found.push(
      ...(found === titled.rare
        ? await furtherHits(db, text, { early: of('text early'), rare: of('text rare') }, further)
        : await newestHits(db, text, further)),
    )
  return read(db, found.slice(0, enough), known)
}

/** Where a first look (newest-hits.ts) found a listing. */
type Tier = `${'title' | 'text'} ${'early' | 'rare'}`

/** One statement for most searches: a first look at the titles, and where few of these fit, one at the whole texts. */
function look(title: Wanted, text: Wanted): SQL {
  const fewTitles = sql`${isRare('title')} and (select count(*) from title where rare) < ${sql.raw(String(enough))}`
  const tierOf = (column: string) =>
    sql.raw(
      `select ctid, id, last, '${column} ' || case when rare then 'rare' else 'early' end as tier from ${column}`,
    )
  return sql`with ${firstLook(title, 'title')}, ${firstLook(text, 'text', fewTitles)}
    ${tierOf('title')} union all ${tierOf('text')}`
}

/**
 * How many listings for sale a search for a term finds by some rules that it does not find by others, at most `most`.
 */
export async function countNewly(
  db: Db,
  search: { term: string; by: Iterable<Rule>; butNotBy: Iterable<Rule>; most: number },
): Promise<number> {
  const after = byTrigrams('search', spansOf(search.term, search.by))
  const before = matching('search', spansOf(search.term, search.butNotBy), has)
  if (!after || !before) return 0
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from (
      select 1 from listings where ${shown(0)} and ${after} and not ${before} limit ${sql.raw(String(search.most))}
    ) as newly`)
  return rows[0]?.n ?? 0
}

type Column = 'search' | 'search_title'

/** How it is written that a column has a part. */
type Write = (column: string, part: string) => SQL

/**
 * All pieces of a term, or what the rules say is the same. Every pattern has three letters or more, so that each is
 * served by the trigrams: a word of one letter is found as a whole, one of two as a beginning, any other as a part.
 */
function matching(column: Column, spans: Span[], write: Write): SQL | undefined {
  const part = (word: string) => write(column, partOf(word))
  const each = spans.map(({ words, same }) =>
    or(and(...words.map(part)), ...same.map((name) => write(column, asPart(name)))),
  )
  return each.length === 0 ? undefined : and(...each)
}

const asPart = ({ words, inWords }: Name) => (inWords ? words.join('') : joinWords(words))

/** The same as the trigrams serve it. */
function byTrigrams(column: Column, spans: Span[], hidden = false): SQL | undefined {
  const groups = spans.flatMap(({ words, same }) => {
    const parts = words.map(partOf)
    return same.length > 0 ? [[...parts, ...same.map(asPart)]] : parts.map((part) => [part])
  })
  const patterns = patternsOf(`listings.${column}`, groups)
  // What is only compared comes last: which words these are makes no other statement, whose plan each connection would keep.
  const isCompared = ({ words, same }: Span) =>
    Number(same.length === 0 && words.every((word) => patterns.get(partOf(word)) === ''))
  const sorted = [...spans].sort((one, other) => isCompared(one) - isCompared(other))
  return matching(column, sorted, (of, part) => hasIndexed(of, part, patterns.get(part) ?? '', hidden))
}

/** The listings of some keys, in that order; those that are not known yet are read. */
async function read(
  db: Db,
  keys: string[],
  known: Map<string, Listing>,
): Promise<{ posts: (Listing | null)[]; more: boolean }> {
  const wanted = keys.slice(0, mostListings)
  const unread = wanted.filter((key) => !known.has(key))
  if (unread.length > 0)
    for (const row of await rowsOf(
      db,
      listingColumns,
      sql`${fromEach(listings.key, unread)} where deleted_at is null`,
    ))
      known.set(row.key, row as Listing)
  return { posts: wanted.map((key) => known.get(key) ?? null), more: keys.length > mostListings }
}

/** Listings at once: few enough to stay well below the patience with a query. */
const batch = 200

/** Writes the words of listings that came before there was a search for them. Nothing to do at every later start. */
export async function fillListingWords(db: Db): Promise<number> {
  for (let filled = 0; ; ) {
    const rows = await db
      .select({ key: listings.key, title: listings.title, description: listings.description })
      .from(listings)
      .where(isNull(listings.search))
      .limit(batch)
    if (rows.length === 0) return filled
    for (const row of rows)
      await db.update(listings).set(listingSearchColumns(row)).where(eq(listings.key, row.key))
    filled += rows.length
  }
}
