import { bulkPermission } from '@portreeve/contract/desk/bulk'
import type { Me } from '@portreeve/contract/staff/staff'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context, OperationKind } from '../core/call/context.ts'
import type { Group } from '../core/call/implement.ts'
import { demand } from '../core/call/rights.ts'
import { runIn } from '../core/call/transact.ts'
import type { Db, Transaction } from '../core/database/db.ts'
import { sentinelRefusal } from '../core/http/sentinel.ts'
import { publish } from '../core/live/live.ts'
import { Again, Later, NotYet } from '../core/operations/operations.ts'
import { answerLater } from '../core/operations/settle.ts'
import { diskFull, isConflict, refusalOf } from '../core/refusal-of.ts'
import { KeptRefusal, RefusalError, refuse } from '../core/refuse.ts'
import { callerOfRow } from '../db/staff-rights.ts'
import { staff as table } from '../db/system-tables.ts'
import { holdRows } from '../staff/hold-times.ts'
import { callOf, type SingleCall, undoOf } from './bulk-calls.ts'
import { heldAfterEnd, jobFor } from './bulk-jobs.ts'
import { bulkJobs as jobs, bulkRows as rows } from './bulk-tables.ts'
import { markUndone, undoCalls } from './undo-plans/undo-run.ts'

/** Milliseconds after which a job gives its slot to another operation: less than the lease, and than a caller waits. */
const turn = 2000
/** Milliseconds between two live events about a running job: pages follow it, and none is flooded. */
const tellEvery = 500
/** Seconds for which a page that connects later receives the event; its own reading of the job is newer. */
const toldFor = 10
/** Rows that are read at once. */
const batch = 50

type Job = typeof jobs.$inferSelect
type Row = typeof rows.$inferSelect

/** The starter, or the colleague who undoes, has lost the permission: the job stops. Its rows wait; those of an undo are kept. */
class RightsLost extends Error {}

/**
 * Locks a row that still waits, in the transaction of its action, and reads the starter, or who undoes, with their present role. Returns undefined
 * when the job was stopped, or another process has done the row.
 */
async function claim(tx: Transaction, job: Job, { at, state }: Row): Promise<Me | undefined> {
  const [taken] = await tx
    .select({
      starter: callerOfRow,
    })
    .from(rows)
    .innerJoin(jobs, and(eq(jobs.id, rows.job_id), eq(jobs.state, job.state)))
    .leftJoin(table, eq(table.uid, (job.state === 'undoing' && job.undone_by) || job.started_by))
    .where(and(eq(rows.job_id, job.id), eq(rows.at, at), eq(rows.state, state)))
    .for('update', { of: rows })
  if (!taken) return undefined
  const who = job.state === 'undoing' && job.undone_by ? 'The colleague who undoes it' : 'Its starter'
  if (!taken.starter || taken.starter.disabled) throw new RightsLost(`${who} is no longer on the staff.`)
  const { disabled: _, ...staff } = taken.starter
  try {
    demand(staff, bulkPermission(job.action))
  } catch (error) {
    throw error instanceof RefusalError ? new RightsLost(error.message) : error
  }
  return staff
}

const write = (db: Db, { job_id, at }: Row, set: Partial<Row>) =>
  db
    .update(rows)
    .set(set)
    .where(and(eq(rows.job_id, job_id), eq(rows.at, at)))

/** What a handler's result means for its row. */
function resultOf(result: unknown, isUndo: boolean): Partial<Row> {
  const settled_at = new Date().toISOString()
  if (result instanceof Later) return { state: 'sent', operation_id: result.operationId }
  if (result instanceof KeptRefusal) return { state: 'refused', words: result.message, settled_at }
  return { state: isUndo ? 'undone' : 'done', settled_at }
}

/** The fault of a sentinel, as the single call would have it. */
function misbehave(ctx: Context, method: string, path: string, params: Record<string, string>) {
  const called = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
  const fault = ctx.sentinel?.(method, called, {})
  if (fault && fault !== 'slow') throw sentinelRefusal()
}

/** The calls of a row: one, but where a plan undoes an action that changed several parts of a record. */
async function callsOf(
  tx: Transaction,
  job: Job,
  row: Row,
  staff: Me,
): Promise<{ calls: SingleCall[]; reason?: string }> {
  if (row.state === 'undoing') return { calls: [await undoOf(tx, job.action, row, job.undo_reason)] }
  if (job.action === 'undoPlans.run') return undoCalls(tx, job, row, staff)
  return { calls: [await callOf(tx, job.action, job.input, row)] }
}

/** Does or undoes one row. Refusals become its result; an error that may pass is thrown, and the row still waits. */
async function runRow(ctx: Context, handlers: ReadonlyMap<string, Group[number]>, job: Job, row: Row) {
  const isUndo = row.state === 'undoing'
  let sent: Later | undefined
  try {
    await ctx.database.db.transaction(async (tx) => {
      const staff = await claim(tx, job, row)
      if (!staff) return
      const { calls, reason } = await callsOf(tx, job, row, staff)
      for (const [n, { name, input, again }] of calls.entries()) {
        const single = handlers.get(name) ?? refuse('internal', 'Unknown action', `There is no call ${name}.`)
        misbehave(ctx, single.endpoint.method, single.endpoint.path, input.params)
        const { endpoint, handler } = single
        const parts = { ctx, name, endpoint, handler, request: { id: job.id }, job: job.id, again, reason }
        await runIn(tx, parts, { staff, session: undefined }, input, async (result) => {
          if (result instanceof Later) sent = result
          if (n < calls.length - 1) return
          const ended = resultOf(result, isUndo)
          await write(tx, row, ended)
          if (job.action === 'undoPlans.run' && ended.state !== 'refused') await markUndone(tx, job, row)
        })
      }
    })
  } catch (error) {
    if (error instanceof RightsLost) throw error
    // The row is done at the next turn.
    if (isConflict(error)) throw new Again('Another call changed the same record')
    const refusal = refusalOf(error)
    if (refusal.code === 'unavailable') throw error
    if (!(error instanceof RefusalError)) ctx.log.error({ err: error, job: job.id, row: row.at }, 'bulk row')
    // A kept row is as old as what was done: what a colleague has decided since stays, however often its undo is tried.
    const result = isUndo
      ? ({ state: 'kept' } as const)
      : ({ state: 'refused', settled_at: new Date().toISOString() } as const)
    await ctx.database.db
      .update(rows)
      .set({ ...result, words: refusal.message })
      .where(and(eq(rows.job_id, job.id), eq(rows.at, row.at), eq(rows.state, row.state)))
  }
  // Its result is read from the operation.
  if (sent) await answerLater(sent, ctx).catch(() => {})
}

