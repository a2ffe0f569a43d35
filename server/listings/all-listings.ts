import { parseQuery, type QueryFilter, type QueryValue } from '@portreeve/contract/base/query'
import { allListingFields } from '@portreeve/contract/base/query-fields'
import type { ListingRow } from '@portreeve/contract/listings/listings'
import type { Decision } from '@portreeve/contract/listings/review'
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import type { KeptRefusal } from '../core/refuse.ts'
import { peopleOf, personIn } from '../people/people-by-term.ts'
import { listCondition } from '../people/value-lists/in-list.ts'
import { anyOf } from '../search/any-of.ts'
import { extraCondition, fieldsFor } from '../search/extra.ts'
import { newestHits } from '../search/newest-hits.ts'
import {
  amountIn,
  type Condition,
  conditionsOf,
  isTrue,
  numberIn,
  refuseMistakes,
  timeIn,
  wordOf,
} from '../search/query.ts'
import { staffMeant } from '../staff/staff-name.ts'
import { maxListings, newest, shown, wordsIn } from './listing-hits.ts'
import { listedListings } from './listing-query.ts'
import { postCents, posts, reviewDecisions } from './listing-tables.ts'
import { postColumns } from './post-records.ts'

type Field = keyof typeof allListingFields
type Filter = QueryFilter<Field>

/** The listings that a query means: `parts` are disjoint conditions, each in the words of an index. */
interface Meant {
  parts: SQL[]
  words: { indexed: SQL; scanned: SQL } | undefined
}

/** The newest approval of a listing, as the reports since then need it. */
const approvedAt = sql`coalesce((select max(d.at) from review_decisions d where d.kind = 'listing'
  and d.subject_id = r.post_key and d.decision = 'approved' and d.taken_back_at is null), '-infinity')`

/** Listings that a filter names one by one; of more, each listing is asked. */
const maxNamed = 5000

/** The keys that a query returns; null for more than can be named. */
async function namedBy(db: Db, keys: SQL): Promise<string[] | null> {
  const { rows } = await db.execute<{ key: string }>(sql`${keys} limit ${maxNamed + 1}`)
  return rows.length > maxNamed ? null : rows.map(({ key }) => key)
}

const isNamed = (keys: readonly string[]) => sql`key = any(${sql.param(keys)})`

/** Listings that some staff have decided so. A subquery with OFFSET is asked for each row in the order of the list. */
async function decidedBy(db: Db, decision: Decision, uids: readonly string[]): Promise<SQL> {
  const theirs = sql`d.kind = 'listing' and d.decision = ${decision} and d.taken_back_at is null
    and d.by_uid = any(${sql.param(uids)})`
  const keys = await namedBy(db, sql`select d.subject_id as key from review_decisions d where ${theirs}`)
  return keys
    ? isNamed(keys)
    : sql`exists (select from review_decisions d where d.subject_id = posts.key and ${theirs} offset 0)`
}

const counted = sql`(select count(*) from listing_reports r where r.post_key = posts.key and r.created_at > ${approvedAt})`

/** Listings by their reports since the approval. Those with as many reports at all are usually few. */
async function reportsSince(db: Db, value: QueryValue): Promise<SQL> {
  const fits = numberIn(counted)(value)
  if (value.kind !== 'number' || value.operator.startsWith('<')) return fits
  const least = value.operator === '>' ? value.number + 1 : value.number
  if (least === 0) return fits
  const keys = await namedBy(
    db,
    sql`select post_key as key from listing_reports group by post_key having count(*) >= ${least}`,
  )
  return keys ? sql`${isNamed(keys)} and ${fits}` : fits
}

const states = ['pending', 'approved', 'denied', 'deleted'] as const

/** The conditions of the states that the filters leave. Deleted listings are there only where a filter names them. */
function statesOf(filters: readonly Filter[]): SQL[] {
  const own = filters.filter(({ field }) => field === 'status')
  const isWanted = own.some(({ not }) => !not)
  const left = states.filter(
    (state) =>
      (isWanted || state !== 'deleted') && own.every(({ not, value }) => (wordOf(value) === state) !== not),
  )
  const others = left.filter((state) => state === 'pending' || state === 'denied')
  return [
    ...(left.includes('approved') ? [shown(0), shown(1)] : []),
    ...(others.length > 0
      ? [sql`review_state <> 'approved' and deleted_at is null and review_state = any(${sql.param(others)})`]
      : []),
    ...(left.includes('deleted') ? [sql`deleted_at is not null`] : []),
  ]
}

/**
 * The listings that the text of a query means. Refuses with malformed a mistake in it.
 * @returns `refusal`: the caller has made too many reveals by looking for a seller
 */
