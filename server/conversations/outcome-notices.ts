import { outcomeText } from '@portreeve/contract/people/statement-text'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { OperationKind } from '../core/call/context.ts'
import { publish } from '../core/live/live.ts'
import { measures, subjectTitle } from '../people/measures/measure-tables.ts'
import { users } from '../people/people-tables.ts'
import { asUser, userColumns } from '../people/user-records.ts'
import { sendByServer } from './measure-notices.ts'

/**
 * Tells a person who reported a listing or an account that there is a decision, as a message of the team. Nothing is sent to a person
 * who is blocked or gone, or who works here.
 */
export const outcomeNotices: OperationKind = {
  run: async () => ({ reference: 'decided' }),
  settled: async (operation, db) => {
    const [reader] = await db
      .select(userColumns)
      .from(users)
      .where(
        and(
          eq(users.uid, operation.subject_id),
          eq(users.isBanned, false),
          isNull(users.deleted_at),
          sql`not exists (select from staff where staff.uid = ${users.uid})`,
        ),
      )
      .for('update')
    const [about] = await db
      .select({ kind: measures.subject_kind, title: subjectTitle })
      .from(measures)
      .where(eq(measures.id, String(operation.details.measure)))
    if (!reader || !about) return
    const person = asUser(reader)
    await sendByServer(db, person, outcomeText(about.kind, about.title, person.displayName))
    await publish(db, 'users', { uid: person.uid })
  },
  answer: () => null,
}
