import { and, eq, isNull, sql } from 'drizzle-orm'
import { writeAudit } from '../../core/audit/audit.ts'
import type { OperationKind } from '../../core/call/context.ts'
import { hook } from '../../core/call/hook.ts'
import type { Db } from '../../core/database/db.ts'
import { publish } from '../../core/live/live.ts'
import { users } from '../../people/people-tables.ts'
import { moneyPlans } from './money-plan-tables.ts'
import { unpaidSales } from './money-plans.ts'
import { wakePayoutsOf } from './payout-schedule.ts'

/** Starts a job that cancels transactions in the name of a colleague. Returns its id. */
export const cancelMany =
  hook<(db: Db, by: string, ids: string[], why: string) => Promise<string>>('cancelMany')

/** The author of what begins by itself. */
const clock = { uid: 'portreeve', role: 'system' } as const

/**
 * Begins the plan for a blocked seller's money at its date, unless it was changed or the seller was unblocked: then it does nothing.
 * The person is locked first, as every call locks them.
 */
export const moneyPlanOperation: OperationKind = {
  run: async () => ({ reference: 'begun' }),
  settled: async (operation, db, { settings }) => {
    const uid = operation.subject_id
    await db.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update')
    const [plan] = await db
      .update(moneyPlans)
      .set({ begun_at: sql`now()` })
      .where(
        and(
          eq(moneyPlans.uid, uid),
          // After an unblocking and another block, the operation of the earlier plan finds another date.
          sql`${moneyPlans.due_at} = ${operation.details.due_at}::timestamptz`,
          isNull(moneyPlans.begun_at),
        ),
      )
      .returning()
    if (!plan) return
    if (plan.delivered === 'pay') await wakePayoutsOf(db, uid)
    let job: string | null = null
    if (plan.undelivered === 'refund') {
      const { rows } = await db.execute<{ id: string }>(
        sql`select id from ${unpaidSales(uid)} t where not has_arrived order by id`,
      )
      if (rows.length > 0)
        job = await cancelMany(
          db,
          plan.by_uid,
          rows.map(({ id }) => id),
          'The seller is blocked',
        )
      await db.update(moneyPlans).set({ job_id: job }).where(eq(moneyPlans.uid, uid))
    }
    await publish(db, 'users', { uid })
    await writeAudit(db, settings.auditKey, clock, 'moneyPlans.begin', {
      subject: ['user', uid],
      before: { begun: false },
      after: { delivered: plan.delivered, undelivered: plan.undelivered, by: plan.by_uid, job },
    })
  },
  answer: () => null,
}
