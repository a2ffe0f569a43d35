import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'

/**
 * Writes that a message of staff has answered a conversation: the person waits no longer. A message that answers no one writes
 * nothing. @param by the author @param at the time of the message, ISO-8601 UTC
 */
export const recordAnswer = (db: Db, id: string, by: string, at: string) =>
  db.execute(sql`
    with waited as (
      select conversation_id, account, waiting_since from conversation_states where conversation_id = ${id}),
    answered as (
      update conversation_states set waiting_since = null where conversation_id = ${id} and waiting_since is not null)
    insert into inbox_spans (conversation_id, kind, account, by, since, until, working_seconds)
    select conversation_id, 'first_answer', account, ${by}, waiting_since, ${at}, portreeve_working_seconds(waiting_since, ${at})
    from waited where waiting_since is not null
    on conflict do nothing`)

/**
 * Writes that a locked conversation is resolved, from its first message since the last close to now. One that is closed again
 * without a new message writes nothing. Called before the state becomes closed.
 */
export const recordResolution = (db: Db, id: string, by: string) =>
  db.execute(sql`
    with unresolved as (
      select s.conversation_id, s.account, min(m.date) as since from conversation_states s
      join messages m on m.conversation_id = s.conversation_id and m.date > coalesce(s.settled_until, '-infinity')
      where s.conversation_id = ${id} and s.state <> 'closed' group by s.conversation_id, s.account),
    settled as (
      update conversation_states set settled_until = date where conversation_id = ${id} and state <> 'closed')
    insert into inbox_spans (conversation_id, kind, account, by, since, until, working_seconds)
    select conversation_id, 'resolution', account, ${by}, least(since, now()), now(), portreeve_working_seconds(least(since, now()), now())
    from unresolved
    on conflict do nothing`)

/** Derives the answers of conversations from their messages, after messages came from outside. */
export const renewAnswers = (db: Db, ids: string[]) =>
  db.execute(sql`select portreeve_renew_answers(${sql.param(ids)}::text[])`)
