import { randomUUID } from 'node:crypto'
import type { Conversation, Message } from '@portreeve/contract/conversations'
import { conversations as contract, sendingOf } from '@portreeve/contract/conversations'
import { and, asc, desc, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { removeEntry } from '../core/live.ts'
import { newestFirst, page, pageSize, placeOf } from '../core/page.ts'
import { refuse } from '../core/refuse.ts'
import { rowsOf } from '../core/rows.ts'
import { conversationMembers, messages, conversations as table } from '../db/messages.ts'
import { anyOf } from '../store/any-of.ts'
import {
  asMessage,
  conversationsOf,
  lockOwnConversation,
  messageColumns,
  readConversations,
  readMessages,
  senderName,
  tellMembers,
} from '../store/conversations.ts'
import { ago } from '../store/last-change.ts'
import { has, hasIndexed, newestHits } from '../store/newest-hits.ts'
import { memberSearchColumns, messageSearchColumns, partsOf } from '../store/search-text.ts'
import { patternOf, patternsOf } from '../store/trigrams.ts'

const member = conversationMembers
const order = newestFirst(sql`${messages.date}`, sql`${messages.id}`)
const allOrder = newestFirst(sql`${table.date}`, sql`${table.id}`)
/** Messages of one answer; a reader wants the newest. */
const mostMessages = 1000
/** Hits of one page of the search. */
const mostHits = 50
/** Unread conversations are counted up to here. */
const mostUnread = 100

/** Where a message stands in its conversation. */
async function placeIn(db: Db, conversation: string, id: string) {
  const [row] = await db
    .select({ date: messages.date, id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversation_id, conversation), eq(messages.id, id)))
  return row ?? refuse('not_found', 'No such message', 'This conversation has no such message.')
}

const place = sql`(${messages.date}, ${messages.id})`
const at = ({ date, id }: { date: string; id: string }) => sql`(${date}::timestamptz, ${id})`

/** Which messages of a conversation are wanted: before one of them, around one, or the newest. */
async function withinReach(
  db: Db,
  conversation: string,
  { before, around }: { before?: string | undefined; around?: string | undefined },
): Promise<SQL> {
  if (before !== undefined) return sql`${place} < ${at(await placeIn(db, conversation, before))}`
  if (around === undefined) return sql`true`
  const middle = at(await placeIn(db, conversation, around))
  const [last] = await db
    .select({ date: messages.date, id: messages.id })
    .from(messages)
    .where(and(eq(messages.conversation_id, conversation), sql`${place} >= ${middle}`))
    .orderBy(asc(messages.date), asc(messages.id))
    .offset(mostMessages / 2)
    .limit(1)
  return last ? sql`${place} <= ${at(last)}` : sql`true`
}

const newest = sql`${member.date} desc, ${member.conversation_id} desc`
/** One more than a page tells whether there are more. */
const onePage = sql.raw(String(pageSize + 1))

/** An inbox's order: the newest first, or the unread before the read; `after` goes on behind a cursor's place. */
function inboxOrder(sort: 'unread' | undefined, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const behind = (time: string, id: string) =>
    sql`(${member.date}, ${member.conversation_id}) < (${time}::timestamptz, ${id})`
  if (sort === undefined)
    return {
      by: newest,
      after: after && behind(after.time, after.id),
    }
  // A cursor of this order begins with whether its row was read.
  const [, read, id] = /^([01]):(.*)$/s.exec(after?.id ?? '') ?? []
  if (after && id === undefined)
    refuse('malformed', 'Malformed request', "The query's 'cursor' belongs to another order.")
  return {
    by: sql`${member.read}, ${newest}`,
    after:
      after &&
      or(gt(member.read, read === '1'), and(eq(member.read, read === '1'), behind(after.time, id ?? ''))),
  }
}

/** Only conversations with somebody else whose name has a text in it; the console looks at the letters' case, we do not. */
function withName(uid: string, name: string | undefined): SQL | undefined {
  const { search_name } = memberSearchColumns({ name: name ?? '' })
  if (search_name === '') return undefined
  return sql`exists (select from conversation_members other where other.conversation_id = ${member.conversation_id}
    and other.uid <> ${uid} and ${hasIndexed('other.search_name', search_name, patternOf('conversation_members.search_name', search_name))})`
}

