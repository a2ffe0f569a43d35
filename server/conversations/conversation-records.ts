import type { Conversation, ConversationUpdate } from '@portreeve/contract/conversations/conversations'
import { typingSeconds } from '@portreeve/contract/conversations/conversations'
import { and, eq, getTableColumns, inArray, max, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { newEntry, publish } from '../core/live/live.ts'
import { refuse } from '../core/refuse.ts'
import { staff } from '../db/system-tables.ts'
import { anyOf } from '../search/any-of.ts'
import { conversationMembers, conversations } from './conversation-tables.ts'

/** The members, in order: uid, name and whether they have read the conversation. */
type People = [string, string | null, boolean][]

/** The columns of a conversation, with its members. */
export const conversationColumns = {
  ...getTableColumns(conversations),
  people: sql<People | null>`(select json_agg(json_build_array(uid, name, read) order by position, uid)
    from ${conversationMembers} as person where person.conversation_id = conversations.id)`,
}

/** @param viewer the member whose read state counts; if the viewer is not a member, that of the first member */
export function asConversation(
  { id, people, ...row }: typeof conversations.$inferSelect & { people: People | null },
  viewer: string,
): Conversation {
  const own = people ?? []
  const seenBy = own.find(([uid]) => uid === viewer) ?? own[0]
  return {
    key: id,
    ...row,
    read_status: seenBy?.[2] ? 1 : 0,
    participants: own.map(([uid]) => uid),
    members: Object.fromEntries(own.map(([uid, name]) => [uid, name])),
    readByUsers: Object.fromEntries(own.map(([uid, , read]) => [uid, read])),
  }
}

/** Conversations by their ids. */
export async function conversationsOf(
  db: Db,
  ids: string[],
  viewer: string,
): Promise<Map<string, Conversation>> {
  if (ids.length === 0) return new Map()
  const rows = await db.select(conversationColumns).from(conversations).where(anyOf(conversations.id, ids))
  return new Map(rows.map((row) => [row.id, asConversation(row, viewer)]))
}

/** One of the caller's own conversations, locked; not_found when it is missing or the caller is not a member. */
export async function lockOwnConversation(call: Call, id: string) {
  const [row] = await call.db.select().from(conversations).where(eq(conversations.id, id)).for('update')
  const members = await call.db
    .select()
    .from(conversationMembers)
    .where(eq(conversationMembers.conversation_id, id))
  const own = members.find((member) => member.uid === call.staff.uid)
  if (!row || !own)
    refuse('not_found', 'No such conversation', 'There is no such conversation of yours, or it was deleted.')
  return { ...row, own, members }
}

/** Marks a conversation as read for one member and unread for all others, as after a message of that member. */
export async function markRead(db: Db, id: string, uid: string): Promise<void> {
  await db
    .update(conversationMembers)
    .set({ read: sql`${conversationMembers.uid} = ${uid}` })
    .where(eq(conversationMembers.conversation_id, id))
}

/** Publishes to the open pages of the staff members in a conversation, also to later pages until the staff member has handled it. */
export async function publishToMembers(
  call: Pick<Call<'conversationUpdates/{uid}'>, 'db' | 'publish' | 'staff'>,
  members: readonly string[],
  update: Pick<ConversationUpdate, 'key' | 'what'>,
): Promise<void> {
  const readers = await call.db
    .select({ uid: staff.uid })
    .from(staff)
    .where(and(inArray(staff.uid, [...members]), eq(staff.disabled, false)))
  for (const { uid } of readers) {
    const payload: ConversationUpdate = {
      entry: newEntry(),
      ...update,
      by: call.staff.uid,
      name: call.staff.displayName,
    }
    call.publish(`conversationUpdates/${uid}`, payload, update.what === 'typing' ? typingSeconds : null)
  }
}

/**
 * Publishes to the open pages of staff members that an import brought messages to their conversations. One event per batch,
 * kept for a short time: a page that opens later reads everything anyway.
 */
export async function publishImported(db: Db, ids: string[]): Promise<void> {
  const readers = await db
    .select({ uid: staff.uid, key: max(conversationMembers.conversation_id) })
    .from(staff)
    .innerJoin(conversationMembers, eq(conversationMembers.uid, staff.uid))
    .where(and(inArray(conversationMembers.conversation_id, ids), eq(staff.disabled, false)))
    .groupBy(staff.uid)
  for (const { uid, key } of readers) {
    const payload: ConversationUpdate = {
      entry: newEntry(),
      key: key ?? '',
      what: 'imported',
      by: 'import',
      name: null,
    }
    await publish(db, `conversationUpdates/${uid}`, payload)
  }
}
