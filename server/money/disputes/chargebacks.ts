import { isMask } from '@portreeve/contract/base/personal'
import { may } from '@portreeve/contract/base/rights'
import {
  type Chargeback,
  chargebacks as contract,
  type Evidence,
} from '@portreeve/contract/money/chargebacks'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { newestFirst, page } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { begin } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { operations } from '../../db/system-tables.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { transactions } from '../money-tables.ts'
import { getTransaction, lockTransaction } from '../orders/transaction-records.ts'
import { fraudWarnings, chargebacks as table } from '../payment-tables.ts'
import { asSold, readSold } from './as-sold.ts'
import { byArrival, byEvidenceDue, findChargebacks, getChargeback } from './chargeback-records.ts'
import { composeEvidence } from './evidence.ts'
import { filesOf, keepFiles } from './evidence-files.ts'

const perPage = 50
/** What the provider charges for a chargeback, cents: a refund in time saves it. */
const usualFee = 1500

const byWarning = newestFirst(sql`${fraudWarnings.created_at}`, sql`${fraudWarnings.id}`)

/** The last sending of a chargeback's evidence. */
async function sendingOf(db: Db, { id, transaction_id }: Chargeback) {
  const [last] = await db
    .select()
    .from(operations)
    .where(
      and(
        eq(operations.kind, 'evidence'),
        eq(operations.subject_kind, 'transaction'),
        eq(operations.subject_id, transaction_id ?? ''),
        sql`${operations.details} ->> 'chargeback' = ${id}`,
      ),
    )
    .orderBy(sql`${operations.created_at} desc`)
    .limit(1)
  return last
}

/** An open chargeback whose evidence was not sent, with its transaction, locked. */
async function lockOpen(db: Db, id: string): Promise<{ chargeback: Chargeback; txn: Transaction }> {
  const { transaction_id } = await getChargeback(db, id)
  if (transaction_id === null)
    refuse('refused', 'No transaction', 'The payment of this chargeback belongs to no transaction here.')
  const txn = await lockTransaction(db, transaction_id)
  const chargeback = await getChargeback(db, id)
  if (chargeback.closed_at !== null)
    await refuseChanged(db, ['transaction', txn.id], 'Closed', 'This chargeback is closed already.')
  if (chargeback.submitted_at !== null || (await sendingOf(db, chargeback))?.state === 'pending')
    await refuseChanged(db, ['transaction', txn.id], 'Already sent', 'The evidence was sent already.')
  return { chargeback, txn }
}

/** Stores a draft. A masked address is the one that the caller could not see. */
async function saveDraft(call: Call, id: string, txn: Transaction, sent: Evidence): Promise<Evidence> {
  const draft = { ...sent }
  const [row] = await call.db.select({ draft: table.draft }).from(table).where(eq(table.id, id))
  const before = row?.draft ?? null
  const hidden = (['customer_email_address', 'shipping_address'] as const).filter((name) =>
    isMask(draft[name]),
  )
  if (hidden.length > 0) {
    const known = before ?? (await composeEvidence(call.db, txn, await readSold(call.db, txn), false))
    for (const name of hidden) draft[name] = known[name]
  }
  const files = await keepFiles(call.db, { before, after: sent }, txn.id, call.staff.uid)
  if (files) draft.files = files
  await call.db.update(table).set({ draft }).where(eq(table.id, id))
  return draft
}

