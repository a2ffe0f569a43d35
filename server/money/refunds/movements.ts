import { usual } from '@portreeve/contract/base/currency'
import type { Movement, RefundFilter, RefundRow } from '@portreeve/contract/money/refunds'
import { and, type SQL, sql } from 'drizzle-orm'
import { newestFirst } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'
import { isStaffMeant } from '../../staff/staff-name.ts'
import type { Resolved, StateSum } from '../money-list.ts'

/** The reason of a refund that staff made in the provider's own dashboard. */
const atDashboard = "Refunded at the payment provider's own dashboard"

/** Columns of a movement, in the order of each part of the unions below. */
type Row = Omit<Movement, 'requested_by' | 'approved_by'> & {
  asked_by: string | null
  decided_by: string | null
  asked_by_name: string | null
  decided_by_name: string | null
}

const columns = sql`select o.id, o.kind, o.subject_id as transaction_id, o.cents as amount`
const rest = sql`o.details ->> 'reason_id' as reason_id, o.started_by as asked_by, a.decided_by,
  o.details ->> 'provider' as provider, o.reference, o.failure, o.created_at, o.settled_at`

/** The state of a refund of ours. One that the provider reported as failed later has failed. */
const ownState = sql`case when p.state = 'failed' then 'failed' else o.state end`

/** Rows of refunds of ours, with `p` for one that the provider reported as failed later. */
const fromOwn = (joins: SQL, where: SQL | undefined) => sql`
  from operations o ${joins} left join provider_refunds p on p.state = 'failed' and p.reference = o.reference
    and p.provider = o.details ->> 'provider'
  where o.kind in ('refund', 'cancel', 'dispute_refund') and o.subject_kind = 'transaction' and o.cents > 0
    and ${where ?? sql`true`}`

const ownRefunds = (where: SQL | undefined) => sql`
  ${columns}, ${ownState} as state, coalesce(o.details ->> 'reason', 'not given') as reason, ${rest}
  ${fromOwn(sql`join transactions t on t.id = o.subject_id left join approvals a on a.id = o.approval_id`, where)}`

/** Rows of refunds that were made in the provider's own dashboard, with the transaction of their first entry as `e`. */
const fromForeign = (joins: SQL, where: SQL | undefined) => sql`
  from provider_refunds p
    join lateral (select transaction_id from ledger_entries where split_part(reference, ':', 1) = p.reference
      and kind not in ('opening', 'delivered', 'not_shipped', 'dispute_resolve', 'label_refund')
      and transaction_id is not null order by at limit 1) e on true ${joins}
  where not exists (select from operations o where o.reference = p.reference and o.kind in ('refund', 'cancel', 'dispute_refund'))
    and ${where ?? sql`true`}`

const ofForeign = sql`join transactions t on t.id = e.transaction_id`
const foreignRefunds = (where: SQL | undefined) => sql`
  select p.reference as id, 'refund' as kind, e.transaction_id, p.cents as amount, p.state, ${atDashboard} as reason,
    null as reason_id, null as asked_by, null as decided_by, p.provider, p.reference, null as failure, p.at as created_at,
    null::timestamptz as settled_at ${fromForeign(ofForeign, where)}`

const byTime = newestFirst(sql`m.created_at`, sql`m.id`)

const named = sql`coalesce(asker.display_name, asker.email, m.asked_by) as asked_by_name,
  coalesce(decider.display_name, decider.email, m.decided_by) as decided_by_name`
const people = sql`left join staff asker on asker.uid = m.asked_by left join staff decider on decider.uid = m.decided_by`

const person = (uid: string | null, name: string | null) => (uid === null ? null : { uid, name })
const timeOf = (time: string | null) => (time === null ? null : isoOf(time))

const movementOf = (row: Row): Movement => ({
  id: row.id,
  kind: row.kind,
  transaction_id: row.transaction_id,
  amount: row.amount === null ? null : Number(row.amount),
  currency: row.currency ?? usual,
  state: row.state,
  reason: row.reason,
  requested_by: person(row.asked_by, row.asked_by_name),
  approved_by: person(row.decided_by, row.decided_by_name),
  provider: row.provider,
  reference: row.reference,
  failure: row.failure,
  created_at: isoOf(row.created_at),
  settled_at: timeOf(row.settled_at),
})

type Filter = Resolved<RefundFilter, 'buyer'>

/** The conditions of a filter on refunds of ours, and on those of the dashboard. */
function conditions({ state, kind, reason_id, currency, by, people, from, to }: Filter) {
  const both = (time: SQL, stateOf: SQL) =>
    and(
      state === undefined ? undefined : sql`${stateOf} = ${state}`,
      currency === undefined ? undefined : sql`t.currency = ${currency}`,
      people === undefined ? undefined : sql`t.purchaser_uid = any(${sql.param(people)}::text[])`,
      from === undefined ? undefined : sql`${time} >= ${from}::timestamptz`,
      to === undefined ? undefined : sql`${time} < ${to}::timestamptz`,
    )
  const own = and(
    both(sql`o.created_at`, ownState),
    kind === undefined ? undefined : sql`o.kind = ${kind}`,
    reason_id === undefined ? undefined : sql`o.details ->> 'reason_id' = ${reason_id}`,
    by === undefined ? undefined : isStaffMeant(sql`o.started_by`, by),
  )
  // They have no reason of ours, and no colleague requested them.
  const isForeign = (kind ?? 'refund') === 'refund' && reason_id === undefined && by === undefined
  return { own, foreign: isForeign ? both(sql`p.at`, sql`p.state`) : sql`false` }
}

