import { type CaseChoice, type CaseFile, maxCaseRecords } from '@portreeve/contract/desk/case-files'
import { providerActions } from '@portreeve/contract/staff/audit'
import { noteAction } from '@portreeve/contract/staff/notes'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { decisions, looks, recordCurrency } from '../staff/audit-rows.ts'

type Of<List extends keyof CaseFile> = CaseFile[List] extends (infer One)[] ? One : never
type Message = Of<'conversations'>['messages'][number] & { name: string | null; image: string | null }
type Entry = Omit<Of<'decisions'>, 'figures' | 'currency'> & {
  role: string
  after: unknown
  currency: string | null
}

const personal = ['name', 'email', 'phone', 'address', 'push', 'customer', 'connect'] as const

/** The chosen records as the database has them: people and staff are uids. */
export interface CaseRows {
  transactions: (Of<'transactions'> & { names: (string | null)[]; tracked: boolean })[]
  listings: Of<'listings'>[]
  conversations: (Omit<Of<'conversations'>, 'messages'> & {
    names: Record<string, string | null>
    messages: Message[]
    outside: number
  })[]
  reports: (Omit<Of<'reports'>, 'by'> & { by: string | null })[]
  entries: Entry[]
  people: ({ uid: string } & Record<(typeof personal)[number], string | null>)[]
  staff: { uid: string; name: string | null; email: string; role: string; shared: boolean }[]
  all: { transactions: number; listings: number; conversations: number; notes: number; reports: number }
}

