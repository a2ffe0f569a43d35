import { api } from '@portreeve/contract'
import { may } from '@portreeve/contract/base/rights'
import {
  type AuditFilter,
  type AuditRow,
  checkAction,
  decidingGroups,
  type TimelineEntry,
  undeciding,
} from '@portreeve/contract/staff/audit'
import { noteAction } from '@portreeve/contract/staff/notes'
import type { Me } from '@portreeve/contract/staff/staff'
import { privateGroups } from '@portreeve/contract/staff/timeline'
import { and, desc, eq, gte, inArray, isNotNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { audit, staff } from '../db/system-tables.ts'

/** Audited reading calls: they show private records. */
export const reads = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls)
    .filter(([, { method }]) => method === 'GET')
    .map(([name]) => `${group}.${name}`),
)

/** The audited calls that show something private. */
export const looks = [...reads, ...undeciding.looks]

/** The calls that decide something, by the names of their audit rows. */
export const decisions = decidingGroups.flatMap((group) =>
  Object.keys(api[group])
    .map((name) => `${group}.${name}`)
    .filter((name) => !([...looks, ...undeciding.work] as string[]).includes(name)),
)

/** The condition of rows that changed their record: no read, no word about it, and no use of it. */
export const isChange = and(
  notInArray(audit.action, [...reads, noteAction, checkAction]),
  or(isNotNull(audit.before), isNotNull(audit.after)),
)

/** Maximum characters of before and after together in a list; a deleted template may have a megabyte. */
const longest = 50_000

const isLong = sql<boolean>`coalesce(octet_length(${audit.before}::text), 0) + coalesce(octet_length(${audit.after}::text), 0) > ${longest}`
const unlessLong = (column: typeof audit.before | typeof audit.after) =>
  sql<unknown>`case when ${isLong} then null else ${column} end`

const columns = {
  id: audit.id,
  at: audit.at,
  uid: audit.actor_uid,
  role: audit.actor_role,
  action: audit.action,
  kind: audit.subject_kind,
  subject: audit.subject_id,
  reason: audit.reason,
  address: audit.address,
  request_id: audit.request_id,
}

/** The title of a row's record, or the name of its person, as it is now. @param a the table or alias of the audit rows */
export const recordTitle = (a: SQL) => sql<string | null>`case ${a}.subject_kind
  when 'user' then (select display_name from users where uid = ${a}.subject_id)
  when 'listing' then (select title from posts where key = ${a}.subject_id)
  when 'promotion' then (select post_title from promoted_posts where id = ${a}.subject_id)
  when 'transaction' then (select product_title from transactions where id = ${a}.subject_id)
  when 'question' then (select title from questions where id = ${a}.subject_id)
  when 'collection' then (select title from collections where id = ${a}.subject_id)
  when 'macro' then coalesce((select title from macros where id = ${a}.subject_id), ${a}.before ->> 'title', ${a}.after ->> 'title')
  when 'keyword' then coalesce((select preferred_term from keywords where id = ${a}.subject_id),
    ${a}.before ->> 'preferred_term', ${a}.after ->> 'preferred_term')
  when 'staff' then (select coalesce(s.display_name, s.email) from staff s where s.uid = ${a}.subject_id) end`

/** The currency of the amounts of a row: that of its transaction or order; null for other records. @param a the table or alias of the audit rows */
export const recordCurrency = (a: SQL) => sql<string | null>`case ${a}.subject_kind
  when 'transaction' then (select currency from transactions where id = ${a}.subject_id)
  when 'order' then coalesce((select currency from orders where id = ${a}.subject_id),
    (select currency from transactions where order_id = ${a}.subject_id limit 1)) end`

