import { Cents, del, Flag, get, Id, patch, post, RowLimit, SourceTime, Time, text } from '../base/endpoint.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'
import { SeenEffect, UserEffect, UserOverview } from './user-overview.ts'

/** A person of the marketplace (spec: User). */
export const User = z.object({
  uid: Id,
  displayName: text(1000).nullable(),
  /** Null when missing; shown as 'null'. */
  email: personal('email', text(320)).nullable(),
  country_code: text(10).nullable(),
  /** 'temp' is a placeholder for a missing number. */
  phone_number: personal('phone', text(50)).nullable(),
  post_ability: z.int().min(-2147483648).max(2147483647).nullable(),
  appVersion: text(200).nullable(),
  last_ip: personal('ip', text(100)).nullable(),
  lastActive: SourceTime.nullable(),
  subscriptionState: text(100).nullable(),
  isBanned: z.boolean(),
  oneSignalId: personal('push', text(200)).nullable(),
  created_at: SourceTime.nullable(),
  stripe_customer_id: personal('payment', text(200)).nullable(),
  stripe_connect_id: personal('payment', text(200)).nullable(),
  payout_timing_preference: text(100).nullable(),
  /** Cents. */
  available_balance: Cents.nullable(),
  /** Cents. */
  pending_balance: Cents.nullable(),
  listing_quantity_permission: Flag,
  store_behavior: Flag,
  early_access: Flag,
  /** Counts this record's changes; sent back as `If-Match`. Other servers may leave it out. */
  version: z.int().optional(),
})
export type User = z.infer<typeof User>

/** The fields that staff may edit, one per call. */
export const UserChange = z
  .strictObject({
    phone_number: personal('phone', text(50).min(1, 'is empty')),
    email: personal('email', z.email('is not an email address').max(320, 'is longer than 320 characters')),
    post_ability: z.int().min(0, 'is below 0').max(1000, 'is above 1000'),
    listing_quantity_permission: Flag,
    store_behavior: Flag,
    early_access: Flag,
  })
  .partial()
  .refine((change) => Object.keys(change).length === 1, 'Send exactly one field')
export type UserChange = z.infer<typeof UserChange>

/** The reason and time of a block, and its author. Kept when the account is unblocked. */
export const BanReason = z.object({
  id: Id,
  reason: text(10_000).nullable(),
  created_at: SourceTime,
  /** The staff member's name; null for imported reasons. */
  actor: text(1000).nullable().optional(),
})
export type BanReason = z.infer<typeof BanReason>

/** The fields of a person that can be revealed to a caller who sees them masked. */
export const revealable = [
  'phone_number',
  'email',
  'last_ip',
  'oneSignalId',
  'stripe_customer_id',
  'stripe_connect_id',
] as const
export type Revealable = (typeof revealable)[number]

/** The requested values in full. Not marked as personal: the call exists to show them. */
export const Revealed = z.object({
  phone_number: text(50).nullish(),
  email: text(320).nullish(),
  last_ip: text(100).nullish(),
  oneSignalId: text(200).nullish(),
  stripe_customer_id: text(200).nullish(),
  stripe_connect_id: text(200).nullish(),
  /** The charges of the person's newest 200 promotions, by the request's id. */
  charges: z.record(Id, text(200)).optional(),
})
export type Revealed = z.infer<typeof Revealed>

/** The reason for a reveal or erasure, for the audit. */
export const Reason = text(1000).refine((words) => words.trim() !== '', 'is empty')

