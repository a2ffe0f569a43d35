import type { User } from '@portreeve/contract/users'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { users } from '../db/people.ts'
import { digitsOf, encode, fold, readsAsPhone } from './search-text.ts'
import { asUser, userColumns } from './users.ts'

/** Rows of one answer (D-113). */
export const mostUsers = 200
/** One more is looked for, to know whether there are more. */
const enough = mostUsers + 1

const newest = sql`created_at_time desc nulls last, uid`

/**
 * People by one term, in three steps of which each is served by an index and stops as soon as the answer is full:
 * full hits, beginnings, parts. A full hit on an identifier ends the search. Without a term, the newest people.
 */
export async function searchUsers(
  db: Db,
  search: { term: string; exclude: string },
): Promise<{ rows: User[]; more: boolean }> {
  const term = encode(fold(search.term))
  const phone = readsAsPhone(search.term) ? digitsOf(search.term) : ''
  const found: string[] = []
  const add = (uids: string[]) => {
    for (const uid of uids) if (uid !== search.exclude && !found.includes(uid)) found.push(uid)
  }

  if (term === '') add(await newestUsers(db))
  else {
    const exact = await exactHits(db, term, phone)
    add(exact.map((hit) => hit.uid))
    if (!exact.some((hit) => hit.identifier)) {
      if (found.length < enough) add(await beginnings(db, term, phone))
      if (found.length < enough) add(await parts(db, term, phone))
    }
  }
  return { rows: await read(db, found.slice(0, mostUsers)), more: found.length > mostUsers }
}

/** One more than needed twice over: the excluded person may be among them. */
const limit = sql.raw(String(enough + 1))

async function uidsOf(db: Db, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await db.execute<{ uid: string }>(query)
  return rows.map((row) => row.uid)
}

const newestUsers = (db: Db) =>
  uidsOf(db, sql`select uid from users where deleted_at is null order by ${newest} limit ${limit}`)

async function exactHits(db: Db, term: string, phone: string) {
  const { rows } = await db.execute<{ uid: string; identifier: boolean }>(sql`
    select uid, bool_or(identifier) as identifier from (
      (select uid, created_at_time, true as identifier from users where search_uid = ${term} limit ${limit})
      union all (select uid, created_at_time, true from users where search_email = ${term} limit ${limit})
      union all (select uid, created_at_time, true from users where search_push = ${term} limit ${limit})
      union all (select uid, created_at_time, true from users where search_ip = ${term} limit ${limit})
      union all (select uid, created_at_time, length(${phone || term}) > 6 from users
        where search_phone = ${phone || term} limit ${limit})
      union all (select uid, created_at_time, false from users where search_name = ${term} limit ${limit})
    ) as hits group by uid, created_at_time order by ${newest} limit ${limit}`)
  return rows
}

/** In the index's own order, so that its range is walked and left at the limit. Encoded text holds no sign of LIKE's. */
const beginning = (column: string, text: string) => {
  const name = sql.raw(column)
  return sql`(select uid, created_at_time from users where ${name} like ${`${text}%`} order by ${name} using ~<~ limit ${limit})`
}

const beginnings = (db: Db, term: string, phone: string) =>
  uidsOf(
    db,
    sql`select uid from (
      ${beginning('search_uid', term)}
      union ${beginning('search_email', term)}
      union ${beginning('search_push', term)}
      union ${beginning('search_ip', term)}
      union ${beginning('search_phone', phone || term)}
      union ${beginning('search_name', term)}
    ) as hits order by ${newest} limit ${limit}`,
  )

/** The newest people that are looked at to see how common a term is, and how many of them must have it to be so. */
const sample = { people: 1000, common: 4 }

/**
 * Trigrams find three letters and more, the index of one- and two-letter pieces what is shorter. Where a term is common,
 * they would find thousands to be sorted, and the newest people are walked instead, as that walk soon ends. The planner,
 * which knows the term (the statement has no name), may walk only where the newest people show that it is common: its own
 * guess is off by a hundred times for a rare part of an address, and its walk would read everybody.
 */
async function parts(db: Db, term: string, phone: string): Promise<string[]> {
  const hits = await partly(db, term)
  if (phone.length < 3 || phone === term) return hits
  return [...(await partly(db, phone, sql` and search_phone like ${`%${phone}%`}`)), ...hits]
}

async function partly(db: Db, text: string, also = sql``): Promise<string[]> {
  const has = sql`search like ${`%${text}%`}${also}`
  const { rows } = await db.execute<{ common: boolean }>(sql`
    select count(*) >= ${sample.common} as common
    from (select search, search_phone from users order by ${newest} limit ${sample.people}) as newest where ${has}`)
  if (rows[0]?.common)
    return uidsOf(db, sql`select uid from users where ${has} order by ${newest} limit ${limit}`)
  const indexed = text.length < 3 ? sql`portreeve_grams(search) @> array[${text}]::text[]${also}` : has
  return uidsOf(
    db,
    sql`with hits as materialized (select uid, created_at_time from users where ${indexed})
      select uid from hits order by ${newest} limit ${limit}`,
  )
}

/** The people of some uids, in that order. */
async function read(db: Db, uids: string[]): Promise<User[]> {
  if (uids.length === 0) return []
  const rows = await db.select(userColumns).from(users).where(inArray(users.uid, uids))
  const byUid = new Map(rows.map((row) => [row.uid, asUser(row)]))
  return uids.flatMap((uid) => byUid.get(uid) ?? [])
}
