import { partiesOf } from '@portreeve/contract/live-payloads'
import type { LabelRefund } from '@portreeve/contract/money/shipping'
import { eq, sql } from 'drizzle-orm'
import { ShippingRefused } from '../../adapters/shipping.ts'
import { writeAudit } from '../../core/audit/audit.ts'
import type { Context, OperationKind } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { actorOf, emit } from '../../core/live/events.ts'
import { publish } from '../../core/live/live.ts'
import { VendorRefusal } from '../../core/operations/operations.ts'
import type { Task } from '../../core/operations/schedule.ts'
import { refuse } from '../../core/refuse.ts'
import { operations } from '../../db/system-tables.ts'
import { colleaguesWho } from '../../staff/colleagues.ts'
import { notify } from '../../staff/notify.ts'
import { enter, openLedger } from '../ledger/ledger.ts'
import { shipLabels } from './shipping-tables.ts'
import { changeTransaction, lockTransaction, publishEnd, transactionChanged } from './transaction-records.ts'

// A label's refund: requested by an operation, then the carrier refunds or rejects it within some weeks. Money moves at the end.

/** Hours between two looks whether the carrier has answered. */
const lookHours = 6
/** Labels of one look. */
const perLook = 20

const rejection = 'The carrier rejected the refund of this label.'
/** The actor on record for the answers of carriers. */
const labelProvider = { uid: 'label-provider', role: 'system' }

/** Voids a label at the label provider, and requests its refund. */
export const labelOperation: OperationKind = {
  run: async (operation, ctx) => {
    try {
      const { reference, state } = await ctx.shipping.voidLabel({
        key: operation.id,
        shipment: String(operation.details.shipment),
      })
      return { reference, found: { refund: state === 'submitted' ? 'waiting' : state } }
    } catch (error) {
      throw error instanceof ShippingRefused ? new VendorRefusal(error.message) : error
    }
  },
  settled: async (operation, db) => {
    const txn = await lockTransaction(db, operation.subject_id)
    const label_id = String(operation.details.label)
    await openLedger(db, txn)
    await setLabel(db, label_id, {
      ...{ status: 3, refund_state: 'waiting', refund_operation: operation.id },
      refund_due_at: sql`now() + make_interval(hours => ${lookHours})`,
    })
    await emit(db, actorOf(operation), 'label.void_requested', { ...partiesOf(txn), label_id })
    if (operation.details.refund === 'refunded') await endRefund(db, label_id, 'refunded')
    else await changeTransaction(db, txn.id, {})
  },
  ended: publishEnd,
  answer: ({ state, cents, failure, details }) =>
    state === 'failed'
      ? refuse('vendor_failed', 'Label not cancelled', failure ?? 'The shipping provider refused it.')
      : { state, cents, ...(details.refund ? { refund: details.refund as LabelRefund } : {}) },
}

const setLabel = (db: Db, id: string, set: Parameters<ReturnType<typeof updateLabels>['set']>[0]) =>
  updateLabels(db).set(set).where(eq(shipLabels.id, id))
const updateLabels = (db: Db) => db.update(shipLabels)

/**
 * Ends the refund of a label that waits for its carrier. Refunded: its cost is the marketplace's again. Rejected: it is paid
 * again, can be cancelled again, and is a case of the desk; its canceller is notified, or the colleagues who may cancel labels.
 * @returns the transaction; undefined when the refund has ended already
 */
async function endRefund(db: Db, label_id: string, answer: 'refunded' | 'rejected') {
  const [found] = await db.select().from(shipLabels).where(eq(shipLabels.id, label_id))
  if (!found) return undefined
  const txn = await lockTransaction(db, found.transaction_id)
  // Read again under the lock: another process may have ended it.
  const [label] = await db.select().from(shipLabels).where(eq(shipLabels.id, label_id))
  if (label?.refund_state !== 'waiting') return undefined
  const status = answer === 'refunded' ? 3 : 1
  await setLabel(db, label_id, { status, refund_state: answer, refund_due_at: null })
  const [operation] = await db
    .update(operations)
    .set({
      details: sql`${operations.details} || ${JSON.stringify({ refund: answer })}::jsonb`,
      // A failed one is a case of the desk.
      ...(answer === 'rejected' && { state: 'failed', failure: rejection, settled_at: sql`now()` }),
    })
    .where(eq(operations.id, label.refund_operation ?? ''))
    .returning()
  const of = { ...partiesOf(txn), label_id }
  if (answer === 'rejected') {
    const able = await colleaguesWho(db, 'shipping.cancel')
    const by = able.filter(({ uid }) => uid === operation?.details.by)
    const told = (by.length > 0 ? by : able).map(({ uid }) => uid)
    await notify(db, told, 'label_rejected', ['transaction', txn.id], null)
    await emit(db, actorOf({ started_by: null }), 'label.void_rejected', of)
  } else {
    // The ledger has the cost of all labels together; the first one that is refunded carries all of it.
    const { label: cents } = await openLedger(db, txn)
    await enter(db, {
      kind: 'label_refund',
      transaction: txn.id,
      reference: `label:${label.refund_operation}`,
      lines: { label: -cents, fee: cents },
    })
    await emit(db, actorOf({ started_by: null }), 'label.voided', { ...of, cents })
  }
  await changeTransaction(db, txn.id, {})
  return txn
}

/** Looks whether carriers have answered, and ends the refunds that they have. Each label is looked at by one process. */
export async function lookAtLabelRefunds({ database: { db }, shipping, settings, log }: Context) {
  const { rows } = await db.execute<{ id: string; shipment: string }>(sql`
    update ship_labels set refund_due_at = now() + make_interval(hours => ${lookHours}) where id in (
      select id from ship_labels where refund_state = 'waiting' and refund_due_at <= now()
      order by refund_due_at limit ${perLook} for update skip locked)
    returning id, ep_shipment_id as shipment`)
  for (const { id, shipment } of rows) {
    try {
      const answer = await shipping.labelRefund(shipment)
      if (answer === 'submitted') continue
      await db.transaction(async (tx) => {
        const txn = await endRefund(tx, id, answer)
        if (!txn) return
        await publish(tx, ...transactionChanged(txn))
        // Write the audit last: every writer locks the row of its head.
        await writeAudit(tx, settings.auditKey, labelProvider, `shipping.label_${answer}`, {
          subject: ['transaction', txn.id],
          before: { label: id, refund: 'waiting' },
          after: { label: id, refund: answer },
          ...(answer === 'rejected' ? { reason: rejection } : {}),
        })
      })
    } catch (error) {
      log.warn({ label: id, err: error }, 'the refund of a label is not known yet')
    }
  }
}

/** Looks for the answers of carriers every minute. */
export const labelRefunds: Task = { name: 'refunds of labels', every: 60_000, run: lookAtLabelRefunds }
