import { randomUUID } from 'node:crypto'
import { brokenVariables } from '@portreeve/contract/conversations/variables'
import type { BulkStart } from '@portreeve/contract/desk/bulk'
import { sql } from 'drizzle-orm'
import { refuseBlank } from '../conversations/inbox/inbox-answer.ts'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { begin } from '../core/operations/operations.ts'
import { KeptRefusal, refuse } from '../core/refuse.ts'
import { refuseUnable } from '../staff/colleagues.ts'
import type { CancelReason } from './bulk-calls.ts'
import { runJob, waitsFirst } from './bulk-jobs.ts'
import { fillJob, matching } from './bulk-rows.ts'
import { bulkJobs as jobs } from './bulk-tables.ts'

/** Starts a job with the permissions of the caller. Refuses what no row could do, no rows, and more than the caller saw. */
export async function startJob(call: Call, body: BulkStart) {
  const { db } = call
  const { uid } = call.staff
  if (body.action === 'inbox.answer') refuseUnsendable(body.input.text)
  if ('actions' in body.input && typeof body.input.actions?.assign === 'object')
    await refuseUnable(db, 'inbox.write', body.input.actions.assign.uid)
  const list = 'all' in body.rows ? await matching(call, body.action, body.rows.all) : sql`select`
  if (list instanceof KeptRefusal) return list
  const id = `bulk_${randomUUID()}`
  await db.insert(jobs).values({ id, action: body.action, input: body.input, started_by: uid })
  const total = await fillJob(db, id, body, list)
  return { id, total, answer: await runJob(db, uid, id, total, waitsFirst(body.action)) }
}

/** Starts a job that cancels transactions in the name of a colleague, by their permissions and limits at each row. Returns its id. */
export async function startCancels(db: Db, by: string, ids: readonly string[], reason: string) {
  const id = `bulk_${randomUUID()}`
  const action = 'transactions.cancel'
  await db.insert(jobs).values({ id, action, input: { reason } satisfies CancelReason, started_by: by })
  await fillJob(db, id, { action, rows: { ids: ids.map((one) => ({ id: one })) } }, sql`select`)
  await begin(db, { kind: 'bulk', subject_kind: 'staff', subject_id: by, details: { job: id } }, 0)
  return id
}

function refuseUnsendable(text: string): void {
  refuseBlank(text)
  const [broken] = brokenVariables(text)
  if (broken !== undefined)
    refuse('refused', 'Not a variable', `${broken} is no variable. Nothing was begun.`)
}
