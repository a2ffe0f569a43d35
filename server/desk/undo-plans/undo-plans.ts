import { randomUUID } from 'node:crypto'
import { programRole } from '@portreeve/contract/base/programs'
import {
  undoPlans as contract,
  maxPlanRows,
  type UndoOf,
  type UndoPlan,
  undoneAlone,
} from '@portreeve/contract/desk/undo-plans'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import type { Db } from '../../core/database/db.ts'
import { begin } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { audit } from '../../db/system-tables.ts'
import { matchingAuditRows } from '../../staff/audit-rows.ts'
import { isAbout, markAsRead, notifyOthersWho } from '../../staff/notify.ts'
import { refuseSameHand } from '../../staff/staff-grants.ts'
import { bulkJobs } from '../bulk-tables.ts'
import { changingCalls } from './undo-changes.ts'
import { judge } from './undo-judge.ts'
import { readPlans, readRows } from './undo-plan-rows.ts'
import { readDone } from './undo-reading.ts'
import { undoPlans as table, undoPlanRows } from './undo-tables.ts'

async function getPlan(db: Db, id: string): Promise<UndoPlan> {
  const [plan] = await readPlans(db, sql`id = ${id}`, 1)
  return plan ?? refuse('not_found', 'No such plan', 'There is no such plan.')
}

/** A plan, locked until the call's transaction ends. */
async function lockPlan({ db }: Call, id: string): Promise<UndoPlan> {
  await db.select({ id: table.id }).from(table).where(eq(table.id, id)).for('update')
  return getPlan(db, id)
}

/** The audit rows of what a plan undoes. */
async function whoseActions(
  db: Db,
  of: UndoOf,
  span: { from?: string | undefined; to?: string | undefined },
) {
  const some = (filter: object) => matchingAuditRows({ ...filter, ...span })
  switch (of.kind) {
    case 'staff':
      return some({ actor: of.id })
    case 'program':
      return and(some({}), eq(audit.actor_role, programRole(of.id)))
    case 'record':
      return some({ kind: of.record, id: of.id })
    case 'job': {
      const [job] = await db.select({ at: bulkJobs.created_at }).from(bulkJobs).where(eq(bulkJobs.id, of.id))
      if (!job) refuse('not_found', 'No such job', 'There is no such job, or it is older than a month.')
      return and(some({ from: span.from ?? job.at }), eq(audit.request_id, of.id))
    }
    case 'everyone':
      return some({})
  }
}

const reasonOf = ({ id, reason }: Pick<UndoPlan, 'id' | 'reason'>) => `Undo plan ${id}: ${reason}`