/** Refunds of a filter, newest first. */
export async function findRefunds(
  db: Db,
  filter: Filter,
  cursor: string | undefined,
  limit: number,
): Promise<RefundRow[]> {
  const { own, foreign } = conditions(filter)
  // Each kind is ordered and limited by its own index.
  const part = (select: SQL, time: SQL, id: SQL) => {
    const { after, order } = newestFirst(time, id)
    return sql`(${select} and ${after(cursor) ?? sql`true`} order by ${order} limit ${limit})`
  }
  const { rows } = await db.execute<
    Row & { title: string | null; public_id: string | null; buyer: string; buyer_name: string | null }
  >(sql`
    select m.*, ${named}, t.currency, t.product_title as title, t.public_id, t.purchaser_uid as buyer, u.display_name as buyer_name
    from (${part(ownRefunds(own), sql`o.created_at`, sql`o.id`)}
      union all ${part(foreignRefunds(foreign), sql`p.at`, sql`p.reference`)}) m
      join transactions t on t.id = m.transaction_id left join users u on u.uid = t.purchaser_uid ${people}
    order by ${byTime.order} limit ${limit}`)
  return rows.map((row) => ({
    ...movementOf(row),
    title: row.title,
    public_id: row.public_id,
    buyer: { uid: row.buyer, name: row.buyer_name },
  }))
}

/** Number and sum of the refunds of a filter, by currency and state. */
export async function sumRefunds(db: Db, filter: Filter) {
  const { own, foreign } = conditions(filter)
  const { rows } = await db.execute<StateSum>(sql`
    select m.currency, m.state, count(*)::int as count, coalesce(sum(m.amount), 0)::float8 as cents from (
      select t.currency, ${ownState} as state, o.cents as amount ${fromOwn(sql`join transactions t on t.id = o.subject_id`, own)}
      union all select t.currency, p.state, p.cents ${fromForeign(ofForeign, foreign)}
    ) m group by m.currency, m.state order by m.currency, m.state`)
  return rows
}

/** Every movement of a transaction's money, newest first: calls to the provider, waiting requests, and entries by events. */
export async function movementsOf(db: Db, id: string): Promise<Movement[]> {
  const { rows } = await db.execute<Row>(sql`
    select m.*, ${named}, (select currency from transactions where id = ${id}) as currency from (
      ${ownRefunds(sql`o.subject_id = ${id}`)}
      union all ${foreignRefunds(sql`e.transaction_id = ${id}`)}
      union all ${columns}, case when o.details ->> 'refund' = 'waiting' then 'pending'
          when o.kind <> 'payout' or o.state <> 'pending' or o.cents is not null then o.state
          when o.details ->> 'held' is not null
            or exists (select from payout_holds h where h.transaction_id = o.subject_id and h.released_at is null) then 'held'
          else 'due' end, o.details ->> 'reason', ${rest}
        from operations o left join approvals a on a.id = o.approval_id
        where o.subject_kind = 'transaction' and o.subject_id = ${id} and o.kind in ('payout', 'label', 'correction')
          and o.cents is distinct from 0
      union all select a.id, case a.kind when 'dispute' then 'dispute_refund' else a.kind end, a.transaction_id, a.cents,
          case when a.state = 'asked' and a.expires_at <= now() then 'expired' else a.state end,
          coalesce(a.note, 'not given'), a.reason_id, a.asked_by, a.decided_by, null, null, a.reason, a.asked_at, a.decided_at
        from approvals a where a.transaction_id = ${id} and a.state <> 'approved'
      union all select e.id || ':' || l.account, case when e.kind = 'seller_charge' then 'seller_charge'
            when l.account = 'provider_fee' then 'chargeback_fee' else 'chargeback' end,
          e.transaction_id, case when e.kind = 'seller_charge' then -l.cents else l.cents end, 'done', c.reason, null, null, null,
          c.provider, split_part(e.reference, ':', 1), null, e.at, e.at
        from ledger_entries e join ledger_lines l on l.entry_id = e.id
          left join chargebacks c on c.id = split_part(e.reference, ':', 1)
        where e.transaction_id = ${id} and ((e.kind = 'seller_charge' and l.account = 'paid_out')
          or (e.kind = 'chargeback' and l.account in ('charged_back', 'provider_fee')))
    ) m ${people} order by ${byTime.order}`)
  return rows.map(movementOf)
}
