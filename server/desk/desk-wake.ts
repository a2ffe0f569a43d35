import type { CaseRef } from '@portreeve/contract/desk/desk'
import { sql } from 'drizzle-orm'
import { sleeper } from '../conversations/inbox/inbox-wake.ts'
import { writeAudit } from '../core/audit/audit.ts'
import type { OperationKind } from '../core/call/context.ts'
import type { Db } from '../core/database/db.ts'
import { publish } from '../core/live/live.ts'
import { begin } from '../core/operations/operations.ts'
import { notify } from '../staff/notify.ts'
import { hasTimeline, type Locked } from './desk-claims.ts'
import { subjectOf } from './desk-subject.ts'

/** Begins the end of a case's snooze, in so many seconds. */
export const beginWake = (db: Db, by: string, { kind, id }: CaseRef, until: string, seconds: number) =>
  begin(
    db,
    { kind: 'desk.wake', subject_kind: 'staff', subject_id: by, details: { kind, id, until } },
    seconds,
  )

/** Ends the snooze of a case when its time has come, unless it was changed before. Its assignee, if it has one, is notified. */
export const deskWakeOperation: OperationKind = {
  run: async () => ({ reference: 'awake' }),
  settled: async ({ details }, db, { settings }) => {
    const { rows } = await db.execute<Locked & Record<string, unknown>>(sql`
      update desk_cases set snoozed_until = null, version = version + 1
      where kind = ${details.kind} and id = ${details.id} and snoozed_until = ${details.until}::timestamptz
      returning kind, id, transaction_id as transaction, uid, assignee`)
    const [woken] = rows
    if (!woken) return
    const subject = subjectOf(woken)
    const [about, record] = subject ?? []
    if (woken.assignee !== null && record !== undefined && hasTimeline(about))
      await notify(db, [woken.assignee], 'awake', [about, record], null)
    await publish(db, 'desk', { kind: woken.kind, id: woken.id })
    await writeAudit(db, settings.auditKey, sleeper, 'desk.wake', {
      ...(subject && { subject }),
      before: { snoozed: woken.kind, until: String(details.until) },
      after: { snoozed: null },
    })
  },
  answer: () => null,
}
