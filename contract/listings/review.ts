// Group: review. The decisions are calls of `posts` and `promotedPosts`. The console's address is `pending_review`; staff read "Pending Review".

import { get, Id, post, Time, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** Seconds after which "is looking at it" expires unless it is sent again. */
export const lookingSeconds = 12

/** A case that waits for a decision: a listing, or a request to promote one. */
export const ReviewCase = z.strictObject({
  kind: z.enum(['listing', 'promotion']),
  id: Id,
})
export type ReviewCase = z.infer<typeof ReviewCase>

/** The decisions of a reviewer. */
export const Decision = z.enum(['approved', 'denied'])
export type Decision = z.infer<typeof Decision>

/** The answer to a decision. */
export const Verdict = z.object({
  decision: Decision,
  at: Time,
  /** The record's version after the decision: an older If-Match is refused. */
  version: z.int(),
  take_back_until: Time,
})
export type Verdict = z.infer<typeof Verdict>

/** The body of a denial. */
export const Denial = z.strictObject({
  message: text(10_000).min(1, 'is empty').describe('The canned message, as the seller reads it.'),
  policy_id: Id.nullable()
    .optional()
    .describe('The policy; without one, that of the canned message; null: none. Not part of the spec.'),
})

/** A field of a listing that differs between two versions. */
export const Change = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })
export type Change = z.infer<typeof Change>

const Judged = z.object({
  key: Id,
  title: text(1000).nullable(),
  state: Decision,
  message: text(10_000).nullable(),
  /** Null if the listing was judged elsewhere. */
  at: Time.nullable(),
  by: text(1000).nullable(),
})

/** The context that a reviewer needs beside the case itself. */
export const Background = z.object({
  seller: z.object({
    uid: Id,
    displayName: text(1000).nullable(),
    created_at: text(200).nullable(),
    isBanned: z.boolean(),
  }),
  bans: z.object({
    total: z.int(),
    latest: z.array(z.object({ reason: text(100_000).nullable(), created_at: Time })),
  }),
  /** Open reports about the seller and about the listing itself. */
  reports: z.object({
    about_seller: z.int(),
    about_listing: z.int(),
    latest: z.array(
      z.object({
        about: z.enum(['seller', 'listing']),
        reason: text(500).nullable(),
        words: text(100_000).nullable(),
        created_at: Time,
      }),
    ),
  }),
  /** Judgements of this seller's listings: the counts of all, and the last five. */
  judged: z.object({ approved: z.int(), denied: z.int(), latest: z.array(Judged) }),
  /** Differences from the last approved version of the listing; null when it was never approved here. */
  since_approval: z
    .object({
      approved_at: Time,
      by: text(1000).nullable(),
      changes: z.array(Change),
    })
    .nullable(),
})
export type Background = z.infer<typeof Background>

/** An event of the live topic 'review'. */
export const ReviewEvent = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('looking'),
    /** One open page; a person may have several. */
    page: Id,
    uid: Id,
    name: text(1000),
    /** Null: the page no longer shows a case. */
    case: ReviewCase.nullable(),
  }),
  z.object({
    what: z.literal('decided'),
    case: ReviewCase,
    decision: Decision,
    version: z.int(),
    uid: Id,
    name: text(1000),
    at: Time,
  }),
  z.object({ what: z.literal('returned'), case: ReviewCase, version: z.int(), uid: Id, name: text(1000) }),
  z.object({ what: z.literal('gone'), case: ReviewCase }),
  /** The marketplace wrote the record: it may be new in the queue, or changed. */
  z.object({ what: z.literal('arrived'), case: ReviewCase }),
  /** A deletion was undone: the case has its previous state again. */
  z.object({ what: z.literal('back'), case: ReviewCase }),
])
export type ReviewEvent = z.infer<typeof ReviewEvent>

export const review = {
  background: get('/v1/admin/review/{kind}/{id}', {
    may: 'posts.read',
    about:
      "The context of a case ('listing' or 'promotion'): the seller, bans, open reports, earlier judgements, and the changes since the last approval.",
    data: Background,
  }),

  look: post('/v1/admin/review/looking', {
    may: 'review.decide',
    deed: null,
    tells: ['review'],
    about: `Shows other reviewers, over the live topic 'review', the case that this page is looking at; null for none. Expires after ${lookingSeconds} seconds. Changes no record, so it is not audited.`,
    body: z.strictObject({ page: Id, case: ReviewCase.nullable() }),
    data: z.null(),
  }),
}
