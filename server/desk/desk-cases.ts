import {
  absentHours,
  type CaseRef,
  type DeskCase,
  type DeskCounts,
  type DeskView,
  maxDeskCount,
} from '@portreeve/contract/desk/desk'
import { type DeskKind, deskClasses } from '@portreeve/contract/desk/desk-ranking'
import { type SQL, sql } from 'drizzle-orm'
import { placeOf } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { isoOf } from '../db/columns.ts'
import { isShownTo } from '../listings/second-looks/looking.ts'
import { differenceCurrency } from '../money/ledger/differences.ts'
import { tookPart } from '../people/measures/measure-tables.ts'
import { deputyOf, worksFor } from '../staff/absences.ts'
import { isProposedTo } from './proposals/proposal-tables.ts'
import { isSeen, type Reader } from './sight/desk-sight.ts'

/** Whether a staff member, by the alias of their row, has not called for days, or cannot sign in. */
const isGone = (s: SQL) =>
  sql`(${s}.disabled or coalesce(${s}.last_seen_at, ${s}.created_at) < now() - interval '${sql.raw(String(absentHours))} hours')`
/** The staff members whose work is free for others: nobody hears from them and, if they are away, from their deputy. */
const absent = sql`array(select s.uid from staff s left join staff_away a on a.uid = s.uid left join staff d on d.uid = a.deputy
  where case when a.uid is null then ${isGone(sql`s`)}
    else d.uid is null or ${isGone(sql`d`)} or d.uid in (select uid from staff_away) end)`
/** The staff member to whom a case is assigned: a claim that has expired does not count. */
export const assigned = sql`case when c.claimed_until is null or c.claimed_until > now() then c.assignee end`
/** The staff member who has a case: the assignee, or their deputy. One who is absent has none. */
export const holder = sql`case when (c.claimed_until is null or c.claimed_until > now()) and c.assignee <> all(${absent})
  then coalesce(${deputyOf(sql`c.assignee`)}, c.assignee) end`
/** Cases that a staff member may be shown, and that are not over. */
export const isOpen = (reader: Reader) =>
  sql`((c.ends_at is null or c.ends_at > now()) and ${isShownTo(reader.uid)} and ${isProposedTo(reader.uid)} and ${isSeen(reader)})`
/**
 * Cases that can be worked on now. Compare bare columns: with `case` or `coalesce` the planner sorts all cases instead of using the
 * order of the index.
 */
export const isReady = (reader: Reader) =>
  sql`${isOpen(reader)} and (c.snoozed_until is null or c.snoozed_until <= now())`
/** Cases that no one has. */
export const isFree = sql`(c.assignee is null or c.claimed_until <= now() or c.assignee = any(${absent}))`
/** The order of the desk, in the form that the index desk_cases_first serves for one kind. */
export const byPlace = sql`c.place, c.opened_at, c.id`

/** The condition of each view for a staff member. */
const views: Record<DeskView, (reader: Reader) => SQL> = {
  all: isReady,
  mine: (reader) =>
    sql`${isReady(reader)} and c.assignee = any(${worksFor(reader.uid)}) and (c.claimed_until is null or c.claimed_until > now())`,
  unassigned: (reader) => sql`${isReady(reader)} and ${isFree}`,
  snoozed: (reader) => sql`${isOpen(reader)} and c.snoozed_until > now()`,
}

/** Whether a staff member may not decide a case: they requested it, or took part in the decision that an appeal is about. */
export const isBarred = (uid: string) => sql`coalesce(c.barred = ${uid}, c.kind = 'appeal' and exists (
  select from appeals a join measures m on m.id = a.about where a.id = c.id and ${tookPart(uid)}))`

interface Row
  extends Record<string, unknown>,
    Omit<
      DeskCase,
      'points' | 'class' | 'backlog' | 'person' | 'other' | 'assignee' | 'absent' | 'away' | 'priority'
    > {
  /** Places among `deskClasses`; the band of the backlog comes after them. */
  class: number
  band: number
  deadline_points: number
  money_points: number
  reporters_points: number
  reports_points: number
  priority_points: number
  waiting_points: number
  uid: string | null
  name: string | null
  other_uid: string | null
  other_name: string | null
  /** The one to whom it is assigned, and the one who has it. */
  assigned: string | null
  holder: string | null
  assigned_name: string | null
  holder_name: string | null
  priority: 0 | 1 | 2
}

