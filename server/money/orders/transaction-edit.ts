import { moneyWords } from '@portreeve/contract/base/currency'
import { may } from '@portreeve/contract/base/rights'
import { editableFields, overrideFields } from '@portreeve/contract/money/transaction-rules'
import { Transaction } from '@portreeve/contract/money/transactions'
import { and, desc, eq } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { editsOf } from '../../core/call/whole-record.ts'
import { refuse } from '../../core/refuse.ts'
import { audit } from '../../db/system-tables.ts'
import { isChange } from '../../staff/audit-rows.ts'
import { refuseChanged } from '../../staff/last-change.ts'
import { moneyOf } from '../money.ts'
import { wakePayout } from '../payouts/payout-schedule.ts'

type Editable = (typeof editableFields)[number]

/**
 * The changes in a full transaction that a console sends back, against the locked record (D-063). Refuses a changed
 * read-only field, naming it; a record that has changed since the caller read it, naming the fields; a state without the right.
 */
export async function editOf(
  call: Call,
  txn: Transaction,
  sent: Transaction,
): Promise<Partial<Pick<Transaction, Editable>>> {
  const seen = call.expected ?? sent.version
  if (seen !== undefined && seen !== txn.version) {
    const moved = await movedSince(call, txn, seen)
    await refuseChanged(
      call.db,
      ['transaction', txn.id],
      'Changed meanwhile',
      `This transaction has changed since you opened it: ${moved.join(', ')}.`,
    )
  }
  const edits = editsOf(call, Transaction, txn, sent, editableFields)
  const overridden = Object.keys(edits).filter((field) =>
    (overrideFields as readonly string[]).includes(field),
  )
  if (overridden.length > 0 && !may(call.staff, 'transactions.override'))
    refuse(
      'forbidden',
      'Not allowed',
      `Your role, ${call.staff.role}, may not set ${overridden.join(', ')} by hand.`,
    )
  return edits
}

/** The fields that audited changes have set since a version. */
async function movedSince({ db }: Call, txn: Transaction, version: number): Promise<string[]> {
  const rows = await db
    .select({ after: audit.after })
    .from(audit)
    .where(and(eq(audit.subject_kind, 'transaction'), eq(audit.subject_id, txn.id), isChange))
    .orderBy(desc(audit.id))
    .limit(Math.max(1, Math.min(50, (txn.version ?? 1) - version)))
  const fields = rows.flatMap((row) => Object.keys((row.after as object | null) ?? {}))
  return fields.length > 0 ? [...new Set(fields)] : ['its money']
}

/**
 * Applies a payout status set by hand to the scheduled payout: while the record is set to sent, the payout is held; after
 * that it becomes due. Refuses while the payout is in flight, because the seller would be paid twice.
 */
export async function payoutStatusSet({ db }: Call, txn: Transaction) {
  const { in_flight } = await moneyOf(db, txn)
  const sending = in_flight.find(({ kind }) => kind === 'payout')
  if (sending)
    await refuseChanged(
      db,
      ['transaction', txn.id],
      'Not now',
      `The payout status cannot be set now: a payout of ${moneyWords(sending.cents ?? 0, txn.currency)} is on its way.`,
    )
  await wakePayout(db, txn.id)
}
