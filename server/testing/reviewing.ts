import type { Post } from '@portreeve/contract/listings/posts'
import type { PromotedPost } from '@portreeve/contract/listings/promoted-posts'
import { posts, promotedPosts } from '../listings/listing-tables.ts'
import type { Harness } from './harness.ts'

/** The default fields of a listing. */
export const plain = {
  title: 'Brown chair',
  description: 'Four legs.',
  price: 25,
  price_as_smallest_currency_unit: 2500,
  quantity: 1,
  condition: 'good',
  location: { lat: 31.5, lon: -83.7 },
  photosURL: ['listings/a.jpg', 'listings/b.jpg'],
  thumbnailImageURL: 'listings/a-small.jpg',
  creatorUID: 'sam',
  creatorName: 'Sam Seller',
  creationDate: '2026-01-05T15:04:00.000Z',
  shipping: true,
  shipping_cost: 499,
  shipping_origin_zip_code: '86404',
  sold: false,
  trades: true,
  accepts_offers: true,
  postType: 1,
  post_version: 1,
  variation: 'flat_fee_post',
  postCountryCode: 'SE',
  userSubscriptionState: 'none',
} satisfies Partial<Post>

export const addListing = (s: Harness, key: string, change: Partial<Post> = {}) => {
  const row = { ...plain, key, ...change }
  return s.ctx.database.db.insert(posts).values({ ...row, creation_date_time: row.creationDate })
}

export const addRequest = (s: Harness, id: string, change: Partial<Omit<PromotedPost, 'charge'>> = {}) =>
  s.ctx.database.db.insert(promotedPosts).values({
    id,
    key: `key-${id}`,
    owner_uid: 'sam',
    post_id: null,
    post_title: 'Brown chair, promoted',
    post_thumbnail_image_path: 'listings/a-small.jpg',
    promo_start_date: '2026-02-01T00:00:00.000Z',
    promo_end_date: '2026-02-08T00:00:00.000Z',
    price: 999,
    created_at: '2026-01-06T10:00:00.000Z',
    stripe_id: 'ch_1',
    approval_status: 1,
    ...change,
  })
