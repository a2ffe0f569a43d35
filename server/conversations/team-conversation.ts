import { randomUUID } from 'node:crypto'
import type { Destination } from '@portreeve/contract/conversations/outbound'
import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { staff } from '../db/system-tables.ts'
import type { getUser } from '../people/user-records.ts'
import { memberSearchColumns } from '../search/search-text.ts'
import { conversationMembers, conversations, messages } from './conversation-tables.ts'
import { conversationStates as states } from './inbox/inbox-tables.ts'
import { messageOrder } from './messages.ts'

type Person = Awaited<ReturnType<typeof getUser>>

/** The shared account in whose name the team writes first: Support, or the oldest where Support is gone. */
async function teamAccount(db: Db) {
  const [row] = await db
    .select({ uid: staff.uid, name: staff.displayName, shared: staff.shared })
    .from(staff)
    .where(eq(staff.shared, true))
    .orderBy(desc(sql`${staff.uid} = 'support'`), staff.created_at, staff.uid)
    .limit(1)
  return row ?? refuse('refused', 'No shared account', 'The team has no shared account to write with.')
}

/**
 * Where a message of the team to a person goes. A conversation with a third person in it is left out, because they would read the
 * message. Refuses with refused a staff account.
 */
export async function destinationOf(db: Db, { uid, displayName, isBanned }: Person): Promise<Destination> {
  const [colleague] = await db.select({ uid: staff.uid }).from(staff).where(eq(staff.uid, uid))
  if (colleague) refuse('refused', 'A staff account', 'This is an account of the team. Write to people only.')
  const account = await teamAccount(db)
  const newest = db
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.conversation_id, states.conversation_id))
    .orderBy(messageOrder.order)
    .limit(1)
  const [found] = await db
    .select({
      id: states.conversation_id,
      state: states.state,
      assignee: sql<{ uid: string; name: string } | null>`(
        select json_build_object('uid', a.uid, 'name', coalesce(a.display_name, a.email)) from staff a where a.uid = ${states.assignee})`,
      date: states.date,
      seen: sql<string | null>`${newest}`,
    })
    .from(states)
    .innerJoin(conversationMembers, eq(conversationMembers.conversation_id, states.conversation_id))
    .where(
      sql`${conversationMembers.uid} = ${uid} and ${states.account} = ${account.uid} and not exists (
        select from conversation_members third where third.conversation_id = ${states.conversation_id}
          and third.uid not in (${uid}, ${account.uid}))`,
    )
    .orderBy(desc(states.date), desc(states.conversation_id))
    .limit(1)
  return { person: { uid, name: displayName, blocked: isBanned }, account, conversation: found ?? null }
}

/**
 * The id of the conversation for a message of the team to a person, who is locked: it is made where there is none, so that two
 * colleagues who write first at once write in the same one.
 */
export async function conversationFor(db: Db, person: Person): Promise<string> {
  const { account, conversation } = await destinationOf(db, person)
  if (conversation) return conversation.id
  const id = `team_${randomUUID()}`
  await db.insert(conversations).values({
    id,
    conversationsMessagesID: id,
    date: sql`clock_timestamp()` as unknown as string,
  })
  const members = [
    { uid: person.uid, name: person.displayName },
    { uid: account.uid, name: account.name },
  ]
  // A trigger puts it into the team inbox.
  await db.insert(conversationMembers).values(
    members.map((one, position) => ({
      ...one,
      ...memberSearchColumns(one),
      conversation_id: id,
      position,
      date: sql`(select date from conversations where id = ${id})` as unknown as string,
    })),
  )
  return id
}
