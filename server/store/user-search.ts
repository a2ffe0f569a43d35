import type { User } from '@portreeve/contract/users'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { rowsOf } from '../core/rows.ts'
import { users } from '../db/people.ts'
import { fromEach } from './any-of.ts'
import { firstLook, furtherHits, has, newestHits, type Wanted } from './newest-hits.ts'
import { digitsOf, encode, fold, readsAsPhone } from './search-text.ts'
import { asUser, userColumns } from './users.ts'

/** Rows of one answer (D-113). */
export const mostUsers = 200
/** One more is looked for, to know whether there are more; and the excluded person may be among them. */
const enough = mostUsers + 2

const newest = sql`created_at_time desc nulls last, uid`
const limit = sql.raw(String(enough))

/**
 * People by one term: full hits and beginnings, then parts, each served by indexes and left as soon as the answer is full.
 * A full hit on an identifier ends the search. Without a term, the newest people.
 */
export async function searchUsers(
  db: Db,
  search: { term: string; exclude: string },
): Promise<{ rows: User[]; more: boolean }> {
  const term = encode(fold(search.term))
  const phone = readsAsPhone(search.term) ? digitsOf(search.term) : ''
  const hits = term === '' ? await newestUsers(db) : await look(db, term, phone)
  const uids = new Set(hits.filter(({ tier }) => tier === 'begins').map(({ user }) => user.uid))
  if (term !== '' && !hits.some((hit) => hit.ends) && uids.size < enough) {
    if (phone.length > 2 && phone !== term)
      for (const uid of await newestHits(db, byPhone(phone))) uids.add(uid)
    const of = (tier: Tier) => hits.filter((hit) => hit.tier === tier).map(({ user }) => user.uid)
    for (const uid of await furtherHits(db, byPart(term), { early: of('early'), rare: of('rare') }))
      uids.add(uid)
  }
  uids.delete(search.exclude)
  const shown = [...uids].slice(0, mostUsers)
  const known = new Map(hits.map(({ user }) => [user.uid, user]))
  for (const user of await read(
    db,
    shown.filter((uid) => !known.has(uid)),
  ))
    known.set(user.uid, user)
  return { rows: shown.flatMap((uid) => known.get(uid) ?? []), more: uids.size > mostUsers }
}

/** Where somebody was found: by what a field begins with, or by a part of one (newest-hits.ts). */
type Tier = 'begins' | 'early' | 'rare'

interface Hit {
  user: User
  tier: Tier
  /** Known by a full identifier: nobody else is meant. */
  ends: boolean
}

async function newestUsers(db: Db): Promise<Hit[]> {
  const rows = await rowsOf(
    db,
    userColumns,
    sql`from users where deleted_at is null order by ${newest} limit ${limit}`,
  )
  return rows.map((row) => ({ user: asUser(row), tier: 'begins', ends: false }))
}

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
 * One statement for most searches: people of whom a column begins with the term, those first of whom it is all, and only where
 * these do not fill the answer a first look for its parts. Each index is walked in its own order and left at the limit; a full
 * hit stands at its beginning. Encoded text holds no sign of LIKE's.
 */
async function look(db: Db, term: string, phone: string): Promise<Hit[]> {
  const branches = columns.map(([name, identifies]) => {
    const column = sql.raw(name)
    const text = name === 'search_phone' ? phone || term : term
    // Six digits are no number yet.
    const enoughToKnow = identifies && (name !== 'search_phone' || text.length > 6)
    return sql`(select uid, created_at_time, ${column} = ${text} as exact,
        ${column} = ${text} and ${sql.raw(String(enoughToKnow))} as ends
      from users where ${column} like ${`${text}%`} order by ${column} using ~<~ limit ${limit})`
  })
  const open = sql`not exists (select from begins where ends) and (select count(*) from begins) < ${limit}`
  const hits = sql`(with begins as materialized (
      select uid, bool_or(exact) as exact, bool_or(ends) as ends from (${sql.join(branches, sql` union all `)}) as hits
      group by uid, created_at_time order by exact desc, ${newest} limit ${limit}
    ), ${firstLook(byPart(term), 'parts', open)}
    select uid, exact, ends, 'begins' as tier from begins
    where exact or not exists (select from begins where ends)
    union all select id, false, false, case when rare then 'rare' else 'early' end from parts) as hit`
  const rows = await rowsOf<typeof userColumns, { tier: Tier; ends: boolean }>(
    db,
    userColumns,
    // One by one, by their key: expecting some hundreds, the planner would rather read everybody.
    sql`from ${hits} cross join lateral (select * from users where uid = hit.uid limit 1) as users
      order by hit.exact desc, users.created_at_time desc nulls last, users.uid`,
    sql`, hit.tier, hit.ends`,
  )
  return rows.map(({ tier, ends, ...row }) => ({ user: asUser(row), tier, ends }))
}

const people = {
  table: 'users',
  columns: 'uid, created_at_time, search, search_phone',
  id: 'uid',
  among: sql`true`,
  newest: { of: newest, found: newest },
  most: enough,
}

/** Trigrams find three letters and more, the index of one- and two-letter pieces what is shorter. */
const part = (text: string) =>
  text.length < 3 ? sql`portreeve_grams(search) @> array[${text}]::text[]` : sql`search like ${`%${text}%`}`

const byPart = (term: string): Wanted => ({ ...people, indexed: part(term), walked: has('search', term) })

const byPhone = (phone: string): Wanted => ({
  ...people,
  indexed: sql`${part(phone)} and search_phone like ${`%${phone}%`}`,
  walked: has('search_phone', phone),
})

/** The people of some uids. */
async function read(db: Db, uids: string[]): Promise<User[]> {
  if (uids.length === 0) return []
  return (await rowsOf(db, userColumns, fromEach(users.uid, uids))).map(asUser)
}
