import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { withoutPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'

/** Seconds for which an action or a decision can be undone. The mail about it is held as long. */
export const takeBackSeconds = 10

/** Days for which a colleague with the permission can take such an action back. After that its deleted records are erased. */
export const takeBackDays = 30

/** The calls that can be undone for `takeBackSeconds` and taken back for `takeBackDays`, by their names in the contract. */
export const heldActions = [
  'posts.remove',
  'listingReports.ignore',
  'userReports.resolve',
  'users.unban',
  'questions.remove',
  'userContent.deletePosts',
  'userContent.deleteConversations',
  'userContent.deleteCommunityContent',
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
  subject_kind: z.enum(['listing', 'promotion', 'user', 'question']),
  subject_id: Id,
  /** The listing's title or the person's name at that time. */
  title: text(1000).nullable(),
  reason: text(10_000).nullable(),
  at: Time,
  /** The remaining milliseconds. A duration, because the browser's clock may be wrong. */
  left_ms: z.int(),
})
export type Held = z.infer<typeof Held>

/** A past action that can be taken back. */
export const TakeBack = z.object({
  id: Id,
  action: z.enum(heldActions),
  by: z.object({ uid: Id, name: text(1000) }),
  at: Time,
  /** The last moment; then its deleted records are erased. */
  until: Time,
  /** When it was undone or taken back. */
  undone_at: Time.nullable(),
})
export type TakeBack = z.infer<typeof TakeBack>

const changes = {
  may: 'staff',
  deed: {},
  tells: ['review', 'users', 'questions', 'conversationUpdates/{uid}'],
  emits: [
    'listing.restored',
    'listing_report.reopened',
    'user_report.reopened',
    'user.blocked',
    'question.restored',
    'conversation.restored',
  ],
} as const

/** Undoing deletions, Ignore, Resolve All and Unblock. Not part of the spec. */
export const held = withoutPast('now', {
  mine: get('/v1/admin/held', {
    may: 'staff',
    about: `The caller's actions of the last ${takeBackSeconds} seconds that can still be undone, newest first.`,
    data: z.array(Held),
  }),

  undo: post('/v1/admin/held/{id}/undo', {
    ...changes,
    about: `Undoes the caller's deletion of listings, conversations or community posts, their ignoring or resolving of reports, or their unblocking, within ${takeBackSeconds} seconds: the record returns to its previous state. An admin undoes anyone's. Refuses with conflict when it is too late.`,
    data: z.null(),
  }),

  takeBack: post('/v1/admin/held/{id}/take_back', {
    ...changes,
    about: `Takes back such an action of anyone within ${takeBackDays} days: deleted records are as they were, reports are open, an account is blocked again. Needs the permission of the action. What exists again, was deleted by the marketplace too or was erased stays as it is: \`left\` counts it. Refuses with conflict when nothing can be restored.`,
    body: z.strictObject({ reason: text(maxReasonLength).min(1, 'is empty') }),
    data: z.object({ restored: z.int(), left: z.int() }),
  }),

  of: get('/v1/admin/held/of/{kind}/{id}', {
    may: 'staff',
    about: `The actions on a record that the caller's role may take back now, newest first. Empty without the permission.`,
    data: z.array(TakeBack),
  }),

  explain: post('/v1/admin/held/{id}/reason', {
    may: 'staff',
    deed: {},
    about:
      'Adds a reason to the caller’s deletion, to their ignoring or resolving of reports, or to their unblocking, within a day. The audit log gets a separate row for it.',
    body: z.strictObject({ reason: text(maxReasonLength).min(1, 'is empty') }),
    data: z.null(),
  }),
})
