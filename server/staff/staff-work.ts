import type { Seer } from '@portreeve/contract/base/sight'
import type { Colleague } from '@portreeve/contract/staff/away'
import type { StaffWork, Takers, WorkKind } from '@portreeve/contract/staff/staff-work'
import type { AuditEntry, Call } from '../core/call/context.ts'
import { hook } from '../core/call/hook.ts'
import type { Db } from '../core/database/db.ts'

// The work that points at a staff member belongs to the subjects above: desk/staff-release.ts fills these hooks.

/** A staff member as they will be from now on. */
export interface Standing extends Seer {
  uid: string
  disabled: boolean
}

/** What was released: an audit row for each record, and the live events. */
export interface Released {
  rows: AuditEntry[]
  events: Parameters<ReleasingCall['publish']>[]
}

export type ReleasingCall = Pick<Call<'inbox' | 'desk' | 'transactions' | 'macros'>, 'recordAlso' | 'publish'>

/** Counts what a staff member would lose with another standing, with the colleagues who may do each kind of it. */
export const countWork =
  hook<(db: Db, standing: Standing) => Promise<StaffWork & { takers: Record<WorkKind, Colleague[]> }>>(
    'countWork',
  )

/**
 * Locks what points at a staff member, before their own row: records come before staff in every call. What a call gives them
 * between the two is committed when their row is locked, and is released, too.
 */
export const lockWork = hook<(db: Db, uid: string) => Promise<void>>('lockWork')

/** Releases what a staff member whose row is locked may not do any more, to colleagues if some are named. */
export const releaseWork =
  hook<
    (db: Db, standing: Standing, by: { uid: string; name: string | null }, to?: Takers) => Promise<Released>
  >('releaseWork')

/** Writes the audit rows and events of released work with those of the call. */
export function tellReleased(call: ReleasingCall, { rows, events }: Released): void {
  for (const row of rows) call.recordAlso('staff.released', row)
  for (const event of events) call.publish(...event)
}
