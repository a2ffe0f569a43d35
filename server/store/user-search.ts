import type { User } from '@portreeve/contract/users'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { planned, plannedRows, rowsOf } from '../core/rows.ts'
import { users } from '../db/people.ts'
import { fromEach } from './any-of.ts'
import { firstLook, furtherHits, type Hit, type Seen, seenOf, type Wanted } from './newest-hits.ts'
import { digitsOf, encode, fold, readsAsPhone } from './search-text.ts'
import { patternOf as patternIn } from './trigrams.ts'
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
 * @param search.masked the caller sees personal data masked: personal columns match as a whole only, else the caller could
 *   read a masked value letter by letter
 * @returns `revealed`: the people whom such a whole personal value matched
 */
export async function searchUsers(
  db: Db,
  search: { term: string; exclude: string; masked: boolean },
): Promise<{ rows: User[]; more: boolean; revealed: string[] }> {
  const scope = search.masked ? maskedScope : fullScope
  const { patternOf } = scope
  const term = encode(fold(search.term))
  const phone = readsAsPhone(search.term) ? digitsOf(search.term) : ''
  const asNumber = phone.length > 2 && phone !== term
  const inPhone = asNumber && !search.masked
  const seen = term === '' ? await newestUsers(db) : await look(db, scope, term, phone || term)
  const known = new Map(seen.users.map((user) => [user.uid, user]))
  const uids = new Set(seen.begins)
  if (!seen.done) {
    if (inPhone) for (const uid of await inPhones(db, phone)) uids.add(uid)
    const further = async (ids: SQL) => {
      const found = await inOrder(db, ids)
      for (const user of found) known.set(user.uid, user)
      return found.map(({ uid }) => uid)
    }
    for (const uid of await furtherHits(
      db,
      scope.byPart(sql`${term}::text`, sql`${patternOf(term)}::text`, isShort(term)),
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
  return {
    rows: shown.flatMap((uid) => known.get(uid) ?? []),
    more: uids.size > mostUsers,
    revealed: shown.filter((uid) => seen.revealed.includes(uid)),
  }
}

/** What one statement finds: whole columns and beginnings, and where these are not enough, a first look for parts. */
interface Found extends Seen {
  begins: string[]
  /** People who were found by a whole value that the caller sees masked. */
  revealed: string[]
  /** People who were found, once each. */
  users: User[]
  /** Nobody else is wanted: enough were found, or somebody by a full identifier. */
  done: boolean
}

async function newestUsers(db: Db): Promise<Found> {
  const rows = await rowsOf(
    db,
    userColumns,
    sql`from users where deleted_at is null order by ${newest} limit ${limit}`,
  )
  const begins = rows.map(({ uid }) => uid)
  return { users: rows.map(asUser), begins, revealed: [], early: [], rare: [], done: true }
}

/** The columns that are searched from their beginning: whether one in full identifies a person, and whether it is personal. */
const columns = [
  ['search_uid', true, false],
  ['search_email', true, true],
  ['search_push', true, true],
  ['search_ip', true, true],
  ['search_phone', true, true],
  ['search_name', false, false],
] as const

function branchOf([name, identifies, personal]: (typeof columns)[number], masked: boolean): SQL {
  const column = sql.raw(name)
  const isPhone = name === 'search_phone'
  const text = isPhone ? sql`(select phone from asked)` : sql`(select term from asked)`
  // Six digits are no number yet.
  const isEnough = isPhone ? sql`length(${text}) > 6` : sql.raw(String(identifies))
  // Both as ranges: for an equality the planner would read the whole table where many values are empty.
  const end = masked && personal ? sql`~<=~ ${text}` : sql`~<~ (${text} || chr(1114111))`
  // 'temp' stands for no number and is not masked.
  const reveals = masked && personal ? sql`${text} <> 'temp'` : sql`false`
  return sql`(select ctid, uid, created_at_time, ${column} = ${text} as exact, ${column} = ${text} and ${isEnough} as ends,
      ${reveals} as reveals
    from users where ${column} ~>=~ ${text} and ${column} ${end} order by ${column} using ~<~ limit ${limit})`
}

const people = {
  table: 'users',
  searched: 'search, search_public, search_phone',
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
const part = (column: SQL, text: SQL, pattern: SQL, short: boolean) =>
  short
    ? sql`portreeve_grams(${column}) @> (select array[${text}])`
    : sql`${column} like (select ${pattern}) and strpos(${column}, ${text}) > 0`

const byPhone = (phone: SQL, pattern: SQL): Wanted => {
  const walked = sql`strpos(search_phone, ${phone}) > 0`
  return { ...people, indexed: sql`${part(sql`search`, phone, pattern, false)} and ${walked}`, walked }
}
const lookAtPhones = planned<Hit>(
  'user-phones',
  sql`with asked as materialized (
      select ${sql.placeholder('phone')}::text as phone, ${sql.placeholder('pattern')}::text as pattern
    ),
    ${firstLook(byPhone(sql`(select phone from asked)`, sql`(select pattern from asked)`), 'look')} select id, rare from look`,
)

/** People with some digits anywhere in their phone number. */
async function inPhones(db: Db, phone: string): Promise<string[]> {
  const pattern = fullScope.patternOf(phone)
  const seen = seenOf(await lookAtPhones(db, { phone, pattern }))
  return furtherHits(db, byPhone(sql`${phone}::text`, sql`${pattern}::text`), seen)
}

/** One way to search people: which columns match by their beginning, and which text has the parts. */
interface Scope {
  patternOf: (part: string) => string
  byPart: (text: SQL, pattern: SQL, short: boolean) => Wanted
  look: ReturnType<typeof lookBy>
  lookShort: ReturnType<typeof lookBy>
}

function scopeOf(searched: 'search' | 'search_public'): Scope {
  const masked = searched === 'search_public'
  const column = sql.raw(searched)
  const branches = columns.map((one) => branchOf(one, masked))
  const byPart = (text: SQL, pattern: SQL, short: boolean): Wanted => ({
    ...people,
    indexed: part(column, text, pattern, short),
    walked: sql`strpos(${column}, ${text}) > 0`,
  })
  const name = masked ? 'user-look-masked' : 'user-look'
  return {
    patternOf: (text) => patternIn(`users.${searched}`, text),
    byPart,
    look: lookBy(name, branches, byPart, false),
    lookShort: lookBy(`${name}-short`, branches, byPart, true),
  }
}

/**
 * People of whom a column begins with the term, those first of whom it is all, and only these where one is known by it: each
 * index is walked in its own order and left at the limit; a full hit stands at its beginning. Then, where they are not enough,
 * a first look for parts (newest-hits.ts). One statement, as the second part costs nothing where it is not needed.
 */
const lookBy = (name: string, branches: SQL[], byPart: Scope['byPart'], short: boolean) =>
  plannedRows<typeof userColumns, { found: string; tier: Tier; reveals: boolean; done: boolean }>(
    name,
    userColumns,
    // One by one, by their place: expecting some hundreds, the planner would rather read everybody.
    sql`from (
        with asked as materialized (
          select ${sql.placeholder('term')}::text as term, ${sql.placeholder('phone')}::text as phone,
            ${sql.placeholder('pattern')}::text as pattern
        ),
        hits as materialized (
          select ctid, uid, bool_or(exact) as exact, bool_or(ends) as ends, bool_or(reveals) as reveals
          from (${sql.join(branches, sql` union all `)}) as branches
          group by ctid, uid, created_at_time order by exact desc, ${newest} limit ${limit}
        ),
        begins as materialized (
          select ctid, uid, exact, reveals from hits where exact or not exists (select from hits where ends)
        ),
        done as materialized (
          select exists (select from hits where ends) or (select count(*) from begins) >= ${limit} as yes
        ),
        ${firstLook(byPart(sql`(select term from asked)`, sql`(select pattern from asked)`, short), 'parts', sql`(select not yes from done)`)}
        select ctid, uid as id, 'begins' as tier, exact, reveals, true as shown, yes as done from begins, done
        union all select ctid, id, case when rare then 'rare' else 'early' end, false, false,
          last and id <> all(array(select uid from begins)), yes from parts, done
      ) as hit left join lateral (select * from users where ctid = hit.ctid and uid = hit.id and hit.shown limit 1) as users on true
      order by hit.exact desc, users.created_at_time desc nulls last, hit.id`,
    sql`, hit.id as found, hit.tier, hit.reveals, hit.done`,
  )
const fullScope = scopeOf('search')
const maskedScope = scopeOf('search_public')

/** Where a person was found: at a beginning, or by the first look for parts. */
type Tier = 'begins' | 'early' | 'rare'

const isShort = (term: string) => term.length < 3

async function look(db: Db, scope: Scope, term: string, phone: string): Promise<Found> {
  const ask = isShort(term) ? scope.lookShort : scope.look
  const rows = await ask(db, { term, phone, pattern: scope.patternOf(term) })
  const of = (tier: Tier) => rows.filter((row) => row.tier === tier).map((row) => row.found)
  return {
    begins: of('begins'),
    early: of('early'),
    rare: of('rare'),
    revealed: rows.filter((row) => row.reveals).map((row) => row.found),
    users: rows
      .filter((row) => row.uid !== null)
      .map(({ found: _found, tier: _tier, reveals: _reveals, done: _done, ...row }) => asUser(row)),
    done: rows[0]?.done ?? false,
  }
}

/** The people whose uids a statement gives, newest first. */
const inOrder = async (db: Db, ids: SQL): Promise<User[]> =>
  (
    await rowsOf(
      db,
      userColumns,
      sql`from (${ids}) as hit cross join lateral (select * from users where ctid = hit.ctid and uid = hit.id limit 1) as users
        order by users.created_at_time desc nulls last, users.uid`,
    )
  ).map(asUser)

/** The people of some uids. */
async function read(db: Db, uids: string[]): Promise<User[]> {
  if (uids.length === 0) return []
  return (await rowsOf(db, userColumns, fromEach(users.uid, uids))).map(asUser)
}
