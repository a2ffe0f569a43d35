import type { TransactionFilter } from '@portreeve/contract/transaction-filter'
import type { Transaction } from '@portreeve/contract/transactions'
import { transactions as contract, transactionCan } from '@portreeve/contract/transactions'
import { and, eq, gte, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Call } from '../core/context.ts'
import { implement } from '../core/implement.ts'
import { begin } from '../core/operations.ts'
import { page, pageSize } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { pick } from '../core/whole-record.ts'
import { transactions as table } from '../db/money.ts'
import { beginOrAsk, mayAlone, waitsForSecond } from '../store/approvals.ts'
import { refuseChanged } from '../store/last-change.ts'
import { enter, move, openLedger } from '../store/ledger.ts'
import { dollars, moneyOf } from '../store/money.ts'
import { payoutOf } from '../store/payout-state.ts'
import { wakePayout } from '../store/payouts.ts'
import { checkCancel, checkRefund } from '../store/refunds.ts'
import { editOf } from '../store/transaction-edit.ts'
import {
  changeTransaction,
  findTransactions,
  getTransaction,
  lockTransaction,
  transactionChanged,
  transactionOrder,
} from '../store/transactions.ts'
import { getUser } from '../store/users.ts'

/** Default rows of a page (spec 2, section 9). */
const usualPage = 100
/** Days after which a paid transaction that is not shipped is likely to be cancelled (D-052). */
const riskDays = 3

const byDispute: Record<NonNullable<TransactionFilter['dispute']>, SQL> = {
  open: eq(table.dispute_status, 2),
  resolved: eq(table.dispute_status, 1),
  none: isNull(table.dispute_id),
}

/** The conditions of a filter except the person; `and` ignores undefined conditions. */
function matching(filter: TransactionFilter): SQL | undefined {
  const is = (column: PgColumn, state: string | undefined) =>
    state === undefined ? undefined : eq(column, Number(state))
  return and(
    filter.cancel_risk === 'true'
      ? sql`${table.status} = 2 and ${table.shipping_status} = 3
          and ${table.purchase_date} < now() - make_interval(days => ${riskDays})`
      : undefined,
    is(table.status, filter.status),
    is(table.shipping_status, filter.shipping_status),
    is(table.payout_status, filter.payout_status),
    filter.dispute && byDispute[filter.dispute],
    filter.from === undefined ? undefined : gte(table.purchase_date, filter.from),
    filter.to === undefined ? undefined : lt(table.purchase_date, filter.to),
    filter.min === undefined ? undefined : gte(table.price, Number(filter.min)),
    filter.max === undefined ? undefined : lte(table.price, Number(filter.max)),
    filter.waiting === 'true' ? waitsForSecond : undefined,
    transactionOrder.after(filter.cursor),
  )
}

/** true, 1 or bare presence (D-061). */
const isOn = (flag: string | undefined) => flag === 'true' || flag === '1' || flag === ''

/** The audit's before and after of a shipping state. */
const states = (txn: Transaction, to: number) => ({
  before: { shipping_status: txn.shipping_status },
  after: { shipping_status: to },
})

/**
 * Applies a payout status set by hand to the scheduled payout: while the record is set to sent, the payout is held; after
 * that it becomes due. Refuses while the payout is in flight, because the seller would be paid twice.
 */
async function payoutStatusSet({ db }: Call, txn: Transaction) {
  const { in_flight } = await moneyOf(db, txn)
  const sending = in_flight.find(({ kind }) => kind === 'payout')
  if (sending)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Not now',
      `The payout status cannot be set now: a payout of ${dollars(sending.cents ?? 0)} is on its way.`,
    )
  await wakePayout(db, txn.id)
}

