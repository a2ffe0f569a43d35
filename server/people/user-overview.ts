import type { UserOverview } from '@portreeve/contract/people/user-overview'
import type { User } from '@portreeve/contract/people/users'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { isoOf } from '../db/columns.ts'
import { type Sums, splitSums, sumsOf } from '../search/sums.ts'
import { notesOf } from '../staff/note-records.ts'
import { linkedTo, maxLinked } from './linked-to.ts'
import { strikesOf } from './measures/strikes.ts'
import { banReasons } from './people-tables.ts'

/**
 * A person's open business as common table expressions: `mine` (transactions that are not paid out, or disputed), `own` (of these
 * the unpaid sales and purchases), `waiting` (transactions with a request that waits for a second person), `by_hand` (sales
 * whose payout staff hold), `charged_back` (transactions of a payment with an open chargeback), and `held` (unpaid sales whose payout
 * one of these or a dispute holds). Another reason that holds a payout is one more condition of `held`. Each begins
 * at an index of the person or of the open records; `offset 0` keeps the planner from adding a scan of all open records.
 */
export const openOf = (uid: string) => sql`
  mine as materialized (
    select id, price, currency, status, payout_status, dispute_status, true as is_sale from transactions
    where seller_uid = ${uid} and (payout_status = 2 or dispute_status = 2)
    union all
    select id, price, currency, status, payout_status, dispute_status, false from transactions
    where purchaser_uid = ${uid} and (payout_status = 2 or dispute_status = 2) and seller_uid <> ${uid}),
  own as materialized (select id, price, currency, is_sale, dispute_status from mine where payout_status = 2 and status in (1, 2)),
  waiting as materialized (
    select t.id from approvals a join transactions t on t.id = a.transaction_id
    where a.state = 'asked' and a.expires_at > now() and (t.seller_uid = ${uid} or t.purchaser_uid = ${uid})),
  by_hand as materialized (
    select t.id from payout_holds h join transactions t on t.id = h.transaction_id
    where h.released_at is null and t.seller_uid = ${uid}),
  charged_back as materialized (
    select t.id, c.id as chargeback_id from (select id, provider, payment_id from chargebacks where closed_at is null offset 0) c
      join orders o on o.provider = c.provider and o.payment_id = c.payment_id join transactions t on t.order_id = o.id
    where t.seller_uid = ${uid} or t.purchaser_uid = ${uid}),
  held as materialized (
    select id, price, currency, id = any(array(select id from by_hand)) as by_hand from own where is_sale and (dispute_status = 2
      or id = any(array(select id from waiting union all select id from by_hand union all select id from charged_back)))),
  linked as materialized (
    select uid, bool_or(is_banned) as is_banned, array_agg(kind) as kinds from (${linkedTo(uid)}) as evidence
    group by uid limit ${maxLinked})`

export interface Figures extends Record<string, unknown> {
  disputes: number
  held: number
  held_sums: Sums
  linked: number
  linked_blocked: number
}

/** The figures that overview and effect share. */
export const figures = sql`
  (select count(*)::int from mine where dispute_status = 2) as disputes,
  (select count(*)::int from held) as held,
  ${sumsOf(sql`price`, sql`held`)} as held_sums,
  (select count(*)::int from linked) as linked,
  (select count(*)::int from linked where is_banned) as linked_blocked`

type OverviewRow = Figures & {
  unpaid_sums: Sums
  differs: string[]
  restrictions: UserOverview['restrictions']
} & Record<
    'open_reports' | 'reporters' | 'pending' | 'waiting' | 'chargebacks' | 'by_hand' | 'unpaid',
    number
  >

/** A person at a glance. @param usual the environment's currency */
export async function overviewOf(db: Db, { uid, isBanned }: User, usual: string): Promise<UserOverview> {
  const [found, notes, block, strikes] = await Promise.all([
    db.execute<OverviewRow>(sql`
      with ${openOf(uid)},
      reports as materialized (
        select reporter_uid from (
          select reporter_uid, status from user_reports where reporting_uid = ${uid} offset 0) as r where status = 'open'
        union all
        select reporter_uid from posts p cross join lateral (
          select reporter_uid, status from listing_reports where post_key = p.key offset 0) as r
        where p.creator_uid = ${uid} and p.deleted_at is null and status = 'open')
      select ${figures},
        (select count(*)::int from reports) as open_reports,
        (select count(distinct reporter_uid)::int from reports) as reporters,
        (select count(*)::int from waiting) as waiting,
        (select count(distinct chargeback_id)::int from charged_back) as chargebacks,
        (select count(*)::int from held where by_hand) as by_hand,
        (select count(*)::int from own where is_sale) as unpaid,
        ${sumsOf(sql`price`, sql`own where is_sale`)} as unpaid_sums,
        (select coalesce(array_agg(field order by field), '{}') from decided_fields
          where entity = 'users' and key = ${uid} and differs_since is not null and not settled) as differs,
        (select coalesce(json_agg(json_build_object('kind', kind, 'until', until) order by kind), '[]') from measures
          where uid = ${uid} and kind in ('no_listing', 'no_messages', 'no_payouts') and ended_at is null) as restrictions,
        (select count(*)::int
          from (select subject_kind, subject_id, kind from operations where state = 'pending' offset 0) o
            join transactions t on t.id = o.subject_id
          where o.subject_kind = 'transaction' and o.kind in ('refund', 'cancel')
            and (t.seller_uid = ${uid} or t.purchaser_uid = ${uid})) as pending`),
    notesOf(db, 'user', uid),
    isBanned ? blockOf(db, uid) : null,
    strikesOf(db, uid),
  ])
  const row = found.rows[0]
  return {
    blocked: block && {
      ...block,
      unpaid: { count: row?.unpaid ?? 0, ...splitSums(row?.unpaid_sums, usual) },
    },
    reports: { open: row?.open_reports ?? 0, reporters: row?.reporters ?? 0 },
    disputes: row?.disputes ?? 0,
    chargebacks: row?.chargebacks ?? 0,
    refunds: { pending: row?.pending ?? 0, waiting: row?.waiting ?? 0 },
    linked: {
      accounts: row?.linked ?? 0,
      blocked: row?.linked_blocked ?? 0,
      more: (row?.linked ?? 0) >= maxLinked,
    },
    notes,
    differs: row?.differs ?? [],
    held: { sales: row?.held ?? 0, ...splitSums(row?.held_sums, usual), by_hand: row?.by_hand ?? 0 },
    restrictions: (row?.restrictions ?? []).map(({ kind, until }) => ({
      ...{ kind, until: until === null ? null : isoOf(until) },
    })),
    strikes,
  }
}

/** The newest reason of a block; without one the author and the time are unknown. */
async function blockOf(db: Db, uid: string): Promise<Omit<NonNullable<UserOverview['blocked']>, 'unpaid'>> {
  const [newest] = await db
    .select({ reason: banReasons.reason, by: banReasons.actor, at: banReasons.created_at })
    .from(banReasons)
    .where(eq(banReasons.uid, uid))
    .orderBy(desc(banReasons.created_at), banReasons.id)
    .limit(1)
  return newest ?? { reason: null, by: null, at: null }
}
