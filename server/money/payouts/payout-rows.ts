import { usual } from '@portreeve/contract/base/currency'
import type { PayoutFilter, PayoutRow } from '@portreeve/contract/money/payouts'
import { payoutStatus } from '@portreeve/contract/money/transactions'
import { and, type SQL, sql } from 'drizzle-orm'
import { newestFirst } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'
import { isRestricted } from '../../people/measures/measure-tables.ts'
import type { Resolved, StateSum } from '../money-list.ts'
import { paysDelivered } from './money-plan-tables.ts'
import { heldWords } from './payout-state.ts'

const byTime = newestFirst(sql`p.created_at`, sql`p.id`)

const isUnsent = sql`(o.state = 'pending' and o.cents is null)`

/** The rows in which the payouts of each state are. Holds are read only for those that are not sent. */
const stored: Record<NonNullable<PayoutFilter['state']>, SQL> = {
  due: isUnsent,
  held: isUnsent,
  sending: sql`o.state = 'pending' and o.cents is not null`,
  sent: sql`o.state = 'done'`,
  failed: sql`o.state = 'failed'`,
}

/** What holds a payout, as money/payouts/payout-state.ts says it for one transaction. */
const holds = sql`array_remove(array[
  case when t.dispute_status = 2 then 'a dispute is open' end,
  case when exists (select from approvals a where a.transaction_id = t.id and a.state = 'asked' and a.expires_at > now())
    then 'a request waits for approval' end,
  case when exists (select from orders d join chargebacks c on c.provider = d.provider and c.payment_id = d.payment_id
    where d.id = t.order_id and c.closed_at is null) then 'a chargeback is open' end,
  (select ${heldWords} from payout_holds h left join staff s on s.uid = h.held_by where h.transaction_id = t.id and h.released_at is null),
  case when u.is_banned and not ${paysDelivered(sql`u.uid`, sql`t.shipping_status`)} then 'its seller is blocked' end,
  case when ${isRestricted(sql`u.uid`, 'no_payouts')} then 'its seller may not receive payouts' end,
  o.details ->> 'uncovered',
  case when t.payout_status = 1 then ${`its payout status says ${payoutStatus[1]}`} end], null)`

/** @typeParam transactions the payouts of these alone */
type Filter = Resolved<PayoutFilter, 'seller'> & { transactions?: string[] }

/** The conditions on operations `o` of transactions `t`. */
const matching = ({ state, currency, people, transaction, transactions, from, to }: Filter) =>
  and(
    sql`o.kind = 'payout' and o.subject_kind = 'transaction'`,
    state && stored[state],
    currency === undefined ? undefined : sql`t.currency = ${currency}`,
    people === undefined ? undefined : sql`t.seller_uid = any(${sql.param(people)}::text[])`,
    transaction === undefined ? undefined : sql`o.subject_id = ${transaction}`,
    transactions && sql`o.subject_id = any(${sql.param(transactions)}::text[])`,
    from === undefined ? undefined : sql`o.created_at >= ${from}::timestamptz`,
    to === undefined ? undefined : sql`o.created_at < ${to}::timestamptz`,
  )

/** The payouts of a filter as a subquery `p`. */
function payouts(filter: Filter, more?: SQL) {
  const { state } = filter
  const rows = sql`(select h.*, case when h.is_unsent then case when h.held_by = '{}' then 'due' else 'held' end
      when h.stored = 'pending' then 'sending' when h.stored = 'done' then 'sent' else 'failed' end as state
    from (select o.id, t.id as transaction_id, t.product_title as title, t.public_id, t.currency, t.seller_uid, u.display_name as seller_name,
        coalesce(u.is_banned, false) as blocked, o.state as stored, ${isUnsent} as is_unsent,
        coalesce(o.cents, case when o.state = 'pending' then (select sum(l.cents) from ledger_entries e
          join ledger_lines l on l.entry_id = e.id where e.transaction_id = t.id and l.account = 'held') end)::float8 as amount,
        case when ${isUnsent} then ${holds} else '{}'::text[] end as held_by,
        exists (select from payout_holds h where h.transaction_id = t.id and h.released_at is null) as held_by_hand,
        o.state = 'failed' and not exists (select from operations n where n.subject_kind = 'transaction' and n.subject_id = t.id
          and n.kind = 'payout' and n.created_at > o.created_at) as can_retry,
        o.details ->> 'provider' as provider, o.reference, o.failure, o.created_at, o.due_at, o.settled_at
      from operations o join transactions t on t.id = o.subject_id left join users u on u.uid = t.seller_uid
      where ${and(matching(filter), more)}) h) p`
  return { rows, where: state === undefined ? sql`true` : sql`p.state = ${state}` }
}

interface Row extends Omit<PayoutRow, 'seller'> {
  [column: string]: unknown
  seller_uid: string
  seller_name: string | null
  blocked: boolean
}

/** Payouts of a filter, newest first. */
export async function findPayouts(
  db: Db,
  filter: Filter,
  cursor: string | undefined,
  limit: number,
): Promise<PayoutRow[]> {
  const { rows, where } = payouts(filter)
  const found = await db.execute<Row>(sql`
    select * from ${rows} where ${and(where, byTime.after(cursor))} order by ${byTime.order} limit ${limit}`)
  return found.rows.map((row) => ({
    id: row.id,
    transaction_id: row.transaction_id,
    title: row.title,
    public_id: row.public_id,
    seller: { uid: row.seller_uid, name: row.seller_name, blocked: row.blocked },
    amount: row.amount,
    currency: row.currency ?? usual,
    state: row.state,
    held_by: row.held_by,
    held_by_hand: row.held_by_hand,
    can_retry: row.can_retry,
    provider: row.provider,
    reference: row.reference,
    failure: row.failure,
    created_at: isoOf(row.created_at),
    due_at: isoOf(row.due_at),
    settled_at: row.settled_at === null ? null : isoOf(row.settled_at),
  }))
}

/** Number and sum of the payouts of a filter, by currency and state. Only those that are not sent yet need what holds them. */
export async function sumPayouts(db: Db, filter: Filter) {
  const { rows, where } = payouts(filter, isUnsent)
  const sums = (amount: SQL) => sql`count(*)::int as count, coalesce(sum(${amount}), 0)::float8 as cents`
  const found = await db.execute<StateSum>(sql`
    select p.currency, p.state, ${sums(sql`p.amount`)} from ${rows} where ${where} group by p.currency, p.state
    union all select t.currency, case o.state when 'pending' then 'sending' when 'done' then 'sent' else 'failed' end, ${sums(sql`o.cents`)}
      from operations o join transactions t on t.id = o.subject_id
      where ${matching(filter)} and not ${isUnsent} group by t.currency, o.state
    order by currency, state`)
  return found.rows
}