export const transactions = implement('transactions', contract, {
  list: async ({ query }, call) => {
    const size = Number(query.limit ?? usualPage)
    const rows = await findTransactions(call.db, matching(query), size, query.person)
    return page(call, rows, (row) => ({ time: row.purchase_date, id: row.id }), size)
  },

  get: async ({ params }, { db }) => {
    const [row] = await findTransactions(db, eq(table.id, params.id), 1)
    return row ?? refuse('not_found', 'No such transaction', 'There is no transaction with this id.')
  },

  money: async ({ params }, call) => {
    const [money, alone] = await Promise.all([
      getTransaction(call.db, params.id).then(async (txn) => {
        const money = await moneyOf(call.db, txn)
        return { ...money, payout: await payoutOf(call.db, txn, money) }
      }),
      mayAlone(call, params.id),
    ])
    return { ...money, alone }
  },

  save: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const change = await editOf(call, txn, body)
    // The ledger opens with the states before the change; a state set by hand moves no money.
    await openLedger(call.db, txn)
    call.record({ subject: ['transaction', txn.id], before: pick(txn, Object.keys(change)), after: change })
    if (Object.keys(change).length === 0) return txn
    call.publish(...transactionChanged(txn))
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
    call.record({ subject: ['transaction', txn.id], ...states(txn, 1) })
    // Delivery moves the pending money to held.
    const balances = await openLedger(call.db, txn)
    await enter(call.db, {
      kind: 'delivered',
      transaction: txn.id,
      reference: `delivered:${txn.id}:${txn.version}`,
      lines: move(balances, ['pending'], 'held'),
    })
    call.publish(...transactionChanged(txn))
    return changeTransaction(call.db, txn.id, { shipping_status: 1, delivered_at: new Date().toISOString() })
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
    call.record({ subject: ['transaction', txn.id], ...states(txn, 3) })
    const balances = await openLedger(call.db, txn)
    await enter(call.db, {
      kind: 'not_shipped',
      transaction: txn.id,
      reference: `not_shipped:${txn.id}:${txn.version}`,
      lines: move(balances, ['held'], 'pending'),
    })
    call.publish(...transactionChanged(txn))
    return changeTransaction(call.db, txn.id, { shipping_status: 3, delivered_at: null })
  },

  cancel: async ({ params, query }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const chargeSeller = isOn(query.charge_seller)
    const showInReviews = isOn(query.show_cancellation_in_seller_reviews)
    call.record({
      subject: ['transaction', txn.id],
      before: { status: txn.status },
      after: { status: 3, charge_seller: chargeSeller, show_in_reviews: showInReviews },
    })
    call.publish(...transactionChanged(txn))
    return beginOrAsk(call, await checkCancel(call.db, txn, { chargeSeller, showInReviews }))
  },

  refund: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    call.record({ subject: ['transaction', txn.id], after: { refund: body.amount } })
    call.publish(...transactionChanged(txn))
    return beginOrAsk(call, await checkRefund(call.db, txn, { cents: body.amount, leftSeen: body.left_seen }))
  },

  tracking: async ({ params, body }, call) => {
    const txn = await lockTransaction(call.db, params.id)
    const change = {
      ...body,
      tracking_url: null,
      shipping_status: txn.shipping_status === 3 ? 2 : txn.shipping_status,
    }
    call.record({ subject: ['transaction', txn.id], before: pick(txn, Object.keys(change)), after: change })
    call.publish(...transactionChanged(txn))
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
    const rows = await findTransactions(call.db, transactionOrder.after(query.cursor), pageSize, params.uid)
    return page(call, rows, (row) => ({ time: row.purchase_date, id: row.id }))
  },

  between: async ({ query: { party1, party2 } }, call) => {
    const sold = (seller: string, purchaser: string) =>
      and(eq(table.seller_uid, seller), eq(table.purchaser_uid, purchaser))
    const rows = await findTransactions(call.db, or(sold(party1, party2), sold(party2, party1)))
    return page(call, rows, (row) => ({ time: row.purchase_date, id: row.id }))
  },
})