export const chargebacks = implement('chargebacks', contract, {
  list: async ({ query }, call) => {
    const { scope = 'open', transaction, currency, cursor } = query
    const isOpen = scope === 'open' && transaction === undefined
    const order = isOpen ? byEvidenceDue : byArrival
    const where =
      transaction === undefined
        ? isOpen
          ? isNull(table.closed_at)
          : isNotNull(table.closed_at)
        : sql`(${table.provider}, ${table.payment_id}) in (select o.provider, o.payment_id from transactions t
            join orders o on o.id = t.order_id where t.id = ${transaction})`
    const chosen = and(where, currency === undefined ? undefined : eq(table.currency, currency))
    const rows = await findChargebacks(call.db, and(chosen, order.after(cursor)), order.order, perPage + 1)
    return page(
      call,
      rows,
      // Those without a deadline come last.
      (row) => ({ time: isOpen ? (row.evidence_due_at ?? 'infinity') : row.created_at, id: row.id }),
      perPage,
    )
  },

  get: async ({ params }, call) => {
    const chargeback = await getChargeback(call.db, params.id)
    const [row] = await call.db.select().from(table).where(eq(table.id, params.id))
    const { transaction_id } = chargeback
    const mayRead = may(call.staff, 'conversations.read')
    const txn = transaction_id === null ? null : await getTransaction(call.db, transaction_id)
    const sold = txn && (await readSold(call.db, txn))
    const composed = txn && sold ? await composeEvidence(call.db, txn, sold, mayRead) : {}
    const sending = await sendingOf(call.db, chargeback)
    call.did(transaction_id === null ? null : ['transaction', transaction_id])
    return {
      chargeback,
      draft: row?.draft ?? null,
      composed,
      as_sold: txn && sold && asSold(txn, sold),
      submitted: row?.submitted ?? null,
      files: await filesOf(call.db, row?.draft, row?.submitted),
      sending: sending === undefined || sending.state === 'done' ? ('no' as const) : sending.state,
      failure: sending?.failure ?? null,
    }
  },

  saveEvidence: async ({ params, body }, call) => {
    const { txn } = await lockOpen(call.db, params.id)
    const draft = await saveDraft(call, params.id, txn, body.evidence)
    call.did(txn, { after: { chargeback: params.id } })
    return { draft }
  },

  submitEvidence: async ({ params, body }, call) => {
    const { chargeback, txn } = await lockOpen(call.db, params.id)
    if (chargeback.evidence_due_at !== null && Date.parse(chargeback.evidence_due_at) < Date.now())
      refuse('conflict', 'Too late', 'The time to send evidence is over.')
    const { files = {}, ...texts } = await saveDraft(call, params.id, txn, body.evidence)
    if (!Object.values({ ...files, ...texts }).some((words) => words.trim()))
      refuse('refused', 'No evidence', 'There is nothing to send.')
    call.did(txn, { after: { chargeback: params.id, fields: Object.keys(body.evidence) } })
    return begin(call.db, {
      kind: 'evidence',
      subject_kind: 'transaction',
      subject_id: txn.id,
      details: { chargeback: params.id, provider: chargeback.provider },
    })
  },

  warnings: async ({ query }, call) => {
    const rows = await call.db
      .select({
        id: fraudWarnings.id,
        transaction_id: fraudWarnings.transaction_id,
        fraud_type: fraudWarnings.fraud_type,
        // A dispute or a full refund ends what a warning is for.
        actionable: sql<boolean>`${fraudWarnings.actionable} and not exists (select from chargebacks c
          where c.provider = ${fraudWarnings.provider} and c.payment_id = ${fraudWarnings.payment_id})
          and coalesce(${transactions.status}, 0) not in (3, 5)`,
        amount: sql<number>`coalesce((select sum(t.price + coalesce(t.shipping_cost, 0)) from orders o
          join transactions t on t.order_id = o.id
          where o.provider = ${fraudWarnings.provider} and o.payment_id = ${fraudWarnings.payment_id}), 0)::float8`,
        refunded: sql<number>`coalesce((select sum(l.cents) from ledger_entries e join ledger_lines l on l.entry_id = e.id
          where e.transaction_id = ${fraudWarnings.transaction_id} and l.account in ('refunded', 'charged_back')), 0)::float8`,
        price: sql<number>`coalesce(${transactions.price} + coalesce(${transactions.shipping_cost}, 0), 0)::float8`,
        created_at: fraudWarnings.created_at,
        currency: sql<string>`coalesce(${transactions.currency}, 'USD')`,
        title: transactions.product_title,
      })
      .from(fraudWarnings)
      .leftJoin(transactions, eq(transactions.id, fraudWarnings.transaction_id))
      .where(
        and(
          query.transaction === undefined ? undefined : eq(fraudWarnings.transaction_id, query.transaction),
          byWarning.after(query.cursor),
        ),
      )
      .orderBy(byWarning.order)
      .limit(perPage + 1)
    const shown = rows.map(({ refunded, price, ...row }) => ({
      ...row,
      fee_saved: usualFee,
      left: Math.max(0, price - refunded),
    }))
    return page(call, shown, (row) => ({ time: row.created_at, id: row.id }), perPage)
  },
})