const iso = (column: string) =>
  sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`)
const rowsOf = (rows: SQL) => sql`(select coalesce(json_agg(one), '[]') from (${rows}) one)`
const list = (values: readonly string[]) => sql`${sql.param(values)}::text[]`

/** The chosen conversations with their ranges. */
const ranges = ({ conversations }: CaseChoice) =>
  sql`unnest(${list(conversations.map(({ id }) => id))},
    ${sql.param(conversations.map(({ from }) => from ?? null))}::timestamptz[],
    ${sql.param(conversations.map(({ to }) => to ?? null))}::timestamptz[]) as chosen (id, from_at, to_at)`
const inRange = sql`m.conversation_id = chosen.id and m.date >= coalesce(chosen.from_at, '-infinity')
  and m.date <= coalesce(chosen.to_at, 'infinity')`

/** The messages in the chosen ranges: their number and their characters. */
export async function sizeOfMessages(db: Db, choice: CaseChoice) {
  const { rows } = await db.execute<{ messages: number; characters: number }>(sql`
    select count(*)::int as messages, coalesce(sum(length(m.text)), 0)::float8 as characters
    from ${ranges(choice)} join messages m on ${inRange}`)
  return rows[0] ?? { messages: 0, characters: 0 }
}

/**
 * Reads the chosen records of a person in one statement, so that all of a file is of one moment. A record that is gone, or not the
 * person's, is missing.
 * @param entries the most audit rows
 */
export async function readCase(db: Db, uid: string, choice: CaseChoice, entries: number): Promise<CaseRows> {
  const actions = [
    ...(choice.decisions ? [...decisions, ...providerActions] : []),
    ...(choice.reads ? looks : []),
  ]
  const { rows } = await db.execute<Record<keyof CaseRows, unknown>>(sql`
    with t as (
      select * from transactions where id = any(${list(choice.transactions)}) and ${uid} in (seller_uid, purchaser_uid)
    ), p as (
      select * from posts where key = any(${list(choice.listings)}) and creator_uid = ${uid}
    ), c as (
      select conversations.*, from_at, to_at from ${ranges(choice)} join conversations using (id)
      where exists (select from conversation_members where conversation_id = id and uid = ${uid})
    ), r as (
      select * from user_reports where ${choice.reports} and reporting_uid = ${uid} order by created_at desc, id limit ${maxCaseRecords}
    ), m as (
      select m.* from c as chosen join messages m on ${inRange}
    ), member as (
      select member.* from conversation_members member join c on c.id = member.conversation_id
    ), about (kind, id, other) as (
      select 'user', ${uid}, null union all select 'transaction', id, null from t
      union all select 'listing', key, null from p union all select 'conversation', id, null from c
      -- A read of the messages of two people is about the first of them.
      union all select distinct 'user', uid, ${uid} from member where uid <> ${uid}
    ), entry as (
      -- Each record by its index: a busy log is long.
      select found.* from about cross join lateral (
        select * from audit where subject_kind = about.kind and subject_id = about.id and action = any(${list(actions)})
          and (about.other is null or (action = 'conversations.between' and after ->> 'with' = about.other))
        order by id limit ${entries + 1}) as found
      order by found.id limit ${entries + 1}
    ), uids as (
      select seller_uid as uid from t union select purchaser_uid from t union select uid from member
      union select sender_id from m union select written_by from m union select actor_uid from entry
      union select creator_uid from disputes where transaction_id in (select id from t)
      union select reporter_uid from r where reporter_uid is not null
    )
    select ${rowsOf(sql`
        select id, public_id, product_title as title, order_id, seller_uid as seller, purchaser_uid as buyer, price,
          shipping_cost, currency, status, shipping_status, payout_status, ${iso('purchase_date')} as bought_at,
          ${iso('delivered_at')} as delivered_at, tracking_number is not null as tracked,
          json_build_array(seller_display_name, purchaser_display_name) as names,
          ${rowsOf(sql`
            select ${iso('e.at')} as at, kind, reference, ${rowsOf(sql`
              select account, cents from ledger_lines where entry_id = e.id order by account`)} as lines
            from ledger_entries e where transaction_id = t.id order by e.at, e.id`)} as movements,
          ${rowsOf(sql`
            select id, ${iso('created_at')} as opened_at, ${iso('resolved_at')} as resolved_at, creator_uid as by,
              dispute_type as type, buyer_statement, seller_statement, outcome, decision_reason as reason, refunded_cents
            from disputes where transaction_id = t.id order by created_at`)} as disputes
        from t order by purchase_date, id`)} as transactions,
      ${rowsOf(sql`
        select key as id, title, description, condition,
          coalesce(price_as_smallest_currency_unit, round(price * 100)::bigint) as price, creation_date as created_at,
          ${iso('deleted_at')} as deleted_at, review_state as state, review_message as message, photos_url as photos
        from p order by creation_date_time, key`)} as listings,
      ${rowsOf(sql`
        select id, product_id as listing, ${iso('from_at')} as from, ${iso('to_at')} as to,
          (select json_agg(uid order by position, uid) from member where conversation_id = c.id) as members,
          (select json_object_agg(uid, name) from member where conversation_id = c.id) as names,
          ${rowsOf(sql`
            select ${iso('m.date')} as at, sender_id as from, written_by, text, media_url as image,
              coalesce(post_title, (select string_agg(f.name, ', ' order by f.name) from stored_files f
                where f.attached_to = 'message:' || m.id and f.state = 'ready')) as attached, sender_display_name as name from m where conversation_id = c.id order by m.date, m.id`)} as messages,
          (select count(*)::int from messages where conversation_id = c.id)
            - (select count(*)::int from m where conversation_id = c.id) as outside
        from c order by date, id`)} as conversations,
      ${rowsOf(sql`
        select ${iso('created_at')} as at, reporter_uid as by, report_reason_id as reason, input as text, status as state
        from r order by created_at desc, id`)} as reports,
      ${rowsOf(sql`
        select ${iso('entry.at')} as at, actor_uid as by, actor_role as role, action, reason, after,
          ${recordCurrency(sql`entry`)} as currency, json_build_object('kind', subject_kind, 'id', subject_id) as about from entry order by entry.id`)} as entries,
      ${rowsOf(sql`
        select uid, display_name as name, email, phone_number as phone, last_ip as address, one_signal_id as push,
          stripe_customer_id as customer, stripe_connect_id as connect
        from users where uid in (select uid from uids) and uid <> ${uid}`)} as people,
      ${rowsOf(sql`
        select uid, display_name as name, email, role, shared from staff where uid in (select uid from uids)`)} as staff,
      json_build_object(
        'transactions', (select count(*) from transactions where seller_uid = ${uid})
          + (select count(*) from transactions where purchaser_uid = ${uid} and seller_uid <> ${uid}),
        'listings', (select count(*) from posts where creator_uid = ${uid}),
        'conversations', (select count(*) from conversation_members where uid = ${uid}),
        'reports', (select count(*) from user_reports where reporting_uid = ${uid}),
        'notes', (select count(*) from audit where action = ${noteAction} and subject_kind = 'user' and subject_id = ${uid})
      ) as "all"`)
  return rows[0] as unknown as CaseRows
}
