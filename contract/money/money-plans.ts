// Group: money plans. What becomes of a blocked seller's money, and when. Staff read "plan".

import { SumShape } from '../base/currency.ts'
import { Cursor, get, Id, patch, Time } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { Reason } from '../people/users.ts'

/** Days after the block within which finance should choose a plan. Until then the money is held. */
export const daysToPlan = 14

/** What becomes of sales that the buyer has: they are paid out to the seller, or stay held. */
export const deliveredWays = ['hold', 'pay'] as const
/** What becomes of sales that the buyer does not have: the buyers get their money back, or it stays held. */
export const undeliveredWays = ['hold', 'refund'] as const

const Sales = z.object({ count: z.int(), ...SumShape })
const Named = z.object({ uid: z.string(), name: z.string().nullable() })

/** A blocked seller with unpaid sales, and the plan for their money. */
export const MoneyPlan = z.object({
  seller: Named,
  /** When they were blocked; null: imported without it. */
  blocked_at: Time.nullable(),
  /** Unpaid sales by whether the buyer has the parcel; cents of their prices. */
  delivered: Sales,
  undelivered: Sales,
  /** When it begins; without a plan, the time by which one should be chosen. */
  due_at: Time,
  /** Null without one: all of the money is held. */
  plan: z
    .object({
      delivered: z.enum(deliveredWays),
      undelivered: z.enum(undeliveredWays),
      by: Named,
      /** When it began; null: it waits for its date. */
      begun_at: Time.nullable(),
      /** The job that cancels the sales; null: none. `words`: why it stopped. */
      job: z.object({ id: Id, state: z.string(), refused: z.int(), words: z.string().nullable() }).nullable(),
      /** Counts its changes. */
      version: z.int(),
    })
    .nullable(),
})
export type MoneyPlan = z.infer<typeof MoneyPlan>

/** Plans for the money of blocked sellers (docs/fair-decisions.md). Not part of the spec. */
export const moneyPlans = {
  list: get('/v1/admin/money_plans', {
    noPast: noPast.now,
    may: 'transactions.read',
    about:
      'Blocked sellers with unpaid sales and the plan for their money, the earliest date first, 100 at a time. Not part of the spec.',
    /** `seller`: a uid. */
    query: z.strictObject({ seller: Id.optional(), cursor: Cursor }),
    data: z.array(MoneyPlan),
  }),
  save: patch('/v1/admin/users/{uid}/money_plan', {
    may: 'money.hold',
    deed: { subject: 'user', topic: 'users' },
    about:
      'Chooses what becomes of the unpaid sales of a blocked seller at a date, in the name of the caller; a chosen plan is replaced, and one that has begun begins again. At the date delivered sales are paid out as they would be without the block, and a job cancels the others, by the rules of a cancellation: what the caller may not refund alone waits for a second person. Unblocking ends the plan. Refuses with refused a seller who is not blocked; with malformed a date that is over; with forbidden refunds by a caller who may not cancel; with conflict when it no longer has the version of If-Match. Not part of the spec.',
    body: z.strictObject({
      delivered: z.enum(deliveredWays),
      undelivered: z.enum(undeliveredWays),
      due_at: Time,
      reason: Reason,
    }),
    data: MoneyPlan,
  }),
}
