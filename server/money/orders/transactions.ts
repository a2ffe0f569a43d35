import { transactionCan } from '@portreeve/contract/money/transaction-rules'
import { transactions as contract } from '@portreeve/contract/money/transactions'
import { and, eq, or } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { page, pageSize } from '../../core/call/page.ts'
import { pick } from '../../core/call/whole-record.ts'
import { begin } from '../../core/operations/operations.ts'
import { getUser } from '../../people/user-records.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { openLedger } from '../ledger/ledger.ts'
import { moneyOf } from '../money.ts'
import { transactions as table } from '../money-tables.ts'
import { payoutOf } from '../payouts/payout-state.ts'
import { whyOf } from '../reasons.ts'
import { beginOrRequest } from '../refunds/approval-requests.ts'
import { checkCancel, checkRefund } from '../refunds/refund-checks.ts'
import { mayAlone, secondPersonBy } from '../refunds/refund-limit.ts'
import { setShipping, shippingOf } from './shipping-state.ts'
import { editOf, payoutStatusSet } from './transaction-edit.ts'
import { matching } from './transaction-filter.ts'
import {
  changeTransaction,
  findTransactions,
  getTransaction,
  lockTransaction,
  transactionOrder,
} from './transaction-records.ts'

/** Default rows of a page (API-36). */
const usualPage = 100

/** true, 1 or bare presence (D-061). */
const isOn = (flag: string | undefined) => flag === 'true' || flag === '1' || flag === ''

export const transactions = implement('transactions', contract, {
  list: async ({ query }, call) => {
    const size = Number(query.limit ?? usualPage)
    const rows = await findTransactions(call.db, matching(query, call.ctx.settings.currency), size, {
      person: query.person,
    })
    return page(call, rows, (row) => ({ time: row.purchase_date, id: row.id }), size)
  },

  get: ({ params }, { db }) => getTransaction(db, params.id),

  money: async ({ params }, call) => {
    const txn = await getTransaction(call.db, params.id)
    const money = await moneyOf(call.db, txn)
    return {
      ...money,
      payout: await payoutOf(call.db, txn, money),
      alone: await mayAlone(call, [params.id]),
      second_person: await secondPersonBy(call.db, [params.id], call.staff.uid),
    }
  },

  save: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const change = await editOf(call, txn, body)
    // The ledger opens with the states before the change; a state set by hand moves no money.
    await openLedger(call.db, txn)
    call.did(txn, { before: pick(txn, Object.keys(change)), after: change })
    if (Object.keys(change).length === 0) return txn
    const saved = await changeTransaction(call.db, txn.id, change)
    if ('payout_status' in change) await payoutStatusSet(call, saved)
    return saved
  },

  delivered: async ({ params }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    if (!transactionCan.markDelivered(txn))
      await refuseChanged(
        call.db,
        ['transaction', txn.id],
        'Already delivered',
        'It is marked as delivered already.',
      )
    call.did(txn, shippingOf(txn, 1))
    return setShipping(call.db, txn, 'delivered')
  },

  notShipped: async ({ params }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    if (txn.shipping_status === 3)
      await refuseChanged(
        call.db,
        ['transaction', txn.id],
        'Already not shipped',
        'It is marked as not shipped already.',
      )
    call.did(txn, shippingOf(txn, 3))
    return setShipping(call.db, txn, 'not_shipped')
  },

  cancel: async ({ params, query }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const chargeSeller = isOn(query.charge_seller)
    const showInReviews = isOn(query.show_cancellation_in_seller_reviews)
    const why = await whyOf(call.db, query)
    const movement = await checkCancel(call.db, txn, { chargeSeller, showInReviews, why })
    const { answer, asked } = await beginOrRequest(call, movement)
    const after = { status: 3, charge_seller: chargeSeller, show_in_reviews: showInReviews }
    call.did(txn, { before: { status: txn.status }, after: asked ?? after }, { reason: why.reason })
    return answer
  },

  refund: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const why = await whyOf(call.db, body)
    const movement = await checkRefund(call.db, txn, { cents: body.amount, leftSeen: body.left_seen, why })
    const { answer, asked, operation } = await beginOrRequest(call, movement)
    call.did(txn, { after: asked ?? { refund: body.amount, operation } }, { reason: why.reason })
    return answer
  },

  tracking: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const change = {
      ...body,
      tracking_url: null,
      shipping_status: txn.shipping_status === 3 ? 2 : txn.shipping_status,
    }
    call.did(txn, { before: pick(txn, Object.keys(change)), after: change })
    await changeTransaction(call.db, txn.id, change)
    return begin(call.db, {
      kind: 'tracking',
      subject_kind: 'transaction',
      subject_id: txn.id,
      details: body,
    })
  },

  ofUser: async ({ params, query }, call) => {
    await getUser(call.db, params.uid)
    const rows = await findTransactions(call.db, transactionOrder.after(query.cursor), pageSize, {
      person: params.uid,
    })
    return page(call, rows, (row) => ({ time: row.purchase_date, id: row.id }))
  },

  between: async ({ query: { party1, party2 } }, call) => {
    const sold = (seller: string, purchaser: string) =>
      and(eq(table.seller_uid, seller), eq(table.purchaser_uid, purchaser))
    const rows = await findTransactions(call.db, or(sold(party1, party2), sold(party2, party1)))
    return page(call, rows, (row) => ({ time: row.purchase_date, id: row.id }))
  },
})
