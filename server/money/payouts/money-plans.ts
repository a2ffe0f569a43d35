import { moneyPlans as contract, daysToPlan, type MoneyPlan } from '@portreeve/contract/money/money-plans'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { oldestFirst, page } from '../../core/call/page.ts'
import { demand } from '../../core/call/rights.ts'
import { begin } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { isoOf } from '../../db/columns.ts'
import { lockUser } from '../../people/user-records.ts'
import { type Sums, splitSums, sumsOf } from '../../search/sums.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { moneyPlans as table } from './money-plan-tables.ts'

const perPage = 100
const byDue = oldestFirst(sql`p.due_at`, sql`p.uid`)

/** The unpaid sales of a blocked seller whose money a plan is about. */
export const unpaidSales = (seller: SQL | string) =>
  sql`(select id, price, currency, shipping_status is not distinct from 1 as has_arrived from transactions
    where seller_uid = ${seller} and payout_status = 2 and status in (1, 2))`

interface Found extends Record<string, unknown> {
  uid: string
  name: string | null
  blocked_at: string | null
  due_at: string
  delivered: number
  delivered_sums: Sums
  undelivered: number
  undelivered_sums: Sums
  plan: MoneyPlan['plan']
}

async function readPlans(
  { db, ctx }: Pick<Call, 'db' | 'ctx'>,
  who: SQL,
  cursor: string | undefined,
  limit: number,
): Promise<MoneyPlan[]> {
  const { rows } = await db.execute<Found>(sql`
    select * from (
      select u.uid, u.display_name as name, b.at as blocked_at, s.*,
        -- A block without a time is late already.
        coalesce(mp.due_at, b.at + make_interval(days => ${daysToPlan}), date_trunc('day', now())) as due_at,
        case when mp.uid is not null then json_build_object('delivered', mp.delivered, 'undelivered', mp.undelivered,
          'by', json_build_object('uid', mp.by_uid, 'name', coalesce(st.display_name, st.email)), 'begun_at', mp.begun_at, 'version', mp.version,
          'job', (select json_build_object('id', j.id, 'state', j.state, 'words', j.words,
            'refused', (select count(*) from bulk_rows r where r.job_id = j.id and r.state = 'refused')) from bulk_jobs j where j.id = mp.job_id)) end as plan
      from users u
        left join money_plans mp on mp.uid = u.uid
        left join staff st on st.uid = mp.by_uid
        left join lateral (select max(created_at) as at from ban_reasons where uid = u.uid) b on true
        cross join lateral (
          select count(*) filter (where has_arrived)::int as delivered, ${sumsOf(sql`price`, sql`${unpaidSales(sql`u.uid`)} t where has_arrived`)} as delivered_sums,
            count(*) filter (where not has_arrived)::int as undelivered, ${sumsOf(sql`price`, sql`${unpaidSales(sql`u.uid`)} t where not has_arrived`)} as undelivered_sums
          from ${unpaidSales(sql`u.uid`)} t) s
      where u.is_banned and u.deleted_at is null and ${who}) p
    where ${byDue.after(cursor) ?? sql`true`} order by ${byDue.order} limit ${limit}`)
  const time = (value: string | null) => (value === null ? null : isoOf(value))
  return rows.map(({ uid, name, blocked_at, due_at, plan, ...sales }) => ({
    seller: { uid, name },
    ...{ blocked_at: time(blocked_at), due_at: isoOf(due_at) },
    delivered: { count: sales.delivered, ...splitSums(sales.delivered_sums, ctx.settings.currency) },
    undelivered: { count: sales.undelivered, ...splitSums(sales.undelivered_sums, ctx.settings.currency) },
    plan: plan && { ...plan, begun_at: time(plan.begun_at) },
  }))
}

/** Sellers with unpaid sales: the few unpaid transactions are read first, not all blocked people. */
const withSales = sql`u.uid in (select seller_uid from transactions where payout_status = 2 and status in (1, 2))`

const planOf = async (call: Pick<Call, 'db' | 'ctx'>, uid: string): Promise<MoneyPlan | undefined> =>
  (await readPlans(call, sql`u.uid = ${uid}`, undefined, 1))[0]

export const moneyPlans = implement('moneyPlans', contract, {
  list: async ({ query }, call) => {
    const who = query.seller === undefined ? withSales : sql`${withSales} and u.uid = ${query.seller}`
    const rows = await readPlans(call, who, query.cursor, perPage + 1)
    return page(call, rows, ({ due_at, seller }) => ({ time: due_at, id: seller.uid }), perPage)
  },

  save: async ({ params, body }, call) => {
    const { db, staff } = call
    const { delivered, undelivered, due_at } = body
    if (undelivered === 'refund') demand(staff, 'money.cancel')
    const { uid, isBanned } = await lockUser(db, params.uid)
    if (!isBanned)
      refuse('refused', 'Not blocked', 'The seller is not blocked: their money goes its ordinary way.')
    if (Date.parse(due_at) <= Date.now())
      refuse('malformed', 'Malformed request', 'due_at is over: choose a time in the future.')
    const [before] = await db.select().from(table).where(eq(table.uid, uid))
    if (call.expected !== undefined && call.expected !== (before?.version ?? 0))
      await refuseChanged(db, ['user', uid], 'Changed meanwhile', 'The plan has changed since you opened it.')
    const set = { delivered, undelivered, due_at, by_uid: staff.uid, begun_at: null, job_id: null }
    const version = (before?.version ?? 0) + 1
    await db
      .insert(table)
      .values({ uid, ...set, version })
      .onConflictDoUpdate({ target: table.uid, set: { ...set, version } })
    const seconds = Math.max(0, (Date.parse(due_at) - Date.now()) / 1000)
    const details = { due_at }
    await begin(db, { kind: 'money_plans.begin', subject_kind: 'user', subject_id: uid, details }, seconds)
    call.did(
      uid,
      { before: before ? shown(before) : null, after: { delivered, undelivered, due_at } },
      { reason: body.reason },
    )
    return (
      (await planOf(call, uid)) ?? refuse('not_found', 'No such person', 'There is no account with this uid.')
    )
  },
})

const shown = ({ delivered, undelivered, due_at }: typeof table.$inferSelect) => ({
  delivered,
  undelivered,
  due_at,
})
