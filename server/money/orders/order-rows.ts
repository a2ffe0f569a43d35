import type { MoneySettings } from '@portreeve/contract/money/money-settings'
import type { OrderFilter, OrderHit, OrderMarks } from '@portreeve/contract/money/order-search'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { users } from '../../people/people-tables.ts'
import { transactions as table } from '../money-tables.ts'
import { waitsForSecond } from '../refunds/approval-records.ts'
import { matching } from './transaction-filter.ts'

/** The columns of each order, with their types for a cursor. The id is the last of each. */
const sorts = {
  date: [[sql`${table.purchase_date}`, 'timestamptz']],
  // Amounts in different currencies do not compare: each currency is in order by itself.
  price: [
    [sql`${table.currency}`, 'text'],
    [sql`${table.price}`, 'bigint'],
  ],
  state: [
    [sql`coalesce(${table.status}, 0)`, 'integer'],
    [sql`${table.purchase_date}`, 'timestamptz'],
  ],
} as const satisfies Record<string, readonly (readonly [SQL, string])[]>

type Sort = { keys: readonly (readonly [SQL, string])[]; isDescending: boolean }

function sortOf({ sort = 'date', direction = 'desc' }: OrderFilter): Sort {
  const isDescending = direction === 'desc'
  return sort === 'age'
    ? { keys: sorts.date, isDescending: !isDescending }
    : { keys: sorts[sort], isDescending }
}

const orderOf = ({ keys, isDescending }: Sort): SQL =>
  sql.join(
    [...keys.map(([key]) => key), sql`${table.id}`].map((key) => (isDescending ? sql`${key} desc` : key)),
    sql`, `,
  )

/** The rows after a cursor. Refuses a cursor that this server did not give for this order. */
function after({ keys, isDescending }: Sort, cursor: string | undefined): SQL | undefined {
  if (cursor === undefined) return undefined
  const values = decode(cursor)
  const isPlace =
    values.length === keys.length + 1 &&
    keys.every(([, type], at) =>
      type === 'timestamptz'
        ? !Number.isNaN(Date.parse(values[at] ?? ''))
        : (type === 'text' ? /^[A-Z]{3}$/ : /^-?\d{1,18}$/).test(values[at] ?? ''),
    )
  if (!isPlace)
    refuse('malformed', 'Malformed request', "The query's 'cursor' is none that this server gave.")
  const place = values.map((value, at) => sql`${value}::${sql.raw(keys[at]?.[1] ?? 'text')}`)
  const columns = [...keys.map(([key]) => key), sql`${table.id}`]
  return sql`(${sql.join(columns, sql`, `)}) ${sql.raw(isDescending ? '<' : '>')} (${sql.join(place, sql`, `)})`
}

function decode(cursor: string): string[] {
  try {
    const values = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown
    return Array.isArray(values) ? values.map(String) : []
  } catch {
    return []
  }
}

/** The cursor of the page after a row. */
export const placeAfter = (filter: OrderFilter, row: OrderHit): string => {
  const of = {
    date: [row.purchase_date],
    price: [row.currency, row.price],
    state: [row.status ?? 0, row.purchase_date],
  }
  const { sort = 'date' } = filter
  return Buffer.from(JSON.stringify([...of[sort === 'age' ? 'date' : sort], row.id].map(String))).toString(
    'base64url',
  )
}

/** Whether a transaction is late: bought so many days ago and not shipped, or not delivered. */
const isLate = ({ days_to_ship, days_in_transit }: MoneySettings) => {
  const ago = (days: number) => sql`${table.purchase_date} < now() - make_interval(days => ${days})`
  return sql`${table.status} = 2 and ${table.shipping_status} in (2, 3) and ${ago(days_to_ship)}
    and (${table.shipping_status} = 3 or ${ago(days_to_ship + days_in_transit)})`
}

const hasChargeback = sql`exists (select 1 from orders o join chargebacks c on c.provider = o.provider and c.payment_id = o.payment_id
  where o.id = ${table.order_id} and c.closed_at is null)`
const ofChargedBack = sql`${table.order_id} in (select o.id from chargebacks c join orders o
  on o.provider = c.provider and o.payment_id = c.payment_id where c.closed_at is null)`
const isWaiting = sql`${table.id} in (select transaction_id from approvals where state = 'asked' and expires_at > now())`

