import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import type { Item } from './item.ts'

interface Paid extends Record<string, unknown> {
  id: string
  order_id: string | null
  currency: string
}

/**
 * Puts the currency into rows that name none: the stored one, for a transaction that of its order, or else the default. So a
 * transaction keeps its currency when the default changes. The orders of the rows are locked: two batches about one order take turns.
 * @returns the reasons against rows of another currency than the rest of their order: one payment has one currency
 */
export async function fillCurrencies(
  db: Db,
  { name }: ImportEntity,
  items: Item[],
  usual: string,
): Promise<ReadonlyMap<Item, string>> {
  if (items.length === 0 || (name !== 'transactions' && name !== 'orders')) return new Map()
  const keys = (values: unknown[]) =>
    sql`any(array(select json_array_elements_text(${JSON.stringify(values.filter((one) => typeof one === 'string'))}::json)))`
  const ids = items.map(({ id }) => id)
  const orderIds = name === 'orders' ? ids : items.map(({ row }) => row.order_id)
  const orders = await db.execute<{ id: string; currency: string | null }>(sql`
    select id, currency from orders where id = ${keys(orderIds)} order by id for no key update`)
  const ofOrder = new Map(orders.rows.map((row) => [row.id, row.currency]))
  const { rows } = await db.execute<Paid>(sql`
    select id, order_id, currency from transactions where order_id = ${keys(orderIds)} or id = ${keys(ids)}`)
  return name === 'orders' ? fillOrders(items, ofOrder, rows) : fillSales(items, ofOrder, rows, usual)
}

function set(item: Item, currency: string | null) {
  item.row = { ...item.row, currency }
  item.record = { ...item.record, currency }
}

function fillOrders(items: Item[], ofOrder: ReadonlyMap<string, string | null>, sales: Paid[]) {
  const reasons = new Map<Item, string>()
  for (const item of items) {
    const currency = (item.row.currency as string | null | undefined) ?? ofOrder.get(item.id) ?? null
    set(item, currency)
    const other = sales.find((row) => row.order_id === item.id && row.currency !== currency)
    if (currency !== null && other)
      reasons.set(item, `currency ${currency} is not that of its transactions, ${other.currency}`)
  }
  return reasons
}

function fillSales(items: Item[], ofOrder: ReadonlyMap<string, string | null>, sales: Paid[], usual: string) {
  const reasons = new Map<Item, string>()
  const stored = new Map(sales.map((row) => [row.id, row.currency]))
  const inBatch = new Set(items.map(({ id }) => id))
  /** The currency of each order: its own, or that of its transactions, of which the batch may change all. */
  const paid = new Map(
    sales.flatMap((row) =>
      row.order_id && !inBatch.has(row.id) ? [[row.order_id, row.currency] as const] : [],
    ),
  )
  for (const [id, currency] of ofOrder) if (currency !== null) paid.set(id, currency)
  for (const item of items) {
    const order = item.row.order_id as string | null | undefined
    const own = order ? paid.get(order) : undefined
    const currency = String(item.row.currency ?? stored.get(item.id) ?? own ?? usual)
    set(item, currency)
    if (own !== undefined && own !== currency)
      reasons.set(item, `currency ${currency} is not that of its order, ${own}`)
    else if (order) paid.set(order, currency)
  }
  return reasons
}
