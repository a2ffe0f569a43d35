import { type MeasureKind, type Restriction, restrictions } from '@portreeve/contract/people/policies'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { writeAudit } from '../../core/audit/audit.ts'
import type { OperationKind } from '../../core/call/context.ts'
import { hook } from '../../core/call/hook.ts'
import type { Db } from '../../core/database/db.ts'
import { actorOf, emit } from '../../core/live/events.ts'
import { publish } from '../../core/live/live.ts'
import { users } from '../people-tables.ts'
import { measures } from './measure-tables.ts'
import { tellEnd } from './tell-measure.ts'

/** What upper subjects do when a measure on an account has ended: payouts that waited for it go on. */
export const accountFree = hook<(db: Db, uid: string) => Promise<unknown>>('accountFree')

const isRestriction = (kind: MeasureKind): kind is Restriction => Object.hasOwn(restrictions, kind)

/** The author of what ends by itself. */
const clock = { uid: 'portreeve', role: 'system' } as const

/**
 * Ends a block or a restriction when its time has come, unless it ended before or its time was changed: then it does nothing. The
 * person is locked first, as every call locks them.
 */
export const measureEndOperation: OperationKind = {
  run: async () => ({ reference: 'ended' }),
  settled: async (operation, db, { settings }) => {
    const { measure, until } = operation.details
    const uid = operation.subject_id
    await db.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)).for('update')
    const [row] = await db
      .update(measures)
      .set({ ended_at: sql`now()`, ended_how: 'time' })
      .where(
        and(
          eq(measures.id, String(measure)),
          sql`${measures.until} = ${until}::timestamptz`,
          isNull(measures.ended_at),
        ),
      )
      .returning()
    if (!row) return
    const actor = actorOf({ started_by: null })
    if (row.kind === 'blocked') {
      const [free] = await db
        .update(users)
        .set({ isBanned: false, version: sql`${users.version} + 1` })
        .where(and(eq(users.uid, uid), eq(users.isBanned, true), isNull(users.deleted_at)))
        .returning({ uid: users.uid })
      if (free)
        await emit(db, actor, 'user.unblocked', {
          uid,
          before: { isBanned: true },
          after: { isBanned: false },
        })
    } else if (isRestriction(row.kind))
      await emit(db, actor, 'user.restriction_ended', {
        ...{ uid, measure_id: row.id, restriction: row.kind, how: 'time' },
      })
    await accountFree(db, uid)
    await tellEnd(db, row)
    await publish(db, 'users', { uid })
    await writeAudit(db, settings.auditKey, clock, 'measures.end', {
      subject: ['user', uid],
      before: { measure: row.id, kind: row.kind, until: row.until },
      after: { measure: row.id, ended: 'time' },
    })
  },
  answer: () => null,
}
