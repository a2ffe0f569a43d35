// Group: listings. The desk's view of the records that the spec calls posts: the page of one, and the list of all.

import { Cents, Cursor, get, Id, post, Time, text } from '../base/endpoint.ts'
import { noPast } from '../base/no-past.ts'
import { z } from '../base/zod.ts'
import { ListingReport } from './listing-reports.ts'
import { Post } from './posts.ts'
import { Change, Decision } from './review.ts'
import { maxSimilar, Similar } from './similar.ts'

/** The most decisions on the page of a listing. */
export const maxJudgements = 50

/** A decision about a listing. Its version is what staff had before them. */
export const Judgement = z.object({
  id: Id,
  decision: Decision,
  /** The message of a denial. */
  message: text(10_000).nullable(),
  by: z.object({ uid: Id, name: text(1000) }),
  at: Time,
  /** When the seller was mailed; null while that can be stopped, and when it was. */
  announced_at: Time.nullable(),
  taken_back_at: Time.nullable(),
  /** The colleague who took it back; null while it stands. */
  taken_back_by: text(1000).nullable(),
  /** Null while it stands, and for one taken back without a reason. */
  taken_back_reason: text(10_000).nullable(),
  /** What had changed since the version of the decision before; null where one of the two was not recorded. */
  changes: z.array(Change).nullable(),
})
export type Judgement = z.infer<typeof Judgement>

/** A listing with all that its page shows, except what needs another permission. */
export const ListingRecord = z.object({
  listing: Post,
  /** The last change by the marketplace; null while unchanged. */
  changed_at: Time.nullable(),
  /** `by` is null when the marketplace deleted it. */
  deleted: z.object({ at: Time, by: text(1000).nullable() }).nullable(),
  /** Newest first. */
  decisions: z.array(Judgement),
  /** What has changed since the newest recorded version; null without one. */
  changes: z.array(Change).nullable(),
  promotions: z.array(
    z.object({
      id: Id,
      approval_status: z.int(),
      price: Cents.nullable(),
      promo_start_date: Time.nullable(),
      promo_end_date: Time.nullable(),
      created_at: Time,
    }),
  ),
  collections: z.array(z.object({ id: Id, title: text(1000).nullable() })),
})
export type ListingRecord = z.infer<typeof ListingRecord>

/** A report about a listing with the name of its reporter. */
export const NamedReport = ListingReport.extend({ reporter_name: text(1000).nullable() })
export type NamedReport = z.infer<typeof NamedReport>

/** A row of the list of listings. */
export const ListingRow = Post.extend({
  deleted_at: Time.nullable(),
  /** The last decision that was not taken back. */
  decided: z
    .object({ decision: Decision, by: text(1000), at: Time, message: text(10_000).nullable() })
    .nullable(),
  /** Reports since the last approval; all of them when it was never approved here. */
  reports_since: z.int(),
})
export type ListingRow = z.infer<typeof ListingRow>

/** A listing as its public page shows it. */
export const ShownListing = Post.pick({
  key: true,
  title: true,
  description: true,
  price: true,
  price_as_smallest_currency_unit: true,
  photosURL: true,
  creatorName: true,
  sold: true,
})
export type ShownListing = z.infer<typeof ShownListing>

export const listings = {
  search: get('/v1/admin/listings', {
    may: 'posts.read',
    about:
      'Listings of every state and type with every word of the query in title or description, newest first. Words such as status:denied, created:<14d, approved_by:milo, denied_by:me, reports_since:>0 or seller:"Anna Berg" filter them (docs/decisions/023-queries.md); deleted ones only with status:deleted. At most 200; the header x-more is set if there are more. A wrong value is refused with malformed. A caller who sees personal data masked finds a seller by a whole email address or phone number only, which is audited and counted as a reveal. Not part of the spec.',
    query: z.strictObject({ query: text(500).optional() }),
    data: z.array(ListingRow),
  }),
  get: get('/v1/admin/listings/{id}', {
    may: 'posts.read',
    about: `A listing, deleted or not, with its last ${maxJudgements} decisions, what changed between the versions that staff decided about, its promotions and its collections. Not part of the spec.`,
    data: ListingRecord,
  }),
  shown: get('/v1/listings/{id}', {
    may: 'posts.read',
    // A program that reads what staff decide.
    scope: 'events.read',
    about:
      'A listing that everybody may see: approved and not deleted. Any other is refused with not_found. Not part of the spec.',
    data: ShownListing,
  }),
  reports: get('/v1/admin/listings/{id}/reports', {
    may: 'reports.read',
    about:
      'The reports about a listing, newest first, 200 at a time; x-total-count has the total. Not part of the spec.',
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(NamedReport),
  }),
  similar: get('/v1/admin/listings/{id}/similar', {
    may: 'posts.read',
    noPast: noPast.now,
    about: `The ${maxSimilar} decided listings that resemble a listing most, with how each was decided: by its words, then by its price, its seller and the class of what is reported of it. None that has few words in common with it. Not part of the spec.`,
    data: z.array(Similar),
  }),
  reopen: post('/v1/admin/listings/{id}/reopen', {
    may: 'review.decide',
    deed: { subject: 'listing', event: 'listing.pending', topic: 'review' },
    about:
      'Takes back a decision of any age, with a reason: the listing waits for review again. A mail that the seller already has is not recalled. Refuses with conflict a listing that waits, and one that has changed since the version in If-Match; and with refused a colleague’s decision of the last seconds, which they can still take back. Not part of the spec.',
    body: z.strictObject({ reason: text(10_000).min(1, 'is empty') }),
    data: z.object({ version: z.int() }),
  }),
}
