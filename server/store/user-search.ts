import type { User } from '@portreeve/contract/users'
import { inArray, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { users } from '../db/people.ts'
import { has, newestHits } from './newest-hits.ts'
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

/** Trigrams find three letters and more, the index of one- and two-letter pieces what is shorter. */
async function parts(db: Db, term: string, phone: string): Promise<string[]> {
  const part = (text: string) =>
    text.length < 3 ? sql`portreeve_grams(search) @> array[${text}]::text[]` : sql`search like ${`%${text}%`}`
  const find = (indexed: SQL, walked: SQL) =>
    newestHits(db, {
      table: 'users',
      columns: 'uid, created_at_time, search, search_phone',
      id: 'uid',
      among: sql`true`,
      newest,
      indexed,
      walked,
      most: enough + 1,
    })
  const hits = await find(part(term), has('search', term))
  if (phone.length < 3 || phone === term) return hits
  const byPhone = await find(
    sql`${part(phone)} and search_phone like ${`%${phone}%`}`,
    has('search_phone', phone),
  )
  return [...byPhone, ...hits]
}

/** The people of some uids, in that order. */
async function read(db: Db, uids: string[]): Promise<User[]> {
  if (uids.length === 0) return []
  const rows = await db.select(userColumns).from(users).where(inArray(users.uid, uids))
  const byUid = new Map(rows.map((row) => [row.uid, asUser(row)]))
  return uids.flatMap((uid) => byUid.get(uid) ?? [])
}
