import type { api } from '@portreeve/contract'
import type { Topics } from '@portreeve/contract/base/endpoint'
import type {
  inbox as contract,
  InboxConversation,
  InboxEvent,
} from '@portreeve/contract/conversations/inbox'
import type { Me } from '@portreeve/contract/staff/staff'
import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Call, CallOf } from '../../core/call/context.ts'
import { newestFirst } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { audit, staff } from '../../db/system-tables.ts'
import { colleaguesWho } from '../../staff/colleagues.ts'
import { ago } from '../../staff/last-change.ts'
import { notifications } from '../../staff/notification-tables.ts'
import { asConversation, conversationColumns } from '../conversation-records.ts'
import { conversationMembers, conversations } from '../conversation-tables.ts'
import { conversationStates as states } from './inbox-tables.ts'

/** The order of every view. */
export const inboxOrder = newestFirst(sql`${states.date}`, sql`${states.conversation_id}`)

const named = (uid: SQL) =>
  sql`(select json_build_object('uid', uid, 'name', coalesce(display_name, email), 'shared', shared) from staff where staff.uid = ${uid})`

/** The conversations with an unseen mention of a staff member. */
export const mentionsOf = (uid: string) =>
  sql`(select ${notifications.subject_id} from ${notifications} where ${notifications.staff_uid} = ${uid} and ${notifications.what} = 'mentioned' and ${notifications.subject_kind} = 'conversation')`
export const unseenMentionsOf = (uid: string) =>
  sql`(select ${notifications.subject_id} from ${notifications} where ${notifications.staff_uid} = ${uid} and ${notifications.what} = 'mentioned' and ${notifications.subject_kind} = 'conversation' and ${notifications.read_at} is null)`

/** Conversations of the inbox under a condition, newest first. @param uid the reader */
export async function findInbox(
  db: Db,
  uid: string,
  where: SQL | undefined,
  limit: number,
): Promise<InboxConversation[]> {
  // The page is cut before the members are read.
  const cut = db
    .select()
    .from(states)
    .where(where)
    .orderBy(inboxOrder.order)
    .limit(limit)
    .as('conversation_states')
  const rows = await db
    .select({
      ...conversationColumns,
      state: cut.state,
      snoozed_until: cut.snoozed_until,
      priority: cut.priority,
      tags: cut.tags,
      waiting_since: cut.waiting_since,
      version: cut.version,
      account: sql<InboxConversation['account']>`${named(sql`${cut.account}`)}`,
      assignee: sql<InboxConversation['account'] | null>`${named(sql`${cut.assignee}`)}`,
      mentions_me: sql<boolean>`${conversations.id} in ${unseenMentionsOf(uid)}`,
    })
    .from(cut)
    .innerJoin(conversations, eq(conversations.id, cut.conversation_id))
    .orderBy(inboxOrder.order)
  return rows.map(
    ({
      state,
      snoozed_until,
      priority,
      tags,
      waiting_since,
      version,
      account,
      assignee,
      mentions_me,
      ...row
    }) => ({
      conversation: asConversation(row, account.uid),
      account,
      assignee: assignee && { uid: assignee.uid, name: assignee.name },
      state,
      snoozed_until,
      priority,
      tags,
      waiting_since,
      mentions_me,
      version,
    }),
  )
}

/** One conversation of the inbox. Refuses with not_found. */
export async function inboxConversation(db: Db, uid: string, id: string): Promise<InboxConversation> {
  const [found] = await findInbox(db, uid, eq(states.conversation_id, id), 1)
  return found ?? notThere()
}

const notThere = () =>
  refuse('not_found', 'No such conversation', 'The team inbox has no such conversation, or it was deleted.')

type State = typeof states.$inferSelect
/** A call whose deed is a change of a conversation's state. */
export type InboxCall = CallOf<typeof contract.act>

/** Locks a conversation and its state. Refuses with not_found, and with conflict when it has another version than the caller saw. */
export async function lockState(call: Pick<Call, 'db' | 'expected'>, id: string) {
  const { db, expected } = call
  const [conversation] = await db.select().from(conversations).where(eq(conversations.id, id)).for('update')
  const [state] = await db.select().from(states).where(eq(states.conversation_id, id))
  if (!conversation || !state) return notThere()
  if (expected !== undefined && expected !== state.version) await refuseInbox(db, state, 'Changed meanwhile')
  const members = await db
    .select()
    .from(conversationMembers)
    .where(eq(conversationMembers.conversation_id, id))
    .orderBy(conversationMembers.position, conversationMembers.uid)
  return { conversation, state, members }
}

type Api = typeof api
/** The names of the calls that publish to the team inbox. */
type Told = {
  [G in keyof Api & string]: {
    [C in keyof Api[G] & string]: 'inbox' extends Topics<Api[G][C]> ? `${G}.${C}` : never
  }[keyof Api[G] & string]
}[keyof Api & string]

/** What an action wrote: the new state, and the name of the new assignee. */
interface Written {
  state: string | null
  assignee: string | null
}
const assigns = ({ assignee }: Written) => `assigned it to ${assignee ?? 'no one'}`

