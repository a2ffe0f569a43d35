import type { Me } from '@portreeve/contract/staff/staff'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { audit, staff as colleagues } from '../../db/system-tables.ts'
import { ago } from '../../staff/last-change.ts'
import { staffName } from '../../staff/staff-name.ts'
import type { SingleCall } from '../bulk-calls.ts'
import type { bulkJobs, bulkRows } from '../bulk-tables.ts'
import { judge } from './undo-judge.ts'
import { readDone } from './undo-reading.ts'
import { undoPlanRows, undoPlans } from './undo-tables.ts'

type Job = typeof bulkJobs.$inferSelect
type Row = typeof bulkRows.$inferSelect

/**
 * The calls that undo an action of a plan, and their reason. The action is judged again, with its record locked: what has changed
 * since the plan was made is refused with conflict, and stays.
 */
export async function undoCalls(
  db: Db,
  job: Job,
  row: Row,
  starter: Me,
): Promise<{ calls: SingleCall[]; reason: string }> {
  const [plan] = await db.select().from(undoPlans).where(eq(undoPlans.job_id, job.id))
  const [done] = await readDone(db, sql`id = ${row.subject_id}::bigint`, 1)
  if (!plan || !done)
    return refuse('conflict', 'Nothing to undo', 'The plan or the action does not exist any more.')
  const reason = `Undo plan ${plan.id}: ${plan.reason}`
  const [judged] = await judge(db, starter, [done], reason, true)
  if (judged?.calls) return { calls: judged.calls, reason }
  const by = judged?.newer ? ` ${await whoDid(db, judged.newer.id)}` : ''
  return refuse('conflict', 'Not undone', `${judged?.words ?? ''}${by}`)
}

async function whoDid(db: Db, id: number): Promise<string> {
  const [row] = await db
    .select({
      name: staffName(colleagues, audit.actor_uid),
      seconds: sql<number>`extract(epoch from clock_timestamp() - ${audit.at})::float8`,
    })
    .from(audit)
    .leftJoin(colleagues, eq(colleagues.uid, audit.actor_uid))
    .where(eq(audit.id, id))
  return row ? `${row.name} changed the record ${ago(row.seconds)}.` : ''
}

/** Notes that an action is undone, in the transaction that undoes it. */
export const markUndone = (db: Db, job: Job, { at }: Row) =>
  db
    .update(undoPlanRows)
    .set({ undone_at: new Date().toISOString() })
    .where(
      and(
        sql`${undoPlanRows.plan_id} = (select id from undo_plans where job_id = ${job.id})`,
        eq(undoPlanRows.at, at),
      ),
    )
