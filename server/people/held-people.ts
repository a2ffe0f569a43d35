import { and, eq, inArray } from 'drizzle-orm'
import type { HeldKind } from '../staff/held-actions.ts'
import { userReports } from './people-tables.ts'
import { blockAgain, blockOf } from './user-block.ts'

/** The undo of resolving the reports about a person. */
export const heldResolving: HeldKind = {
  undo: async (call, { items: reports, subject_id: uid }) => {
    await call.db
      .update(userReports)
      .set({ status: 'open' })
      .where(and(inArray(userReports.id, reports), eq(userReports.status, 'resolved')))
    call.publish('users', { uid })
    call.emit('user_report.reopened', { uid, reports })
  },
}

/** The undo of an unblock. */
export const heldUnblock: HeldKind = {
  undo: async (call, { items, subject_id: uid }) => {
    await blockAgain(call.db, items)
    call.publish('users', { uid })
    call.emit('user.blocked', await blockOf(call.db, uid))
  },
}
