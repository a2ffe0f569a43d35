import { type Likeness, maxSimilar, type Similar } from '@portreeve/contract/listings/similar'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { type Joined, likenessTo, textLetters } from '../search/likeness.ts'
import { postSearchColumns } from '../search/search-text.ts'
import { postCents } from './listing-tables.ts'
import { outcomesOf } from './outcomes.ts'
import { bitsApart, samePhoto } from './photos/bits-apart.ts'
import { printPart, printParts } from './photos/photo-tables.ts'
import { bandLetters, bandOf, bands, decided } from './post-index-tables.ts'

/** Listings that one band finds, the newest first; and those of the same seller. */
const perBand = 50
/** Listings whose words are compared: those with most bands in common. */
const compared = 80
/** The likeness from which on words are similar, and from which on they are nearly the same. */
const similarFrom = 0.3
const sameFrom = 0.65
/** The share of the higher price from which on two prices are nearly the same. */
const samePrice = 0.9
/** What each of these counts beside the words. */
const counts: Readonly<Record<Likeness, number>> = {
  photo: 0.6,
  words: 0,
  some: 0,
  seller: 0.1,
  price: 0.05,
  reason: 0.1,
}

interface Candidate extends Joined, Record<string, unknown> {
  key: string
  creator_uid: string
  cents: number | null
  /** The ranks of the classes of what is reported of it, and of the policies of decisions about it. */
  classes: number[]
  /** The prints of its photos. */
  prints: string[]
}

const classesOf = (key: SQL) => sql`array(
  select portreeve_class_rank(coalesce(m.class, portreeve_reason_class(portreeve_reason_words(r.report_reason_id))))::int
  from listing_reports r left join report_reasons m on m.reason = portreeve_reason_words(r.report_reason_id)
  where r.post_key = ${key}
  union select portreeve_class_rank(p.harm)::int
  from measures m cross join jsonb_to_recordset(m.grounds) as g (policy text) join policies p on p.id = g.policy
  where m.subject_kind = 'listing' and m.subject_id = ${key} and p.harm is not null)`

const facts = sql`key, creator_uid, ${postCents}::float8 as cents, coalesce(search_title, '') as search_title,
  left(coalesce(search, ''), ${textLetters}) as search, ${classesOf(sql`posts.key`)} as classes,
  array(select print from photo_prints where post_key = posts.key and print is not null) as prints`

/** Decided listings that have a band, a part of a photo's print or the seller in common with a listing, most of them first. */
async function candidatesFor(
  db: Db,
  { key, creator_uid, prints }: Candidate,
  sketch: string,
): Promise<Candidate[]> {
  // The number is no parameter: the plan follows from it.
  const limit = sql.raw(`limit ${perBand}`)
  const found = Array.from({ length: sketch === '' ? 0 : bands }, (_, band) => {
    const value = sketch.slice(band * bandLetters, (band + 1) * bandLetters)
    return sql`(select key from posts where ${bandOf(band)} = ${value} and ${decided}
      order by creation_date_time desc nulls last ${limit})`
  })
  const pictured = Array.from({ length: prints.length === 0 ? 0 : printParts }, (_, part) => {
    const values = [...new Set(prints.map((print) => print.slice(part * 4, part * 4 + 4)))]
    return sql`(select post_key as key from unnest(${sql.param(values)}::text[]) own cross join lateral (select post_key from photo_prints
        where ${printPart(part)} = own and decided and print is not null order by read_at desc nulls last ${limit}) near)`
  })
  const theirs = sql`(select key from posts where creator_uid = ${creator_uid} and ${decided}
    order by coalesce(creation_date_time, '-infinity'::timestamptz) desc, key desc ${limit})`
  const { rows } = await db.execute<Candidate>(sql`
    select ${facts} from posts where key in (
      select key from (${sql.join([...found, ...pictured, theirs], sql` union all `)}) as found where key <> ${key}
      group by key order by count(*) desc, key limit ${compared})`)
  return rows
}

/** In what a candidate resembles the listing, and how much: its words count from 0 to 1, a photo and the rest less. */
function compare(own: Candidate, words: number, other: Candidate) {
  const alike: Likeness[] = []
  if (own.prints.some((one) => other.prints.some((print) => bitsApart(one, print) <= samePhoto)))
    alike.push('photo')
  if (words >= similarFrom) alike.push(words >= sameFrom ? 'words' : 'some')
  if (other.creator_uid === own.creator_uid) alike.push('seller')
  const [least = 0, most = 0] = [own.cents ?? 0, other.cents ?? 0].sort((a, b) => a - b)
  if (least > 0 && least / most >= samePrice) alike.push('price')
  if (other.classes.some((one) => own.classes.includes(one))) alike.push('reason')
  const score = alike.reduce((sum, one) => sum + counts[one], words)
  return { key: other.key, words, alike, score }
}

/** The decided listings that resemble a listing most, the most similar first. Refuses with not_found. */
export async function similarTo(db: Db, key: string): Promise<Similar[]> {
  const { rows } = await db.execute<Candidate & { title: string | null; description: string | null }>(
    sql`select ${facts}, title, description from posts where key = ${key}`,
  )
  const [own] = rows
  if (!own) refuse('not_found', 'No such listing', 'There is no such listing.')
  // The stored columns may still be those of an earlier release.
  const columns = postSearchColumns(own)
  const wordsOf = likenessTo(columns)
  const found = (await candidatesFor(db, own, columns.search_sketch))
    .map((other) => compare(own, wordsOf(other), other))
    .filter(({ words, alike }) => words >= similarFrom || alike.includes('photo'))
    .sort((one, other) => other.score - one.score || (one.key < other.key ? -1 : 1))
    // Some may be undecided after all.
    .slice(0, 2 * maxSimilar)
  const outcomes = await outcomesOf(
    db,
    found.map((one) => one.key),
  )
  return found
    .flatMap(({ key: of, alike }) =>
      outcomes.filter((one) => one.key === of).map((one) => ({ ...one, alike })),
    )
    .slice(0, maxSimilar)
}