const iso = (time: string | null) => (time === null ? null : isoOf(time))

const caseOf = (row: Row): DeskCase => ({
  kind: row.kind,
  id: row.id,
  score: row.score,
  level: row.level,
  class: deskClasses[row.class] ?? 'other',
  backlog: row.band >= deskClasses.length,
  points: {
    deadline: row.deadline_points,
    money: row.money_points,
    reporters: row.reporters_points,
    reports: row.reports_points,
    priority: row.priority_points,
    waiting: row.waiting_points,
  },
  person: row.uid === null ? null : { uid: row.uid, name: row.name },
  other: row.other_uid === null ? null : { uid: row.other_uid, name: row.other_name },
  picture: row.picture,
  title: row.title,
  listing: row.listing,
  transaction: row.transaction,
  cents: row.cents,
  ...(row.currency && { currency: row.currency }),
  opened_at: isoOf(row.opened_at),
  deadline_at: iso(row.deadline_at),
  reports: row.reports,
  reporters: row.reporters,
  handled: row.handled,
  upheld: row.upheld,
  priority: (['normal', 'high', 'urgent'] as const)[row.priority],
  about: row.about,
  barred: row.barred,
  assignee: row.holder === null ? null : { uid: row.holder, name: row.holder_name },
  away:
    row.assigned === null || row.holder === null || row.holder === row.assigned
      ? null
      : { uid: row.assigned, name: row.assigned_name },
  absent:
    row.assigned === null || row.holder !== null ? null : { uid: row.assigned, name: row.assigned_name },
  claimed_until: row.holder === null ? null : iso(row.claimed_until),
  snoozed_until: iso(row.snoozed_until),
  version: row.version,
})

/** Reads chosen cases with the names of their people and the titles of their listings. @param chosen a query of `desk_cases` rows */
export async function readCases(db: Db, uid: string, chosen: SQL): Promise<DeskCase[]> {
  const { rows } = await db.execute<Row>(sql`
    select c.kind, c.id, c.score, c.class, c.band, c.deadline_points, c.money_points, c.reporters_points, c.reports_points, c.priority_points, c.waiting_points,
      least(5, ceil(5.0 * c.score / greatest(1, w.deadline, w.money, w.reporters, w.reports, w.priority, w.waiting)))::int as level,
      c.uid, u.display_name as name, o.uid as other_uid, o.display_name as other_name,
      left(coalesce(r.post_title, p.title, t.product_title), 1000) as title,
      coalesce(r.post_thumbnail_image_path, p.thumbnail_image_url, t.product_thumbnail_path) as picture,
      c.post_key as listing, c.transaction_id as transaction, c.cents::float8 as cents,
      coalesce(t.currency, case c.kind when 'chargeback' then (select currency from chargebacks where id = c.id)
        when 'difference' then (select ${differenceCurrency(sql`d`)} from ledger_differences d where d.id = c.id) end) as currency, c.opened_at, c.deadline_at,
      c.reports, c.reporters, c.handled, c.upheld, c.priority, left(coalesce(c.about, f.text, m.last_message), 2000) as about, ${isBarred(uid)} as barred,
      ${assigned} as assigned, ${holder} as holder, coalesce(s.display_name, s.email) as assigned_name,
      coalesce(h.display_name, h.email) as holder_name, c.claimed_until,
      case when c.snoozed_until > now() then c.snoozed_until end as snoozed_until, c.version
    from (${chosen}) c
    cross join desk_weights w
    left join users u on u.uid = c.uid
    left join posts p on p.key = c.post_key
    left join promoted_posts r on c.kind = 'promotion' and r.id = c.id
    left join transactions t on t.id = c.transaction_id
    left join users o on o.uid = case when t.purchaser_uid = c.uid then t.seller_uid else t.purchaser_uid end
    left join conversations m on c.kind = 'conversation' and m.id = c.id
    left join lateral (
      select x.text from messages x where c.kind = 'conversation' and x.conversation_id = c.id and x.date >= c.opened_at and x.text <> ''
        and not exists (select from staff t where t.uid = x.sender_id) order by x.date, x.id limit 1) f on true
    left join staff s on s.uid = c.assignee
    left join staff h on h.uid = ${holder}
    order by ${byPlace}, c.kind`)
  return rows.map(caseOf)
}