/** Audit rows with their actors' names, newest first. @param whole includes long before and after */
export const findAuditRows = (db: Db, where: SQL | undefined, limit: number, whole = false) =>
  db
    .select({
      ...columns,
      title: recordTitle(sql`audit`),
      currency: recordCurrency(sql`audit`),
      name: sql<string | null>`coalesce(${staff.displayName}, ${staff.email})`,
      before: whole ? audit.before : unlessLong(audit.before),
      after: whole ? audit.after : unlessLong(audit.after),
      /** Whether before and after are too long for a list. */
      long: whole ? sql<boolean>`false` : isLong,
      erased: sql<boolean>`${audit.erased} is not null`,
    })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(where)
    .orderBy(desc(audit.id))
    .limit(limit)

type Found = Awaited<ReturnType<typeof findAuditRows>>[number]

/** An audit entry as the reader may see it: of private records only that the action was done. */
export function timelineEntryFor(reader: Me, row: Found): TimelineEntry {
  const group = row.action.split('.')[0] ?? ''
  const needed = Object.hasOwn(privateGroups, group)
    ? privateGroups[group as keyof typeof privateGroups]
    : undefined
  const hidden = needed && !may(reader, needed)
  const left_out = row.erased ? 'erased' : hidden ? 'private' : row.long ? 'long' : null
  return {
    id: row.id,
    at: row.at,
    by: { uid: row.uid, name: row.name, role: row.role },
    action: row.action,
    reason: left_out === 'private' ? null : row.reason,
    before: left_out ? null : row.before,
    after: left_out ? null : row.after,
    left_out,
    ...(row.currency !== null && { currency: row.currency }),
  }
}

/** The same with its record and the caller's address. */
export const rowFor = (reader: Me, row: Found): AuditRow => ({
  ...timelineEntryFor(reader, row),
  subject:
    row.kind === null
      ? null
      : { kind: row.kind, id: row.subject ?? '', ...(row.title !== null && { title: row.title }) },
  address: row.address,
  request_id: row.request_id,
})

/** Rows older than the last row of the previous page. Refuses a cursor that this server did not give. */
export function olderThan(cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  if (!/^\d{1,15}$/.test(cursor))
    refuse('malformed', 'Malformed request', "The query's 'cursor' is none that this server gave.")
  return lt(audit.id, Number(cursor))
}

/** Cuts a page out of rows that were read with one extra, and sets the cursor of the next page. */
export function pageOfAuditRows(call: Pick<Call, 'more'>, rows: Found[], size: number): Found[] {
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  if (rows.length > size && last) call.more(String(last.id))
  return shown
}

/**
 * The conditions of a filter. Row numbers follow time, so times are converted to numbers first: the index scan from the
 * newest to the oldest row then starts and stops at these times.
 */
export function matchingAuditRows(filter: AuditFilter): SQL | undefined {
  const { actor, kind, id, action, what, from, to, cursor } = filter
  if (id !== undefined && kind === undefined)
    refuse('malformed', 'Malformed request', "The query's 'id' needs 'kind' beside it.")
  const bound = (edge: SQL) => sql`${audit.id} ${edge}`
  return and(
    actor === undefined
      ? undefined
      : // A value that the planner knows, or at least a single value: with two, the index would not give the newest first.
        actor.includes('@')
        ? sql`${audit.actor_uid} = coalesce(
            (select uid from staff where email = ${actor.trim().toLowerCase()}), ${actor})`
        : eq(audit.actor_uid, actor),
    kind === undefined ? undefined : eq(audit.subject_kind, kind),
    id === undefined ? undefined : eq(audit.subject_id, id),
    action === undefined ? undefined : eq(audit.action, action),
    what === undefined ? undefined : inArray(audit.action, what === 'looks' ? looks : decisions),
    from === undefined
      ? undefined
      : and(
          gte(audit.at, from),
          bound(sql`>= (select id from audit where at >= ${from} order by at, id limit 1)`),
        ),
    to === undefined
      ? undefined
      : and(
          lt(audit.at, to),
          bound(sql`<= (select id from audit where at < ${to} order by at desc, id desc limit 1)`),
        ),
    olderThan(cursor),
  )
}
