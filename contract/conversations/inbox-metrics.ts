import { get, Id, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** The time ranges of the figures, in days up to today. */
export const metricDays = ['7', '30', '90'] as const
export type MetricDays = (typeof metricDays)[number]

/**
 * Times of one kind. A first answer lasts from the person's oldest unanswered message to the next answer by staff; a
 * resolution from the first message since the last close to the close. Both count in the range in which they end, and both are
 * working time by the working hours at that moment, in seconds.
 */
const Times = z.object({
  count: z.int(),
  /** Null for none. */
  median: z.number().nullable(),
  /** Nine of ten are as fast; null for none. */
  p90: z.number().nullable(),
  /** How many of them are within today's target; null without a target. */
  within: z.int().nullable(),
})
export type InboxTimes = z.infer<typeof Times>

/** What waits now. */
const Load = z.object({
  /** Conversations that are open now. */
  open: z.int(),
  /** The oldest message without an answer in an open conversation; null when all are answered. */
  waiting_since: Time.nullable(),
})

/** The figures of the team inbox. */
export const InboxMetrics = z.object({
  /** The days of the range in the time zone of the working hours, 'YYYY-MM-DD': the first and today. */
  from: text(10),
  to: text(10),
  team: Load.extend({ first_answer: Times, resolution: Times }),
  /**
   * By staff member: answers by their author, resolutions by who closed, open conversations by assignee. A uid of null has the
   * open conversations without an assignee. The slowest median of first answers comes first.
   */
  members: z.array(
    Load.extend({ uid: Id.nullable(), name: text(1000).nullable(), first_answer: Times, resolution: Times }),
  ),
  /** Each day of the range, oldest first. */
  days: z.array(z.object({ day: text(10), first_answer: Times, resolution: Times })),
})
export type InboxMetrics = z.infer<typeof InboxMetrics>

export const inboxMetrics = {
  get: get('/v1/admin/inbox_metrics', {
    noPast: noPast.figures,
    may: 'inbox.read',
    about:
      'How fast the team answers and closes conversations, for the team, each member and each day of the last 7, 30 or 90 days; and what is open and waits now. Not part of the spec.',
    query: z.strictObject({ days: z.enum(metricDays) }),
    data: InboxMetrics,
  }),
}
