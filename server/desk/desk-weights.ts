import { namesOf } from '@portreeve/contract/base/own'
import type { DeskCase } from '@portreeve/contract/desk/desk'
import { DeskWeights, type ReportReason } from '@portreeve/contract/desk/desk-ranking'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { isReady, readCases } from './desk-cases.ts'
import { deskWeights, reportReasons } from './desk-tables.ts'
import type { Reader } from './sight/desk-sight.ts'

const { one: _one, ...columns } = getTableColumns(deskWeights)

/** The weights of the score. */
export async function readWeights(db: Db): Promise<DeskWeights> {
  const [row] = await db.select(columns).from(deskWeights)
  if (!row) throw new Error('The weights of the desk are missing: the first migration writes them')
  return row
}

const names = namesOf(DeskWeights.shape)
/** Cases that the preview shows. */
const shown = 10

/** The first cases by some weights, with the points that these give. */
export const firstBy = (db: Db, reader: Reader, weights: DeskWeights): Promise<DeskCase[]> =>
  readCases(
    db,
    reader.uid,
    sql`select c.kind, c.id, c.uid, c.post_key, c.transaction_id, c.cents, c.opened_at, c.deadline_at, c.reports, c.reporters, c.handled, c.upheld,
        c.priority, c.about, c.barred, c.assignee, c.claimed_until, c.snoozed_until, c.version, c.class, p.*, s.score, 1000 * p.band - s.score as place
      from desk_cases c
      cross join (select (true, ${sql.join(
        names.map((name) => sql`${weights[name]}::${sql.raw(name === 'money_full' ? 'bigint' : 'smallint')}`),
        sql`, `,
      )})::desk_weights as w) w
      cross join lateral portreeve_desk_points(w.w, now(), portreeve_desk_target(w.w, c.kind), c.class, c.deadline_at, c.cents,
        c.reports, c.handled, c.upheld, c.priority, c.opened_at, c.moved_at) p
      cross join lateral (select p.deadline_points + p.money_points + p.reporters_points + p.reports_points + p.priority_points + p.waiting_points as score) s
      where ${isReady(reader)} order by place, c.opened_at, c.id, c.kind limit ${shown}`,
  )

/** Computes every score again, after the weights changed. */
export const scoreAll = (db: Db) => db.execute(sql`select portreeve_desk_score(true, null)`)

/** The most reasons that the list has. */
const mostReasons = 500

/** The reasons of open reports and those with a chosen class. @param only the words of one */
export async function readReasons(db: Db, only?: string): Promise<ReportReason[]> {
  const { rows } = await db.execute<ReportReason & Record<string, unknown>>(sql`
    with used as (
      select portreeve_reason_words(report_reason_id) as reason, count(*)::int as open from (
        select report_reason_id from user_reports where status = 'open'
        union all select report_reason_id from listing_reports where status = 'open') r group by 1)
    select reason, coalesce(m.class, portreeve_reason_class(reason)) as class, m.class is not null as chosen, coalesce(u.open, 0) as open
    from used u full join report_reasons m using (reason)
    where ${only === undefined ? sql`true` : sql`reason = portreeve_reason_words(${only})`}
    order by 4 desc, 1 limit ${mostReasons}`)
  return rows
}

/**
 * Chooses the class of a reason, or leaves it to its words, and moves the cases with such reports. No report comes or changes
 * meanwhile: it would have the class of before.
 */
export async function chooseClass(
  db: Db,
  reason: string,
  chosen: ReportReason['class'] | null,
): Promise<void> {
  await db.execute(sql`lock table user_reports, listing_reports in share mode`)
  const words = sql`portreeve_reason_words(${reason})`
  if (chosen === null) await db.delete(reportReasons).where(sql`reason = ${words}`)
  else
    await db
      .insert(reportReasons)
      .values({ reason: words, class: chosen })
      .onConflictDoUpdate({ target: reportReasons.reason, set: { class: chosen } })
  await db.execute(
    sql`select portreeve_desk_compare(kind) from unnest(array['conversation', 'listing_reports', 'user_reports']) kind`,
  )
}