/**
 * The actions that change a conversation's state, as a sentence continues after the author's name; null for those that change
 * none. The compiler asks for each call that publishes to the inbox.
 */
const doings: Readonly<
  Record<Told | 'inbox.wake' | 'staff.released', string | null | ((written: Written) => string)>
> = {
  'inbox.assign': assigns,
  'inbox.snooze': 'snoozed it',
  'inbox.close': 'closed it',
  'inbox.reopen': 'opened it again',
  'inbox.mark': 'changed its tags or priority',
  'inbox.answer': 'answered it',
  'outbound.send': 'wrote in it',
  'inbox.act': 'used a macro on it',
  'inbox.look': null,
  'conversations.send': null,
  'inbox.wake': 'ended its snooze',
  'desk.take': 'took it',
  'desk.next': 'took it',
  'desk.release': 'released it',
  'desk.hand': assigns,
  'desk.handMany': null,
  'desk.snooze': ({ state }) => (state === 'open' ? 'opened it again' : 'snoozed it'),
  'staff.changeRole': null,
  'staff.disable': null,
  'staff.enable': null,
  'staff.revokeInvitation': null,
  'roles.change': null,
  'roles.confirm': null,
  'staff.released': ({ assignee }) =>
    assignee === null ? 'ended the assignment of its assignee' : `assigned it to ${assignee}`,
}
const changing = Object.entries(doings).flatMap(([action, words]) => (words === null ? [] : [action]))

/** Refuses with conflict, naming who changed the conversation last, how, and how long ago. */
export async function refuseInbox(
  db: Db,
  { conversation_id: id, state }: State,
  title: string,
): Promise<never> {
  const [last] = await db
    .select({
      action: audit.action,
      name: sql<string>`coalesce(${staff.displayName}, ${staff.email}, 'The server')`,
      assignee: sql<
        string | null
      >`(select coalesce(display_name, email) from staff s where s.uid = ${audit.after}->>'assignee')`,
      state: sql<string | null>`${audit.after}->>'state'`,
      seconds: sql<number>`extract(epoch from clock_timestamp() - ${audit.at})::float8`,
    })
    .from(audit)
    .leftJoin(staff, eq(staff.uid, audit.actor_uid))
    .where(
      and(eq(audit.subject_kind, 'conversation'), eq(audit.subject_id, id), inArray(audit.action, changing)),
    )
    .orderBy(desc(audit.id))
    .limit(1)
  if (!last) return refuse('conflict', title, 'It was changed meanwhile. Nothing was changed.')
  // A message writes no audit row.
  if (state === 'open' && (last.state === 'closed' || last.state === 'snoozed'))
    return refuse('conflict', title, 'A new message opened it again. Nothing was changed.')
  const doing = doings[last.action as keyof typeof doings]
  const words = typeof doing === 'function' ? doing(last) : doing
  return refuse('conflict', title, `${last.name} ${words} ${ago(last.seconds)}. Nothing was changed.`)
}

/** The event of what a staff member did in a conversation, for the open team inboxes. */
export const inboxEvent = (
  { uid, displayName, email }: Me,
  id: string,
  what: InboxEvent['what'],
): InboxEvent => ({ id, what, by: uid, name: displayName ?? email })

/** Writes a change of a locked conversation's state. Returns the values that the audit has, before and after; an empty change is none. */
export async function writeState(db: Db, state: State, set: Partial<typeof states.$inferInsert>) {
  const { wake_operation: _, reopen_after: __, ...after } = set
  const before = Object.fromEntries(Object.keys(after).map((key) => [key, state[key as keyof State]]))
  if (Object.keys(set).length > 0)
    await db
      .update(states)
      .set({ ...set, version: sql`${states.version} + 1` })
      .where(eq(states.conversation_id, state.conversation_id))
  return { before, after }
}

/** Writes a change of a locked conversation's state, with its audit row and event, and returns the conversation. */
export async function changeState(
  call: InboxCall,
  state: State,
  set: Partial<typeof states.$inferInsert>,
  reason?: string,
): Promise<InboxConversation> {
  const id = state.conversation_id
  const change = await writeState(call.db, state, set)
  call.did(id, change, { reason, live: inboxEvent(call.staff, id, 'changed') })
  return inboxConversation(call.db, call.staff.uid, id)
}

/** The staff accounts that have conversations, and the staff members who may be assigned, by name. */
export async function listAccounts(db: Db) {
  const able = await colleaguesWho(db, 'inbox.write')
  const { rows } = await db.execute<{ uid: string; name: string }>(sql`
    select uid, coalesce(display_name, email) as name from staff
    where exists (select from conversation_states s where s.account = staff.uid)`)
  const uids = new Map([...able, ...rows].map(({ uid, name }) => [uid, name]))
  return [...uids]
    .map(([uid, name]) => ({
      ...{ uid, name },
      is_account: rows.some((row) => row.uid === uid),
      is_assignee: able.some((row) => row.uid === uid),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}
