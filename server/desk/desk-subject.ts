import { type DeskKind, deskClasses } from '@portreeve/contract/desk/desk-ranking'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { isoOf } from '../db/columns.ts'
import type { Reported, Subject } from '../people/measures/take-measure.ts'

/** The record of the audit log for each kind: the one that the case is about. */
export function subjectOf({
  kind,
  id,
  transaction,
  uid,
}: {
  kind: DeskKind
  id: string
  transaction: string | null
  uid: string | null
}) {
  if (kind === 'conversation') return ['conversation', id] as const
  if (kind === 'user_reports') return ['user', id] as const
  if (
    kind === 'appeal' ||
    ((kind === 'proposal' || (kind === 'rule' && transaction === null)) && uid !== null)
  )
    return uid === null ? undefined : (['user', uid] as const)
  if (kind === 'listing' || kind === 'listing_reports') return ['listing', id] as const
  if (kind === 'promotion') return ['promotion', id] as const
  return transaction === null ? undefined : (['transaction', transaction] as const)
}

/** The open reports about a person or a listing, also about a deleted one. */
export async function openReports(db: Db, [kind, id]: Subject): Promise<Reported> {
  if (kind !== 'user' && kind !== 'listing') return { harm: null, since: null, ids: [] }
  const about =
    kind === 'user' ? sql`user_reports r where reporting_uid` : sql`listing_reports r where post_key`
  const { rows } = await db.execute<{ class: number | null; since: string | null; ids: string[] }>(sql`
    select min(portreeve_class_rank(coalesce((select class from report_reasons where reason = portreeve_reason_words(r.report_reason_id)),
      portreeve_reason_class(portreeve_reason_words(r.report_reason_id)))))::int as class,
      min(created_at) as since, coalesce(array_agg(id order by created_at, id), '{}') as ids
    from ${about} = ${id} and status = 'open'`)
  const [found] = rows
  return {
    harm: deskClasses[found?.class ?? -1] ?? null,
    since: found?.since ? isoOf(found.since) : null,
    ids: found?.ids ?? [],
  }
}
