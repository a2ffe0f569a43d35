import type { RuleEvent } from '@portreeve/contract/desk/rule-fields'
import { type SQL, sql } from 'drizzle-orm'

// The events of a replay, and how they ended. Read today: a rule itself sees only what was there at its moment (evaluate.ts).

interface Span {
  from: string
  to: string
}

/** The first version of each record of a table that the marketplace made in a span. @param made when, by the marketplace's own clock */
const firstVersions = (table: string, key: string, made: string, { from, to }: Span) =>
  sql.raw(`
  select ${key} as id, min(history_since) as at from (
    select ${key}, history_since, ${made} as made from ${table} union all select ${key}, history_since, ${made} from history.${table}) v
  where made >= '${from}'::timestamptz - interval '1 day'
  group by ${key} having min(history_since) >= '${from}' and min(history_since) < '${to}'`)

/** The records of a span, each with the moment of its event: `id` and `at`. @param span of ISO-8601 times, UTC */
export const eventsIn: Readonly<Record<RuleEvent, (span: Span) => SQL>> = {
  listing_submitted: (span) => firstVersions('posts', 'key', 'creation_date_time', span),
  sale_paid: (span) => firstVersions('transactions', 'id', 'purchase_date', span),
  message_sent: (span) => firstVersions('messages', 'id', 'date', span),
  account_made: (span) => firstVersions('users', 'uid', 'created_at_time', span),
  account_changed: ({ from, to }) => sql`select uid as id, history_since as at from (
      select uid, history_since, row_number() over (partition by uid order by history_since) as version from (
        select uid, history_since from users union all select uid, history_since from history.users) v) numbered
    where version > 1 and history_since >= ${from}::timestamptz and history_since < ${to}::timestamptz`,
}

const blockedSince = (uid: string) =>
  sql.raw(`exists (select from ban_reasons b where b.uid = ${uid} and b.created_at >= e.at)`)

const noAmount = { cents: sql`null::bigint`, currency: sql`null::text` }

/**
 * How the record of an event `e` has ended, in words that the page shows; 'good' where nothing speaks against it. `cents`: the amount
 * that was at stake, of `currency`, or of the environment's where it is null.
 */
export const endsOf: Readonly<Record<RuleEvent, { from: SQL; outcome: SQL; cents: SQL; currency: SQL }>> = {
  listing_submitted: {
    from: sql`posts p where p.key = e.subject_id`,
    outcome: sql`case when p.review_state = 'denied' then 'denied'
      when exists (select from measures m where m.subject_kind = 'listing' and m.subject_id = p.key and m.kind = 'listing_deleted') then 'deleted by staff'
      when ${blockedSince('p.creator_uid')} then 'seller blocked' else 'good' end`,
    ...{ cents: sql`p.price_as_smallest_currency_unit`, currency: sql`null::text` },
  },
  sale_paid: {
    from: sql`transactions t where t.id = e.subject_id`,
    outcome: sql`case when exists (select from chargebacks c where c.transaction_id = t.id) then 'charged back'
      when t.status in (3, 5) then 'refunded' when t.dispute_status = 2 then 'disputed' else 'good' end`,
    ...{ cents: sql`t.price`, currency: sql`t.currency` },
  },
  message_sent: {
    from: sql`messages m where m.id = e.subject_id`,
    outcome: sql`case when ${blockedSince('m.sender_id')} then 'sender blocked'
      when exists (select from user_reports r where r.reporting_uid = m.sender_id and r.created_at between e.at and e.at + interval '7 days')
        then 'sender reported' else 'good' end`,
    ...noAmount,
  },
  ...(() => {
    const account = {
      from: sql`users u where u.uid = e.subject_id`,
      outcome: sql`case when ${blockedSince('u.uid')} then 'blocked'
        when exists (select from user_reports r where r.reporting_uid = u.uid and r.created_at >= e.at) then 'reported' else 'good' end`,
      ...noAmount,
    }
    return { account_made: account, account_changed: account }
  })(),
}
