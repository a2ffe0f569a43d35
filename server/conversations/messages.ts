import type { Conversation, Message } from '@portreeve/contract/conversations/conversations'
import type { EventData } from '@portreeve/contract/marketplace/event-data'
import type { Shown } from '@portreeve/contract/staff/audit'
import type { StoredFile } from '@portreeve/contract/staff/files'
import { and, asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { newestFirst } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { anyOf } from '../search/any-of.ts'
import { fits, has, newestHits } from '../search/newest-hits.ts'
import { messageSearchColumns, partsOf } from '../search/search-text.ts'
import { attachedFiles, ownFiles } from '../staff/files/stored-files.ts'
import { ago } from '../staff/last-change.ts'
import { conversationMembers, conversations, messages } from './conversation-tables.ts'
import { recordAnswer } from './inbox/inbox-spans.ts'

const { search: _search, written_by: _writer, ...shown } = getTableColumns(messages)
/** The columns of a message as the wire has them, with its conversation. */
const messageColumns = shown

/** Messages by their time, newest first. */
export const messageOrder = newestFirst(sql`${messages.date}`, sql`${messages.id}`)
/** Messages of one answer; a reader wants the newest. */
const maxMessages = 1000

/** A row as a message of the wire. Changes the row in place: copying a thousand rows takes as long as reading them. */
export function asMessage(
  row: Omit<typeof messages.$inferSelect, 'search' | 'written_by'> & {
    writtenBy?: Message['writtenBy']
    files?: StoredFile[] | null
  },
  name?: string | null,
): Message {
  const { senderID, senderDisplayName, date } = row
  const more = {
    conversation_id: undefined,
    senderDisplayName: senderDisplayName ?? name ?? null,
    author: senderID,
    timestamp: Date.parse(date),
    writtenBy: row.writtenBy ?? undefined,
    files: row.files ?? undefined,
  }
  return Object.assign(row as typeof row & { type: Message['type'] }, more)
}

/** The sender's name from the message or, if it has none, from the conversation. */
const senderName = sql<string | null>`coalesce(messages.sender_display_name, (
  select name from conversation_members as sender
  where sender.conversation_id = messages.conversation_id and sender.uid = messages.sender_id))`

/** The staff member who wrote a message in the name of its sender. */
const writer = sql<Message['writtenBy']>`case when messages.written_by is not null then (
  select json_build_object('uid', uid, 'name', coalesce(display_name, email)) from staff where staff.uid = messages.written_by) end`

/** The newest messages under a condition in one list, oldest first. */
export async function readMessages(db: Db, where: SQL | undefined): Promise<Message[]> {
  const rows = await db
    .select({
      ...messageColumns,
      senderDisplayName: senderName,
      writtenBy: writer,
      files: attachedFiles(sql`'message:' || messages.id`),
    })
    .from(messages)
    .where(where)
    .orderBy(messageOrder.order)
    .limit(maxMessages)
  return rows.reverse().map((row) => asMessage(row))
}

/** What an answer shows of messages, for the audit row of the read; undefined for none. */
export function shownOf(found: readonly { date: string }[]): { shown: Shown } | undefined {
  const times = found.map(({ date }) => date).sort()
  const [from, to] = [times[0], times.at(-1)]
  return from === undefined || to === undefined ? undefined : { shown: { from, to, messages: times.length } }
}

/** The message that a conversation shows of itself: its newest text. */
export const newestOf = ({ date, lastMessage }: Pick<Conversation, 'date' | 'lastMessage'>) =>
  lastMessage === null ? [] : [{ date }]

/** The position of a message in its conversation. */
async function placeIn(db: Db, conversation: string, id: string) {
  const [row] = await db
    .select({ date: messages.date, id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversation_id, conversation), eq(messages.id, id)))
  return row ?? refuse('not_found', 'No such message', 'This conversation has no such message.')
}

const place = sql`(${messages.date}, ${messages.id})`
const at = ({ date, id }: { date: string; id: string }) => sql`(${date}::timestamptz, ${id})`

