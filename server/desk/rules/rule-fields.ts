import type { ExtraKind } from '@portreeve/contract/base/extra'
import type { QueryTerm } from '@portreeve/contract/base/query'
import type { RuleEvent, ruleEvents } from '@portreeve/contract/desk/rule-fields'
import { type SQL, sql } from 'drizzle-orm'
import { listedListings } from '../../listings/listing-query.ts'
import { postCents } from '../../listings/listing-tables.ts'
import { bandOf } from '../../listings/post-index-tables.ts'
import { linkedTo } from '../../people/linked-to.ts'
import { byPeople, type ListConditions } from '../../people/value-lists/in-list.ts'
import { amountIn, type Condition, isTrue, numberIn, timeIn, wordOf } from '../../search/query.ts'
import { partsOfTerm } from '../../search/search-text.ts'

type Fields<Event extends RuleEvent> = Readonly<
  Record<Exclude<keyof (typeof ruleEvents)[Event]['fields'], 'in' | 'x_' | 'seller_x_'>, Condition>
>

// The conditions of the fields of rules. They name the record's table and `users`, the person who acts. In the past, each table is
// that of the moment and now() is the moment (core/program/history.sql), so that a condition cannot see what came later. `offset 0` keeps
// PostgreSQL from reading a whole table for `exists`, once for each moment.

const refundedSale = sql`(t.status in (3, 5) or exists (select from chargebacks b where b.transaction_id = t.id offset 0))`
const inSales = (
  days: number,
  what: SQL,
) => sql`(select ${what} from transactions t where t.seller_uid = users.uid
  and t.purchase_date > now() - make_interval(days => ${sql.raw(String(days))}))`

const personFields: Fields<'account_made'> = {
  account_age: timeIn(sql`users.created_at_time`),
  country: (value) => sql`users.country_code = ${wordOf(value)}`,
  store: isTrue(sql`users.store_behavior = 1`),
  reports: numberIn(
    sql`(select count(*) from user_reports r where r.reporting_uid = users.uid and r.status = 'open')`,
  ),
  blocked_links: numberIn(
    sql`(select count(distinct l.uid) from (${linkedTo(sql`users.uid`)}) l where l.is_banned)`,
  ),
  // As the index posts_of has it.
  listings_24h: numberIn(
    sql`(select count(*) from posts p where p.creator_uid = users.uid
      and coalesce(p.creation_date_time, '-infinity'::timestamptz) > now() - interval '24 hours')`,
  ),
  sales_30d: numberIn(inSales(30, sql`count(*)`)),
  refund_rate_90d: numberIn(
    inSales(90, sql`coalesce(100 * count(*) filter (where ${refundedSale}) / nullif(count(*), 0), 0)`),
  ),
  messages_to_strangers_1h: numberIn(sql`(select count(distinct other.uid)
    from conversation_members own join messages m on m.conversation_id = own.conversation_id and m.sender_id = own.uid
        and m.date > now() - interval '1 hour'
      join conversation_members other on other.conversation_id = own.conversation_id and other.uid <> own.uid
    where own.uid = users.uid and not exists (select from staff s where s.uid = other.uid offset 0)
      and not exists (select from transactions t where t.seller_uid = own.uid and t.purchaser_uid = other.uid offset 0)
      and not exists (select from transactions t where t.seller_uid = other.uid and t.purchaser_uid = own.uid offset 0))`),
  // In the order of an index: of a seller with thousands of sales, PostgreSQL reads up to the first that was paid out.
  first_payout: isTrue(
    sql`(select t.id from transactions t where t.seller_uid = users.uid and t.payout_status = 1 order by t.purchase_date limit 1) is null`,
  ),
}

const other = sql`o.key <> posts.key and o.creator_uid <> posts.creator_uid`

const listingFields = (usual: string): Fields<'listing_submitted'> => ({
  ...personFields,
  price: amountIn(postCents, usual),
  wanted: isTrue(sql`posts.post_type = 1`),
  same_photo:
    numberIn(sql`(select count(distinct o.key) from photo_prints p join photo_prints q on q.print = p.print
      and substr(q.print, 1, 4) = substr(p.print, 1, 4) and q.decided and q.print is not null
    join posts o on o.key = q.post_key and ${other} where p.post_key = posts.key)`),
  same_text: numberIn(sql`(select count(*) from posts o where substr(o.search_sketch, 1, 7) = ${bandOf(0)}
    and (o.review_state <> 'pending' or o.deleted_at is not null) and o.search = posts.search and ${other})`),
  country_differs: isTrue(sql`posts.post_country_code <> users.country_code`),
})

const buyer = (what: SQL) => sql`(select ${what} from users b where b.uid = transactions.purchaser_uid)`

const saleFields = (usual: string): Fields<'sale_paid'> => ({
  ...personFields,
  price: amountIn(sql`transactions.price`, usual, sql`transactions.currency`),
  currency: (value) => sql`transactions.currency = ${wordOf(value).toUpperCase()}`,
  buyer_age: timeIn(buyer(sql`b.created_at_time`)),
  buyer_orders: numberIn(
    sql`(select count(*) from transactions t where t.purchaser_uid = transactions.purchaser_uid and t.id <> transactions.id)`,
  ),
  country_differs: isTrue(sql`(select o.ship_to_country from orders o where o.id = transactions.order_id)
    <> ${buyer(sql`b.country_code`)}`),
})

const listedPeople = byPeople((uids) => sql`users.uid in ${uids}`)

interface EventSql {
  /** The record with the person who acts, and its id. */
  from: SQL
  id: SQL
  fields: (usual: string) => Readonly<Record<string, Condition>>
  lists: ListConditions
  /** Whose declared fields a rule asks for. */
  extra: ExtraKind
  /** The column with the words; null where a rule has none. */
  words: SQL | null
}

const account: EventSql = {
  from: sql`users`,
  id: sql`users.uid`,
  fields: () => personFields,
  lists: listedPeople,
  extra: 'user',
  words: null,
}

export const eventSql: Readonly<Record<RuleEvent, EventSql>> = {
  listing_submitted: {
    from: sql`posts join users on users.uid = posts.creator_uid`,
    id: sql`posts.key`,
    fields: listingFields,
    lists: listedListings,
    extra: 'listing',
    words: sql`posts.search`,
  },
  sale_paid: {
    from: sql`transactions join users on users.uid = transactions.seller_uid`,
    id: sql`transactions.id`,
    fields: saleFields,
    lists: listedPeople,
    extra: 'transaction',
    words: sql`transactions.search_title`,
  },
  message_sent: {
    from: sql`messages join users on users.uid = messages.sender_id`,
    id: sql`messages.id`,
    fields: () => personFields,
    lists: listedPeople,
    extra: 'user',
    words: sql`messages.search`,
  },
  account_made: account,
  account_changed: account,
}

/** Whether a text has all words and phrases of a rule. */
export const hasTerms = (column: SQL, terms: readonly QueryTerm[]): SQL[] =>
  terms.flatMap(partsOfTerm).map((part) => sql`position(${part} in ${column}) > 0`)
