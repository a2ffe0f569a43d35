import type { TopicPattern } from '@portreeve/contract/base/live'
import { tell } from '@portreeve/contract/deeds'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import { sql } from 'drizzle-orm'
import type { Audited } from '../audit/audit.ts'
import type { Db, Transaction } from '../database/db.ts'
import type { Emitted } from '../live/events.ts'
import { KeptRefusal } from '../refuse.ts'
import type { Caller, StaffCaller } from './caller.ts'
import type { AnyCall, AuditEntry } from './context.ts'
import type { HandlerParts, Input, Outcome } from './parts.ts'
import type { Left } from './past.ts'

/** The result of one run of a handler, with its audit entry and its events. */
export interface Handled extends Outcome, Left {
  /** Its further audit rows. */
  also: Audited[]
  events: LiveEventOf<TopicPattern>[]
  emitted: Emitted[]
}

/** Runs the handler. Headers, audit entry and events belong to one run: a read may run on the replica and again on the primary. */
export async function handle(parts: HandlerParts, caller: Caller, input: Input, db: Db): Promise<Handled> {
  const headers: Record<string, string> = {}
  const entry: AuditEntry = {}
  const also: Audited[] = []
  const events: Handled['events'] = []
  const emitted: Emitted[] = []
  const later: Left['later'] = []
  const { deed } = parts.endpoint
  let isTold = deed === null
  const call: AnyCall = {
    db,
    ...caller,
    ctx: parts.ctx,
    ...(parts.job && { job: parts.job }),
    ...(parts.again && { again: parts.again }),
    did: (...report) => {
      if (deed === null || isTold) throw new Error(`${parts.name} reports more than its one deed`)
      isTold = true
      const told = tell(deed, ...report)
      Object.assign(entry, told.entry)
      if (told.emitted) emitted.push(told.emitted)
      if (told.published) events.push(told.published)
    },
    disclose: (found) => Object.assign(entry, found),
    ...(input.moment && { afterwards: (work) => void later.push(work) }),
    recordAlso: (...row) => void also.push(row),
    publish: (...event) => void events.push(event),
    emit: (...event) => void emitted.push(event),
    more: (cursor) => {
      headers['x-more'] = 'true'
      if (cursor) headers['x-next-cursor'] = cursor
    },
    total: (rows) => {
      headers['x-total-count'] = String(rows)
    },
    expected: input.expected,
  }
  const result = await parts.handler(input, call)
  // A change without its deed would be in no one's audit, on no page and unknown to the marketplace: nothing is done.
  if (!isTold && !(result instanceof KeptRefusal)) throw new Error(`${parts.name} has not reported its deed`)
  return { result, headers, entry, also, events, emitted, later }
}

/** The desk's trigger reads who decides a case, and the history who has changed a record. */
export const nameAuthor = (tx: Transaction, { staff: { uid }, program }: StaffCaller) =>
  tx.execute(
    sql`select set_config('portreeve.staff', ${uid}, true),
      set_config('portreeve.by', ${program ? `key ${program.id}` : `staff ${uid}`}, true)`,
  )
