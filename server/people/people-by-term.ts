import { bare } from '@portreeve/contract/base/plain-text'
import type { QueryFilter } from '@portreeve/contract/base/query'
import { may } from '@portreeve/contract/base/rights'
import { type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { KeptRefusal } from '../core/refuse.ts'
import { type Condition, wordOf } from '../search/query.ts'
import { countReveal } from './reveals.ts'
import { searchUids, type UserSearch } from './user-search.ts'

/** Counts a hit by a hidden value, which discloses its owner, as a reveal. The call's own connection may be a replica. */
export async function countHit(call: Call): Promise<KeptRefusal | undefined> {
  const count = (db: Db) => countReveal({ ...call, db })
  if (call.afterwards) {
    call.afterwards(count)
    return undefined
  }
  return call.ctx.database.db.transaction(count).then(() => undefined, KeptRefusal.of)
}

/**
 * People by one term, as the caller may find them. A hit by a whole hidden value is audited and counted as a reveal.
 * @returns `refusal`: the caller has made too many reveals; the refusal, too, discloses the hit, so its audit row stays
 */
export async function findPeople(call: Call, search: Omit<UserSearch, 'masked'>) {
  const masked = !may(call.staff, 'personal.read')
  const found = await searchUids(call.db, { ...search, masked })
  if (found.revealed.length === 0) return { ...found, refusal: undefined }
  const refusal = await countHit(call)
  const [only] = found.revealed
  call.disclose({
    ...(found.revealed.length === 1 && only !== undefined && { subject: ['user', only] }),
    after: { found_by_personal_value: found.revealed, ...(refusal && { refused: refusal.code }) },
  })
  return { ...found, refusal }
}

/** People by whose name a search finds records. */
const maxPeople = 50

interface People {
  uids: string[]
  refusal?: KeptRefusal | undefined
}

/** The uids of the people whom a filter means: the one with this uid, or those that a search finds. */
export async function peopleMeant(call: Call, term: string): Promise<People> {
  const uid = bare(term)
  const { rows } = await call.db.execute(sql`select 1 from users where uid = ${uid}`)
  return rows.length > 0 ? { uids: [uid] } : peopleFound(call, term)
}

export async function peopleFound(call: Call, term: string): Promise<People> {
  const { uids, refusal } = await findPeople(call, { term, exclude: '', max: maxPeople })
  return { uids, refusal }
}

/** A column with a person's uid: the people whom the value means. */
export const personIn =
  (column: SQL, people: ReadonlyMap<string, readonly string[]>): Condition =>
  (value) =>
    sql`${column} = any(${sql.param(people.get(wordOf(value)) ?? [])})`

/**
 * The people whom the filters by some fields mean, by the values of the filters.
 * @returns `refusal`: the caller has made too many reveals by looking for a person
 */
export async function peopleOf<Name extends string>(
  call: Call,
  filters: readonly QueryFilter<Name>[],
  names: readonly Name[],
): Promise<{ people: ReadonlyMap<string, readonly string[]>; refusal?: KeptRefusal | undefined }> {
  const people = new Map<string, readonly string[]>()
  for (const { field, value } of filters) {
    if (!names.includes(field) || people.has(wordOf(value))) continue
    const { uids, refusal } = await peopleMeant(call, wordOf(value))
    if (refusal) return { people, refusal }
    people.set(wordOf(value), uids)
  }
  return { people }
}
