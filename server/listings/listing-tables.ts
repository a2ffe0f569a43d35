import { sql } from 'drizzle-orm'
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core'
import { cents, extraIndex, extraValues, sourceTime, time } from '../db/columns.ts'
import { users } from '../people/people-tables.ts'
import { bandIndex, bands, others, searchIndex } from './post-index-tables.ts'

/** The price of a listing in cents. An index has it: a condition is written with it. */
export const postCents = sql`coalesce(price_as_smallest_currency_unit, round(price * 100)::bigint)`

export const posts = pgTable(
  'posts',
  {
    key: text('key').primaryKey(),
    title: text('title'),
    /** Dollars as the source shows them (D-049). `price_as_smallest_currency_unit` holds the cents. */
    price: doublePrecision('price'),
    price_as_smallest_currency_unit: cents('price_as_smallest_currency_unit'),
    quantity: integer('quantity'),
    condition: text('condition'),
    description: text('description'),
    location: jsonb('location').$type<{ lat: number; lon: number } | null>(),
    photosURL: jsonb('photos_url').$type<string[]>().notNull().default([]),
    thumbnailImageURL: text('thumbnail_image_url'),
    creatorUID: text('creator_uid')
      .notNull()
      .references(() => users.uid),
    creatorName: text('creator_name'),
    creationDate: sourceTime('creation_date'),
    creation_date_time: time('creation_date_time'),
    shipping: boolean('shipping'),
    shipping_cost: cents('shipping_cost'),
    shipping_origin_zip_code: text('shipping_origin_zip_code'),
    sold: boolean('sold'),
    trades: boolean('trades'),
    accepts_offers: boolean('accepts_offers'),
    postType: smallint('post_type').notNull().default(0),
    post_version: smallint('post_version'),
    variation: text('variation'),
    postCountryCode: text('post_country_code'),
    userSubscriptionState: text('user_subscription_state'),
    review_state: text('review_state').notNull().default('pending'),
    review_message: text('review_message'),
    extra: extraValues(),
    version: integer('version').notNull().default(1),
    /** The last change by its source; null while unchanged. */
    changed_at: time('changed_at'),
    deleted_at: time('deleted_at'),
    /** The words of the title, and of title and description. Only search/search-text.ts writes them. Null until then. */
    search_title: text('search_title'),
    search: text('search'),
    /** What finds listings with nearly the same words (search/sketch.ts). */
    search_sketch: text('search_sketch'),
  },
  (t) => [
    // The last two columns allow an index-only count of a seller's listings.
    index('posts_of').on(
      t.creatorUID,
      sql`coalesce(creation_date_time, '-infinity'::timestamptz)`,
      t.key,
      t.review_state,
      t.deleted_at,
    ),
    index('posts_to_review')
      .on(t.creation_date_time)
      .where(sql`review_state = 'pending' and deleted_at is null`),
    index('posts_newest')
      .on(t.postType, t.creation_date_time.desc().nullsLast(), t.key)
      .where(sql`review_state = 'approved' and deleted_at is null`),
    // Index all listings: PostgreSQL ignores the statistics of partial indexes.
    index('posts_price').on(t.postType, sql`(${postCents})`),
    index('posts_sold')
      .on(t.postType, t.creation_date_time.desc().nullsLast(), t.key)
      .where(sql`sold and review_state = 'approved' and deleted_at is null`),
    // Each type has indexes of its own: "WTB" is in every title of one type and in none of the other.
    searchIndex('posts_for_sale_title', 'search_title', 0),
    searchIndex('posts_for_sale_text', 'search', 0),
    searchIndex('posts_wanted_title', 'search_title', 1),
    searchIndex('posts_wanted_text', 'search', 1),
    extraIndex('posts_extra'),
    // What no search of the marketplace finds: pending, denied and deleted listings.
    index('posts_others').on(t.creation_date_time.desc().nullsLast(), t.key).where(sql.raw(others)),
    index('posts_others_text')
      .using('gin', sql.raw('search gin_trgm_ops'))
      .with({ gin_pending_list_limit: 256 })
      .where(sql.raw(others)),
    // A band that thousands of listings share is a walk over the newest, which stops at the limit.
    ...Array.from({ length: bands }, (_, band) => bandIndex(band, t.creation_date_time)),
  ],
)

