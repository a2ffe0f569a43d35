import type { Conversation, ConversationUpdate, Message } from '@portreeve/contract/conversations'
import { typingSeconds } from '@portreeve/contract/conversations'
import { and, eq, getTableColumns, inArray, max, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../core/context.ts'
import type { Db } from '../core/db.ts'
import { newEntry, publish } from '../core/live.ts'
import { refuse } from '../core/refuse.ts'
import { rowsOf } from '../core/rows.ts'
import { staff } from '../db/house.ts'
import { conversationMembers, conversations, messages } from '../db/messages.ts'
import { fromEach } from './any-of.ts'

const { search: _search, ...shown } = getTableColumns(messages)
const conversationColumns = getTableColumns(conversations)
/** The columns of a message as the wire has them, with its conversation. */
export const messageColumns = shown

/** A row as a message of the wire. It is written into the row itself: copies of a thousand take as long as reading them. */
export function asMessage(row: Omit<typeof messages.$inferSelect, 'search'>, name?: string | null): Message {
  const { senderID, senderDisplayName, date } = row
  const more = {
    conversation_id: undefined,
    senderDisplayName: senderDisplayName ?? name ?? null,
    author: senderID,
    timestamp: Date.parse(date),
  }
  return Object.assign(row as typeof row & { type: Message['type'] }, more)
}

const { senderDisplayName: _name, ...unnamed } = messageColumns
/** The sender's name as the message has it, or the conversation. */
export const senderName = sql<string | null>`coalesce(messages.sender_display_name, (
  select name from conversation_members as sender where sender.conversation_id = messages.conversation_id and uid = sender_id
))`

/**
 * The newest messages under some condition in one list, oldest first.
 * @param most messages of one answer; a reader wants the newest
 */
export async function readMessages(db: Db, where: SQL, most: number): Promise<Message[]> {
  const rows = await rowsOf<typeof unnamed, { senderDisplayName: string | null }>(
    db,
    unnamed,
    sql`from messages where ${where} order by messages.date desc, messages.id desc limit ${sql.raw(String(most))}`,
    sql`, ${senderName} as "senderDisplayName"`,
    true,
  )
  return rows.reverse().map((row) => asMessage(row))
}

/** Who takes part, in order: uid, name and whether they have read it. */
type People = [string, string | null, boolean][]

/**
 * Conversations with those who take part in them, in one statement.
 * @param rest from, where, order and limit, which give `conversations`
 * @param viewer for whom they are read or unread; where that is nobody of them, the first of their people
 * @param form see `rowsOf`
 */
export async function readConversations(
  db: Db,
  rest: SQL,
  viewer: string,
  form = false,
): Promise<Conversation[]> {
  const rows = await rowsOf<typeof conversationColumns, { people: People | null }>(
    db,
    conversationColumns,
    rest,
    sql`, (select json_agg(json_build_array(uid, name, read) order by position) from conversation_members
      where conversation_id = conversations.id) as people`,
    form,
  )
  return rows.map(({ id, people, ...row }) => {
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
  })
}

/** The same by their ids. */
export async function conversationsOf(
  db: Db,
  ids: string[],
  viewer: string,
): Promise<Map<string, Conversation>> {
  if (ids.length === 0) return new Map()
  const found = await readConversations(db, fromEach(conversations.id, ids), viewer)
  return new Map(found.map((conversation) => [conversation.key, conversation]))
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
