import { bulkPermission, canUndoRows, bulk as contract } from '@portreeve/contract/desk/bulk'
import { eq } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { demand } from '../core/call/rights.ts'
import { KeptRefusal, refuse } from '../core/refuse.ts'
import { holdRows, parkedSeconds } from '../staff/hold-times.ts'
import {
  heldAfterEnd,
  jobsOf,
  lockJob,
  lockOwnJob,
  readJob,
  rowsOf,
  runJob,
  waitsFirst,
} from './bulk-jobs.ts'
import { countRows, matching } from './bulk-rows.ts'
import { startJob } from './bulk-start.ts'
import { bulkJobs as jobs } from './bulk-tables.ts'
import { startUndo, startUndoOfRows, undoBefore } from './bulk-undo.ts'
import { jobUndone } from './incidents.ts'

export const bulk = implement('bulk', contract, {
  start: async ({ body }, call) => {
    demand(call.staff, bulkPermission(body.action))
    const started = await startJob(call, body)
    if (started instanceof KeptRefusal) return started
    const { id, total, answer } = started
    call.did(null, { after: { job: id, action: body.action, rows: total, input: body.input } })
    return answer
  },

  matches: async ({ query: { action, ...filter } }, call) => {
    demand(call.staff, bulkPermission(action))
    const list = await matching(call, action, filter)
    return list instanceof KeptRefusal ? list : { total: await countRows(call.db, list) }
  },

  mine: (_input, { db, staff }) => jobsOf(db, staff.uid),

  get: ({ params }, { db, staff }) => readJob(db, staff, params.id),

  rows: async ({ params, query }, call) => {
    await readJob(call.db, call.staff, params.id)
    return rowsOf(call, params.id, query.state, query.cursor)
  },

  stop: async ({ params: { id } }, call) => {
    const job = await lockJob(call, id)
    if (job.state !== 'running') refuse('conflict', 'Not running', 'This job does not run any more.')
    await call.db
      .update(jobs)
      .set({ state: 'stopped', words: null, ended_at: new Date().toISOString() })
      .where(eq(jobs.id, id))
    await holdRows(call.db, id, heldAfterEnd)
    call.did(
      null,
      { after: { job: id, action: job.action, waiting: job.pending } },
      { live: { id, kind: job.action } },
    )
    return readJob(call.db, call.staff, id)
  },

  resume: async ({ params: { id } }, call) => {
    const job = await lockOwnJob(call, id)
    if (job.state !== 'stopped' || job.pending === 0)
      refuse('conflict', 'Not stopped', 'This job is not stopped, or has no rows left.')
    await call.db.update(jobs).set({ state: 'running', words: null, ended_at: null }).where(eq(jobs.id, id))
    await holdRows(call.db, id, parkedSeconds)
    call.did(
      null,
      { after: { job: id, action: job.action, waiting: job.pending } },
      { live: { id, kind: job.action } },
    )
    return runJob(call.db, call.staff.uid, id, job.pending, waitsFirst(job.action))
  },

  undo: async ({ params: { id } }, call) => {
    const job = await lockOwnJob(call, id)
    if (job.undo_left_ms === null)
      refuse('conflict', 'Too late', 'This job cannot be undone any more. It is final now.')
    const waits = waitsFirst(job.action)
    if (waits) {
      await undoBefore(call.db, id)
      await jobUndone(call.db, id)
    } else {
      await startUndo(call.db, id)
      await holdRows(call.db, id, parkedSeconds)
    }
    call.did(
      null,
      { after: { job: id, action: job.action, rows: job.done } },
      { live: { id, kind: job.action } },
    )
    return waits ? readJob(call.db, call.staff, id) : runJob(call.db, call.staff.uid, id, job.done)
  },

  undoRows: async ({ params: { id }, body }, call) => {
    const job = await lockJob(call, id)
    if (!canUndoRows(job))
      refuse('conflict', 'Cannot be undone', 'This job runs, or what it has done cannot be undone later.')
    const rows = await startUndoOfRows(call, id, body.rows, body.reason)
    if (rows === 0) refuse('conflict', 'Nothing to undo', 'None of these rows is done any more.')
    call.did(
      null,
      { after: { job: id, action: job.action, rows } },
      { reason: body.reason, live: { id, kind: job.action } },
    )
    return runJob(call.db, call.staff.uid, id, rows)
  },
})
