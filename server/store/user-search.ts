import type { User } from '@portreeve/contract/users'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { plannedRows, rowsOf } from '../core/rows.ts'
import { users } from '../db/people.ts'
import { fromEach } from './any-of.ts'
import { firstLook, furtherHits, has, newestHits, type Seen, type Wanted } from './newest-hits.ts'
import { digitsOf, encode, fold, patternOf, readsAsPhone } from './search-text.ts'
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
  // Begun before it is known whether they are needed: most searches of such a length do.
  const guess = isPartly(search.term.trim()) ? partsAhead(db, term, phone) : undefined
  const hits = term === '' ? await newestUsers(db) : await hitsAtBeginnings(db, term, phone)
  const known = new Map(hits.map(({ user }) => [user.uid, user]))
  const uids = new Set(known.keys())
  if (term !== '' && !hits.some((hit) => hit.ends) && uids.size < enough) {
    const { numbers, look } = guess ?? partsAhead(db, term, phone, [...known.keys()])
    for (const uid of await numbers) uids.add(uid)
    const { users: inParts, ...seen } = await look
    for (const user of inParts) known.set(user.uid, user)
    const further = async (ids: SQL) => {
      const found = await inOrder(db, ids)
      for (const user of found) known.set(user.uid, user)
      return found.map(({ uid }) => uid)
    }
    for (const uid of await furtherHits(
      db,
      byPart(sql`${term}::text`, sql`${patternOf(term)}::text`, isShort(term)),
      seen,
      further,
    ))
      uids.add(uid)
  }
  uids.delete(search.exclude)
  const shown = [...uids].slice(0, mostUsers)
  for (const user of await read(
    db,
    shown.filter((uid) => !known.has(uid)),
  ))
    known.set(user.uid, user)
  return { rows: shown.flatMap((uid) => known.get(uid) ?? []), more: uids.size > mostUsers }
}

/** Longer than what many names begin with, and nothing that may be a whole address or number. */
const isPartly = (text: string) => /^[^.:@]{4,19}$/.test(text) && digitsOf(text).length < 10

/** Parts of columns, and of phone numbers where the term may be one; both at once. @param known who need not be read again */
function partsAhead(db: Db, term: string, phone: string, known: string[] = []) {
  const numbers = phone.length > 2 && phone !== term ? newestHits(db, byPhone(phone)) : Promise.resolve([])
  const look = parts(db, term, known)
  // Whoever does not need them does not wait for them, either.
  for (const one of [numbers, look]) one.catch(() => {})
  return { numbers, look }
}

interface Hit {
  user: User
  /** Known by a full identifier: nobody else is meant. */
  ends: boolean
}

async function hitsAtBeginnings(db: Db, term: string, phone: string): Promise<Hit[]> {
  const rows = await beginnings(db, { term, phone: phone || term })
  return rows.map(({ ends, ...row }) => ({ user: asUser(row), ends }))
}

