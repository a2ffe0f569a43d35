import { noteAction } from '@portreeve/contract/notes'
import { may } from '@portreeve/contract/rights'
import { editableFields, overrideFields, type Transaction } from '@portreeve/contract/transactions'
import { and, desc, eq, ne } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import { refuse } from '../core/refuse.ts'
import { audit } from '../db/house.ts'
import { refuseChanged } from './last-change.ts'

type Editable = (typeof editableFields)[number]

/** Some fields of a record. */
export const pick = (record: object, fields: string[]) =>
  Object.fromEntries(Object.entries(record).filter(([field]) => fields.includes(field)))

/** The same for JSON, whatever the order of keys; one instant may be written in several ways. */
export const same = (a: unknown, b: unknown): boolean => {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => same(one, b[i]))
  if (a && b && typeof a === 'object' && typeof b === 'object') {
    const keys = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...keys].every((key) =>
      same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  }
  return a === b || (typeof a === 'string' && typeof b === 'string' && isSameTime(a, b))
}

/** One instant may be written in several ways. */
const isSameTime = (a: string, b: string) =>
  /^\d{4}-\d\d-\d\dT/.test(a) && /^\d{4}-\d\d-\d\dT/.test(b) && Date.parse(a) === Date.parse(b)

/**
 * What a full transaction, sent back by a console, changes of a locked one (D-063). Refuses a changed read-only field,
 * naming it; a transaction that has moved since the caller read it, naming what moved; a state without the right.
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
  const changed = Object.keys(sent).filter(
    (field) =>
      field !== 'version' && !same(sent[field as keyof Transaction], txn[field as keyof Transaction]),
  )
  const fixed = changed.filter((field) => !(editableFields as readonly string[]).includes(field))
  if (fixed.length > 0)
    refuse('refused', 'Cannot be edited', `These fields cannot be edited: ${fixed.join(', ')}.`)
  const overridden = changed.filter((field) => (overrideFields as readonly string[]).includes(field))
  if (overridden.length > 0 && !may(call.staff.role, 'transactions.override'))
    refuse(
      'forbidden',
      'Not allowed',
      `Your role, ${call.staff.role}, may not set ${overridden.join(', ')} by hand.`,
    )
  return pick(sent, changed)
}

/** The fields that audited changes have touched since a version. */
async function movedSince({ db }: Call, txn: Transaction, version: number): Promise<string[]> {
  const rows = await db
    .select({ after: audit.after })
    .from(audit)
    .where(
      and(eq(audit.subject_kind, 'transaction'), eq(audit.subject_id, txn.id), ne(audit.action, noteAction)),
    )
    .orderBy(desc(audit.id))
    .limit(Math.max(1, Math.min(50, (txn.version ?? 1) - version)))
  const fields = rows.flatMap((row) => Object.keys((row.after as object | null) ?? {}))
  return fields.length > 0 ? [...new Set(fields)] : ['its money']
}