export const users = {
  search: get('/v1/admin/user_search', {
    may: 'users.read',
    about:
      'People whose name, email address, uid, phone number, push id or IP address match: exact matches first, then prefixes, then parts of a name, email address or phone number. At most 200, or `limit`, which is not part of the spec; the header x-more is set if there are more. Words such as status:blocked, country:PL, created:<30d, active:<7d, reports:>2, store:yes or -country:PL filter people (docs/decisions/023-queries.md); a wrong value is refused with malformed, and any other word with a colon is text. For a caller who sees personal data masked, an email address, phone number, push id or IP address matches only as a whole; such a hit is audited, counts as a reveal, and is refused with too_many above the maximum per hour.',
    query: z.strictObject({
      search_term: text(500).optional(),
      exclude_uid: text(200).optional(),
      limit: RowLimit,
    }),
    data: z.array(User),
  }),
  get: get('/v1/admin/users/{uid}', {
    may: 'users.read',
    about: 'One person. Refuses with not_found when there is none or the account was deleted.',
    data: User,
  }),
  overview: get('/v1/admin/users/{uid}/overview', {
    may: 'users.read',
    about:
      'What staff should know about a person at a glance: block, open reports, disputes, refunds, linked accounts, notes and held money. Not part of the spec.',
    data: UserOverview,
  }),
  effect: get('/v1/admin/users/{uid}/effect', {
    may: 'users.read',
    about:
      'What blocking or deleting an account affects now: open orders, held payouts, disputes, promotions, conversations, listings and linked accounts. Not part of the spec.',
    data: UserEffect,
  }),
  reveal: post('/v1/admin/users/{uid}/reveal', {
    may: 'personal.reveal',
    deed: { subject: 'user' },
    about:
      'Shows fields of a person in full to a caller who sees them masked. Audited with the reason. Refuses with too_many above the maximum per hour. Not part of the spec.',
    body: z.strictObject({
      fields: z
        .array(z.enum([...revealable, 'charges']))
        .min(1, 'is empty')
        .max(7),
      reason: Reason,
    }),
    data: Revealed,
    remembered: false,
  }),
  export: post('/v1/admin/users/{uid}/export', {
    may: 'users.export',
    deed: { subject: 'user' },
    about:
      'Exports all stored data of a person, also of a deleted account: the rows by table as the database has them. Audited with the reason. Not part of the spec.',
    body: z.strictObject({ reason: Reason }),
    data: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
    remembered: false,
  }),
  erase: post('/v1/admin/users/{uid}/erase', {
    may: 'users.erase',
    deed: { subject: 'user' },
    emits: ['person.erased'],
    about:
      'Erases a person for good, also of a deleted account: their content, their conversations and every mention of them are deleted; money stays under a pseudonym, which is returned. Audited with the reason. Refuses with conflict, naming the reasons, while anything of theirs is in progress. Not part of the spec.',
    body: z.strictObject({ reason: Reason }),
    data: z.object({ called: Id }),
    remembered: false,
  }),
  update: patch('/v1/admin/users/{uid}', {
    may: 'users.write',
    deed: { subject: 'user', event: 'user.updated', topic: 'users' },
    about: 'Changes one field of a person and returns the whole record.',
    body: UserChange,
    data: User,
  }),
  remove: del('/v1/admin/users/{uid}', {
    may: 'users.delete',
    deed: { subject: 'user', event: 'user.deleted', topic: 'users' },
    emits: ['listing.deleted'],
    about:
      'Deletes an account; money records and audit stay. Refuses with conflict, naming the reasons, while a refund is pending, a dispute is open or a balance is not zero, and while its effect is no longer the one in `seen`.',
    query: z.strictObject({ seen: SeenEffect }),
    data: z.null(),
  }),
  ban: patch('/v1/admin/users/{uid}/ban', {
    may: 'users.block',
    deed: { subject: 'user', event: 'user.blocked', topic: 'users' },
    about:
      'Blocks an account, until a time where `until` has one, and stores the reason with actor and time. Refuses the caller’s own account and a blocked one, with malformed a time that is over, and with conflict, naming what changed, if its effect is no longer the one in `seen`. Without `policy_id` it rests on the policy of its open reports; null: on none. `until` and `policy_id` are not part of the spec.',
    query: z.strictObject({ seen: SeenEffect }),
    body: z.strictObject({
      ban_reason: text(10_000),
      until: Time.optional(),
      policy_id: Id.nullable().optional(),
    }),
    data: User,
  }),
  unban: patch('/v1/admin/users/{uid}/unban', {
    may: 'users.block',
    deed: { subject: 'user', event: 'user.unblocked', topic: 'users' },
    about:
      'Unblocks an account; its ban reasons stay. It can be undone for some seconds (`held.undo`); until then the payouts that waited for it stay held.',
    data: User,
  }),
  banReasons: get('/v1/admin/users/{uid}/ban_reasons', {
    may: 'users.read',
    about: "The reasons for a person's blocks, newest first.",
    data: z.array(BanReason),
  }),
  redeemGiftCard: patch('/v1/admin/users/{uid}/gift_cards', {
    may: 'gift_cards.redeem',
    deed: { subject: 'user', event: 'gift_card.redeemed', topic: 'users' },
    about: "Redeems a gift card once, adding its cents to the person's available balance.",
    body: z.strictObject({ code: text(200).min(1, 'is empty') }),
    data: z.object({ code: z.string(), cents: Cents }),
  }),
}
