import { namesOf } from '@portreeve/contract/base/own'
import { maxMarks } from '@portreeve/contract/money/order-search'
import { orders as contract, ShipTo } from '@portreeve/contract/money/orders'
import { eq, getTableColumns } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { pick } from '../../core/call/whole-record.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { countReveal } from '../../people/reveals.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { moneyOfEach } from '../money.ts'
import { readMoneySettings } from '../money-limits.ts'
import { orders as table, transactions } from '../money-tables.ts'
import { findPayouts } from '../payouts/payout-rows.ts'
import { whyOf } from '../reasons.ts'
import { beginOrRequestAll, sumOf } from '../refunds/approval-requests.ts'
import { checkRefund, type Movement, naming } from '../refunds/refund-checks.ts'
import { mayAlone } from '../refunds/refund-limit.ts'
import { partyOf } from './order-parties.ts'
import { findOrders, marksOf } from './order-rows.ts'
import { beginVoid, voided } from './shipping.ts'
import { findTransactions, lockTransactions, transactionChanged } from './transaction-records.ts'

const addressFields = namesOf(ShipTo.shape)

/** Maximum transactions of an order; no real order has more. */
const maxItems = 1000

/** Maximum payouts that are read for a case: a failed payout may be followed by others of its transaction. */
const maxPayouts = 1000

/** The spec's order; the address is a part of its case. */
const {
  provider: _provider,
  ship_to_name,
  ship_to_line1,
  ship_to_line2,
  ship_to_city,
  ship_to_region,
  ship_to_postal_code,
  ship_to_country,
  ...columns
} = getTableColumns(table)
const shipTo = {
  ...{ ship_to_name, ship_to_line1, ship_to_line2, ship_to_city, ship_to_region },
  ...{ ship_to_postal_code, ship_to_country },
}

async function getOrder(db: Db, id: string) {
  const [order] = await db.select(columns).from(table).where(eq(table.id, id))
  return order ?? refuse('not_found', 'No such order', 'There is no order with this id.')
}

/** The address of an order that exists. @param lock until the call's transaction ends */
async function getShipTo(db: Db, id: string, lock = false): Promise<ShipTo> {
  const found = db.select(shipTo).from(table).where(eq(table.id, id))
  const [address] = await (lock ? found.for('update') : found)
  return address ?? refuse('not_found', 'No such order', 'There is no order with this id.')
}

/** An address as it is stored: without spaces around its lines, null for an empty one. Refuses one to which no parcel can be sent. */
function addressOf(typed: ShipTo): ShipTo {
  const address = { ...typed }
  for (const field of addressFields) address[field] = typed[field]?.trim() || null
  const { ship_to_name: name, ship_to_line1: line1, ship_to_city: city, ship_to_country: country } = address
  if (!name || !line1 || !city)
    refuse('refused', 'No address', 'An address needs a name, a street and a city.')
  if (!country || !/^[A-Z]{2}$/.test(country))
    refuse('refused', 'No country', 'Write the country as two capital letters, such as US.')
  return address
}

