import { and, eq, gt, or, type SQL, sql } from 'drizzle-orm'
import { pageSize, placeOf } from '../core/call/page.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { memberSearchColumns } from '../search/search-text.ts'
import { asConversation, conversationColumns } from './conversation-records.ts'
import { conversations, conversationMembers as member } from './conversation-tables.ts'

const newest = sql`${member.date} desc, ${member.conversation_id} desc`

/** The order of a person's conversations: newest first, or unread before read; `after` is the position of the cursor. */
function listOrder(sort: 'unread' | undefined, cursor: string | undefined) {
  const after = cursor === undefined ? undefined : placeOf(cursor)
  const behind = (time: string, id: string) =>
    sql`(${member.date}, ${member.conversation_id}) < (${time}::timestamptz, ${id})`
  if (sort === undefined) return { by: newest, after: after && behind(after.time, after.id) }
  // A cursor of this order begins with the read state of its row.
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

/** Only conversations in which another member's name contains a text, ignoring case. */
function withName(uid: string, name: string | undefined): SQL | undefined {
  const { search_name } = memberSearchColumns({ name: name ?? '' })
  if (search_name === '') return undefined
  // The planner sees the pattern: for a rare name it starts at the trigram index, for a common name at the newest rows.
  return sql`exists (select from conversation_members other where other.conversation_id = ${member.conversation_id}
    and other.uid <> ${uid} and other.search_name like ${`%${search_name}%`})`
}

/** A person's conversations: one more than a page. */
export async function listConversations(
  db: Db,
  uid: string,
  query: { sort?: 'unread' | undefined; name?: string | undefined; cursor?: string | undefined },
) {
  const list = listOrder(query.sort, query.cursor)
  const own = db
    .select({ conversation_id: member.conversation_id, read: member.read, date: member.date })
    .from(member)
    .where(and(eq(member.uid, uid), withName(uid, query.name), list.after))
    .orderBy(list.by)
    .limit(pageSize + 1)
    .as('conversation_members')
  const rows = await db
    .select(conversationColumns)
    .from(own)
    .innerJoin(conversations, eq(conversations.id, own.conversation_id))
    .orderBy(list.by)
  return rows.map((row) => asConversation(row, uid))
}
