// Group: posts. On the wire a post is a `listing` (subject kind, import file); staff read "Listing", and "Posts" in an account.

import { Cents, Cursor, del, get, Id, post, SourceTime, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'
import { takeBackSeconds } from '../staff/held.ts'
import { Denial, Verdict } from './review.ts'

/** The review states of a listing: pending, then approved or denied. */
export const reviewStates = ['pending', 'approved', 'denied'] as const
/** `postType` of a wanted-to-buy listing; 0 is for sale. */
export const wantedToBuy = 1
/** `post_version` of a listing paid through the marketplace; 1 with `flatFee` is a flat-fee listing. */
export const paidThroughUs = 2
/** `variation` of a flat-fee listing. */
export const flatFee = 'flat_fee_post'

const small = z.int().min(-32768).max(32767)

/** An item for sale or wanted (spec: Listing pending review; post). */
export const Post = z.object({
  key: Id.describe('The listing; equals post_id and product_id elsewhere (D-123).'),
  title: text(1000).nullable().describe('Its title.'),
  price: z.number().min(-1e12).max(1e12).nullable().describe('The price in dollars, for display (D-049).'),
  price_as_smallest_currency_unit: Cents.nullable().describe('The price in cents; wins over price.'),
  quantity: z.int().min(-2147483648).max(2147483647).nullable().describe('How many there are.'),
  condition: text(200).nullable().describe('Condition in words.'),
  description: text(100_000).nullable().describe('What the seller wrote.'),
  location: z
    .strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
    .nullable()
    .describe('Where it is, degrees.'),
  photosURL: z.array(text(2000)).max(200).describe('Paths or addresses of its photos.'),
  thumbnailImageURL: text(2000).nullable().describe('Path or address of its small picture.'),
  creatorUID: Id.describe('Who made the listing.'),
  creatorName: text(1000).nullable().describe('Their name at that time.'),
  creationDate: SourceTime.nullable().describe('When it was made.'),
  shipping: z.boolean().nullable().describe('Whether it is shipped.'),
  shipping_cost: Cents.nullable().describe('Shipping cost in cents.'),
  shipping_origin_zip_code: text(50).nullable().describe('Where it is shipped from.'),
  sold: z.boolean().nullable().describe('Whether it is sold.'),
  trades: z.boolean().nullable().describe('Whether the seller takes trades.'),
  accepts_offers: z.boolean().nullable().describe('Whether the seller takes offers.'),
  postType: small.describe('0 for sale, 1 wanted-to-buy.'),
  post_version: small.nullable().describe('2 paid through the marketplace, 1 not.'),
  variation: text(200).nullable().describe("'flat_fee_post' for a flat-fee listing."),
  postCountryCode: text(10).nullable().describe('Country of the listing, two letters.'),
  userSubscriptionState: text(100).nullable().describe("The creator's subscription."),
  review_state: z.enum(reviewStates).optional().describe('pending, approved or denied.'),
  review_message: text(10_000).nullable().optional().describe('The message that a denial was sent with.'),
  /** Counts this record's changes; other servers may leave it out. */
  version: z.int().optional(),
})
export type Post = z.infer<typeof Post>

export const posts = {
  pending: get('/v1/admin/posts/pending', {
    may: 'posts.read',
    about:
      'Listings that wait for review, the longest waiting first. At most 200; x-total-count has the total.',
    query: z.strictObject({
      id: Id.optional().describe('Only the listing with this key, if it waits; not part of the spec.'),
    }),
    data: z.object({ wts: z.array(Post) }),
  }),

  approve: post('/v1/admin/posts/{id}/approve', {
    may: 'review.decide',
    deed: { subject: 'listing', event: 'listing.approved', topic: 'review' },
    about: `Approves a pending listing, or a denied one whose version the caller names in If-Match. Its seller is mailed ${takeBackSeconds} seconds later. Refuses with conflict, naming who and when, if it was decided, or changed since the version in If-Match.`,
    data: Verdict,
  }),

  deny: post('/v1/admin/posts/{id}/deny', {
    may: 'review.decide',
    deed: { subject: 'listing', event: 'listing.denied', topic: 'review' },
    about: `Denies a pending listing, or an approved one whose version the caller names in If-Match. Its seller is mailed the message ${takeBackSeconds} seconds later. Refuses as approving does.`,
    body: Denial,
    data: Verdict,
  }),

  takeBack: post('/v1/admin/posts/{id}/take_back', {
    may: 'review.decide',
    deed: { subject: 'listing', event: 'listing.pending', topic: 'review' },
    // A decision that changed an earlier one leaves that.
    emits: ['listing.approved', 'listing.denied'],
    about: `Undoes the caller's own decision within ${takeBackSeconds} seconds: the listing is as before it, pending or decided the other way, and no mail is sent. Not part of the spec.`,
    data: Post,
  }),

  ofUser: get('/v1/users/{uid}/posts', {
    may: 'posts.read',
    about: "A person's listings, newest first, 200 at a time; x-total-count has the total.",
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Post),
  }),
  deniedOfUser: get('/v1/admin/users/{uid}/posts/denied', {
    may: 'posts.read',
    about: "A person's denied listings, newest first, 200 at a time; x-total-count has the total.",
    query: z.strictObject({ cursor: Cursor }),
    data: z.array(Post),
  }),
  remove: del('/v1/posts/{id}', {
    may: 'posts.delete',
    deed: { subject: 'listing', event: 'listing.deleted', topic: 'review' },
    tells: ['users'],
    about:
      'Deletes a listing for all users; staff can restore it for 30 days (`held.takeBack`). Transactions that name it stay. Refuses with conflict if it has changed since the version in If-Match. `policy_id` is not part of the spec.',
    query: z.strictObject({ policy_id: Id.optional() }),
    data: z.null(),
  }),
}