export async function listingsMeant(call: Call, text: string): Promise<Meant & { refusal?: KeptRefusal }> {
  const query = parseQuery(await fieldsFor(call, allListingFields, text), text)
  refuseMistakes(query)
  const { people, refusal } = await peopleOf(call, query.filters, ['seller'])
  if (refusal) return { parts: [], words: undefined, refusal }
  /** The conditions that need a look into other tables. */
  const looked = new Map<QueryValue, SQL>()
  for (const { field, value } of query.filters) {
    if (field === 'reports_since') looked.set(value, await reportsSince(call.db, value))
    if (field !== 'approved_by' && field !== 'denied_by') continue
    const decision = field === 'approved_by' ? 'approved' : 'denied'
    looked.set(value, await decidedBy(call.db, decision, await staffMeant(call, wordOf(value))))
  }
  const found: Condition = (value) => looked.get(value) ?? sql`false`
  const where = conditionsOf(
    query.filters.filter(({ field }) => field !== 'status'),
    {
      status: () => sql`true`,
      seller: personIn(sql`creator_uid`, people),
      price: amountIn(postCents, call.ctx.settings.currency),
      created: timeIn(sql`creation_date_time`),
      sold: isTrue(sql`sold`),
      wanted: isTrue(sql`post_type = 1`),
      approved_by: found,
      denied_by: found,
      reports_since: found,
      in: await listCondition(call.db, query.filters, 'listings', listedListings),
      x_: await extraCondition(call.db, 'listing', query.filters),
    },
  )
  const parts = statesOf(query.filters).map((part) => (where ? sql`${part} and ${where}` : part))
  return { parts, words: await wordsIn(call.db, query) }
}

/** The keys of the newest listings that a query means, one more than a page. */
async function newestOf(db: Db, { parts, words }: Meant): Promise<string[]> {
  const max = maxListings + 1
  const found = []
  for (const among of parts) {
    const of = {
      table: 'posts',
      id: 'key',
      time: 'creation_date_time',
      searched: ['search'],
      among,
      newest,
      max,
    }
    if (words) found.push(...(await newestHits(db, { ...of, ...words })))
    else {
      const { rows } = await db.execute<{ key: string }>(
        sql`select key from posts where ${among} order by ${newest} limit ${max}`,
      )
      found.push(...rows.map(({ key }) => key))
    }
  }
  return found
}

/** All listings that a query means, for a bulk job: id, version and place, newest first. */
export const rowsMeant = ({ parts, words }: Meant): SQL => {
  const each = parts.map(
    (part) =>
      sql`select key, version, creation_date_time from posts where ${part} and ${words?.indexed ?? sql`true`}`,
  )
  const all =
    each.length > 0
      ? sql.join(each, sql` union all `)
      : sql`select key, version, creation_date_time from posts where false`
  return sql`select key as id, version, null::jsonb as seen, row_number() over (order by ${newest}) as place from (${all}) as meant`
}

/** The newest listings that a query means, with their last decision and their reports since. */
export async function findListings(db: Db, meant: Meant): Promise<{ rows: ListingRow[]; more: boolean }> {
  const keys = await newestOf(db, meant)
  const decided = db
    .selectDistinctOn([reviewDecisions.subject_id])
    .from(reviewDecisions)
    .where(
      and(
        eq(reviewDecisions.kind, 'listing'),
        anyOf(reviewDecisions.subject_id, keys),
        isNull(reviewDecisions.taken_back_at),
      ),
    )
    .orderBy(reviewDecisions.subject_id, desc(reviewDecisions.at))
  const [rows, decisions, reports] = await Promise.all([
    db
      .select({ ...postColumns, deleted_at: posts.deleted_at })
      .from(posts)
      .where(anyOf(posts.key, keys))
      .orderBy(newest)
      .limit(maxListings + 1),
    decided,
    db.execute<{
      key: string
      n: number
    }>(sql`select r.post_key as key, count(*)::int as n from listing_reports r
      where r.post_key = any(${sql.param(keys)}) and r.created_at > ${approvedAt} group by r.post_key`),
  ])
  const last = new Map(decisions.map((one) => [one.subject_id, one]))
  const since = new Map(reports.rows.map(({ key, n }) => [key, n]))
  const shownRows = rows.slice(0, maxListings).map((row) => {
    const one = last.get(row.key)
    return {
      ...row,
      decided: one ? { decision: one.decision, by: one.by_name, at: one.at, message: one.message } : null,
      reports_since: since.get(row.key) ?? 0,
    } as ListingRow
  })
  return { rows: shownRows, more: rows.length > maxListings }
}