async function newestUsers(db: Db): Promise<Hit[]> {
  const rows = await rowsOf(
    db,
    userColumns,
    sql`from users where deleted_at is null order by ${newest} limit ${limit}`,
  )
  return rows.map((row) => ({ user: asUser(row), ends: false }))
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

const branches = columns.map(([name, identifies]) => {
  const column = sql.raw(name)
  const isPhone = name === 'search_phone'
  const text = isPhone ? sql`(select phone from asked)` : sql`(select term from asked)`
  // Six digits are no number yet.
  const isEnough = isPhone ? sql`length(${text}) > 6` : sql.raw(String(identifies))
  return sql`(select uid, created_at_time, ${column} = ${text} as exact, ${column} = ${text} and ${isEnough} as ends
    from users where ${column} ~>=~ ${text} and ${column} ~<~ (${text} || chr(1114111)) order by ${column} using ~<~ limit ${limit})`
})

/**
 * People of whom a column begins with the term, those first of whom it is all, and only these where one is known by it. Each
 * index is walked in its own order and left at the limit; a full hit stands at its beginning.
 */
const beginnings = plannedRows<typeof userColumns, { ends: boolean }>(
  'user-beginnings',
  userColumns,
  // One by one, by their key: expecting some hundreds, the planner would rather read everybody.
  sql`from (
      with asked as materialized (select ${sql.placeholder('term')}::text as term, ${sql.placeholder('phone')}::text as phone),
      begins as materialized (
        select uid, bool_or(exact) as exact, bool_or(ends) as ends from (${sql.join(branches, sql` union all `)}) as hits
        group by uid, created_at_time order by exact desc, ${newest} limit ${limit}
      )
      select uid, exact, ends from begins where exact or not exists (select from begins where ends)
    ) as hit cross join lateral (select * from users where uid = hit.uid limit 1) as users
    order by hit.exact desc, users.created_at_time desc nulls last, users.uid`,
  sql`, hit.ends`,
)

const people = {
  table: 'users',
  searched: 'search, search_phone',
  ordered: 'uid, created_at_time',
  id: 'uid',
  time: 'created_at_time',
  among: sql`true`,
  newest: { of: newest, found: newest },
  most: enough,
}

/**
 * Trigrams find three letters and more, the index of one- and two-letter pieces what is shorter. The planner does not see the
 * text, which would mislead it: one plan serves all, as the first look finds out how common a text is.
 */
const part = (text: SQL, pattern: SQL, short: boolean) =>
  short
    ? sql`portreeve_grams(search) @> (select array[${text}])`
    : sql`search like (select ${pattern}) and strpos(search, ${text}) > 0`

const byPart = (text: SQL, pattern: SQL, short: boolean): Wanted => ({
  ...people,
  indexed: part(text, pattern, short),
  walked: sql`strpos(search, ${text}) > 0`,
})

const byPhone = (phone: string): Wanted => ({
  ...people,
  indexed: sql`${part(sql`${phone}::text`, sql`${patternOf(phone)}::text`, false)} and search_phone like ${`%${phone}%`}`,
  walked: has('search_phone', phone),
})

/** A first look for parts of columns (newest-hits.ts), with the people who are not known yet. */
const partsBy = (name: string, short: boolean) =>
  plannedRows<typeof userColumns, { found: string; rare: boolean }>(
    name,
    userColumns,
    sql`from (with ${firstLook(byPart(sql`${sql.placeholder('term')}::text`, sql`${sql.placeholder('pattern')}::text`, short), 'parts')} select id, rare from parts) as hit
      left join lateral (
        select * from users where uid = hit.id and hit.id <> all(${sql.placeholder('known')}::text[]) limit 1) as users on true
      order by users.created_at_time desc nulls last, hit.id`,
    sql`, hit.id as found, hit.rare`,
  )
const shortParts = partsBy('user-parts-short', true)
const longParts = partsBy('user-parts', false)

const isShort = (term: string) => term.length < 3

async function parts(db: Db, term: string, known: string[]): Promise<Seen & { users: User[] }> {
  const rows = await (isShort(term) ? shortParts : longParts)(db, { term, pattern: patternOf(term), known })
  const of = (rare: boolean) => rows.filter((row) => row.rare === rare).map((row) => row.found)
  return {
    early: of(false),
    rare: of(true),
    users: rows
      .filter((row) => row.uid !== null)
      .map(({ found: _found, rare: _rare, ...row }) => asUser(row)),
  }
}

/** The people whose uids a statement gives, newest first. */
const inOrder = async (db: Db, ids: SQL): Promise<User[]> =>
  (
    await rowsOf(
      db,
      userColumns,
      sql`from (${ids}) as hit cross join lateral (select * from users where uid = hit.id limit 1) as users
        order by users.created_at_time desc nulls last, users.uid`,
    )
  ).map(asUser)

/** The people of some uids. */
async function read(db: Db, uids: string[]): Promise<User[]> {
  if (uids.length === 0) return []
  return (await rowsOf(db, userColumns, fromEach(users.uid, uids))).map(asUser)
}
