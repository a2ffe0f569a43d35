import { sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { begin } from '../../core/operations/operations.ts'
import { beginHeld } from '../../staff/hold-times.ts'
import type { MeasureRow } from './measure-tables.ts'

// The operations that tell a person of a measure.

type Acting = Pick<Call, 'db' | 'staff' | 'job'>

/**
 * @param what answered: the answer to an appeal tells the person of the measure, and the event follows it
 * @param reports those whose reporters are told, too
 */
const telling = (
  id: string,
  uid: string,
  what: 'taken' | 'answered' | 'ended' | 'changed' | 'appeal',
  reports: readonly string[] = [],
) =>
  ({
    kind: 'measures.tell',
    subject_kind: 'user',
    subject_id: uid,
    details: { measure: id, what, ...(reports.length > 0 && { reports: JSON.stringify(reports) }) },
  }) as const

/**
 * Sends the person a text about a measure, as its statement is sent: a question about an appeal, or the answer to it.
 * @param files ids of the person's files that go with it
 */
export const tellText = (
  call: Acting,
  { id, uid }: MeasureRow,
  text: string,
  files: readonly string[] = [],
) =>
  beginHeld(call, {
    ...telling(id, uid, 'appeal'),
    details: { measure: id, what: 'appeal', text, ...(files.length > 0 && { files: files.join() }) },
  })

/** Tells the person when the action can no longer be undone. Returns the operation's id. */
export const tell = async (call: Acting, ...told: Parameters<typeof telling>) =>
  (await beginHeld(call, telling(...told))).operationId

/** Tells the person that a measure has ended by itself. */
export const tellEnd = (db: Db, { id, uid }: MeasureRow) => begin(db, telling(id, uid, 'ended'), 0)

/** The reports whose reporters an operation tells. */
export async function reportsOf(db: Db, operation: string): Promise<string[]> {
  const { rows } = await db.execute<{ reports: string[] | null }>(
    sql`select (details ->> 'reports')::jsonb as reports from operations where id = ${operation}`,
  )
  return rows[0]?.reports ?? []
}
