import type { User } from '@portreeve/contract/users'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { users } from '../db/people.ts'
import { anyOf } from './any-of.ts'
import { has, newestHits } from './newest-hits.ts'
import { digitsOf, encode, fold, readsAsPhone } from './search-text.ts'
import { asUser, userColumns } from './users.ts'

/** Rows of one answer (D-113). */
export const mostUsers = 200
/** One more is looked for, to know whether there are more. */
const enough = mostUsers + 1

const newest = sql`created_at_time desc nulls last, uid`

/**
 * People by one term, in two steps of which each is served by indexes and stops as soon as the answer is full: full hits
 * and beginnings, parts. A full hit on an identifier ends the search. Without a term, the newest people.
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
    const hits = await beginnings(db, term, phone)
    const full = hits.some((hit) => hit.identifier)
    add(hits.filter((hit) => hit.exact || !full).map((hit) => hit.uid))
    if (!full && found.length < enough) add(await parts(db, term, phone))
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

/** The columns that are searched from their beginning, and whether one in full is enough to know somebody by. */
const columns = [
  ['search_uid', true],
  ['search_email', true],
  ['search_push', true],
  ['search_ip', true],
  ['search_phone', true],
  ['search_name', false],
] as const

/**
 * People of whom a column begins with a term, those first of whom it is all. In each index's own order, so that its range is
 * walked and left at the limit; a full hit stands at its beginning. Encoded text holds no sign of LIKE's.
 */
async function beginnings(db: Db, term: string, phone: string) {
  const branches = columns.map(([name, identifies]) => {
    const column = sql.raw(name)
    const text = name === 'search_phone' ? phone || term : term
    // Six digits are no number yet.
    const enoughToKnow = identifies && (name !== 'search_phone' || text.length > 6)
    return sql`(select uid, created_at_time, ${column} = ${text} as exact,
        ${column} = ${text} and ${sql.raw(String(enoughToKnow))} as identifier
      from users where ${column} like ${`${text}%`} order by ${column} using ~<~ limit ${limit})`
  })
  const { rows } = await db.execute<{ uid: string; exact: boolean; identifier: boolean }>(sql`
    select uid, bool_or(exact) as exact, bool_or(identifier) as identifier
    from (${sql.join(branches, sql` union all `)}) as hits
    group by uid, created_at_time order by exact desc, ${newest} limit ${limit}`)
  return rows
}

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
      newest: { of: newest, found: newest },
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
  const rows = await db.select(userColumns).from(users).where(anyOf(users.uid, uids))
  const byUid = new Map(rows.map((row) => [row.uid, asUser(row)]))
  return uids.flatMap((uid) => byUid.get(uid) ?? [])
}