export const conversations = implement('conversations', contract, {
  ofUser: async ({ params, query }, call) => {
    call.record({ subject: ['user', params.uid] })
    const inbox = inboxOrder(query.sort, query.cursor)
    const named = withName(params.uid, query.name)
    const rows = await readConversations(
      call.db,
      sql`from (
          select conversation_id, read, date from ${member} where ${and(eq(member.uid, params.uid), named, inbox.after)}
          order by ${inbox.by} limit ${onePage}
        ) as ${member} cross join lateral (
          select * from ${table} where id = ${member.conversation_id} limit 1
        ) as ${table} order by ${inbox.by}`,
      params.uid,
      // Whether a name is a rare one, only who sees it knows.
      named === undefined,
    )
    return page(call, rows, ({ date, key, read_status }) => ({
      time: date,
      id: query.sort === 'unread' ? `${read_status}:${key}` : key,
    }))
  },

  between: async ({ query: { from, to, cursor } }, call) => {
    if (from === undefined || to === undefined) {
      const after = allOrder.after(cursor) ?? sql`true`
      const all = sql`from ${table} where ${after} order by ${allOrder.order} limit ${onePage}`
      const rows = await readConversations(call.db, all, '', true)
      return page(call, rows, ({ date, key }) => ({ time: date, id: key }))
    }
    call.record({ subject: ['user', from], after: { with: to } })
    const other = call.db.select({ id: member.conversation_id }).from(member).where(eq(member.uid, to))
    const shared = await call.db
      .select({ id: member.conversation_id })
      .from(member)
      .where(and(eq(member.uid, from), inArray(member.conversation_id, other)))
    const ids = shared.map((row) => row.id)
    return readMessages(call.db, anyOf(messages.conversation_id, ids), mostMessages)
  },

  messages: async ({ params, query }, call) => {
    const isList = and(eq(table.id, params.id), eq(table.conversationsMessagesID, params.messagesId))
    const ofList = sql`${messages.conversation_id} = ${params.id} and exists (select from ${table} where ${isList})`
    call.record({ subject: ['conversation', params.id] })
    const only = await withinReach(call.db, params.id, query)
    const found = await readMessages(call.db, sql`${ofList} and ${only}`, mostMessages)
    if (found.length > 0) return found
    const [conversation] = await call.db.select({ id: table.id }).from(table).where(isList)
    if (!conversation)
      refuse('not_found', 'No such conversation', 'There is no such conversation, or it was deleted.')
    return found
  },

  search: async ({ params, query }, call) => {
    call.record({ subject: ['user', params.uid], after: { searched: query.q } })
    const parts = partsOf(query.q)
    if (parts.length === 0) return []
    const patterns = patternsOf(
      'messages.search',
      parts.map((part) => [part]),
    )
    const all = (each: (part: string) => SQL) => sql.join(parts.map(each), sql` and `)
    const hits = await newestHits(call.db, {
      table: 'messages join conversation_members member using (conversation_id)',
      searched: 'messages.search',
      ordered: 'messages.id, messages.date',
      id: 'id',
      among: sql`member.uid = ${params.uid} and ${order.after(query.cursor) ?? sql`true`}`,
      newest: { of: sql`messages.date desc, messages.id desc`, found: sql`date desc, id desc` },
      indexed: all((part) => hasIndexed('messages.search', part, patterns.get(part) ?? '')),
      walked: all((part) => has('search', part)),
      most: mostHits + 1,
    })
    const rows = await rowsOf(
      call.db,
      messageColumns,
      sql`from ${messages} where ${anyOf(messages.id, hits)} order by ${order.order}`,
    )
    const shown = page(call, rows, (row) => ({ time: row.date, id: row.id }), mostHits)
    const ids = [...new Set(shown.map((row) => row.conversation_id))]
    const byId = await conversationsOf(call.db, ids, params.uid)
    return shown.flatMap((row) => {
      const conversation = byId.get(row.conversation_id)
      return conversation
        ? [{ conversation, message: asMessage(row, conversation.members[row.senderID]) }]
        : []
    })
  },

  get: async ({ params }, call) => {
    call.record({ subject: ['conversation', params.id] })
    const found = await conversationsOf(call.db, [params.id], call.staff.uid)
    return (
      found.get(params.id) ??
      refuse('not_found', 'No such conversation', 'There is no such conversation, or it was deleted.')
    )
  },

  unread: async (_input, { db, staff }) => {
    const { rows } = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from (
        select 1 from conversation_members where uid = ${staff.uid} and not read limit ${sql.raw(String(mostUnread))}
      ) as counted`)
    return { unread: rows[0]?.n ?? 0 }
  },

  setRead: async ({ params, body }, call) => {
    const { id, own } = await lockOwnConversation(call, params.id)
    const read = body.read_status === 1
    call.record({
      subject: ['conversation', id],
      before: { read_status: own.read ? 1 : 0 },
      after: { read_status: body.read_status },
    })
    await setRead(call.db, id, read, eq(member.uid, call.staff.uid))
    await tellMembers(call, [call.staff.uid], { key: id, what: 'read' })
    return { read_status: body.read_status }
  },

  send: async ({ body }, call) => {
    const sending = sendingOf(body)
    if (!sending) refuse('malformed', 'Malformed request', 'The body names no message.')
    const { message_data: data, conversation_id, recipient_uid, seen } = sending
    if (data.text.trim() === '') refuse('refused', 'Nothing to send', 'The message is blank.')
    if (data.senderID !== call.staff.uid)
      refuse('refused', 'Another sender', 'A message is sent in one’s own name only.')
    const conversation = await lockOwnConversation(call, conversation_id)
    if (!conversation.members.some(({ uid }) => uid === recipient_uid && uid !== call.staff.uid))
      refuse('refused', 'Another recipient', 'The recipient takes no part in this conversation.')
    if (seen !== undefined) await refuseUnseen(call.db, call.staff.uid, conversation.id, seen)
    const message = await addMessage(call.db, conversation, {
      id: `msg_${randomUUID()}`,
      senderID: call.staff.uid,
      senderDisplayName: call.staff.displayName ?? data.senderDisplayName,
      text: data.text,
    })
    await setRead(call.db, conversation.id, true, eq(member.uid, call.staff.uid))
    await setRead(call.db, conversation.id, false, ne(member.uid, call.staff.uid))
    call.record({ subject: ['conversation', conversation.id], after: { message: message.id } })
    await tellMembers(
      call,
      conversation.members.map(({ uid }) => uid),
      { key: conversation.id, what: 'message' },
    )
    return message
  },

  typing: async ({ params }, call) => {
    const members = await call.db
      .select({ uid: member.uid })
      .from(member)
      .where(eq(member.conversation_id, params.id))
    const uids = members.map(({ uid }) => uid)
    if (!uids.includes(call.staff.uid))
      refuse('not_found', 'No such conversation', 'There is no such conversation of yours.')
    await tellMembers(
      call,
      uids.filter((uid) => uid !== call.staff.uid),
      { key: params.id, what: 'typing' },
    )
    return null
  },

  handled: async ({ params }, call) => {
    if (params.uid !== call.staff.uid)
      refuse('forbidden', 'Not allowed', 'These are the updates of somebody else.')
    await removeEntry(call.db, `conversationUpdates/${params.uid}`, params.key)
    return null
  },
})

const setRead = (db: Db, id: string, read: boolean, whose: SQL) =>
  db
    .update(member)
    .set({ read })
    .where(and(eq(member.conversation_id, id), whose))

/** Refuses when somebody else wrote after what the sender saw. */
async function refuseUnseen(db: Db, uid: string, conversation: string, seen: string | null): Promise<void> {
  const after = seen === null ? undefined : await placeIn(db, conversation, seen)
  const [newer] = await db
    .select({
      sender: messages.senderID,
      name: senderName,
      seconds: sql<number>`extract(epoch from clock_timestamp() - ${messages.date})::float8`,
    })
    .from(messages)
    .where(
      and(
        eq(messages.conversation_id, conversation),
        ne(messages.senderID, uid),
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

/** Adds a message at the end of a locked conversation, whatever the clock says. */
async function addMessage(
  db: Db,
  { id, date }: Pick<Conversation, 'date'> & { id: string },
  message: { id: string; senderID: string; senderDisplayName: string | null; text: string },
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
  await db.update(table).set({ lastMessage: message.text, date: row.date }).where(eq(table.id, id))
  return asMessage(row, message.senderDisplayName)
}
