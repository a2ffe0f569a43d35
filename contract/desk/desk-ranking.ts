import { type DeskKind, deskKindNames, deskKinds, type HarmClass, harmClasses } from '../base/case-kinds.ts'
import { text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

export { type DeskKind, deskKindNames, deskKinds }

/**
 * The classes of work, the greatest harm first. Each is a band of the desk: every case of a class comes before every case of the
 * next one. A report has the class of its reason.
 */
export const deskClasses = harmClasses
export type DeskClass = HarmClass
export const Class = z.enum(deskClasses)

const Weight = z.int().min(0, 'is below 0').max(100, 'is above 100')

/** The kinds whose target belongs to the desk. That of a conversation is the first answer's in the settings of the team inbox, or a day. */
export const targetKinds = deskKindNames.filter((kind) => kind !== 'conversation')
const Hours = z.int().min(1, 'is below 1').max(8760, 'is above 8760')
type TargetField = `${(typeof targetKinds)[number]}_hours`
/** The field of a kind's target. */
export const targetOf = (kind: (typeof targetKinds)[number]): TargetField => `${kind}_hours`

/** The weights: for each part, the points that it has at most, and when it has them. */
export const DeskWeights = z.object({
  deadline: Weight,
  /** Hours before the deadline at which its points begin; at the deadline all of them count. */
  deadline_hours: z.int().min(1, 'is below 1').max(720, 'is above 720'),
  money: Weight,
  /** Cents at stake that have all points. */
  money_full: z.int().min(100, 'is below $1').max(1_000_000_00, 'is above $1,000,000'),
  /** For reporters all of whose earlier reports were upheld. */
  reporters: Weight,
  /** For ten reports or more. */
  reports: Weight,
  /** For an urgent case; a high priority has half. */
  priority: Weight,
  /** For a case that has waited as long as its kind's target. Longer counts no more. */
  waiting: Weight,
  /** Days without a report, a message, a change or a deadline, after which a case comes last. */
  backlog_days: z.int().min(1, 'is below 1').max(3650, 'is above 3650'),
  /** The target of each kind: the hours after its opening within which a case should be decided. */
  ...(Object.fromEntries(targetKinds.map((kind) => [targetOf(kind), Hours])) as Record<
    TargetField,
    z.ZodInt
  >),
  /** Decisions of the review, in percent, that return for a second look; 0: none. Those of new colleagues and rare policies return more often. */
  second_look_percent: Weight,
})
export type DeskWeights = z.infer<typeof DeskWeights>

/** A reason of reports in plain words, as 'no show' for 'No_show', with its class. An empty one stands for reports without a reason. */
export const ReportReason = z.object({
  reason: text(500),
  class: Class,
  /** Whether an admin chose the class. Otherwise it follows from the words of the reason. */
  chosen: z.boolean(),
  /** Open reports with this reason. */
  open: z.int(),
})
export type ReportReason = z.infer<typeof ReportReason>
