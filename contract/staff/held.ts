import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** Seconds for which an action or a decision can be undone. The mail about it is held as long. */
export const takeBackSeconds = 10

/** The calls that can be undone for `takeBackSeconds`, by their names in the contract. */
export const heldActions = [
  'posts.remove',
  'listingReports.ignore',
  'userReports.resolve',
  'users.unban',
] as const
/** Decisions of Pending Review. Their own `take_back` calls undo them. */
export const heldDecisions = [
  'posts.approve',
  'posts.deny',
  'promotedPosts.approve',
  'promotedPosts.deny',
] as const

/** Maximum characters of a held action's reason. */
export const maxReasonLength = 2000

/** A recent action of a staff member that they can still undo. */
export const Held = z.object({
  id: Id,
  action: z.enum([...heldActions, ...heldDecisions]),
  subject_kind: z.enum(['listing', 'promotion', 'user']),
  subject_id: Id,
  /** The listing's title or the person's name at that time. */
  title: text(1000).nullable(),
  reason: text(10_000).nullable(),
  at: Time,
  /** The remaining milliseconds. A duration, because the browser's clock may be wrong. */
  left_ms: z.int(),
})
export type Held = z.infer<typeof Held>

/** Undoing Delete Listing, Ignore, Resolve All and Unblock. Not part of the spec. */
export const held = {
  mine: get('/v1/admin/held', {
    may: 'staff',
    about: `The caller's actions of the last ${takeBackSeconds} seconds that can still be undone, newest first.`,
    data: z.array(Held),
  }),

  undo: post('/v1/admin/held/{id}/undo', {
    may: 'staff',
    deed: {},
    tells: ['review', 'users'],
    emits: ['listing.restored', 'listing_report.reopened', 'user_report.reopened', 'user.blocked'],
    about: `Undoes the caller's deletion of a listing, their ignoring or resolving of reports, or their unblocking, within ${takeBackSeconds} seconds: the record returns to its previous state. An admin undoes anyone's. Refuses with conflict when it is too late.`,
    data: z.null(),
  }),

  explain: post('/v1/admin/held/{id}/reason', {
    may: 'staff',
    deed: {},
    about:
      'Adds a reason to the caller’s deletion of a listing, to their ignoring or resolving of reports, or to their unblocking, within a day. The audit log gets a separate row for it.',
    body: z.strictObject({ reason: text(maxReasonLength).min(1, 'is empty') }),
    data: z.null(),
  }),
}
