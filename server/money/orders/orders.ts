import { orders as contract } from '@portreeve/contract/money/orders'
import { eq, getTableColumns } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { countReveal } from '../../people/reveals.ts'
import { orders as table, transactions } from '../money-tables.ts'
import { findTransactions } from './transaction-records.ts'

/** Maximum transactions of an order; no real order has more. */
const maxItems = 1000

const { provider: _provider, ...columns } = getTableColumns(table)

async function getOrder(db: Db, id: string) {
  const [order] = await db.select(columns).from(table).where(eq(table.id, id))
  return order ?? refuse('not_found', 'No such order', 'There is no order with this id.')
}

export const orders = implement('orders', contract, {
  get: async ({ params }, { db }) => {
    const order = await getOrder(db, params.id)
    return { order, txns: await findTransactions(db, eq(transactions.order_id, order.id), maxItems) }
  },

  reveal: async ({ params, body }, call) => {
    const order = await getOrder(call.db, params.id)
    await countReveal(call)
    call.did(order.id, { after: { revealed: ['payment_intent_id'] } }, { reason: body.reason.trim() })
    const txns = await findTransactions(call.db, eq(transactions.order_id, order.id), maxItems)
    const labels = txns.flatMap(({ ship_labels = [] }) => ship_labels)
    return {
      stripe_payment_intent_id: order.stripe_payment_intent_id,
      labels: Object.fromEntries(labels.map((label) => [label.id, label.payment_intent_id])),
    }
  },
})
