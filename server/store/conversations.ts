import type { Conversation, ConversationUpdate, Message } from '@portreeve/contract/conversations'
import { typingSeconds } from '@portreeve/contract/conversations'
import { and, eq, getTableColumns, inArray, max, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { newEntry, publish } from '../core/live.ts'
import { refuse } from '../core/refuse.ts'
import { rowsOf } from '../core/rows.ts'
import { staff } from '../db/house.ts'
import { conversationMembers, conversations, messages } from '../db/messages.ts'
import { anyOf } from './any-of.ts'

const { search: _search, ...shown } = getTableColumns(messages)
const conversationColumns = getTableColumns(conversations)
const memberColumns = {
  conversation_id: conversationMembers.conversation_id,
  uid: conversationMembers.uid,
  name: conversationMembers.name,
  read: conversationMembers.read,
}
/** The columns of a message as the wire has them, with its conversation. */
export const messageColumns = shown

/** A row as a message of the wire. It is written into the row itself: copies of a thousand take as long as reading them. */
export function asMessage(
  row: Omit<typeof messages.$inferSelect, 'search'>,
  name: string | null | undefined,
): Message {
  const { senderID, senderDisplayName, date } = row
  const more = {
    conversation_id: undefined,
    senderDisplayName: senderDisplayName ?? name ?? null,
    author: senderID,
    timestamp: Date.parse(date),
  }
  return Object.assign(row as typeof row & { type: Message['type'] }, more)
}

/** Conversations by their ids, as `viewer` sees them, or the first of their people where that is nobody of them. */
export async function conversationsOf(
  db: Db,
  ids: string[],
  viewer: string,
): Promise<Map<string, Conversation>> {
  if (ids.length === 0) return new Map()
  const rows = await rowsOf(
    db,
    conversationColumns,
    sql`from ${conversations} where ${anyOf(conversations.id, ids)}`,
  )
  const members = await rowsOf(
    db,
    memberColumns,
    sql`from ${conversationMembers} where ${anyOf(conversationMembers.conversation_id, ids)}
      order by ${conversationMembers.position}`,
  )
  const membersOf = new Map<string, typeof members>(ids.map((id) => [id, []]))
  for (const member of members) membersOf.get(member.conversation_id)?.push(member)
  return new Map(
    rows.map(({ id, ...row }) => {
      const own = membersOf.get(id) ?? []
      const seenBy = own.find((member) => member.uid === viewer) ?? own[0]
      return [
        id,
        {
          key: id,
          ...row,
          read_status: seenBy?.read ? 1 : 0,
          participants: own.map((member) => member.uid),
          members: Object.fromEntries(own.map((member) => [member.uid, member.name])),
          readByUsers: Object.fromEntries(own.map((member) => [member.uid, member.read])),
        },
      ]
    }),
  )
}

/** One of the caller's own conversations, locked; not_found when there is none or the caller takes no part in it. */
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

/** Tells the open pages of the staff in a conversation, also those that open later, until they have handled it. */
export async function tellMembers(
  call: Pick<Call, 'db' | 'publish' | 'staff'>,
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
    await call.publish(`conversationUpdates/${uid}`, payload, update.what === 'typing' ? typingSeconds : null)
  }
}

/**
 * Tells the open pages of the staff in some conversations that an import brought messages there. One word for a whole
 * batch, which fades: a page that opens later reads everything anyway.
 */
export async function tellImported(db: Db, ids: string[]): Promise<void> {
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
