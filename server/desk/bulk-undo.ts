import { and, eq, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { withdraw } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { bulkJobs as jobs, bulkRows as rows } from './bulk-tables.ts'

/** Ends a locked job before its first row. Refuses with conflict when it is too late. */
export async function undoBefore(db: Db, id: string) {
  const [job] = await db.select({ operation: jobs.hold_operation }).from(jobs).where(eq(jobs.id, id))
  if (!job?.operation || !(await withdraw(db, job.operation, 'Undone')))
    refuse('conflict', 'Too late', 'The first messages are sent. Stop the job to keep the others.')
  await db
    .update(jobs)
    .set({ state: 'undone', words: null, ended_at: new Date().toISOString() })
    .where(eq(jobs.id, id))
}

/** Stops a locked job and marks what it has done to be undone. */
export async function startUndo(db: Db, id: string) {
  await db
    .update(jobs)
    .set({ state: 'undoing', words: null, ended_at: null, undone_by: null, undo_reason: null })
    .where(eq(jobs.id, id))
  await db
    .update(rows)
    .set({ state: 'undoing' })
    .where(and(eq(rows.job_id, id), eq(rows.state, 'done')))
}

/** Marks rows of a locked job to be undone by the caller, and returns how many: those that are done. */
export async function startUndoOfRows(
  { db, staff: { uid } }: Call,
  id: string,
  places: readonly number[],
  reason: string,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    update bulk_rows set state = 'undoing', words = null where job_id = ${id} and state in ('done', 'kept')
      and at in (select jsonb_array_elements_text(${JSON.stringify(places)}::jsonb)::int)`)
  await db
    .update(jobs)
    .set({ state: 'undoing', words: null, ended_at: null, undone_by: uid, undo_reason: reason })
    .where(eq(jobs.id, id))
  return rowCount ?? 0
}
