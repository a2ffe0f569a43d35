import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import type { HeldKind } from '../staff/held-actions.ts'
import { resumeMeasure } from './measures/take-measure.ts'
import { userReports } from './people-tables.ts'
import { blockAgain, blockOf } from './user-block.ts'

/** The ids of reports that are open again. Refuses none with conflict: a colleague was faster. */
export function reopened(open: readonly { id: string }[]): string[] {
  if (open.length === 0)
    refuse('conflict', 'Nothing to reopen', 'These reports are open already, or do not exist any more.')
  return open.map(({ id }) => id)
}

/** Opens resolved reports about a person again, and returns those. Refuses with conflict when there are none. */
export async function reopenReports(db: Db, uid: string, reports: string[]): Promise<string[]> {
  const open = await db
    .update(userReports)
    .set({ status: 'open' })
    .where(
      and(
        eq(userReports.reporting_uid, uid),
        inArray(userReports.id, reports),
        eq(userReports.status, 'resolved'),
      ),
    )
    .returning({ id: userReports.id })
  return reopened(open)
}

/** The undo of resolving the reports about a person. */
export const heldResolving: HeldKind = {
  undo: async (call, { items: reports, subject_id: uid }) => {
    const open = await reopenReports(call.db, uid, reports)
    call.publish('users', { uid })
    call.emit('user_report.reopened', { uid, reports: open })
    return open.length
  },
}

/** The undo of an unblock. */
export const heldUnblock: HeldKind = {
  undo: async (call, { items, subject_id: uid, operation_id }) => {
    await blockAgain(call.db, items)
    await resumeMeasure(call, ['user', uid], 'blocked', operation_id)
    call.publish('users', { uid })
    call.emit('user.blocked', await blockOf(call.db, uid))
    return items.length
  },
}
