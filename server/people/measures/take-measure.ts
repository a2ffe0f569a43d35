import { randomUUID } from 'node:crypto'
import type { Grounds, MeasureEnd, MeasureSource, MeasureSubject } from '@portreeve/contract/people/measures'
import type { HarmClass, MeasureKind } from '@portreeve/contract/people/policies'
import { and, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { hook } from '../../core/call/hook.ts'
import type { Db } from '../../core/database/db.ts'
import { begin, withdraw } from '../../core/operations/operations.ts'
import { refuse } from '../../core/refuse.ts'
import { groundsOf, policyOfHarm } from './chosen-policies.ts'
import { type MeasureRow, measures } from './measure-tables.ts'
import { reportsOf, tell } from './tell-measure.ts'

// Each transition of a measure has its function here. The caller has locked the record that it is about.

type Acting = Pick<Call, 'db' | 'staff' | 'job'>
export type Subject = readonly [kind: MeasureSubject, id: string]

/** The open reports about a record. */
export interface Reported {
  /** The class of the greatest harm; null without a report. */
  harm: HarmClass | null
  /** When the oldest one came. */
  since: string | null
  ids: string[]
}

/** The open reports about a record. The desk knows their classes. */
export const reportsAbout = hook<(db: Db, subject: Subject) => Promise<Reported>>('reportsAbout')

/** The policies that a caller names: undefined: those chosen beforehand; null: none. */
export const policyIds = (id: string | null | undefined) =>
  id === undefined ? undefined : id === null ? [] : [id]

/** Refuses with malformed an end that is over. */
export function refuseOver(until: string | null | undefined): void {
  if (until != null && Date.parse(until) <= Date.now())
    refuse('malformed', 'Malformed request', 'until is over: choose a time in the future.')
}

/**
 * Takes a measure, with its statement of reasons. The person is told when it can no longer be undone.
 * @param policies without any, that of the greatest harm that is reported of the record
 */
export async function takeMeasure(
  call: Acting,
  taken: {
    kind: MeasureKind
    subject: Subject
    uid: string
    policies?: readonly string[] | undefined
    /** Instead of policies, the grounds of the measure in whose place an appeal puts it: the answer to the appeal tells the person. */
    grounds?: Grounds[]
    reason: string | null
    /** Where it comes from unless the record is reported. */
    source: Exclude<MeasureSource, 'report'>
    until?: string | null | undefined
    /** The record whose open reports choose the policy, where that is not the subject. */
    reported?: Subject
    /** When what is reviewed was submitted. */
    submitted?: SQL | string | null
  },
): Promise<MeasureRow> {
  const { db, staff } = call
  const [subject_kind, subject_id] = taken.subject
  const until = taken.until ?? null
  const id = `ms_${randomUUID()}`
  const { harm, since, ids } = await reportsAbout(db, taken.reported ?? taken.subject)
  const policy = taken.policies || taken.grounds ? null : await policyOfHarm(db, harm)
  const { grounds, tells } = await groundsOf(db, taken.policies ?? (policy === null ? [] : [policy]))
  const what = taken.grounds ? 'answered' : 'taken'
  const [row] = await db
    .insert(measures)
    .values({
      id,
      ...{ kind: taken.kind, subject_kind, subject_id, uid: taken.uid, until },
      grounds: taken.grounds ?? grounds,
      ...{
        reason: taken.reason,
        source: harm === null ? taken.source : 'report',
        by_uid: staff.uid,
        opened_at: (since ?? taken.submitted ?? null) as string | null,
        at: new Date().toISOString(),
      },
      operation_id: await tell(call, id, taken.uid, what, tells ? ids : undefined),
    })
    .returning()
  if (!row) throw new Error('The measure was not written')
  if (until !== null) await endAt(db, row, until)
  return row
}

/** Who took part, with the caller. */
const withCaller = ({ staff: { uid } }: Acting) =>
  sql`array(select distinct unnest(${measures.party_uids} || ${uid}::text))`

/** Begins the end of a measure at its time. Another end that was begun before finds another time, and does nothing. */
const endAt = (db: Db, { id, uid }: Pick<MeasureRow, 'id' | 'uid'>, until: string) =>
  begin(
    db,
    { kind: 'measures.end', subject_kind: 'user', subject_id: uid, details: { measure: id, until } },
    Math.max(0, (Date.parse(until) - Date.now()) / 1000),
  )

/** A measure of the call that took a held action: both have an operation of its transaction. */
const sameCall = (
  held: string,
) => sql`(select created_at from operations where id = ${measures.operation_id}) =
  (select o.created_at from held_actions h join operations o on o.id = h.operation_id where h.id = ${held})`

/** The measures of these kinds on a record that are in force, newest first, locked. */
const inForce = (db: Db, [kind, id]: Subject, kinds: readonly MeasureKind[], of?: string) =>
  db
    .select()
    .from(measures)
    .where(
      and(
        eq(measures.subject_kind, kind),
        eq(measures.subject_id, id),
        inArray(measures.kind, [...kinds]),
        isNull(measures.ended_at),
        of === undefined ? undefined : sameCall(of),
      ),
    )
    .orderBy(desc(measures.at), desc(measures.id))
    .for('update')

/**
 * Ends the measures of these kinds on a record. One that the person was not told of is deleted when it is undone: it has no statement.
 * Otherwise the person is told of the end, unless another measure takes its place.
 * @param of a held action: only those of its call
 */
export async function endMeasures(
  call: Acting,
  subject: Subject,
  kinds: readonly MeasureKind[],
  how: Exclude<MeasureEnd, 'time'>,
  of?: string,
): Promise<void> {
  for (const row of await inForce(call.db, subject, kinds, of)) await endMeasure(call, row, how)
}

/** @param notice false: the answer to an appeal tells the person of the end */
export async function endMeasure(
  call: Acting,
  row: MeasureRow,
  how: Exclude<MeasureEnd, 'time'>,
  notice = how !== 'replaced',
): Promise<void> {
  const { db, staff } = call
  const untold = row.told_at === null && (await withdraw(db, row.operation_id, 'Undone'))
  if (untold && how !== 'lifted') {
    await db.delete(measures).where(eq(measures.id, row.id))
    return
  }
  await db
    .update(measures)
    .set({
      // The time of the transaction, by which `resumeMeasure` finds what a call has ended.
      ...{ ended_at: sql`now()`, ended_how: how, ended_by: staff.uid },
      // Who was not told of it is not told of its end.
      ...(notice && !untold && { operation_id: await tell(call, row.id, row.uid, 'ended') }),
    })
    .where(eq(measures.id, row.id))
}

/**
 * Takes the end of a measure back that the undone call has lifted. Does nothing where that call has ended none: an older measure stays
 * ended. Refuses with conflict when its time is over: nobody is restricted after the end.
 * @param operation the held operation of that call
 */
export async function resumeMeasure(
  call: Acting,
  [kind, id]: Subject,
  of: MeasureKind,
  operation: string,
): Promise<void> {
  const { db } = call
  const [row] = await db
    .select()
    .from(measures)
    .where(
      and(
        eq(measures.subject_kind, kind),
        eq(measures.subject_id, id),
        eq(measures.kind, of),
        inArray(measures.ended_how, ['lifted', 'undone']),
        sql`${measures.ended_at} = (select created_at from operations where id = ${operation})`,
      ),
    )
    .for('update')
  if (!row) return
  if (row.until !== null && Date.parse(row.until) <= Date.now())
    refuse('conflict', 'Its time is over', 'The block had an end, which is over. Block the account again.')
  const untold = await withdraw(db, row.operation_id, 'Undone')
  // Who reported it was told with the person, or was never told either.
  const reports = row.told_at === null ? await reportsOf(db, row.operation_id) : []
  await db
    .update(measures)
    .set({
      ...{ ended_at: null, ended_how: null, ended_by: null, party_uids: withCaller(call) },
      // The person was told of the end, or was never told of the measure.
      ...((!untold || row.told_at === null) && {
        operation_id: await tell(call, row.id, row.uid, 'taken', reports),
      }),
    })
    .where(eq(measures.id, row.id))
}

/** Sets when a measure ends. @param notice false: the answer to an appeal tells the person of the new end */
export async function changeEnd(
  call: Acting,
  row: MeasureRow,
  until: string | null,
  notice = true,
): Promise<MeasureRow> {
  const { db } = call
  // Before the first notice, that one says the new time.
  const waits = row.told_at === null
  const [changed] = await db
    .update(measures)
    .set({
      ...{ until, party_uids: withCaller(call) },
      ...(!waits && notice && { operation_id: await tell(call, row.id, row.uid, 'changed') }),
    })
    .where(eq(measures.id, row.id))
    .returning()
  if (!changed) throw new Error('The measure was not written')
  if (until !== null) await endAt(db, row, until)
  return changed
}
