import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { cents, extraIndex, extraValues, sourceTime, time } from '../db/columns.ts'

/** The people of the marketplace. Only people/user-search.ts writes the `search_*` columns. */
export const users = pgTable(
  'users',
  {
    uid: text('uid').primaryKey(),
    displayName: text('display_name'),
    email: text('email'),
    country_code: text('country_code'),
    phone_number: text('phone_number'),
    post_ability: integer('post_ability'),
    appVersion: text('app_version'),
    last_ip: text('last_ip'),
    lastActive: sourceTime('last_active'),
    subscriptionState: text('subscription_state'),
    isBanned: boolean('is_banned').notNull().default(false),
    oneSignalId: text('one_signal_id'),
    created_at: sourceTime('created_at'),
    created_at_time: time('created_at_time'),
    stripe_customer_id: text('stripe_customer_id'),
    stripe_connect_id: text('stripe_connect_id'),
    payout_timing_preference: text('payout_timing_preference'),
    available_balance: cents('available_balance'),
    pending_balance: cents('pending_balance'),
    listing_quantity_permission: smallint('listing_quantity_permission').notNull().default(0),
    store_behavior: smallint('store_behavior').notNull().default(0),
    early_access: smallint('early_access').notNull().default(0),
    extra: extraValues(),
    version: integer('version').notNull().default(1),
    deleted_at: time('deleted_at'),
    search_name: text('search_name').notNull().default(''),
    search_email: text('search_email').notNull().default(''),
    search_uid: text('search_uid').notNull().default(''),
    search_phone: text('search_phone').notNull().default(''),
    search_push: text('search_push').notNull().default(''),
    search_ip: text('search_ip').notNull().default(''),
    /**
     * What is searched by parts. Ids and addresses are searched by their beginning only (D-011): their parts would be six tenths
     * of the index. QZQ separates the columns: it occurs in no search text (search/search-text.ts).
     */
    search: text('search')
      .notNull()
      .generatedAlwaysAs(sql`search_name || 'QZQ' || search_email || 'QZQ' || search_phone`),
  },
  (t) => [
    index('users_newest').on(t.created_at_time.desc().nullsLast(), t.uid),
    // The fields of the search's queries (contract/base/query-fields.ts).
    index('users_by_country').on(t.country_code, t.created_at_time.desc().nullsLast(), t.uid),
    index('users_by_activity').on(sql`portreeve_time(last_active)`),
    index('users_with_store').on(t.created_at_time.desc().nullsLast(), t.uid).where(sql`store_behavior = 1`),
    index('users_with_early_access')
      .on(t.created_at_time.desc().nullsLast(), t.uid)
      .where(sql`early_access = 1`),
    index('users_search_name').on(t.search_name.op('text_pattern_ops')),
    index('users_search_email').on(t.search_email.op('text_pattern_ops')),
    index('users_search_uid').on(t.search_uid.op('text_pattern_ops')),
    index('users_search_phone').on(t.search_phone.op('text_pattern_ops')),
    index('users_search_push').on(t.search_push.op('text_pattern_ops')),
    index('users_search_ip').on(t.search_ip.op('text_pattern_ops')),
    // Ranges of a list (value-lists/in-list.ts).
    index('users_by_ip').on(sql`portreeve_ip(last_ip)`),
    index('users_blocked').on(t.created_at_time.desc().nullsLast(), t.uid).where(sql`is_banned`),
    extraIndex('users_extra'),
    index('users_payment_customer').on(t.stripe_customer_id),
    // Limit the pending list of the index (kB), because every search scans it.
    index('users_search_parts').using('gin', sql`search gin_trgm_ops`).with({ gin_pending_list_limit: 256 }),
    index('users_search_grams')
      .using('gin', sql`portreeve_grams(search)`)
      .with({ gin_pending_list_limit: 256 }),
    // For callers who see personal data masked.
    index('users_search_name_parts')
      .using('gin', sql`search_name gin_trgm_ops`)
      .with({ gin_pending_list_limit: 256 }),
    index('users_search_name_grams')
      .using('gin', sql`portreeve_grams(search_name)`)
      .with({ gin_pending_list_limit: 256 }),
  ],
)

export const banReasons = pgTable(
  'ban_reasons',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    reason: text('reason'),
    created_at: time('created_at').notNull(),
    actor_uid: text('actor_uid'),
    actor: text('actor'),
  },
  (t) => [
    index('ban_reasons_of').on(t.uid, t.created_at),
    index('ban_reasons_newest').on(t.created_at, t.uid),
  ],
)

export const devices = pgTable(
  'devices',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    device_id: text('device_id'),
    code: text('code'),
    created_at: sourceTime('created_at'),
    created_at_time: time('created_at_time'),
    verification_status: smallint('verification_status').notNull().default(0),
  },
  (t) => [index('devices_of').on(t.uid), index('devices_by_id').on(t.device_id)],
)

export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: text('id').primaryKey(),
    uid: text('uid')
      .notNull()
      .references(() => users.uid),
    code: text('code').notNull(),
    created_at: sourceTime('created_at').notNull(),
    created_at_time: time('created_at_time'),
  },
  (t) => [index('verification_codes_of').on(t.uid)],
)

export const giftCards = pgTable('gift_cards', {
  code: text('code').primaryKey(),
  cents: cents('cents').notNull(),
  created_at: time('created_at').notNull(),
  redeemed_by: text('redeemed_by').references(() => users.uid),
  redeemed_at: time('redeemed_at'),
})

export const userReports = pgTable(
  'user_reports',
  {
    id: text('id').primaryKey(),
    reporting_uid: text('reporting_uid')
      .notNull()
      .references(() => users.uid),
    reporter_uid: text('reporter_uid').references(() => users.uid),
    report_reason_id: text('report_reason_id'),
    input: text('input'),
    status: text('status').notNull().default('open'),
    created_at: time('created_at').notNull(),
  },
  (t) => [
    index('user_reports_of').on(t.reporting_uid),
    index('user_reports_open').on(t.created_at.desc(), t.id).where(sql`status = 'open'`),
    index('user_reports_by').on(t.reporter_uid),
    index('user_reports_newest').on(t.created_at, t.reporting_uid),
  ],
)
