import { HarmClass, harmClasses } from '../base/case-kinds.ts'
import { get, Id, patch, post, text } from '../base/endpoint.ts'
import { namesOf } from '../base/own.ts'
import { z } from '../base/zod.ts'

export { HarmClass, harmClasses }

/** What a policy rests on: the law, or the terms that people have agreed to. */
export const grounds = ['law', 'terms'] as const
export type Ground = (typeof grounds)[number]

/**
 * The measures that staff take. `words`: as the person reads them. `may`: the restrictions, by what the person may not do until it ends.
 */
export const measureKinds = {
  listing_denied: { words: 'Your listing was not published' },
  listing_deleted: { words: 'Your listing was removed' },
  listings_deleted: { words: 'All your listings were removed' },
  question_deleted: { words: 'Your community post was removed' },
  questions_deleted: { words: 'All your community posts were removed' },
  conversations_deleted: { words: 'Your conversations were removed' },
  promotion_denied: { words: 'Your listing is not promoted' },
  payout_held: { words: 'We hold a payout to you' },
  blocked: { words: 'Your account is blocked' },
  no_listing: { words: 'You may not publish listings' },
  no_messages: { words: 'You may not send messages' },
  no_payouts: { words: 'You do not receive payouts' },
  warned: { words: 'This is a warning' },
} as const
export type MeasureKind = keyof typeof measureKinds
export const measureNames = Object.keys(measureKinds) as [MeasureKind, ...MeasureKind[]]

/** The measures that staff take on an account by a call of `measures`, each with its words for staff. */
export const restrictions = {
  no_listing: 'May not list',
  no_messages: 'May not message',
  no_payouts: 'May not receive payouts',
  warned: 'Warn',
} as const satisfies Partial<Record<MeasureKind, string>>
export type Restriction = keyof typeof restrictions

const Days = z.int().min(1, 'is below 1').max(3650, 'is above 3650')

/** What strikes lead to: a restriction, a warning or a block. */
export const proposedKinds = [...namesOf(restrictions), 'blocked'] as const

/** What is proposed to staff when a person has so many strikes. Nothing happens by itself. */
export const StrikeStep = z.strictObject({
  strikes: z.int().min(1, 'is below 1').max(50, 'is above 50'),
  kind: z.enum(proposedKinds),
  /** For how many days; null: without an end. */
  days: Days.nullable(),
})
export type StrikeStep = z.infer<typeof StrikeStep>

/** How decisions under a policy count as strikes, and what these propose, the fewest strikes first. */
export const StrikeRule = z.strictObject({
  /** Days for which a decision counts; null: for ever. */
  days: Days.nullable(),
  steps: z
    .array(StrikeStep)
    .max(5, 'has more than 5 entries')
    .refine(
      (steps) => steps.every(({ strikes }, n) => n === 0 || strikes > (steps[n - 1]?.strikes ?? 0)),
      'names its strikes in no rising order',
    )
    .refine(
      (steps) => steps.every(({ kind, days }) => kind !== 'warned' || days === null),
      'has a warning with an end',
    ),
})
export type StrikeRule = z.infer<typeof StrikeRule>

/** A rule of the marketplace, as staff apply it and as people read it. */
export const Policy = z.object({
  id: Id,
  /** For staff. */
  name: text(200),
  /** For the person: which rule it is, in a sentence or two. */
  words: text(5000),
  ground: z.enum(grounds),
  /** The article or section that it rests on. */
  reference: text(500).nullable(),
  /** The class of the reports that choose it beforehand; null: none. */
  harm: HarmClass.nullable(),
  /** The keys of the canned messages whose denials are under it. */
  canned: z.array(text(200)).max(100, 'has more than 100 entries'),
  /** Whether the person also gets a mail about a decision under it. */
  mails: z.boolean(),
  /** Whether those who reported the record are told that there is a decision. */
  tells_reporters: z.boolean(),
  /** How decisions under it count as strikes; null: not at all. */
  strikes: StrikeRule.nullable(),
  /** A retired policy is not chosen any more; decisions under it keep it. */
  retired: z.boolean(),
  /** Counts its changes. A decision names the version that it was made under. */
  version: z.int(),
})
export type Policy = z.infer<typeof Policy>

const Draft = z.strictObject({
  name: text(200).refine((value) => value.trim() !== '', 'is empty'),
  words: text(5000).refine((value) => value.trim() !== '', 'is empty'),
  ground: Policy.shape.ground,
  reference: Policy.shape.reference,
  harm: Policy.shape.harm,
  canned: Policy.shape.canned,
  mails: Policy.shape.mails,
  tells_reporters: Policy.shape.tells_reporters.optional(),
  strikes: Policy.shape.strikes.optional(),
})

/** Rules under which staff decide (docs/fair-decisions.md). Not part of the spec. */
export const policies = {
  list: get('/v1/admin/policies', {
    may: 'policies.read',
    about: 'All policies by name, the retired ones last. Not part of the spec.',
    data: z.array(Policy),
  }),
  create: post('/v1/admin/policies', {
    may: 'policies.write',
    deed: { subject: 'policy' },
    about: 'Makes a policy. Refuses with conflict a name that another one has. Not part of the spec.',
    body: Draft,
    data: Policy,
  }),
  update: patch('/v1/admin/policies/{id}', {
    may: 'policies.write',
    deed: { subject: 'policy' },
    about:
      'Changes a policy and raises its version; decisions keep the version that they were made under. `retired` takes it out of use or back. Refuses with conflict when it no longer has the version of If-Match. Not part of the spec.',
    body: Draft.extend({ retired: Policy.shape.retired })
      .partial()
      .refine((change) => Object.keys(change).length > 0, 'Send at least one field'),
    data: Policy,
  }),
}
