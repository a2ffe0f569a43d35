import { type DeskKind, deskClasses } from '@portreeve/contract/desk/desk-ranking'
import type { HarmClass } from '@portreeve/contract/people/policies'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

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
  if (kind === 'appeal') return uid === null ? undefined : (['user', uid] as const)
  if (kind === 'listing' || kind === 'listing_reports') return ['listing', id] as const
  if (kind === 'promotion') return ['promotion', id] as const
  return transaction === null ? undefined : (['transaction', transaction] as const)
}

/** The class of the greatest harm that open reports name of a person or a listing, also of a deleted one; null without an open report. */
export async function reportedHarm(
  db: Db,
  [kind, id]: readonly ['user' | 'listing', string],
): Promise<HarmClass | null> {
  const about =
    kind === 'user' ? sql`user_reports r where reporting_uid` : sql`listing_reports r where post_key`
  const { rows } = await db.execute<{ class: number | null }>(sql`
    select min(portreeve_class_rank(coalesce((select class from report_reasons where reason = portreeve_reason_words(r.report_reason_id)),
      portreeve_reason_class(portreeve_reason_words(r.report_reason_id)))))::int as class
    from ${about} = ${id} and status = 'open'`)
  return deskClasses[rows[0]?.class ?? -1] ?? null
}