/** The conditions of the desk's states. */
export const states = (settings: MoneySettings): Record<NonNullable<OrderFilter['state']>, SQL> => ({
  late: isLate(settings),
  disputed: sql`${table.dispute_status} = 2`,
  charged_back: ofChargedBack,
  refunded: sql`(${table.status} in (3, 5) or ${table.id} in (select transaction_id from ledger_entries where kind = 'refund'))`,
  waiting: isWaiting,
  held: sql`(${table.dispute_status} = 2 or ${ofChargedBack} or ${isWaiting}
    or ${table.id} in (select transaction_id from payout_holds where released_at is null)
    or (${table.payout_status} = 2 and ${table.seller_uid} in (select uid from users where is_banned)))`,
  paid_out: eq(table.payout_status, 1),
  unpaid: eq(table.payout_status, 2),
})

const [buyer, seller] = [alias(users, 'buyer'), alias(users, 'seller')]
const bought = sql`${table.price} + coalesce(${table.shipping_cost}, 0)`

/** What a list shows of a transaction. A transaction without entries in the ledger was refunded whole by its status. */
const columns = (settings: MoneySettings) => ({
  id: table.id,
  public_id: table.public_id,
  order_id: table.order_id,
  product_id: table.product_id,
  product_title: table.product_title,
  product_thumbnail_path: table.product_thumbnail_path,
  price: table.price,
  currency: table.currency,
  shipping_cost: table.shipping_cost,
  status: table.status,
  shipping_status: table.shipping_status,
  payout_status: table.payout_status,
  purchase_date: table.purchase_date,
  delivered_at: table.delivered_at,
  tracking_number: sql<
    string | null
  >`coalesce(${table.tracking_number}, (select l.tracking_number from ship_labels l
    where l.transaction_id = ${table.id} and l.tracking_number is not null order by l.created_at desc limit 1))`,
  carrier: table.carrier,
  buyer: { uid: table.purchaser_uid, name: buyer.displayName, blocked: buyer.isBanned },
  seller: { uid: table.seller_uid, name: seller.displayName, blocked: seller.isBanned },
  refunded: sql<number>`coalesce((select case when count(e.id) = 0 then null
      else coalesce(sum(l.cents) filter (where l.account = 'refunded'), 0) end
      from ledger_entries e left join ledger_lines l on l.entry_id = e.id where e.transaction_id = ${table.id}),
    case when ${table.status} in (3, 5) then ${bought} else 0 end)::float8`,
  dispute_open: sql<boolean>`coalesce(${table.dispute_status} = 2, false)`,
  chargeback_open: sql<boolean>`${hasChargeback}`,
  waiting: sql<boolean>`${waitsForSecond}`,
  late: sql<OrderHit['late']>`case when ${isLate(settings)} then json_build_object(
    'kind', case when ${table.shipping_status} = 3 then 'not_shipped' else 'in_transit' end,
    'days', floor(extract(epoch from now() - ${table.purchase_date}) / 86400)::int) end`,
})

/**
 * A page of transactions by a filter, and one row more.
 * @param usual the environment's currency
 * @param ids the only transactions that a search found; undefined without a search
 * @param among the condition of a query's filters
 * @param people the only buyers or sellers; undefined for any
 */
export async function findOrders(
  db: Db,
  filter: OrderFilter,
  size: number,
  {
    settings,
    usual,
    ids,
    among,
    people,
  }: {
    settings: MoneySettings
    usual: string
    ids?: string[] | undefined
    among?: SQL | undefined
    people?: string[] | undefined
  },
): Promise<OrderHit[]> {
  const sort = sortOf(filter)
  const uids = people && sql.param(people)
  const wanted = and(
    ids && sql`${table.id} = any(${sql.param(ids)})`,
    among,
    uids &&
      sql`${table.id} in (select id from transactions where seller_uid = any(${uids})
        union all select id from transactions where purchaser_uid = any(${uids}))`,
    filter.state && states(settings)[filter.state],
    matching({ ...filter, cursor: undefined }, usual),
    after(sort, filter.cursor),
  )
  // The page is cut before the figures of its rows are read.
  const page = db
    .select({ id: table.id })
    .from(table)
    .where(wanted)
    .orderBy(orderOf(sort))
    .limit(size + 1)
  const rows = await db
    .select(columns(settings))
    .from(table)
    .leftJoin(buyer, eq(buyer.uid, table.purchaser_uid))
    .leftJoin(seller, eq(seller.uid, table.seller_uid))
    .where(sql`${table.id} = any(array(${page}))`)
    .orderBy(orderOf(sort))
  const party = (one: { uid: string; name: string | null; blocked: boolean | null }) => ({
    ...one,
    blocked: one.blocked === true,
  })
  return rows.map((row) => ({ ...row, buyer: party(row.buyer), seller: party(row.seller) }))
}

/** The desk's marks of a row. */
export const marksOf = (row: OrderHit): OrderMarks => {
  const { id, buyer, seller, refunded, currency, dispute_open, chargeback_open, waiting, late } = row
  return { id, buyer, seller, refunded, currency, dispute_open, chargeback_open, waiting, late }
}
