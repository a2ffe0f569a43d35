import { randomUUID } from 'node:crypto'
import { brokenVariables } from '@portreeve/contract/conversations/variables'
import type { BulkStart } from '@portreeve/contract/desk/bulk'
import { sql } from 'drizzle-orm'
import { refuseBlank } from '../conversations/inbox/inbox-answer.ts'
import type { Call } from '../core/call/context.ts'
import { KeptRefusal, refuse } from '../core/refuse.ts'
import { refuseUnable } from '../staff/colleagues.ts'
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

function refuseUnsendable(text: string): void {
  refuseBlank(text)
  const [broken] = brokenVariables(text)
  if (broken !== undefined)
    refuse('refused', 'Not a variable', `${broken} is no variable. Nothing was begun.`)
}
