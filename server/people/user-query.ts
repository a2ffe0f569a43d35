import { bare } from '@portreeve/contract/base/plain-text'
import type { QueryFilter, QueryValue } from '@portreeve/contract/base/query'
import type { userFields } from '@portreeve/contract/base/query-fields'
import { and, eq, isNull, not, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { extraCondition } from '../search/extra.ts'
import { type Condition, conditionsOf, isTrue, numberIn, timeIn, wordOf } from '../search/query.ts'
import { isStaffMeant } from '../staff/staff-name.ts'
import { banReasons, userReports, users } from './people-tables.ts'
import { byPeople, listCondition } from './value-lists/in-list.ts'

type Field = keyof typeof userFields

/** The people with so many open reports. People without any are in no group, so a condition that 0 meets excludes the others. */
function withReports(value: QueryValue): SQL {
  const isMet = numberIn(sql`count(*)`)(value)
  const people = (having: SQL) => sql`${users.uid} in (select ${userReports.reporting_uid} from ${userReports}
    where ${eq(userReports.status, 'open')} group by ${userReports.reporting_uid} having ${having})`
  return meetsZero(value) ? not(people(not(isMet))) : people(isMet)
}

function meetsZero(value: QueryValue): boolean {
  if (value.kind !== 'number') return false
  const { operator, number } = value
  return operator === '<=' || (operator === '<' ? number > 0 : operator !== '>' && number === 0)
}

const isCreated = timeIn(sql`${users.created_at_time}`)

/**
 * A person who was last active before a time was created before it, too. Without this condition a walk from the newest person on
 * parses the times of all who are too new (0.7 s among a million). People without a time of registration are left out.
 */
function isActive(value: QueryValue): SQL {
  const isMet = timeIn(sql`portreeve_time(${users.lastActive})`)(value)
  const isBefore =
    value.kind === 'age' ? value.operator === '>' : value.kind === 'day' && /</.test(value.operator)
  return isBefore ? sql`${isMet} and ${isCreated(value)}` : isMet
}

/** The last block of a blocked person. A time that the last block is after is found by its index. */
function isBlockedIn(value: QueryValue): SQL {
  const isAfter =
    value.kind === 'age' ? value.operator === '<' : value.kind === 'day' && /^>/.test(value.operator)
  const time = isAfter
    ? sql`${users.uid} in (select uid from ${banReasons} where ${timeIn(sql`created_at`)(value)})`
    : timeIn(sql`(select max(b.created_at) from ${banReasons} b where b.uid = users.uid)`)(value)
  return sql`${users.isBanned} and ${time}`
}

const lastBlocker = sql`(select b.actor_uid from ${banReasons} b where b.uid = users.uid order by b.created_at desc, b.id limit 1)`

const fields = (caller: string, inList: Condition, extra: Condition): Readonly<Record<Field, Condition>> => ({
  status: (value) => (wordOf(value) === 'blocked' ? sql`${users.isBanned}` : sql`not ${users.isBanned}`),
  country: (value) => eq(users.country_code, wordOf(value)),
  created: isCreated,
  active: isActive,
  reports: withReports,
  reported: (value) =>
    sql`${users.uid} in (select reporting_uid from ${userReports} where ${timeIn(sql`created_at`)(value)})`,
  blocked: isBlockedIn,
  blocked_by: (value) => {
    const word = bare(wordOf(value))
    return sql`${users.isBanned} and ${isStaffMeant(lastBlocker, word === 'me' ? caller : word)}`
  },
  store: isTrue(eq(users.store_behavior, 1)),
  early_access: isTrue(eq(users.early_access, 1)),
  in: inList,
  x_: extra,
})

/** The people whom the filters of a query mean to the caller; undefined without filters. */
export async function peopleAmong(
  { db, staff }: Pick<Call, 'db' | 'staff'>,
  filters: readonly QueryFilter<Field>[],
): Promise<SQL | undefined> {
  if (filters.length === 0) return undefined
  const inList = await listCondition(
    db,
    filters,
    'people',
    byPeople((uids) => sql`${users.uid} in ${uids}`),
  )
  const extra = await extraCondition(db, 'user', filters)
  return and(isNull(users.deleted_at), conditionsOf(filters, fields(staff.uid, inList, extra)))
}