/** The condition for messages of a conversation: before a message, around it, or all. */
export async function nearMessage(
  db: Db,
  conversation: string,
  { before, around }: { before?: string | undefined; around?: string | undefined },
): Promise<SQL | undefined> {
  if (before !== undefined) return sql`${place} < ${at(await placeIn(db, conversation, before))}`
  if (around === undefined) return undefined
  const middle = at(await placeIn(db, conversation, around))
  const [last] = await db
    .select({ date: messages.date, id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversation_id, conversation), sql`${place} >= ${middle}`))
    .orderBy(asc(messages.date), asc(messages.id))
    .offset(maxMessages / 2)
    .limit(1)
  return last && sql`${place} <= ${at(last)}`
}

/**
 * The newest messages of a person's conversations that have all words of a term.
 * @param max rows; the caller asks for one more than a page
 */
export async function searchMessages(
  db: Db,
  { uid, term, cursor, max }: { uid: string; term: string; cursor: string | undefined; max: number },
) {
  const parts = partsOf(term)
  if (parts.length === 0) return []
  const all = (each: (column: string, part: string) => SQL) =>
    sql.join(
      parts.map((part) => each('search', part)),
      sql` and `,
    )
  const isTheirs = sql`exists (select from ${conversationMembers} as member
    where member.conversation_id = messages.conversation_id and member.uid = ${uid})`
  const hits = await newestHits(db, {
    table: 'messages',
    id: 'id',
    time: 'date',
    searched: ['search'],
    among: sql`${isTheirs} and ${messageOrder.after(cursor) ?? sql`true`}`,
    newest: sql`date desc, id desc`,
    indexed: all(fits),
    scanned: all(has),
    max,
  })
  return db.select(messageColumns).from(messages).where(anyOf(messages.id, hits)).orderBy(messageOrder.order)
}

/** Refuses when another person wrote after the newest message that the sender saw. */
export async function refuseUnseen(
  db: Db,
  uid: string,
  conversation: string,
  seen: string | null,
): Promise<void> {
  const after = seen === null ? undefined : await placeIn(db, conversation, seen)
  const [newer] = await db
    .select({
      sender: messages.senderID,
      name: sql<string | null>`coalesce(${writer}->>'name', ${senderName})`,
      seconds: sql<number>`extract(epoch from clock_timestamp() - ${messages.date})::float8`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversation_id, conversation),
        sql`coalesce(${messages.written_by}, ${messages.senderID}) <> ${uid}`,
        after && sql`${place} > ${at(after)}`,
      ),
    )
    .orderBy(desc(messages.date), desc(messages.id))
    .limit(1)
  if (!newer) return
  refuse(
    'conflict',
    'Answered meanwhile',
    `${newer.name ?? newer.sender} wrote ${ago(newer.seconds)}. Read it before you send.`,
  )
}

/** The event of a message that staff sent. */
export const sentOf = (
  members: readonly { uid: string }[],
  { id, senderID, text, date, files }: Message,
): Omit<EventData<'message.sent'>, 'conversation_id'> => ({
  message_id: id ?? '',
  sender_uid: senderID,
  recipients: members.map(({ uid }) => uid).filter((uid) => uid !== senderID),
  text: text ?? '',
  sent_at: date,
  ...(files && { files }),
})

/**
 * The author of what the server writes in the team's name, such as a statement of reasons. It answers nobody: who waits goes on
 * waiting (program/inbox.sql and answers.sql).
 */
export const byServer = 'portreeve'

/** Adds a message at the end of a locked conversation, even if the clock runs behind the last message. */
export async function addMessage(
  db: Db,
  { id, date }: Pick<Conversation, 'date'> & { id: string },
  message: {
    id: string
    senderID: string
    senderDisplayName: string | null
    text: string
    written_by?: string | null
  },
  /** Files of the one who writes it. */
  attached?: { ids: readonly string[] | undefined; by: string },
): Promise<Message> {
  const [row] = await db
    .insert(messages)
    .values({
      ...message,
      ...messageSearchColumns(message),
      conversation_id: id,
      type: 0,
      date: sql`greatest(clock_timestamp(), ${date}::timestamptz + interval '1 millisecond')`,
    })
    .returning(messageColumns)
  if (!row) throw new Error('The message was not written')
  await db
    .update(conversations)
    .set({ lastMessage: message.text, date: row.date })
    .where(eq(conversations.id, id))
  if (message.written_by !== byServer)
    await recordAnswer(db, id, message.written_by ?? message.senderID, row.date)
  const files = attached?.ids?.length
    ? await ownFiles(db, attached.ids, ['conversation', id], attached.by, `message:${message.id}`)
    : null
  return asMessage({ ...row, files }, message.senderDisplayName)
}