export const undoPlans = implement('undoPlans', contract, {
  list: (_input, { db }) => readPlans(db, sql`true`, 50),

  make: async ({ body: { of, from, to, reason } }, call) => {
    const { db, staff } = call
    const where = and(
      await whoseActions(db, of, { from, to }),
      inArray(audit.action, [...changingCalls.keys()]),
    )
    const all = await readDone(db, where as SQL, maxPlanRows + 1)
    if (all.length === 0)
      refuse('conflict', 'Nothing to undo', 'There is no such action in this span of time.')
    if (all.length > maxPlanRows)
      refuse(
        'refused',
        'Too many',
        `More than ${maxPlanRows.toLocaleString('en-US')} actions match. Choose a shorter span.`,
      )
    const id = `up_${randomUUID()}`
    const plan = { id, reason: reason.trim() }
    await db
      .insert(table)
      .values({ ...plan, whose: of, from_at: from ?? null, to_at: to ?? null, made_by: staff.uid })
    const judged = await judge(db, staff, all, reasonOf(plan))
    const rows = judged.map(({ standing, words, instead, newer }, n) => ({
      ...{
        at: n + 1,
        audit_id: all[n]?.id,
        standing,
        words,
        instead: instead ?? null,
        newer_id: newer?.id ?? null,
      },
    }))
    await db.execute(sql`
      insert into undo_plan_rows (plan_id, at, audit_id, standing, words, instead, newer_id)
      select ${id}, r.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r(at int, audit_id bigint, standing text, words text, instead text, newer_id bigint)`)
    call.did(null, { after: { plan: id, of, from, to, actions: all.length } }, { reason: plan.reason })
    const made = await getPlan(db, id)
    if (made.needs_second) await notifyOthersWho(call, 'staff.manage', 'approval', ['undo_plan', id])
    return made
  },

  get: ({ params }, { db }) => getPlan(db, params.id),

  rows: async ({ params, query }, call) => {
    await getPlan(call.db, params.id)
    return readRows(call, params.id, query.standing, query.cursor)
  },

  approve: async ({ params }, call) => {
    const { db, staff } = call
    const plan = await lockPlan(call, params.id)
    if (plan.by.uid === staff.uid)
      refuse(
        'forbidden',
        'A second person decides',
        'You have made this plan yourself; a colleague approves it.',
      )
    if (await undoesWorkOf(db, plan.id, staff.uid))
      refuse(
        'forbidden',
        'A second person decides',
        'The plan undoes work of yours; another colleague approves it.',
      )
    const maker = { uid: plan.by.uid, name: plan.by.name ?? plan.by.uid }
    await refuseSameHand(db, staff.uid, maker, 'made this plan')
    if (plan.job_id !== null) refuse('conflict', 'Started already', 'This plan has started.')
    if (!plan.needs_second)
      refuse('conflict', 'Not needed', `Up to ${undoneAlone} actions within a day need no second person.`)
    if (plan.approved)
      refuse(
        'conflict',
        'Approved already',
        `${plan.approved.name ?? plan.approved.uid} has approved this plan.`,
      )
    await db
      .update(table)
      .set({ approved_by: staff.uid, approved_at: sql`now()` })
      .where(eq(table.id, plan.id))
    await markAsRead(db, isAbout('undo_plan', plan.id))
    call.did(null, { after: { plan: plan.id, actions: plan.counts.can } })
    return getPlan(db, plan.id)
  },

  run: async ({ params }, call) => {
    const { db, staff } = call
    await oneAtATime(db, params.id)
    const plan = await lockPlan(call, params.id)
    if (plan.job_id !== null) refuse('conflict', 'Started already', 'This plan has started already.')
    if (plan.counts.can === 0) refuse('conflict', 'Nothing to undo', 'Nothing of this plan can be undone.')
    if (plan.needs_second && !plan.approved)
      refuse(
        'conflict',
        'A second person decides',
        `More than ${undoneAlone} actions within a day are undone only after a colleague has approved the plan.`,
      )
    const job_id = `bulk_${randomUUID()}`
    await db
      .insert(bulkJobs)
      .values({ id: job_id, action: 'undoPlans.run', input: { plan: plan.id }, started_by: staff.uid })
    await db.execute(sql`
      insert into bulk_rows (job_id, at, subject_kind, subject_id)
      select ${job_id}, at, 'action', audit_id::text from undo_plan_rows where plan_id = ${plan.id} and standing = 'can'`)
    await db.update(table).set({ job_id }).where(eq(table.id, plan.id))
    await begin(
      db,
      { kind: 'bulk', subject_kind: 'staff', subject_id: staff.uid, details: { job: job_id } },
      0,
    )
    call.did(
      null,
      { after: { plan: plan.id, job: job_id, actions: plan.counts.can } },
      { reason: plan.reason },
    )
    return getPlan(db, plan.id)
  },
})

/** Plans of one maker start one after the other, so that each counts those before it. */
const oneAtATime = (db: Db, id: string) =>
  db.execute(
    sql`select from staff where uid = (select made_by from undo_plans where id = ${id}) for no key update`,
  )

/** Whether a plan undoes an action of a colleague. */
async function undoesWorkOf(db: Db, id: string, uid: string): Promise<boolean> {
  const [row] = await db
    .select({ at: undoPlanRows.at })
    .from(undoPlanRows)
    .innerJoin(audit, eq(audit.id, undoPlanRows.audit_id))
    .where(and(eq(undoPlanRows.plan_id, id), eq(undoPlanRows.standing, 'can'), eq(audit.actor_uid, uid)))
    .limit(1)
  return row !== undefined
}
