import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { publish } from '../../core/live/live.ts'
import { stillAble } from '../../staff/colleagues.ts'
import { notifyEach } from '../../staff/notify.ts'
import { renewAnswers } from './inbox-spans.ts'

/** The time of the newest message by a person: a later one reopens the conversation. */
export const newestOfPerson = (id: string) =>
  sql<string>`(select max(date) from messages where conversation_id = ${id}
    and not exists (select from staff where staff.uid = messages.sender_id))`

interface Arrived extends Record<string, unknown> {
  id: string
  /** Whose conversation a person has written in, and waits for an answer. */
  notified: string | null
}

/**
 * Brings the team inbox up to date after messages came from outside: those of a person reopen closed and snoozed conversations,
 * and notify the assignee. An assignee who may not answer any more loses the conversation.
 * @param ids the conversations
 * @param added the new messages
 */
export async function messagesArrived(db: Db, ids: string[], added: string[]): Promise<void> {
  // Lock: a concurrent close either commits first or sees the new message.
  await db.execute(sql`select from conversations where id = any(${sql.param(ids)}) order by id for update`)
  const { rows: held } = await db.execute<{ assignee: string }>(
    sql`select distinct assignee from conversation_states where conversation_id = any(${sql.param(ids)}) and assignee is not null`,
  )
  const able = await stillAble(
    db,
    'inbox.write',
    held.map(({ assignee }) => assignee),
  )
  const stays = sql`(newest.date is null or s.assignee is null or s.assignee = any(${sql.param([...able])}::text[]))`
  const { rows } = await db.execute<Arrived>(sql`
    with newest as (
      select conversation_id, max(date) as date from messages
      where id = any(${sql.param(added)}) and not exists (select from staff where staff.uid = messages.sender_id)
      group by conversation_id)
    update conversation_states s set
      waiting_since = portreeve_waiting_since(s.conversation_id),
      state = case when newest.date > s.reopen_after then 'open' else s.state end,
      snoozed_until = case when newest.date > s.reopen_after then null else s.snoozed_until end,
      assignee = case when ${stays} then s.assignee end,
      version = s.version + case when ${stays} then 0 else 1 end
    from unnest(${sql.param(ids)}::text[]) as given(id) left join newest on newest.conversation_id = given.id
    where s.conversation_id = given.id
    returning s.conversation_id as id, case when s.state = 'open' and newest.date >= s.waiting_since then s.assignee end as notified`)
  await renewAnswers(db, ids)
  const notified = rows.flatMap(({ id, notified }) => (notified === null ? [] : [{ uid: notified, id }]))
  await notifyEach(db, notified, 'message', 'conversation', null)
  const [first] = rows
  if (first) await publish(db, 'inbox', { id: first.id, what: 'imported', by: 'import', name: null })
}
