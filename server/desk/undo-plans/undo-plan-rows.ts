import type { UndoPlan, UndoRow, UndoStanding } from '@portreeve/contract/desk/undo-plans'
import { undoneAlone } from '@portreeve/contract/desk/undo-plans'
import { type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { page, pageSize, placeOf } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'
import { recordTitle } from '../../staff/audit-rows.ts'

type Stored = Omit<UndoPlan, 'needs_second' | 'counts' | 'from' | 'to' | 'made_at'> & {
  from: string | null
  to: string | null
  made_at: string
  counts: Partial<Record<UndoStanding, number>> | null
  alone: number
}

const named = (uid: SQL) =>
  sql`json_build_object('uid', ${uid}, 'name', (select coalesce(display_name, email) from staff where uid = ${uid}))`

/** How many actions the plans of the maker undo without a second person since a day ago. */
const alone = sql`(select count(*)::int from undo_plans o
  join bulk_jobs j on j.id = o.job_id join undo_plan_rows r on r.plan_id = o.id
  where o.approved_by is null and j.created_at > now() - interval '1 day' and o.made_by = p.made_by and r.standing = 'can')`

/** An approval holds while its colleague could give it; that of a plan that has started stays. */
const isApproved = sql`p.approved_by is not null and (p.job_id is not null or exists (
  select from staff where uid = p.approved_by and not disabled and portreeve_may(role, 'staff.manage')))`

/** Plans that a condition meets, the newest first. */
export async function readPlans(db: Db, where: SQL, limit: number): Promise<UndoPlan[]> {
  const { rows } = await db.execute<Stored>(sql`
    select p.id, p.whose as of, p.from_at::text as from, p.to_at::text as to, p.reason, p.made_at::text, p.job_id, ${named(sql`p.made_by`)} as by,
      case p.whose ->> 'kind' when 'staff' then (select coalesce(display_name, email) from staff where uid = p.whose ->> 'id') end as name,
      case when ${isApproved} then jsonb_build_object('at', to_char(p.approved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        || ${named(sql`p.approved_by`)}::jsonb end as approved,
      (select json_object_agg(standing, n) from (select standing, count(*)::int as n from undo_plan_rows where plan_id = p.id group by standing) c) as counts,
      case when p.job_id is null then ${alone} else 0 end as alone
    from (select * from undo_plans where ${where} order by made_at desc, id limit ${limit}) p order by p.made_at desc, p.id`)
  return rows.map(({ from, to, made_at, counts, alone, ...plan }) => {
    const all = { can: 0, newer: 0, final: 0, undone: 0, nothing: 0, ...counts }
    return {
      ...plan,
      from: from && isoOf(from),
      to: to && isoOf(to),
      made_at: isoOf(made_at),
      counts: all,
      needs_second: all.can > 0 && all.can + alone > undoneAlone,
    }
  })
}

/** The people of the marketplace whom a record concerns, and the colleague who holds it. */
const concerned = sql`
  select 'user' as kind, a.subject_id as id where a.subject_kind = 'user'
  union select 'user', creator_uid from posts where a.subject_kind = 'listing' and key = a.subject_id
  union select 'user', owner_uid from promoted_posts where a.subject_kind = 'promotion' and id = a.subject_id
  union select 'user', creator_uid from questions where a.subject_kind = 'question' and id = a.subject_id
  union select 'user', buyer_uid from orders where a.subject_kind = 'order' and id = a.subject_id
  union select 'user', unnest(array[purchaser_uid, seller_uid]) from transactions where a.subject_kind = 'transaction' and id = a.subject_id
  union select case when m.uid = s.account then 'staff' else 'user' end, case when m.uid = s.account then s.assignee else m.uid end
    from conversation_members m join conversation_states s using (conversation_id)
    where a.subject_kind = 'conversation' and m.conversation_id = a.subject_id
  union select 'staff', a.subject_id where a.subject_kind = 'staff'
  union select 'staff', n.actor_uid where n.id is not null`

const titleOf = recordTitle(sql`a`)

type Read = Omit<UndoRow, 'done_at' | 'newer' | 'audit'> & {
  audit: string
  done_at: string
  newer: UndoRow['newer']
}

/** A page of the actions of a plan, with the results of its job. */
export async function readRows(
  call: Call,
  plan: string,
  standing: UndoStanding | undefined,
  cursor: string | undefined,
): Promise<UndoRow[]> {
  const after = cursor === undefined ? 0 : Number(placeOf(cursor).id) || 0
  const { rows } = await call.db.execute<Read>(sql`
    select r.at, a.id::text as audit, a.at::text as done_at, ${named(sql`a.actor_uid`)} as by, a.action, r.standing, r.words, r.instead,
      case when a.subject_kind is not null then json_build_object('kind', a.subject_kind, 'id', a.subject_id, 'name', ${titleOf}) end as subject,
      case when n.id is not null then json_build_object('by', ${named(sql`n.actor_uid`)}, 'action', n.action,
        'at', to_char(n.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as newer,
      coalesce((select json_agg(json_build_object('kind', c.kind, 'id', c.id, 'name', case c.kind
          when 'user' then (select display_name from users where uid = c.id)
          else (select coalesce(display_name, email) from staff where uid = c.id) end) order by c.kind desc, c.id)
        from (${concerned}) c where c.id is not null and r.standing in ('can', 'newer', 'final')), '[]') as tell,
      case when b.at is not null then json_build_object('state', case b.state when 'sent' then 'pending' else b.state end, 'words', b.words) end as result
    from undo_plan_rows r join undo_plans p on p.id = r.plan_id join audit a on a.id = r.audit_id
    left join audit n on n.id = r.newer_id
    left join bulk_rows b on b.job_id = p.job_id and b.at = r.at
    where r.plan_id = ${plan} and r.at > ${after} and (${standing ?? null}::text is null or r.standing = ${standing ?? null})
    order by r.at limit ${pageSize + 1}`)
  return page(call, rows, ({ at }) => ({ time: null, id: String(at) })).map((row) => ({
    ...row,
    audit: Number(row.audit),
    done_at: isoOf(row.done_at),
  }))
}
