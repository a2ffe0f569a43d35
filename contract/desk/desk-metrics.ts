import { SumShape } from '../base/currency.ts'
import { get, Id, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { metricDays } from '../conversations/inbox-metrics.ts'
import { Class, deskKindNames } from './desk-ranking.ts'

/**
 * How long cases took from their opening to the decision, in seconds. The quantiles come from a histogram with four steps per
 * doubling, so that they are exact to about a tenth.
 */
const Decided = z.object({
  /** Cases that left the desk by a call of a staff member. */
  decided: z.int(),
  /** Null for none. */
  median: z.number().nullable(),
  /** Nine of ten are as fast; null for none. */
  p90: z.number().nullable(),
})
export type Decided = z.infer<typeof Decided>

/** Cases that came and left. A case comes on the day on which its matter was opened. Some leave without a decision, such as a deleted listing. */
const Flow = Decided.extend({ came: z.int(), left: z.int() })
export type Flow = z.infer<typeof Flow>

/** The days of age that part the open cases. */
export const agesOfDays = [1, 7, 30, 90]

/** The figures of the desk, of the kinds that the caller may decide. */
export const DeskMetrics = z.object({
  /** The days of the range in UTC, 'YYYY-MM-DD': the first and today. */
  from: text(10),
  to: text(10),
  kinds: z.array(
    Flow.extend({
      kind: z.enum(deskKindNames),
      /** Cases that are open now, snoozed ones included. */
      open: z.int(),
      /** When the oldest open case was opened; null for none. */
      oldest: Time.nullable(),
      /** The open cases by age: up to 1, 7, 30 and 90 days, and older. */
      ages: z.array(z.int()),
    }),
  ),
  /** By the class of the work, the greatest harm first. */
  classes: z.array(Flow.extend({ class: Class })),
  /** Each day of the range, oldest first. */
  days: z.array(Flow.extend({ day: text(10) })),
  /** Decisions by staff member, in the range and today, most first. Those who are not admins see only their own. */
  people: z.array(Decided.extend({ uid: Id, name: text(1000), today: z.int() })),
  /** Refunds and cancellations of the range that have gone out, by reason, the largest sum first; null without the permission to see them. */
  refunds: z.array(z.object({ reason: text(3000), count: z.int(), ...SumShape })).nullable(),
  /** Chargebacks that ended in the range; null without the permission to see them. */
  chargebacks: z
    .object({ won: z.int(), lost: z.int(), won_sum: z.object(SumShape), lost_sum: z.object(SumShape) })
    .nullable(),
  /** Disputes that were decided in the range, by the side that won, with what the buyers were refunded; null without the permission to see them. */
  disputes: z.object({ buyer: z.int(), seller: z.int(), refunded: z.object(SumShape) }).nullable(),
})
export type DeskMetrics = z.infer<typeof DeskMetrics>

export const deskMetrics = {
  get: get('/v1/admin/desk_metrics', {
    noPast: noPast.figures,
    may: 'staff',
    about:
      'What came to the desk and left it in the last 7, 30 or 90 days, how long decisions took and who made them, refunds by reason and the outcome of chargebacks and disputes. Not part of the spec.',
    query: z.strictObject({ days: z.enum(metricDays) }),
    data: DeskMetrics,
  }),
}