export const listingReports = pgTable(
  'listing_reports',
  {
    id: text('id').primaryKey(),
    post_key: text('post_key')
      .notNull()
      .references(() => posts.key),
    reporter_uid: text('reporter_uid').references(() => users.uid),
    report_reason_id: text('report_reason_id'),
    status: text('status').notNull().default('open'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index('listing_reports_of').on(t.post_key),
    index('listing_reports_by').on(t.reporter_uid),
    index('listing_reports_open').on(t.created_at.desc()).where(sql`status = 'open'`),
  ],
)

export const promotedPosts = pgTable(
  'promoted_posts',
  {
    id: text('id').primaryKey(),
    key: text('key'),
    owner_uid: text('owner_uid')
      .notNull()
      .references(() => users.uid),
    post_id: text('post_id').references(() => posts.key),
    post_title: text('post_title'),
    post_thumbnail_image_path: text('post_thumbnail_image_path'),
    promo_start_date: time('promo_start_date'),
    promo_end_date: time('promo_end_date'),
    price: cents('price'),
    created_at: time('created_at').notNull(),
    /** The payment provider's id of the charge. */
    stripe_id: text('payment_id'),
    /** 1 needs approval, 2 approved, 3 denied. */
    approval_status: smallint('approval_status').notNull().default(1),
    version: integer('version').notNull().default(1),
    /** The last change by its source; null while unchanged. */
    changed_at: time('changed_at'),
  },
  (t) => [
    index('promoted_posts_of').on(t.owner_uid),
    index('promoted_posts_about').on(t.post_id),
    index('promoted_posts_by_state').on(t.approval_status, t.created_at),
  ],
)

/** Decisions about listings and promotions. */
export const reviewDecisions = pgTable(
  'review_decisions',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'listing' | 'promotion'>().notNull(),
    subject_id: text('subject_id').notNull(),
    owner_uid: text('owner_uid').notNull(),
    decision: text('decision').$type<'approved' | 'denied'>().notNull(),
    message: text('message'),
    by_uid: text('by_uid').notNull(),
    by_name: text('by_name').notNull(),
    at: time('at').notNull(),
    /** The record's version after the decision. */
    version: integer('version').notNull(),
    /** The listing that was decided about, to show later changes. */
    snapshot: jsonb('snapshot').$type<Record<string, unknown>>(),
    /** The decision that this one has changed; null: the case waited. */
    was: jsonb('was').$type<{ state: 'approved' | 'denied'; message: string | null }>(),
    /** The operation that announces the decision. */
    operation_id: text('operation_id').notNull(),
    announced_at: time('announced_at'),
    taken_back_at: time('taken_back_at'),
  },
  (t) => [
    index('review_decisions_of').on(t.kind, t.subject_id, t.at.desc()),
    index('review_decisions_of_owner').on(t.owner_uid, t.at.desc()),
    index('review_decisions_by')
      .on(t.by_uid, t.decision, t.subject_id)
      .where(sql`kind = 'listing' and taken_back_at is null`),
  ],
)

export const collections = pgTable('collections', {
  id: text('id').primaryKey(),
  public_id: text('public_id'),
  title: text('title'),
  description: text('description'),
  image_url: text('image_url'),
  visible: smallint('visible').notNull().default(0),
  created_at: time('created_at').notNull(),
  version: integer('version').notNull().default(1),
})

export const collectionItems = pgTable(
  'collection_items',
  {
    collection_id: text('collection_id')
      .notNull()
      .references(() => collections.id, { onDelete: 'cascade' }),
    post_key: text('post_key')
      .notNull()
      .references(() => posts.key),
    added_at: time('added_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.collection_id, t.post_key] }),
    index('collection_items_about').on(t.post_key),
  ],
)

/** Community posts; the specification calls them questions. */
export const questions = pgTable(
  'questions',
  {
    id: text('id').primaryKey(),
    title: text('title'),
    created_at: time('created_at').notNull(),
    creator_uid: text('creator_uid').references(() => users.uid),
    body: text('body'),
    order_id: text('order_id'),
    purchaser_uid: text('purchaser_uid'),
    seller_uid: text('seller_uid'),
    product_id: text('product_id'),
    tracking_number: text('tracking_number'),
    version: integer('version').notNull().default(1),
  },
  (t) => [index('questions_of').on(t.creator_uid), index('questions_newest').on(t.created_at, t.id)],
)

export const keywords = pgTable('keywords', {
  id: text('id').primaryKey(),
  terms: text('terms').notNull(),
  preferred_term: text('preferred_term').notNull(),
  created_at: time('created_at').notNull(),
  version: integer('version').notNull().default(1),
})

export const moderatingMessages = pgTable(
  'moderating_messages',
  {
    /** 'admin_messages' or 'promoted_post_review_messages'. */
    map: text('map').notNull(),
    key: text('key').notNull(),
    text: text('text').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.map, t.key] })],
)