/** The results of the rows whose vendor has answered. Returns the number of those that wait for theirs. */
async function readSent(db: Db, job: string): Promise<number> {
  await db.execute(sql`
    update bulk_rows r set state = case o.state when 'done' then 'done' else 'refused' end, words = o.failure, settled_at = now()
    from operations o where o.id = r.operation_id and r.job_id = ${job} and r.state = 'sent' and o.state <> 'pending'`)
  const [left] = await db
    .select({ n: sql<number>`count(*)::int` })
    .from(rows)
    .where(and(eq(rows.job_id, job), eq(rows.state, 'sent')))
  return left?.n ?? 0
}

/** The state of a job of which rows were undone: a job of which others are left is as it was before. */
async function stateAfterUndo(db: Db, { id, undone_by }: Job): Promise<Job['state']> {
  const [left] = await db
    .select({
      pending: sql<number>`count(*) filter (where ${rows.state} = 'pending')::int`,
      done: sql<number>`count(*) filter (where ${rows.state} in ('done', 'kept'))::int`,
    })
    .from(rows)
    .where(eq(rows.job_id, id))
  if (undone_by === null || !left) return 'undone'
  return left.pending > 0 ? 'stopped' : left.done > 0 ? 'done' : 'undone'
}

/** The rows that an undo has not reached stay as they are: another colleague can undo them. */
const keepRest = (db: Db, { id }: Job, words: string) =>
  db
    .update(rows)
    .set({ state: 'kept', words })
    .where(and(eq(rows.job_id, id), eq(rows.state, 'undoing')))

/** Publishes that a job has come further. */
const tell = (db: Db, { id, action }: Job) => publish(db, 'bulk', { id, kind: action }, toldFor)

/** Ends a job in the state that it runs in. Its rows can be undone for some seconds more. */
const end = (ctx: Context, job: Job, state: Job['state'], words: string | null = null) =>
  ctx.database.db.transaction(async (tx) => {
    const ended = await tx
      .update(jobs)
      .set({ state, words, ended_at: new Date().toISOString() })
      .where(and(eq(jobs.id, job.id), eq(jobs.state, job.state)))
      .returning({ id: jobs.id })
    if (ended.length === 0) return
    await holdRows(tx, job.id, heldAfterEnd)
    await tell(tx, job)
  })

/** Works on a job for one turn. Throws `Again` while rows are left. */
async function work(ctx: Context, handlers: ReadonlyMap<string, Group[number]>, job: Job) {
  if (ctx.database.isFull?.()) throw diskFull()
  const until = Date.now() + turn
  const { db } = ctx.database
  let toldAt = Date.now()
  for (;;) {
    const next = await db
      .select()
      .from(rows)
      .where(and(eq(rows.job_id, job.id), eq(rows.state, job.state === 'undoing' ? 'undoing' : 'pending')))
      .orderBy(asc(rows.at))
      .limit(batch)
    if (next.length === 0) break
    for (const row of next) {
      await runRow(ctx, handlers, job, row)
      const isOver = Date.now() > until
      if (isOver || Date.now() - toldAt >= tellEvery) {
        await tell(db, job)
        toldAt = Date.now()
      }
      if (isOver) throw new Again('More rows wait')
    }
    const [now] = await db.select({ state: jobs.state }).from(jobs).where(eq(jobs.id, job.id))
    // The last row may have ended after the call that stopped the job.
    if (now?.state !== job.state) return tell(db, job)
  }
  if (job.state === 'undoing') return end(ctx, job, await stateAfterUndo(db, job))
  if ((await readSent(db, job.id)) > 0) {
    await tell(db, job)
    throw new NotYet('Vendors have not answered yet')
  }
  await end(ctx, job, 'done')
}

/** The operation that works on a job, turn by turn, with the calls of these groups. */
export function bulkOperation(groups: Group[]): OperationKind {
  const handlers = new Map(groups.flat().map((one) => [one.name, one]))
  return {
    run: async ({ details }, ctx) => {
      const [job] = await ctx.database.db
        .select()
        .from(jobs)
        .where(and(eq(jobs.id, String(details.job)), inArray(jobs.state, ['running', 'undoing'])))
      try {
        if (job) await work(ctx, handlers, job)
      } catch (error) {
        if (!(error instanceof RightsLost) || !job) throw error
        if (job.state !== 'undoing') await end(ctx, job, 'stopped', error.message)
        else {
          await keepRest(ctx.database.db, job, error.message)
          await end(ctx, job, await stateAfterUndo(ctx.database.db, job))
        }
      }
      return { reference: '' }
    },
    answer: ({ details, subject_id }, db) => jobFor(db, String(details.job), subject_id),
  }
}