/** The place of a case in the list, for the cursor: its place on the desk and its kind, before its id. */
export const placeIn = (row: DeskCase) => ({
  time: row.opened_at,
  id: [placeOn(row), row.kind, row.id].join(' '),
})
/** As `desk_cases.place` computes it. */
const placeOn = ({ backlog, class: own, score }: DeskCase) =>
  1000 * (backlog ? deskClasses.length : deskClasses.indexOf(own)) - score

/** One view of the caller's kinds, the first band and in it the highest score first. Each kind is read in the order of its index. */
export function listCases(
  db: Db,
  reader: Reader,
  {
    view,
    kinds,
    cursor,
    limit,
  }: { view: DeskView; kinds: DeskKind[]; cursor: string | undefined; limit: number },
): Promise<DeskCase[]> {
  const where = sql`${views[view](reader)} and ${after(cursor)}`
  // 'mine' and 'snoozed' return few rows: one index scan is enough.
  const chosen =
    view === 'mine' || view === 'snoozed'
      ? sql`select * from desk_cases c where c.kind = any(${sql.param(kinds)}) and ${where} order by ${byPlace}, c.kind limit ${limit}`
      : sql`select c.* from unnest(${sql.param(kinds)}::text[]) k(kind) cross join lateral (
          select * from desk_cases c where c.kind = k.kind and ${where} order by ${byPlace} limit ${limit}) c
          order by ${byPlace}, c.kind limit ${limit}`
  return readCases(db, reader.uid, chosen)
}

/** The condition of the rows after a cursor. */
function after(cursor: string | undefined): SQL {
  if (cursor === undefined) return sql`true`
  const { time, id } = placeOf(cursor)
  const [place = '', kind = '', ...rest] = id.split(' ')
  if (!/^-?\d{1,6}$/.test(place))
    refuse('malformed', 'Malformed request', "The query's 'cursor' is none that this server gave.")
  return sql`(c.place, c.opened_at, c.id, c.kind) > (${Number(place)}::int, ${time}::timestamptz, ${rest.join(' ')}, ${kind})`
}

export const noCase = () => refuse('not_found', 'No such case', 'This case is decided, or there was none.')
/** An open case. Refuses with not_found. */
export async function getCase(db: Db, reader: Reader, { kind, id }: CaseRef): Promise<DeskCase> {
  const [found] = await readCases(
    db,
    reader.uid,
    sql`select * from desk_cases c where c.kind = ${kind} and c.id = ${id} and ${isOpen(reader)}`,
  )
  return found ?? noCase()
}

/** Counts the open cases of some kinds, by kind and by view. Each count reads one index in order, and stops at the limit. */
export async function countCases(db: Db, reader: Reader, kinds: DeskKind[]): Promise<DeskCounts> {
  const most = sql.raw(String(maxDeskCount))
  // In the order of the index: without an order the planner reads the whole table to find that a kind has no case.
  const count = (where: SQL) =>
    sql`(select count(*)::int from (select 1 from desk_cases c where ${where} order by ${byPlace} limit ${most}) one)`
  const own = sql`c.kind = any(${sql.param(kinds)}::text[])`
  const { rows } = await db.execute<{ kinds: Record<DeskKind, number> } & Record<DeskView, number>>(sql`
    select coalesce(json_object_agg(kind, ready), '{}') as kinds, least(coalesce(sum(ready), 0), ${most})::int as "all",
      least(coalesce(sum(free), 0), ${most})::int as unassigned,
      ${count(sql`${own} and ${views.mine(reader)}`)} as mine, ${count(sql`${own} and ${views.snoozed(reader)}`)} as snoozed
    from (select k.kind, ${count(sql`c.kind = k.kind and ${isReady(reader)}`)} as ready,
        ${count(sql`c.kind = k.kind and ${views.unassigned(reader)}`)} as free
      from unnest(${sql.param(kinds)}::text[]) k(kind) offset 0) counted`)
  const { kinds: byKind, ...counted } = rows[0] ?? { kinds: {}, all: 0, mine: 0, unassigned: 0, snoozed: 0 }
  return { kinds: byKind, views: counted }
}
