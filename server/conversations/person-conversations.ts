import type { User } from '@portreeve/contract/people/users'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { type Deletable, holdDeletion, putBack, refuseNone } from '../people/deleted-records.ts'
import { endMeasures } from '../people/measures/take-measure.ts'
import { heldOf } from '../people/user-content.ts'
import type { HeldKind, HeldRow } from '../staff/held-actions.ts'
import { publishToMembers } from './conversation-records.ts'
import { conversationMembers, conversations, messages } from './conversation-tables.ts'
import { conversationStates, inboxSpans } from './inbox/inbox-tables.ts'

/**
 * The rows of a conversation. A trigger of its members makes its state, unless that is there, and derives the spans from its messages:
 * so the members follow the state, and the messages follow them. Drafts live for seconds and are not kept.
 */
export const deletableConversation: Deletable = {
  kind: 'conversation',
  entity: 'conversations',
  tables: [
    [conversations, 'id'],
    [conversationStates, 'conversation_id'],
    [conversationMembers, 'conversation_id'],
    [messages, 'conversation_id'],
    [inboxSpans, 'conversation_id'],
  ],
}

type Told<Event extends 'conversation.deleted' | 'conversation.restored'> = Call<
  'conversationUpdates/{uid}',
  Event
>

/** Deletes all conversations of a person, for the other members too, with their events. Returns the ids. */
export async function deleteConversationsOf(
  call: Told<'conversation.deleted'>,
  user: Pick<User, 'uid' | 'displayName'>,
): Promise<string[]> {
  const own = call.db
    .select({ id: conversationMembers.conversation_id })
    .from(conversationMembers)
    .where(eq(conversationMembers.uid, user.uid))
  // A message that arrives now waits, and then finds no conversation.
  const found = await call.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(inArray(conversations.id, own))
    .orderBy(conversations.id)
    .for('update')
  const ids = found.map(({ id }) => id)
  if (ids.length === 0) return ids
  const members = await membersOf(call.db, ids)
  await holdDeletion(call, deletableConversation, heldOf(user, 'userContent.deleteConversations', ids))
  await call.db.execute(sql`delete from conversations where id in ${listOf(ids)}`)
  for (const id of ids) {
    const who = members.get(id) ?? []
    await publishToMembers(call, who, { key: id, what: 'deleted' })
    call.emit('conversation.deleted', { conversation_id: id, members: who })
  }
  return ids
}

/** Restores the conversations that a held action has deleted, and returns how many. Refuses with conflict when none is left. */
export async function restoreConversations(
  call: Told<'conversation.restored'>,
  { id: held, subject_id }: Pick<HeldRow, 'id' | 'subject_id'>,
): Promise<number> {
  await bringUpToDate(call.db, held)
  const ids = await putBack(call.db, held, deletableConversation)
  refuseNone(ids)
  const members = await membersOf(call.db, ids)
  for (const id of ids) {
    const who = members.get(id) ?? []
    await publishToMembers(call, who, { key: id, what: 'imported' })
    call.emit('conversation.restored', { conversation_id: id, members: who })
  }
  await endMeasures(call, ['user', subject_id], ['conversations_deleted'], 'undone', held)
  return ids.length
}

/** The undo of deleting the conversations of a person. */
export const heldConversations: HeldKind = { undo: restoreConversations }

const listOf = (ids: readonly string[]) =>
  sql`(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`

async function membersOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await db.execute<{ id: string; uids: string[] }>(sql`
    select conversation_id as id, json_agg(uid order by position, uid) as uids from conversation_members
    where conversation_id in ${listOf(ids)} group by conversation_id`)
  return new Map(rows.map(({ id, uids }) => [id, uids]))
}

/**
 * Changes kept states as time and the staff's work would have: an account that has left has no inbox, a colleague who may not answer
 * any more has no conversation, and a snooze whose time is over has ended.
 */
const bringUpToDate = (db: Db, held: string) =>
  db.execute(sql`
    update deleted_records set rows = jsonb_set(rows, '{conversation_states}', (
      select coalesce(jsonb_agg(
        s || case when a.uid is null then '{"assignee": null}'::jsonb else '{}' end
          || case when s ->> 'state' = 'snoozed' and (s ->> 'snoozed_until')::timestamptz < now()
            then '{"state": "open", "snoozed_until": null, "wake_operation": null}'::jsonb else '{}' end), '[]')
      from jsonb_array_elements(rows -> 'conversation_states') s
      left join staff a on a.uid = s ->> 'assignee' and not a.disabled and portreeve_may(a.role, 'inbox.write')
      where exists (select from staff where uid = s ->> 'account')))
    where held_id = ${held} and kind = 'conversation'`)
