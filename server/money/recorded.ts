import { partiesOf } from '@portreeve/contract/live-payloads'
import type { Transaction } from '@portreeve/contract/money/transactions'
import type { providerActions } from '@portreeve/contract/staff/audit'
import { writeAudit } from '../core/audit/audit.ts'
import type { AuditEntry } from '../core/call/context.ts'
import type { Transaction as DbTransaction } from '../core/database/db.ts'
import { type Emitted, emitAll } from '../core/live/events.ts'

/** The actor on record for events of the payment providers. */
export const providerActor = { uid: 'payment-provider', role: 'system' }

/** An audit row to write after everything else, and the event for the marketplace before it. */
export type Recorded = [action: (typeof providerActions)[number], entry: AuditEntry, event?: Emitted]

/** Writes what a provider's event has changed: all events, then all audit rows. */
export async function recordAll(tx: DbTransaction, auditKey: string, recorded: Recorded[]): Promise<void> {
  await emitAll(
    tx,
    providerActor,
    recorded.flatMap(([, , event]) => (event ? [event] : [])),
  )
  for (const [action, entry] of recorded) await writeAudit(tx, auditKey, providerActor, action, entry)
}

/** The event of a transaction's changed share of a refund. */
export function refundEvent(
  txn: Transaction,
  change: { kind: string; was: number; is: number; reference: string; reason: string },
): Emitted {
  const { kind, was, is, reference, reason } = change
  const of = { ...partiesOf(txn), reference }
  if (kind === 'refund_moved')
    return ['refund.moved', { ...of, before: { cents: was }, after: { cents: is } }]
  return kind === 'refund'
    ? ['refund.sent', { ...of, cents: is, kind: 'provider', reason }]
    : ['refund.failed', { ...of, cents: was, kind: 'provider', failure: reason }]
}
