import { readingSeconds } from '@portreeve/contract/inbox'
import { and, asc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../core/db.ts'
import { inboxDrafts as drafts } from '../db/inbox.ts'
import { staff } from '../db/system.ts'
import { staffName } from './staff-name.ts'

/** Keeps the answer that a staff member is writing until it expires; undefined or blank deletes it. Expired drafts go too. */
export async function keepDraft(db: Db, id: string, uid: string, text: string | undefined): Promise<void> {
  const own = and(eq(drafts.conversation_id, id), eq(drafts.staff_uid, uid))
  await db.delete(drafts).where(sql`${own} or ${lt(drafts.until, sql`now()`)}`)
  if (text === undefined || text.trim() === '') return
  const until = sql`now() + make_interval(secs => ${readingSeconds})`
  await db
    .insert(drafts)
    .values({ conversation_id: id, staff_uid: uid, text, until })
    .onConflictDoUpdate({ target: [drafts.conversation_id, drafts.staff_uid], set: { text, until } })
}

/** The drafts of a conversation that have not expired, without the reader's own, by name. */
export function draftsIn(db: Db, id: string, reader: string) {
  const name = sql<string>`${staffName(staff, staff.uid)}`
  return db
    .select({ uid: drafts.staff_uid, name, text: drafts.text })
    .from(drafts)
    .innerJoin(staff, eq(staff.uid, drafts.staff_uid))
    .where(and(eq(drafts.conversation_id, id), ne(drafts.staff_uid, reader), sql`${drafts.until} > now()`))
    .orderBy(asc(name), asc(drafts.staff_uid))
}
