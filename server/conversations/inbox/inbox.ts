import { parseQuery } from '@portreeve/contract/base/query'
import { inboxFields } from '@portreeve/contract/base/query-fields'
import type { InboxCounts, InboxView } from '@portreeve/contract/conversations/inbox'
import {
  inbox as contract,
  inboxViews,
  maxInboxCount,
  readingSeconds,
} from '@portreeve/contract/conversations/inbox'
import { and, eq, sql } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { page } from '../../core/call/page.ts'
import { refuseMistakes } from '../../search/query.ts'
import { notifications } from '../../staff/notification-tables.ts'
import { isAbout, markAsRead } from '../../staff/notify.ts'
import { newestOf, refuseUnseen, shownOf } from '../messages.ts'
import { assigned, changeOf, closed, opened, snoozed } from './inbox-actions.ts'
import { refuseBlank, sendAsTeam } from './inbox-answer.ts'
import { draftsIn, keepDraft } from './inbox-drafts.ts'
import { inboxFilter, inboxViewOf } from './inbox-filter.ts'
import { inboxAmong } from './inbox-query.ts'
import {
  changeState,
  findInbox,
  type InboxCall,
  inboxConversation,
  inboxEvent,
  inboxOrder,
  listAccounts,
  lockState,
  refuseInbox,
  unseenMentionsOf,
} from './inbox-states.ts'
import { conversationStates as states } from './inbox-tables.ts'

const perPage = 50

/** Changes a locked conversation, unless there is a message that the caller has not seen. */
async function settle(
  call: InboxCall,
  id: string,
  seen: string | null | undefined,
  set: (state: typeof states.$inferSelect) => Promise<Partial<typeof states.$inferInsert>>,
) {
  const { state } = await lockState(call, id)
  const more = await set(state)
  if (seen !== undefined) await refuseUnseen(call.db, call.staff.uid, id, seen)
  return changeState(call, state, more)
}

export const inbox = implement('inbox', contract, {
  list: async ({ query: { view = 'all', tag, account, assignee, q, cursor } }, call) => {
    const { uid } = call.staff
    call.did(null, { after: { view, ...(tag && { tag }), ...(account && { account }), ...(q && { q }) } })
    const asked = parseQuery(inboxFields, q ?? '')
    refuseMistakes(asked)
    const filters = and(inboxFilter(uid, { view, tag, account, assignee }), inboxOrder.after(cursor))
    const among = await inboxAmong(call.db, uid, asked, filters, perPage + 1)
    const rows = await findInbox(call.db, uid, among, perPage + 1)
    const place = ({ conversation }: (typeof rows)[number]) => ({
      time: conversation.date,
      id: conversation.key,
    })
    return page(call, rows, place, perPage)
  },

  counts: async (_input, { db, staff }) => {
    const count = (view: InboxView) => {
      const where =
        view === 'mentioned'
          ? sql`${states.conversation_id} in ${unseenMentionsOf(staff.uid)}`
          : (inboxViewOf[view](staff.uid) ?? sql`true`)
      return sql`(select count(*)::int from (select 1 from ${states} where ${where} limit ${sql.raw(String(maxInboxCount))}) one) as ${sql.identifier(view)}`
    }
    const { rows } = await db.execute<Record<InboxView, number>>(
      sql`select ${sql.join(inboxViews.map(count), sql`, `)}`,
    )
    return rows[0] as InboxCounts
  },

  tags: async (_input, { db }) => {
    const { rows } = await db.execute<{ tag: string }>(sql`
      select distinct tag from (select tags from conversation_states where tags <> '{}' order by date desc limit 1000) newest,
        unnest(tags) tag order by tag`)
    return rows.map(({ tag }) => tag)
  },

  accounts: (_input, { db }) => listAccounts(db),

  get: async ({ params }, call) => {
    const found = await inboxConversation(call.db, call.staff.uid, params.id)
    call.did(params.id, { after: shownOf(newestOf(found.conversation)) })
    return found
  },

  assign: async ({ params: { id }, body: { uid, note } }, call) => {
    const { state } = await lockState(call, id)
    const set = await assigned(call, state, uid)
    if (note !== undefined && note.trim() !== '') call.publish('notes', { kind: 'conversation', id })
    return changeState(call, state, set, note?.trim())
  },

  snooze: ({ params: { id }, body: { until, seen } }, call) =>
    settle(call, id, seen, () => snoozed(call, id, new Date(until))),

  close: ({ params: { id }, body: { seen } }, call) =>
    settle(call, id, seen, async (state) => {
      if (state.state === 'closed') await refuseInbox(call.db, state, 'Already closed')
      return closed(call, id)
    }),

  reopen: async ({ params: { id } }, call) => {
    const { state } = await lockState(call, id)
    if (state.state === 'open') await refuseInbox(call.db, state, 'Already open')
    return changeState(call, state, await opened(call, state))
  },

  mark: async ({ params: { id }, body: { tags, priority } }, call) => {
    const { state } = await lockState(call, id)
    return changeState(call, state, {
      ...(tags && { tags: [...new Set(tags)].sort() }),
      ...(priority && { priority }),
    })
  },

  answer: async ({ params: { id }, body: { text, seen, actions, files } }, call) => {
    refuseBlank(text)
    const locked = await lockState(actions ? call : { ...call, expected: undefined }, id)
    return sendAsTeam(call, locked, { text, seen, actions, files })
  },

  act: ({ params: { id }, body: { actions, seen } }, call) =>
    settle(call, id, seen, async (state) => {
      if (actions.close && state.state === 'closed') await refuseInbox(call.db, state, 'Already closed')
      return changeOf(call, state, actions)
    }),

  drafts: ({ params: { id } }, { db, staff }) => draftsIn(db, id, staff.uid),

  look: async ({ params: { id }, body: { what, draft, actions } }, call) => {
    const { db, staff } = call
    await inboxConversation(db, staff.uid, id)
    await keepDraft(db, id, staff.uid, what === 'typing' ? { text: draft, actions } : {})
    await markAsRead(db, and(eq(notifications.staff_uid, staff.uid), isAbout('conversation', id)))
    call.publish('inbox', inboxEvent(staff, id, what), readingSeconds)
    return null
  },
})