export const orders = implement('orders', contract, {
  get: async ({ params }, { db, ctx }) => {
    const order = await getOrder(db, params.id)
    const txns = await findTransactions(db, eq(transactions.order_id, order.id), maxItems)
    const currency = order.currency ?? txns[0]?.currency ?? ctx.settings.currency
    return { order: { ...order, currency }, txns }
  },

  case: async ({ params }, call) => {
    const { db } = call
    const order = await getOrder(db, params.id)
    const found = await findTransactions(db, eq(transactions.order_id, order.id), maxMarks)
    const txns = found.slice(0, maxMarks)
    const ids = txns.map(({ id }) => id)
    const usual = call.ctx.settings.currency
    const rows = await findOrders(db, {}, maxMarks, { settings: await readMoneySettings(db), usual, ids })
    const marks = new Map(rows.map((row) => [row.id, row]))
    const money = await moneyOfEach(db, txns)
    const payouts = await findPayouts(db, { transactions: ids }, undefined, maxPayouts)
    return {
      buyer: await partyOf(db, order.buyer_uid, txns[0]?.purchaser_display_name ?? null),
      ship_to: await getShipTo(db, order.id),
      items: txns.flatMap(({ id }, at) => {
        const [row, of] = [marks.get(id), money[at]]
        const payout = payouts.find(({ transaction_id }) => transaction_id === id) ?? null
        return row && of ? [{ ...marksOf(row), money: of, payout }] : []
      }),
      more: found.length > txns.length,
      alone: await mayAlone(call, ids),
    }
  },

  refund: async ({ params, body }, call) => {
    const { db } = call
    const order = await getOrder(db, params.id)
    const wanted = new Map(body.items.map((item) => [item.id, item]))
    if (wanted.size < body.items.length)
      refuse('refused', 'An item twice', 'Each item is refunded once: one of them is named twice.')
    const txns = await lockTransactions(db, [...wanted.keys()])
    if (txns.some(({ order_id }) => order_id !== order.id))
      refuse('refused', 'Not of this order', 'One of these items belongs to another order.')
    const why = await whyOf(db, body)
    const movements: Movement[] = []
    for (const txn of txns) {
      const { amount: cents, left_seen: leftSeen } = wanted.get(txn.id) ?? { amount: 0, left_seen: 0 }
      movements.push(await naming(txn, () => checkRefund(db, txn, { cents, leftSeen, why })))
    }
    const [first, ...others] = movements
    if (!first) throw new Error('The contract refuses a refund without items')
    const ofOrder = await db
      .select({ id: transactions.id })
      .from(transactions)
      .where(eq(transactions.order_id, order.id))
    const counted = ofOrder.map(({ id }) => id)
    const { answer, asked, begun } = await beginOrRequestAll(call, [first, ...others], counted)
    const cents = sumOf(movements)
    call.did(
      order.id,
      { after: asked ? { asked: asked[0]?.asked, kind: 'refund', cents } : { refund: cents } },
      { reason: why.reason },
    )
    // Each item's page tells of its own refund, as if it had been made there.
    for (const [at, txn] of txns.entries()) {
      const after = asked?.[at] ?? {
        refund: movements[at]?.operation.cents,
        operation: begun?.[at]?.operationId,
      }
      call.recordAlso('transactions.refund', { subject: ['transaction', txn.id], after, reason: why.reason })
      call.publish(...transactionChanged(txn))
    }
    return answer
  },

  correctAddress: async ({ params, body }, call) => {
    const { db } = call
    const order = await getOrder(db, params.id)
    const ofOrder = await findTransactions(db, eq(transactions.order_id, order.id), maxItems)
    // Transactions before their order, as every call locks them.
    const txns = body.void_labels
      ? await lockTransactions(
          db,
          ofOrder.map(({ id }) => id),
        )
      : ofOrder
    const was = await getShipTo(db, order.id, true)
    if (addressFields.some((field) => was[field] !== body.seen[field]))
      await refuseChanged(
        db,
        ['order', order.id],
        'Changed meanwhile',
        'The address has changed since you opened the page.',
      )
    const address = addressOf(body.address)
    const changed = addressFields.filter((field) => address[field] !== was[field])
    if (changed.length === 0) refuse('refused', 'Nothing to correct', 'This is the address already.')
    const change = pick(address, changed)
    await db.update(table).set(change).where(eq(table.id, order.id))
    const reason = body.reason.trim()
    call.did(
      order.id,
      { before: pick(was, changed), after: change },
      { reason, event: { buyer_uid: order.buyer_uid } },
    )
    for (const txn of txns) {
      // A printed label keeps its address. That of a parcel on its way is of no use any more.
      const label = txn.shipping_status === 3 && txn.ship_labels?.findLast(({ status }) => status === 1)
      if (body.void_labels && label) {
        await naming(txn, () => beginVoid(call, txn, label, 0))
        call.recordAlso('shipping.cancelLabel', {
          subject: ['transaction', txn.id],
          ...voided(label.id),
          reason,
        })
      }
      call.publish(...transactionChanged(txn))
    }
    return address
  },

  reveal: async ({ params, body }, call) => {
    const order = await getOrder(call.db, params.id)
    await countReveal(call)
    call.did(
      order.id,
      { after: { revealed: ['payment_intent_id', 'ship_to'] } },
      { reason: body.reason.trim() },
    )
    const txns = await findTransactions(call.db, eq(transactions.order_id, order.id), maxItems)
    const labels = txns.flatMap(({ ship_labels = [] }) => ship_labels)
    return {
      stripe_payment_intent_id: order.stripe_payment_intent_id,
      ship_to: { ...(await getShipTo(call.db, order.id)) },
      labels: Object.fromEntries(labels.map((label) => [label.id, label.payment_intent_id])),
    }
  },
})
