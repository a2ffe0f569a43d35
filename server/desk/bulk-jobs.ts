import { may } from '@portreeve/contract/base/rights'
import { type BulkJob, type BulkRow, bulkActions, bulkPermission } from '@portreeve/contract/desk/bulk'
import { takeBackSeconds } from '@portreeve/contract/staff/held'
import type { Me } from '@portreeve/contract/staff/staff'
import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { page, pageSize, placeOf } from '../core/call/page.ts'
import { demand } from '../core/call/rights.ts'
import type { Db } from '../core/database/db.ts'
import { begin } from '../core/operations/operations.ts'
import { refuse } from '../core/refuse.ts'
import { staff } from '../db/system-tables.ts'
import { heldSeconds } from '../staff/hold-times.ts'
import { staffName } from '../staff/staff-name.ts'
import { bulkJobs as jobs, bulkRows as rows } from './bulk-tables.ts'

/** The states of rows that wait. */
export const waiting = ['pending', 'sent', 'undoing'] as const

const rowsIn = (...states: readonly string[]) =>
  sql<number>`count(*) filter (where ${inArray(rows.state, states as never)})::int`

/** Milliseconds since a job's end or stop; null while it runs. */
const sinceEnd = sql<number | null>`(extract(epoch from clock_timestamp() - ${jobs.ended_at}) * 1000)::int`

type Counted = Omit<BulkJob, 'undo_left_ms' | 'by'> & {
  started_by: string
  name: string | null
  since_end: number | null
  held_ms: number | null
}

/** Milliseconds until a job does its first row, where it waits; null where it does not. */
const heldMs = sql<
  number | null
>`(select (extract(epoch from o.due_at - clock_timestamp()) * 1000)::int from operations o
  where o.id = ${jobs.hold_operation} and o.state = 'pending' and o.attempts = 0)`

/** Jobs with the counts of their rows, newest first. @param isTheirs whether the reader may undo a job by its starter */
async function countedJobs(
  db: Db,
  where: SQL | undefined,
  isTheirs: (starter: string) => boolean,
  limit: number,
): Promise<BulkJob[]> {
  const some = db
    .select()
    .from(jobs)
    .where(where)
    .orderBy(desc(jobs.created_at), jobs.id)
    .limit(limit)
    .as('bulk_jobs')
  const found: Counted[] = await db
    .select({
      id: some.id,
      action: some.action,
      state: some.state,
      words: some.words,
      created_at: some.created_at,
      ended_at: some.ended_at,
      started_by: some.started_by,
      name: sql<string | null>`min(${staffName(staff, staff.uid)})`,
      since_end: sinceEnd,
      held_ms: heldMs,
      total: sql<number>`count(*)::int`,
      done: rowsIn('done', 'kept'),
      refused: rowsIn('refused'),
      undone: rowsIn('undone'),
      pending: rowsIn(...waiting),
    })
    .from(some)
    .innerJoin(rows, eq(rows.job_id, some.id))
    .leftJoin(staff, eq(staff.uid, some.started_by))
    .groupBy(
      ...[
        some.id,
        some.action,
        some.state,
        some.words,
        some.created_at,
        some.ended_at,
        some.started_by,
        some.hold_operation,
      ],
    )
    .orderBy(desc(some.created_at), some.id)
  return found.map(({ started_by, name, since_end, held_ms, ...job }) => ({
    ...job,
    by: { uid: started_by, name },
    undo_left_ms: isTheirs(started_by) ? undoLeft(job, since_end, held_ms) : null,
  }))
}

/** The milliseconds in which a job can be undone; null when it cannot. */
function undoLeft(
  { action, state, done }: Pick<BulkJob, 'action' | 'state' | 'done'>,
  sinceEnd: number | null,
  heldMs: number | null,
) {
  const { canUndo } = bulkActions[action]
  if (canUndo === 'before') {
    const left = state === 'running' && heldMs !== null ? heldMs - (heldSeconds - takeBackSeconds) * 1000 : 0
    return left > 0 ? left : null
  }
  if (!canUndo || done === 0 || state === 'undoing' || state === 'undone') return null
  const left = takeBackSeconds * 1000 - (sinceEnd ?? 0)
  return left > 0 ? left : null
}

/** The newest jobs of a staff member. */
export const jobsOf = (db: Db, uid: string) => countedJobs(db, eq(jobs.started_by, uid), () => true, 20)

const noSuch = () => refuse('not_found', 'No such job', 'There is no such job, or it is older than a month.')

