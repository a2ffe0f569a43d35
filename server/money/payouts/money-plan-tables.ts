import type { deliveredWays, undeliveredWays } from '@portreeve/contract/money/money-plans'
import { type SQL, sql } from 'drizzle-orm'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from '../../db/columns.ts'

/** What finance chose for the money of a blocked seller. Unblocking deletes the row (program/money-plans.sql). */
export const moneyPlans = pgTable('money_plans', {
  uid: text('uid').primaryKey(),
  delivered: text('delivered').$type<(typeof deliveredWays)[number]>().notNull(),
  undelivered: text('undelivered').$type<(typeof undeliveredWays)[number]>().notNull(),
  due_at: time('due_at').notNull(),
  by_uid: text('by_uid').notNull(),
  begun_at: time('begun_at'),
  /** The bulk job that cancels the sales. */
  job_id: text('job_id'),
  version: integer('version').notNull().default(1),
})

/** Whether a plan that has begun pays a seller what the buyer has, although they are blocked. */
export const paysDelivered = (seller: SQL | string, shippingStatus: SQL | number | null) =>
  sql`(${shippingStatus} = 1 and exists (select from money_plans mp
    where mp.uid = ${seller} and mp.delivered = 'pay' and mp.begun_at is not null))`
