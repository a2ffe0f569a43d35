import type { InboxEvent } from '@portreeve/contract/inbox'
import { and, eq, sql } from 'drizzle-orm'
import { writeAudit } from '../core/audit.ts'
import type { OperationKind } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { publish } from '../core/live.ts'
import { conversations } from '../db/conversations.ts'
import { conversationStates as states } from '../db/inbox.ts'
import { renewAnswers } from './inbox-spans.ts'
import { notify } from './notifications.ts'

/** The time of the newest message by a person: a later one reopens the conversation. */
export const newestOfPerson = (id: string) =>
  sql<string>`(select max(date) from messages where conversation_id = ${id}
    and not exists (select from staff where staff.uid = messages.sender_id))`

/** The time since when a conversation waits for an answer. */
export const waitingSince = (id: string) => sql<string>`portreeve_waiting_since(${id})`

/**
 * Brings the team inbox up to date after messages came from outside: those of a person reopen closed and snoozed conversations.
 * @param ids the conversations
 * @param added the new messages
 */
export async function messagesArrived(db: Db, ids: string[], added: string[]): Promise<void> {
  // A colleague who closes one at this moment comes first, or reads the new message: both lock the conversation.
  await db.execute(sql`select from conversations where id = any(${sql.param(ids)}) order by id for update`)
  const { rows } = await db.execute<{ id: string }>(sql`
    with newest as (
      select conversation_id, max(date) as date from messages
      where id = any(${sql.param(added)}) and not exists (select from staff where staff.uid = messages.sender_id)
      group by conversation_id)
    update conversation_states s set
      waiting_since = portreeve_waiting_since(s.conversation_id),
      state = case when newest.date > s.reopen_after then 'open' else s.state end,
      snoozed_until = case when newest.date > s.reopen_after then null else s.snoozed_until end
    from unnest(${sql.param(ids)}::text[]) as given(id) left join newest on newest.conversation_id = given.id
    where s.conversation_id = given.id
    returning s.conversation_id as id`)
  await renewAnswers(db, ids)
  const [first] = rows
  if (first) await publish(db, 'inbox', { id: first.id, what: 'imported', by: 'import', name: null })
}

const sleeper = { uid: 'snooze', role: 'system' }

/** Opens a snoozed conversation when its time has come, unless it was changed before. */
export const wakeOperation: OperationKind = {
  run: async () => ({ reference: 'awake' }),
  settled: async (operation, db, { settings }) => {
    const id = operation.subject_id
    await db.select().from(conversations).where(eq(conversations.id, id)).for('update')
    const woken = await db
      .update(states)
      .set({ state: 'open', snoozed_until: null, wake_operation: null })
      .where(
        and(
          eq(states.conversation_id, id),
          eq(states.state, 'snoozed'),
          eq(states.wake_operation, operation.id),
        ),
      )
      .returning({ assignee: states.assignee })
    const [found] = woken
    if (!found) return
    await notify(db, found.assignee === null ? [] : [found.assignee], 'awake', ['conversation', id], null)
    const event: InboxEvent = { id, what: 'changed', by: sleeper.uid, name: null }
    await publish(db, 'inbox', event)
    await writeAudit(db, settings.auditKey, sleeper, 'inbox.wake', {
      subject: ['conversation', id],
      before: { state: 'snoozed' },
      after: { state: 'open' },
    })
  },
  answer: () => null,
}
