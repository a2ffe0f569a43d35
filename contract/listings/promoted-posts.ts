// Group: promotedPosts. On the wire they are `promoted_post_requests` and the subject kind `promotion`; staff read "Promoted Posts".

import { Cents, get, Id, patch, post, Time, text } from '../base/endpoint.ts'
import { personal } from '../base/personal.ts'
import { z } from '../base/zod.ts'
import { takeBackSeconds } from '../staff/held.ts'
import { Post } from './posts.ts'
import { Verdict } from './review.ts'

/** `approval_status` of a request that waits for review (ENT-66). */
export const needsApproval = 1

/** The words of `approval_status`. The spec names 1; 2 and 3 are our own. */
export const approvalStatus: Readonly<Record<number, string>> = {
  1: 'Needs approval',
  2: 'Approved',
  3: 'Denied',
}

/** A request to promote a listing (spec: Promoted post, Promoted post request). */
export const PromotedPost = z.object({
  id: Id.describe('The request.'),
  key: text(200).nullable().describe('Its second name at the source.'),
  owner_uid: Id.describe('The person who requested it.'),
  post_id: Id.nullable().describe('The listing.'),
  post_title: text(1000).nullable().describe("The listing's title at that time."),
  post_thumbnail_image_path: text(2000).nullable().describe("Path of the listing's small picture."),
  promo_start_date: Time.nullable().describe('From when.'),
  promo_end_date: Time.nullable().describe('Until when.'),
  price: Cents.nullable().describe('What the promotion costs, cents (D-131).'),
  created_at: Time.describe('When it was requested.'),
  charge: z
    .strictObject({ stripe_id: personal('payment', text(200).min(1, 'is empty')) })
    .nullable()
    .describe('The payment provider\'s charge: {"stripe_id": "…"}, or null.'),
  approval_status: z.int().min(-32768).max(32767).describe('1 needs approval, 2 approved, 3 denied.'),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type PromotedPost = z.infer<typeof PromotedPost>

/** A request with the listing's fields for its review card; fields that the listing lacks are null or missing (D-133). */
export const PromotedPostRequest = PromotedPost.extend(
  Post.pick({
    description: true,
    price_as_smallest_currency_unit: true,
    photosURL: true,
    creatorUID: true,
    creatorName: true,
    shipping_cost: true,
    postType: true,
    post_version: true,
    variation: true,
    postCountryCode: true,
  }).partial().shape,
)
export type PromotedPostRequest = z.infer<typeof PromotedPostRequest>

/** `data` is the requester's uid, as in the spec (API-53, API-54). */
const Owner = z.strictObject({ data: Id })

export const promotedPosts = {
  list: get('/v1/admin/promoted_post_requests', {
    may: 'posts.read',
    about:
      'Requests to promote a listing, the longest waiting first; with approval_status=1, those that need approval. At most 200; x-total-count has the total.',
    query: z.strictObject({
      approval_status: z.enum(['1', '2', '3']).optional(),
      id: Id.optional().describe('Only this request; not part of the spec.'),
    }),
    data: z.array(PromotedPostRequest),
  }),

  approve: patch('/v1/admin/promoted_post_requests/{id}/approve', {
    may: 'review.decide',
    deed: { subject: 'promotion', event: 'promotion.decided', topic: 'review' },
    about: `Approves a request. The requester is mailed ${takeBackSeconds} seconds later. Refuses with conflict, naming who and when, if it was decided, or changed since the version in If-Match; and refuses another person's request.`,
    body: Owner,
    data: Verdict,
  }),

  deny: patch('/v1/admin/promoted_post_requests/{id}/deny', {
    may: 'review.decide',
    deed: { subject: 'promotion', event: 'promotion.decided', topic: 'review' },
    about: `Denies a request. The requester is mailed ${takeBackSeconds} seconds later, with the message if there is one. Refuses as approving does.`,
    // D-070: the spec has no message.
    body: Owner.extend({ message: text(10_000).min(1, 'is empty').optional() }),
    data: Verdict,
  }),

  takeBack: post('/v1/admin/promoted_post_requests/{id}/take_back', {
    may: 'review.decide',
    deed: { subject: 'promotion', event: 'promotion.pending', topic: 'review' },
    about: `Undoes the caller's own decision within ${takeBackSeconds} seconds: the request needs approval again and no mail is sent. Not part of the spec.`,
    data: PromotedPostRequest,
  }),

  ofUser: get('/v1/admin/users/{uid}/promoted_post_requests', {
    may: 'posts.read',
    about: "A person's promotions, newest first. At most 200.",
    data: z.array(PromotedPost),
  }),
}
