import type { Appeal } from '@portreeve/contract/desk/appeals'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { staff } from '../../db/system-tables.ts'
import { posts, promotedPosts } from '../../listings/listing-tables.ts'
import { transactions } from '../../money/money-tables.ts'
import type { MeasureRow } from '../../people/measures/measure-tables.ts'
import { measures, tookPart } from '../../people/measures/measure-tables.ts'
import { measureOf } from '../../people/measures/measures.ts'
import { users } from '../../people/people-tables.ts'
import { lockUser } from '../../people/user-records.ts'
import { namedFiles } from '../../staff/files/stored-files.ts'
import { heldActions } from '../../staff/held-tables.ts'
import { appealRounds, appeals } from './appeal-tables.ts'
import { deletions, isDeletion } from './further-ends.ts'

const noAppeal = () => refuse('not_found', 'No such appeal', 'There is no such appeal.')

/** An appeal with its rounds and its decision. Refuses with not_found. */
export async function getAppeal(db: Db, uid: string, id: string): Promise<Appeal> {
  const [row] = await db
    .select({
      appeal: appeals,
      files: namedFiles(sql`${appeals.files}`),
      name: users.displayName,
      decider: sql<string | null>`coalesce(${staff.displayName}, ${staff.email})`,
      barred: sql<boolean>`(select ${tookPart(uid)} from measures m where m.id = ${appeals.about})`,
    })
    .from(appeals)
    .leftJoin(users, eq(users.uid, appeals.uid))
    .leftJoin(staff, eq(staff.uid, appeals.decided_by))
    .where(eq(appeals.id, id))
  if (!row) return noAppeal()
  const [measure, rounds] = await Promise.all([
    measureOf(db, row.appeal.about),
    db
      .select({ row: appealRounds, name: sql<string | null>`coalesce(${staff.displayName}, ${staff.email})` })
      .from(appealRounds)
      .leftJoin(staff, eq(staff.uid, appealRounds.by_uid))
      .where(eq(appealRounds.appeal_id, id))
      .orderBy(asc(appealRounds.id)),
  ])
  const { state, opened_at, due_at, decided_at, decided_by, answer } = row.appeal
  return {
    ...{ id, measure, state, opened_at, due_at, barred: row.barred },
    person: { uid: row.appeal.uid, name: row.name },
    conversation: row.appeal.conversation_id,
    rounds: rounds.map(({ row: { by_uid, text, attachments, at }, name }) => ({
      ...{ by: by_uid === null ? null : { uid: by_uid, name }, text, attachments, at },
    })),
    decided:
      decided_at === null
        ? null
        : {
            ...{ at: decided_at, reason: answer, files: row.files ?? [] },
            by: decided_by === null ? null : { uid: decided_by, name: row.decider },
          },
  }
}

/** A measure locked with the records that its ending changes: the deletion, the person, the listing, then itself. */
export async function lockWithRecords(
  db: Db,
  id: string,
): Promise<{ measure: MeasureRow; name: string | null }> {
  const noMeasure = () => refuse('not_found', 'No such measure', 'There is no such measure.')
  const [found] = await db.select().from(measures).where(eq(measures.id, id))
  if (!found) return noMeasure()
  const { kind, subject_kind, subject_id, uid } = found
  // The order of those who take a deletion back.
  if (isDeletion(kind))
    await db
      .select({ id: heldActions.id })
      .from(heldActions)
      .where(and(eq(heldActions.action, deletions[kind].action), eq(heldActions.subject_id, subject_id)))
      .orderBy(heldActions.id)
      .for('update')
  const { displayName } = await lockUser(db, uid)
  if (subject_kind === 'listing')
    await db.select({ key: posts.key }).from(posts).where(eq(posts.key, subject_id)).for('update')
  if (subject_kind === 'promotion')
    await db
      .select({ id: promotedPosts.id })
      .from(promotedPosts)
      .where(eq(promotedPosts.id, subject_id))
      .for('update')
  if (subject_kind === 'transaction')
    await db
      .select({ id: transactions.id })
      .from(transactions)
      .where(eq(transactions.id, subject_id))
      .for('update')
  const [measure] = await db.select().from(measures).where(eq(measures.id, id)).for('update')
  return measure ? { measure, name: displayName } : noMeasure()
}

/**
 * An open appeal, locked with its decision. Refuses with not_found, with conflict one that is closed, and with refused a caller who
 * took part in the decision, admins included.
 */
export async function lockAppeal({ db, staff: caller }: Pick<Call, 'db' | 'staff'>, id: string) {
  const [found] = await db.select({ about: appeals.about }).from(appeals).where(eq(appeals.id, id))
  if (!found) return noAppeal()
  const { measure, name } = await lockWithRecords(db, found.about)
  const [appeal] = await db.select().from(appeals).where(eq(appeals.id, id)).for('update')
  if (!appeal) return noAppeal()
  if (appeal.state === 'moot')
    refuse('conflict', 'Nothing to decide', 'The decision holds no longer, so the appeal is closed.')
  if (appeal.state !== 'open')
    refuse('conflict', 'Decided already', 'A colleague has decided this appeal. Nothing was changed.')
  if (measure.by_uid === caller.uid || measure.party_uids.includes(caller.uid))
    refuse('refused', 'Somebody else decides', 'You took part in the decision that this appeal is about.')
  return { appeal, measure, name }
}
