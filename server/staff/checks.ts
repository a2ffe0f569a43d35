import { type AuditRow, type Check, checkAction } from '@portreeve/contract/staff/audit'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { isoOf } from '../db/columns.ts'
import { audit, staff } from '../db/system-tables.ts'
import { decisions } from './audit-rows.ts'

/** Audit rows with what colleagues say about those that are decisions: the newest word of each colleague, oldest first. */
export async function withChecks(db: Db, rows: AuditRow[]): Promise<AuditRow[]> {
  const decided = rows.filter(({ action, subject }) => subject !== null && decisions.includes(action))
  if (decided.length === 0) return rows
  const asked = decided.map(({ id, subject }) => ({ id, kind: subject?.kind, of: subject?.id }))
  const { rows: found } = await db.execute<{
    decision: number
    uid: string
    name: string | null
    at: string
    agrees: boolean
    comment: string | null
  }>(sql`
    select distinct on (d.id, a.actor_uid) d.id::float8 as decision, a.actor_uid as uid, coalesce(s.display_name, s.email) as name,
      a.at::text as at, (a.after->>'agrees')::boolean as agrees, a.reason as comment
    from json_to_recordset(${JSON.stringify(asked)}::json) as d(id bigint, kind text, "of" text)
    join ${audit} a on a.subject_kind = d.kind and a.subject_id = d."of" and a.id > d.id
      and a.action = ${checkAction} and (a.after->>'decision')::bigint = d.id
    left join ${staff} s on s.uid = a.actor_uid
    order by d.id, a.actor_uid, a.id desc`)
  const of = new Map<number, Check[]>()
  for (const { decision, uid, name, at, ...word } of found)
    of.set(decision, [...(of.get(decision) ?? []), { by: { uid, name }, at: isoOf(at), ...word }])
  return rows.map((row) => (decided.includes(row) ? { ...row, checks: of.get(row.id) ?? [] } : row))
}
