import { namesOf } from './own.ts'
import type { Permission } from './rights.ts'
import { z } from './zod.ts'

/** The kinds of cases, each with the permission to decide one. A caller sees only the kinds that they may decide. */
export const deskKinds = {
  chargeback: 'disputes.write',
  dispute: 'disputes.write',
  fraud_warning: 'money.request',
  approval: 'money.approve',
  user_reports: 'reports.handle',
  listing_reports: 'reports.handle',
  conversation: 'inbox.write',
  listing: 'review.decide',
  promotion: 'review.decide',
  label: 'shipping.cancel',
  payout: 'money.hold',
  difference: 'money.correct',
  appeal: 'appeals.decide',
  proposal: 'proposals.decide',
  rule: 'proposals.decide',
} as const satisfies Record<string, Permission>
export type DeskKind = keyof typeof deskKinds
export const deskKindNames = namesOf(deskKinds)

/** The kinds of cases that are reports. */
export const reportKinds: readonly DeskKind[] = ['user_reports', 'listing_reports']

/**
 * The classes of harm, the greatest first. Each is a band of the desk; a policy names the class that it is about. 'other' is all work
 * without a report, and reports whose reason has no class.
 */
export const harmClasses = [
  'danger',
  'minors',
  'phishing',
  'fraud',
  'prohibited',
  'other',
  'quality',
  'spam',
] as const
export type HarmClass = (typeof harmClasses)[number]
export const HarmClass = z.enum(harmClasses)

/** What of the desk a role is limited to. An empty list is no limit: the role sees what its permissions allow. */
export const Sight = z.object({
  /** Kinds of cases. */
  kinds: z.array(z.enum(deskKindNames)).max(deskKindNames.length),
  /** Classes of reports, among the cases that are reports. */
  classes: z.array(HarmClass).max(harmClasses.length),
})
export type Sight = z.infer<typeof Sight>

/** No limit. */
export const fullSight: Sight = { kinds: [], classes: [] }
