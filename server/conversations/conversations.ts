import { randomUUID } from 'node:crypto'
import { own } from '@portreeve/contract/base/own'
import { conversations as contract, sendingOf } from '@portreeve/contract/conversations/conversations'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { implement } from '../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../core/call/page.ts'
import { removeEntry } from '../core/live/live.ts'
import { refuse } from '../core/refuse.ts'
import { anyOf } from '../search/any-of.ts'
import { listConversations } from './conversation-list.ts'
import {
  asConversation,
  conversationColumns,
  conversationsOf,
  lockOwnConversation,
  markRead,
  publishToMembers,
} from './conversation-records.ts'
import { conversationMembers, messages, conversations as table } from './conversation-tables.ts'
import { inboxEvent } from './inbox/inbox-states.ts'
import {
  addMessage,
  asMessage,
  nearMessage,
  newestOf,
  readMessages,
  refuseUnseen,
  searchMessages,
  sentOf,
  shownOf,
} from './messages.ts'

const member = conversationMembers
const allOrder = newestFirst(sql`${table.date}`, sql`${table.id}`)
/** Hits per page of the search. */
const maxHits = 50
/** The count of unread conversations stops here. */
const maxUnread = 100

export const conversations = implement('conversations', contract, {
  ofUser: async ({ params, query }, call) => {
    call.did(params.uid)
    const rows = await listConversations(call.db, params.uid, query)
    return page(call, rows, ({ date, key, read_status }) => ({
      time: date,
      id: query.sort === 'unread' ? `${read_status}:${key}` : key,
    }))
  },

  between: async ({ query: { from, to, cursor } }, call) => {
    if (from === undefined || to === undefined) {
      call.did(null)
      const all = await call.db
        .select(conversationColumns)
        .from(table)
        .where(allOrder.after(cursor))
        .orderBy(allOrder.order)
        .limit(pageSize + 1)
      const rows = all.map((row) => asConversation(row, ''))
      return page(call, rows, ({ date, key }) => ({ time: date, id: key }))
    }
    const other = call.db.select({ id: member.conversation_id }).from(member).where(eq(member.uid, to))
    const shared = await call.db
      .select({ id: member.conversation_id })
      .from(member)
      .where(and(eq(member.uid, from), inArray(member.conversation_id, other)))
    const ids = shared.map((row) => row.id)
    const found = await readMessages(call.db, anyOf(messages.conversation_id, ids))
    call.did(['user', from], { after: { with: to, ...shownOf(found) } })
    return found
  },

  ofListing: async ({ params, query }, call) => {
    call.did(params.id)
    const all = await call.db
      .select(conversationColumns)
      .from(table)
      .where(and(eq(table.product_id, params.id), allOrder.after(query.cursor)))
      .orderBy(allOrder.order)
      .limit(pageSize + 1)
    const rows = all.map((row) => asConversation(row, ''))
    return page(call, rows, ({ date, key }) => ({ time: date, id: key }))
  },

  messages: async ({ params, query }, call) => {
    const isList = and(eq(table.id, params.id), eq(table.conversationsMessagesID, params.messagesId))
    const ofList = sql`${messages.conversation_id} = ${params.id} and exists (select from ${table} where ${isList})`
    const found = await readMessages(call.db, and(ofList, await nearMessage(call.db, params.id, query)))
    call.did(params.id, { after: shownOf(found) })
    if (found.length > 0) return found
    const [conversation] = await call.db.select({ id: table.id }).from(table).where(isList)
    if (!conversation)
      refuse('not_found', 'No such conversation', 'There is no such conversation, or it was deleted.')
    return found
  },

  search: async ({ params, query }, call) => {
    const search = { uid: params.uid, term: query.q, cursor: query.cursor, max: maxHits + 1 }
    const rows = await searchMessages(call.db, search)
    const shown = page(call, rows, (row) => ({ time: row.date, id: row.id }), maxHits)
    call.did(params.uid, { after: { searched: query.q, ...shownOf(shown) } })
    const ids = [...new Set(shown.map((row) => row.conversation_id))]
    const byId = await conversationsOf(call.db, ids, params.uid)
    return shown.flatMap((row) => {
      const conversation = byId.get(row.conversation_id)
      return conversation
        ? [{ conversation, message: asMessage(row, own(conversation.members, row.senderID)) }]
        : []
    })
  },

  get: async ({ params }, call) => {
    const found = (await conversationsOf(call.db, [params.id], call.staff.uid)).get(params.id)
    if (!found)
      refuse('not_found', 'No such conversation', 'There is no such conversation, or it was deleted.')
    call.did(params.id, { after: shownOf(newestOf(found)) })
    return found
  },

  unread: async (_input, { db, staff }) => {
    const { rows } = await db.execute<{ n: number }>(sql`
      select count(*)::int as n from (
        select 1 from conversation_members where uid = ${staff.uid} and not read limit ${sql.raw(String(maxUnread))}
      ) as counted`)
    return { unread: rows[0]?.n ?? 0 }
  },

  setRead: async ({ params, body }, call) => {
    const { id, own } = await lockOwnConversation(call, params.id)
    const read = body.read_status === 1
    call.did(id, { before: { read_status: own.read ? 1 : 0 }, after: { read_status: body.read_status } })
    await call.db
      .update(member)
      .set({ read })
      .where(and(eq(member.conversation_id, id), eq(member.uid, call.staff.uid)))
    await publishToMembers(call, [call.staff.uid], { key: id, what: 'read' })
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
    const message = await addMessage(
      call.db,
      conversation,
      {
        id: `msg_${randomUUID()}`,
        senderID: call.staff.uid,
        senderDisplayName: call.staff.displayName ?? data.senderDisplayName,
        text: data.text,
      },
      { ids: data.files, by: call.staff.uid },
    )
    await markRead(call.db, conversation.id, call.staff.uid)
    await publishToMembers(
      call,
      conversation.members.map(({ uid }) => uid),
      { key: conversation.id, what: 'message' },
    )
    call.did(
      conversation.id,
      { after: { message: message.id } },
      {
        event: sentOf(conversation.members, message),
        live: inboxEvent(call.staff, conversation.id, 'message'),
      },
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
    await publishToMembers(
      call,
      uids.filter((uid) => uid !== call.staff.uid),
      { key: params.id, what: 'typing' },
    )
    return null
  },

  handled: async ({ params }, call) => {
    if (params.uid !== call.staff.uid)
      refuse('forbidden', 'Not allowed', 'These are the updates of another person.')
    await removeEntry(call.db, `conversationUpdates/${params.uid}`, params.key)
    return null
  },
})
