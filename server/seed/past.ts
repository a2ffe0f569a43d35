import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'

/** Days that the past of seeded rows goes back. Rows that are older, and have not changed since, cost nothing. */
const days = 90

/** Since when each row exists, by its table. The rows of a table that is not here exist since the first moment. */
export const begins: Readonly<Record<string, string>> = {
  users: 'created_at_time',
  ban_reasons: 'created_at',
  devices: 'created_at_time',
  gift_cards: 'created_at',
  posts: 'creation_date_time',
  listing_reports: 'created_at',
  user_reports: 'created_at',
  promoted_posts: 'created_at',
  review_decisions: 'at',
  collection_items: 'added_at',
  questions: 'created_at',
  orders: 'created_at',
  transactions: 'purchase_date',
  ship_labels: 'purchase_date',
  disputes: 'created_at',
  chargebacks: 'created_at',
  approvals: 'asked_at',
  payout_holds: 'at',
  operations: 'created_at',
  ledger_entries: 'at',
  ledger_lines: '(select at from ledger_entries where id = entry_id)',
  conversations:
    'coalesce((select min(m.date) from messages m where m.conversation_id = conversations.id), date)',
  conversation_members:
    'coalesce((select min(m.date) from messages m where m.conversation_id = conversation_members.conversation_id), date)',
  conversation_states:
    'coalesce((select min(m.date) from messages m where m.conversation_id = conversation_states.conversation_id), date)',
  messages: 'date',
  desk_cases: 'opened_at',
}

/**
 * What has changed rows: for each dated fact the row's ctid as `row`, the time, who or what it was as `portreeve.by` has it, and what
 * some columns had before it.
 */
const facts: Readonly<Record<string, string>> = {
  transactions: `
    select t.ctid as row, l.purchase_date as at, null as by,
        '{"shipping_status": 3, "carrier": null, "tracking_number": null, "tracking_url": null}'::jsonb as earlier
      from transactions t join ship_labels l on l.transaction_id = t.id
    union all select ctid, delivered_at, null, '{"shipping_status": 2, "delivered_at": null}' from transactions where delivered_at is not null
    union all select t.ctid, o.settled_at, 'operation ' || o.id, '{"status": 2, "payout_status": 2}' from transactions t
      join operations o on o.subject_kind = 'transaction' and o.subject_id = t.id
      where o.state = 'done' and o.kind in ('payout', 'cancel', 'dispute_refund')
    union all select t.ctid, d.created_at, 'staff ' || d.opened_by,
        '{"dispute_id": null, "dispute_status": null, "dispute_buyer_comms_url": null, "dispute_seller_comms_url": null}'
      from transactions t join disputes d on d.id = t.dispute_id
    union all select t.ctid, d.resolved_at, 'staff ' || d.decided_by, '{"dispute_status": 2, "status": 2, "payout_status": 2}'
      from transactions t join disputes d on d.id = t.dispute_id`,
  disputes: `
    select ctid as row, resolved_at as at, 'staff ' || decided_by as by, '{"status": 2, "resolved_at": null, "outcome": null,
      "refunded_cents": null, "decided_by": null, "decision_reason": null}'::jsonb as earlier from disputes`,
  operations: `
    select ctid as row, settled_at as at, null as by, '{"state": "pending", "settled_at": null, "reference": null, "failure": null}'::jsonb as earlier
      from operations`,
  approvals: `
    select ctid as row, decided_at as at, 'staff ' || decided_by as by,
      '{"state": "asked", "decided_by": null, "decided_at": null, "reason": null}'::jsonb as earlier from approvals`,
  posts: `
    select p.ctid as row, d.at, 'staff ' || d.by_uid as by, '{"review_state": "pending", "review_message": null}'::jsonb as earlier
      from posts p join review_decisions d on d.kind = 'listing' and d.subject_id = p.key`,
  users: `
    select u.ctid as row, b.created_at as at, 'staff ' || b.actor_uid as by, '{"is_banned": false}'::jsonb as earlier
      from users u join (select distinct on (uid) uid, created_at, actor_uid from ban_reasons order by uid, created_at desc) b using (uid)
      where u.is_banned
    union all select u.ctid, a.at, 'staff ' || a.actor_uid, a.before from users u join audit a on a.subject_kind = 'user' and a.subject_id = u.uid
      where a.action in ('users.update', 'users.redeemGiftCard')`,
  gift_cards: `
    select ctid as row, redeemed_at as at, null as by, '{"redeemed_by": null, "redeemed_at": null}'::jsonb as earlier from gift_cards`,
  // Reports are handled within a day.
  user_reports: `
    select ctid as row, created_at + interval '1 day' as at, null as by, '{"status": "open"}'::jsonb as earlier
      from user_reports where status <> 'open'`,
  listing_reports: `
    select ctid as row, created_at + interval '1 day' as at, null as by, '{"status": "open"}'::jsonb as earlier
      from listing_reports where status <> 'open'`,
  conversations: `
    select c.ctid as row, m.date as at, null as by, jsonb_build_object('last_message', m.text_before, 'date', m.date_before) as earlier
      from conversations c join (select conversation_id, date, lag(text) over w as text_before, lag(date) over w as date_before
        from messages window w as (partition by conversation_id order by date)) m on m.conversation_id = c.id
      where m.date_before is not null`,
}

