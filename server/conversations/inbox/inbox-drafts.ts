import { type MacroActions, readingSeconds } from '@portreeve/contract/conversations/inbox'
import { and, asc, eq, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { staff } from '../../db/system-tables.ts'
import { staffName } from '../../staff/staff-name.ts'
import { inboxDrafts as drafts } from './inbox-tables.ts'

/** An answer that is not sent yet: its text, and the actions of the chosen macro. */
interface Draft {
  readonly text?: string | undefined
  readonly actions?: MacroActions | undefined
}

/** Keeps the answer that a staff member is writing until it expires; an empty one is deleted. Expired drafts go too. */
export async function keepDraft(db: Db, id: string, uid: string, draft: Draft): Promise<void> {
  const { text = '', actions = {} } = draft
  const own = and(eq(drafts.conversation_id, id), eq(drafts.staff_uid, uid))
  await db.delete(drafts).where(sql`${own} or ${lt(drafts.until, sql`now()`)}`)
  const hasActions = Object.keys(actions).length > 0
  if (text.trim() === '' && !hasActions) return
  const until = sql`now() + make_interval(secs => ${readingSeconds})`
  const set = { text, actions: hasActions ? actions : null, until }
  await db
    .insert(drafts)
    .values({ conversation_id: id, staff_uid: uid, ...set })
    .onConflictDoUpdate({ target: [drafts.conversation_id, drafts.staff_uid], set })
}

/** The drafts of a conversation that have not expired, without the reader's own, by name. */
export function draftsIn(db: Db, id: string, reader: string) {
  const name = sql<string>`${staffName(staff, staff.uid)}`
  return db
    .select({ uid: drafts.staff_uid, name, text: drafts.text, actions: drafts.actions })
    .from(drafts)
    .innerJoin(staff, eq(staff.uid, drafts.staff_uid))
    .where(and(eq(drafts.conversation_id, id), ne(drafts.staff_uid, reader), sql`${drafts.until} > now()`))
    .orderBy(asc(name), asc(drafts.staff_uid))
}
