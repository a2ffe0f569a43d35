import { and, eq } from 'drizzle-orm'
import { writeAudit } from '../../core/audit/audit.ts'
import type { OperationKind } from '../../core/call/context.ts'
import { publish } from '../../core/live/live.ts'
import { conversations } from '../conversation-tables.ts'
import { opened } from './inbox-actions.ts'
import { writeState } from './inbox-states.ts'
import { conversationStates as states } from './inbox-tables.ts'

/** The author of what the end of a snooze changes. */
export const sleeper = { uid: 'snooze', role: 'system' }

/** Opens a snoozed conversation when its time has come, unless it was changed before. */
export const wakeOperation: OperationKind = {
  run: async () => ({ reference: 'awake' }),
  settled: async (operation, db, { settings }) => {
    const id = operation.subject_id
    await db.select().from(conversations).where(eq(conversations.id, id)).for('update')
    const [state] = await db
      .select()
      .from(states)
      .where(
        and(
          eq(states.conversation_id, id),
          eq(states.state, 'snoozed'),
          eq(states.wake_operation, operation.id),
        ),
      )
    if (!state) return
    const set = await opened({ db, staff: null }, state)
    const change = await writeState(db, state, set)
    await publish(db, 'inbox', { id, what: 'changed', by: sleeper.uid, name: null })
    await writeAudit(db, settings.auditKey, sleeper, 'inbox.wake', {
      subject: ['conversation', id],
      ...change,
    })
  },
  answer: () => null,
}
