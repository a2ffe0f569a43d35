import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { refuse } from '../core/refuse.ts'
import { deletableQuestion, putBack, refuseNone } from '../people/deleted-records.ts'
import { reopened } from '../people/held-people.ts'
import { endMeasures } from '../people/measures/take-measure.ts'
import type { HeldKind, HeldRow } from '../staff/held-actions.ts'
import { heldActions } from '../staff/held-tables.ts'
import { words } from '../staff/hold-times.ts'
import { listingReports, posts } from './listing-tables.ts'

/** Restored listings of which each has a live event: pages show one, and lists fetch all. */
const toldEach = 100

type RestoreCall = Pick<Call<'review', 'listing.restored'>, 'db' | 'staff' | 'job' | 'publish' | 'emit'>

/** Restores the listings that a held action has deleted, and returns how many, and their sellers. Refuses with conflict when none is left. */
export async function restoreListings(
  call: RestoreCall,
  { id: held, action }: Pick<HeldRow, 'id' | 'action'>,
): Promise<{ rows: number; sellers: string[] }> {
  const kept = sql`(select key from deleted_records where held_id = ${held} and kind = 'listing')`
  // Locked as the deletion of an account locks it: none of its listings comes back after that.
  await call.db.execute(sql`
      select from users where uid in (select creator_uid from posts where key in ${kept}) order by uid for share`)
  const { rows } = await call.db.execute<{ key: string; uid: string; gone: boolean }>(sql`
      select p.key, u.uid, u.deleted_at is not null as gone from posts p join users u on u.uid = p.creator_uid
      where p.key in ${kept} and p.deleted_at is not null order by p.key for update of p`)
  const back = rows.filter(({ gone }) => !gone)
  if (rows.length > 0 && back.length === 0)
    refuse('conflict', 'Its seller is gone', 'The account of the seller was deleted, so it stays deleted.')
  const keys = back.map(({ key }) => key)
  refuseNone(keys)
  await call.db.execute(sql`
      update posts set deleted_at = null where key in (select jsonb_array_elements_text(${JSON.stringify(keys)}::jsonb))`)
  await call.db.execute(sql`delete from deleted_records where held_id = ${held} and kind = 'listing'`)
  for (const [n, { key, uid }] of back.entries()) {
    if (action === 'posts.remove') await endMeasures(call, ['listing', key], ['listing_deleted'], 'undone')
    if (n < toldEach) call.publish('review', { what: 'back', case: { kind: 'listing', id: key } })
    call.emit('listing.restored', { listing_id: key, seller_uid: uid })
  }
  const sellers = [...new Set(back.map((row) => row.uid))]
  if (action === 'userContent.deletePosts')
    for (const uid of sellers) await endMeasures(call, ['user', uid], ['listings_deleted'], 'undone', held)
  return { rows: keys.length, sellers }
}

/** The undo of deleting one listing, or all of a person. */
export const heldRemoval: HeldKind = {
  undo: async (call, held) => {
    const { rows, sellers } = await restoreListings(call, held)
    for (const uid of sellers) call.publish('users', { uid })
    return rows
  },
}

type QuestionCall = Pick<Call<'questions', 'question.restored'>, 'db' | 'staff' | 'job' | 'publish' | 'emit'>

/** Restores the community posts that a held action has deleted, and returns how many. Refuses with conflict when none is left. */
export async function restoreQuestions(
  call: QuestionCall,
  { id: held, action, subject_id }: Pick<HeldRow, 'id' | 'action' | 'subject_id'>,
): Promise<number> {
  const keys = await putBack(call.db, held, deletableQuestion)
  refuseNone(keys)
  for (const [n, id] of keys.entries()) {
    if (n < toldEach) call.publish('questions', { id })
    call.emit('question.restored', { question_id: id })
  }
  if (action === 'questions.remove')
    await endMeasures(call, ['question', subject_id], ['question_deleted'], 'undone')
  else await endMeasures(call, ['user', subject_id], ['questions_deleted'], 'undone', held)
  return keys.length
}

/** The undo of deleting one community post, or all of a person. */
export const heldQuestions: HeldKind = { undo: restoreQuestions }

/** Opens ignored reports about a listing again, and returns those. Refuses with conflict when there are none. */
export async function reopenReports(db: Db, key: string, reports: string[]): Promise<string[]> {
  const open = await db
    .update(listingReports)
    .set({ status: 'open' })
    .where(
      and(
        eq(listingReports.post_key, key),
        inArray(listingReports.id, reports),
        eq(listingReports.status, 'ignored'),
      ),
    )
    .returning({ id: listingReports.id })
  return reopened(open)
}

/** The undo of ignoring the reports about a listing. */
export const heldIgnoring: HeldKind = {
  undo: async (call, { items, subject_id: key }) => {
    const reports = await reopenReports(call.db, key, items)
    for (const uid of await sellerOf(call.db, key)) call.publish('users', { uid })
    call.emit('listing_report.reopened', { listing_id: key, reports })
    return reports.length
  },
}

async function sellerOf(db: Db, key: string): Promise<string[]> {
  const owners = await db.select({ uid: posts.creatorUID }).from(posts).where(eq(posts.key, key))
  return owners.map(({ uid }) => uid)
}

/** Who deleted a listing and when, as a sentence; null when that is not known any more. */
export async function whoDeleted(db: Db, key: string): Promise<string | null> {
  const [row] = await db
    .select({ by: heldActions.by_name, at: heldActions.at })
    .from(heldActions)
    .where(
      and(
        eq(heldActions.subject_kind, 'listing'),
        eq(heldActions.subject_id, key),
        eq(heldActions.action, 'posts.remove'),
        isNull(heldActions.undone_at),
      ),
    )
    .orderBy(desc(heldActions.at))
    .limit(1)
  return row ? `${row.by} deleted it on ${words(row.at)}.` : null
}