/** Rows of this transaction exist since the first moment of the past, until writePast knows better. */
export async function beginPast(db: Db): Promise<void> {
  await db.execute(sql`
    with began as (update history.began set at = date_trunc('day', now()) - make_interval(days => ${days}) returning at)
    select set_config('portreeve.since', at::text, true), set_config('portreeve.by', 'import', true) from began`)
}

/**
 * Gives seeded rows the past that their dates tell: a sale that was delivered in May was not in April.
 * @param only these tables; default all, once
 */
export async function writePast(db: Db, only?: readonly string[]): Promise<void> {
  // The rows themselves do not change: that makes no versions.
  await db.execute(sql`select set_config('portreeve.erasing', 'on', true)`)
  const { rows } = await db.execute<{ name: string; columns: string }>(sql`
    select c.relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
      from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped
      where relnamespace = 'public'::regnamespace and to_regclass('history.' || quote_ident(relname)) is not null and relname <> 'began'
      group by c.relname order by c.relname`)
  for (const { name, columns } of rows) if (only?.includes(name) ?? true) await writePastOf(db, name, columns)
  await db.execute(
    sql`select set_config('portreeve.erasing', '', true), set_config('portreeve.since', '', true), set_config('portreeve.by', '', true)`,
  )
}

async function writePastOf(db: Db, table: string, columns: string): Promise<void> {
  const began = '(select began.at from history.began)'
  const none =
    'select null::tid as row, null::timestamptz as at, null as by, null::jsonb as earlier where false'
  // What the seeding itself has written more than once is no past: nobody could see the version in between.
  await db.execute(
    sql.raw(`delete from history.${table} where history_until >= now()::timestamp(3) with time zone`),
  )
  await db.execute(
    sql.raw(`
    with born as (select ctid as row, greatest(${begins[table] ?? 'null'}, ${began}) as since from ${table}),
    facts as (select facts.* from (${facts[table] ?? none}) facts join born using (row) where at > since and at < now()),
    turns as (select row, at, max(by) as by from facts group by row, at),
    spans as (
      select row, coalesce(at, since) as since, lead(at, 1, 'infinity') over line as ends, coalesce(by, 'import') as by
      from (select row, since, null::timestamptz as at, null::text as by from born union all select row, null, at, by from turns) times
      window line as (partition by row order by at nulls first)),
    earlier as (select row, since, ends, spans.by, jsonb_object_agg(one.key, one.value order by facts.at desc) as columns
      from spans join facts using (row), jsonb_each(facts.earlier) one where facts.at >= ends group by 1, 2, 3, 4),
    kept as (insert into history.${table} (${columns}, history_until)
      select ${columns.replace(/(^|, )/g, '$1(was).')}, ends
        from (select jsonb_populate_record(${table}, e.columns || jsonb_build_object('history_since', e.since, 'history_by', e.by)) as was, e.ends
          from earlier e join ${table} on ${table}.ctid = e.row) versions)
    update ${table} set history_since = least(now(), last.since), history_by = last.by from spans last
      where ends = 'infinity' and last.row = ${table}.ctid and (history_since, history_by) is distinct from (least(now(), last.since), last.by)`),
  )
}