/** A job. Refuses with not_found, and with forbidden without the permission of its action. */
export async function readJob(db: Db, reader: Me, id: string): Promise<BulkJob> {
  const isTheirs = (starter: string) => starter === reader.uid || may(reader, 'work.lead')
  const [job] = await countedJobs(db, eq(jobs.id, id), isTheirs, 1)
  if (!job) return noSuch()
  demand(reader, bulkPermission(job.action))
  return job
}

/** A job, locked until the call's transaction ends. Refuses as reading it does. */
export async function lockJob({ db, staff: caller }: Call, id: string) {
  await db.select({ id: jobs.id }).from(jobs).where(eq(jobs.id, id)).for('update')
  return readJob(db, caller, id)
}

/**
 * A job with which the caller may go on, locked. It runs with the permissions of its starter, so an admin who goes on with
 * another person's job becomes its starter. Refuses others.
 */
export async function lockOwnJob(call: Call, id: string): Promise<BulkJob> {
  const { db, staff: caller } = call
  const { by } = await lockJob(call, id)
  if (by.uid !== caller.uid) {
    if (!may(caller, 'work.lead'))
      refuse(
        'refused',
        'Not your job',
        `${by.name ?? by.uid} started this. Only they or an admin can continue or undo it.`,
      )
    await db.update(jobs).set({ started_by: caller.uid }).where(eq(jobs.id, id))
  }
  return readJob(db, caller, id)
}

/** A job as its starter sees it. */
export const jobFor = async (db: Db, id: string, uid: string): Promise<BulkJob> =>
  (await countedJobs(db, eq(jobs.id, id), (starter) => starter === uid, 1))[0] ?? noSuch()

/** Rows that a job does before its starter gets the answer. */
const few = 20

/**
 * Lets the worker go on with a job; a short one ends before the answer. A job whose rows cannot be undone waits first.
 */
export async function runJob(db: Db, uid: string, id: string, left: number, waits = false) {
  const later = await begin(
    db,
    { kind: 'bulk', subject_kind: 'staff', subject_id: uid, details: { job: id } },
    waits ? heldSeconds : left > few ? 0 : undefined,
  )
  if (waits) await db.update(jobs).set({ hold_operation: later.operationId }).where(eq(jobs.id, id))
  return waits || left > few ? jobFor(db, id, uid) : later
}

/** Whether the rows of a job cannot be undone, so that it waits before the first of them. */
export const waitsFirst = (action: BulkJob['action']) => bulkActions[action].canUndo === 'before'

/** Seconds for which the rows of an ended job can be undone, with time for an undo that is in flight. */
export const heldAfterEnd = heldSeconds

/** What the row is called, by its kind. */
const nameOf = sql<string | null>`case ${rows.subject_kind}
  when 'user' then (select display_name from users where uid = ${rows.subject_id})
  when 'listing' then (select title from posts where key = ${rows.subject_id})
  when 'promotion' then (select post_title from promoted_posts where id = ${rows.subject_id})
  when 'transaction' then (select product_title from transactions where id = ${rows.subject_id})
  when 'ship_label' then (select tracking_number from ship_labels where id = ${rows.subject_id})
  else (select min(m.name) from conversation_members m join conversation_states s on s.conversation_id = m.conversation_id
    where m.conversation_id = ${rows.subject_id} and m.uid <> s.account) end`

/** A page of the results of a job. */
export async function rowsOf(
  call: Call,
  id: string,
  state: BulkRow['state'] | undefined,
  cursor: string | undefined,
): Promise<BulkRow[]> {
  const found = await call.db
    .select({
      at: rows.at,
      kind: rows.subject_kind,
      id: rows.subject_id,
      name: nameOf,
      transaction_id: sql<string | null>`case ${rows.subject_kind} when 'transaction' then ${rows.subject_id}
        when 'ship_label' then (select transaction_id from ship_labels where id = ${rows.subject_id}) end`,
      state: sql<
        BulkRow['state']
      >`case when ${rows.state} in ('sent', 'undoing') then 'pending' else ${rows.state} end`,
      words: rows.words,
    })
    .from(rows)
    .where(
      and(
        eq(rows.job_id, id),
        state && (state === 'pending' ? inArray(rows.state, [...waiting]) : eq(rows.state, state)),
        cursor === undefined ? undefined : gt(rows.at, Number(placeOf(cursor).id) || 0),
      ),
    )
    .orderBy(rows.at)
    .limit(pageSize + 1)
  return page(call, found, ({ at }) => ({ time: null, id: String(at) }))
}
