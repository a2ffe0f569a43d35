import type { TopicPattern } from '@portreeve/contract/base/live'
import { tell } from '@portreeve/contract/deeds'
import type { LiveEventOf } from '@portreeve/contract/live-payloads'
import { sql } from 'drizzle-orm'
import { type Audited, writeAudits } from '../audit/audit.ts'
import type { Db, Transaction } from '../database/db.ts'
import { type Emitted, emitAll } from '../live/events.ts'
import { publishAll } from '../live/live.ts'
import { diskFull, isConflict } from '../refusal-of.ts'
import { KeptRefusal } from '../refuse.ts'
import type { Caller, StaffCaller } from './caller.ts'
import type { AnyCall, AuditEntry } from './context.ts'
import { claimKey, idempotencyKey, keepResult } from './idempotency.ts'
import type { CallParts, HandlerParts, Input, Outcome } from './parts.ts'
import { doLeft, type Left, lookOf, readPast } from './past.ts'

/** The result of one run of a handler, with its audit entry and its events. */
interface Handled extends Outcome, Left {
  /** Its further audit rows. */
  also: Audited[]
  events: LiveEventOf<TopicPattern>[]
  emitted: Emitted[]
}

/** Step 4: replays the stored result of an earlier call with the same idempotency key, or runs the handler. */
export function replayOrTransact(parts: CallParts, caller: StaffCaller, input: Input): Promise<Outcome> {
  const { method, deed } = parts.endpoint
  return method === 'GET' || deed === null ? read(parts, caller, input) : change(parts, caller, input)
}

/** A reading call, or one whose writes all expire: runs without a transaction. A replica may answer it, but not as of a moment. */
async function read(parts: CallParts, caller: StaffCaller, input: Input): Promise<Outcome> {
  const { name, endpoint } = parts
  const { db, readFor } = parts.ctx.database
  const work = (at: Db) => handle(parts, caller, input, at)
  const { moment: at } = input
  const now = () => (endpoint.deed ? work(db) : readFor({ call: name, uid: caller.staff.uid }, work))
  const done = await (at === undefined ? now() : readPast(db, at, work))
  await doLeft(db, done)
  await publishAll(db, done.events)
  // Write the audit row before the response. A call without a deed may still have disclosed a hidden value.
  if (!endpoint.deed && Object.keys(done.entry).length === 0) return done
  if (at !== undefined) done.entry.after = lookOf(done.entry.after, at, input.role)
  await db.transaction((tx) => record(tx, parts, caller, done))
  return done
}

/** Runs the handler of a reading call that writes no audit row. */
export const runReading = (parts: HandlerParts, caller: Caller, input: Input): Promise<Outcome> => {
  const { db } = parts.ctx.database
  const work = (at: Db) => handle(parts, caller, input, at)
  return input.moment === undefined ? work(db) : readPast(db, input.moment, work)
}

/** Attempts of a changing call that other transactions conflict with. */
const maxAttempts = 3

/** A changing call: the handler's writes, its events and its audit row in one transaction. */
async function change(parts: CallParts, caller: StaffCaller, input: Input): Promise<Outcome> {
  const { ctx, endpoint, request } = parts
  if (ctx.database.isFull?.()) throw diskFull()
  const { uid } = caller.staff
  const key = endpoint.remembered ? idempotencyKey(request) : undefined
  const attempt = () =>
    ctx.database.db.transaction(async (tx): Promise<Outcome> => {
      const earlier = key && (await claimKey(tx, uid, key, request))
      if (earlier) return { result: earlier.result, headers: { 'idempotent-replayed': 'true' } }
      return runIn(tx, parts, caller, input, (result) => key && keepResult(tx, uid, key, result))
    })
  for (let left = maxAttempts - 1; ; left--)
    try {
      return await attempt()
    } catch (error) {
      // A deadlock rolled everything back, and the handler has written nowhere else.
      if (left === 0 || !isConflict(error)) throw error
    }
}

/** Runs a handler in a transaction, with its events and its audit row. @param keep stores the result before the audit row */
export async function runIn(
  tx: Transaction,
  parts: HandlerParts,
  caller: StaffCaller,
  input: Input,
  keep: (result: unknown) => unknown,
): Promise<Outcome> {
  // The desk's trigger reads who decides a case, and the history who has changed a record.
  await tx.execute(
    sql`select set_config('portreeve.staff', ${caller.staff.uid}, true), set_config('portreeve.by', ${`staff ${caller.staff.uid}`}, true)`,
  )
  const done = await handle(parts, caller, input, tx)
  await keep(done.result)
  await publishAll(tx, done.events)
  await emitAll(tx, caller.staff, done.emitted)
  await record(tx, parts, caller, done)
  return done
}

/** Runs the handler. Headers, audit entry and events belong to one run: a read may run on the replica and again on the primary. */
async function handle(parts: HandlerParts, caller: Caller, input: Input, db: Db): Promise<Handled> {
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

function record(tx: Transaction, parts: HandlerParts, caller: StaffCaller, { entry, also }: Handled) {
  const { uid, role } = caller.staff
  const { ip, id } = parts.request
  const actor = { uid, role: caller.ownRole ?? role, address: ip, requestId: id }
  const own = { ...entry, reason: entry.reason ?? parts.reason ?? null }
  return writeAudits(tx, parts.ctx.settings.auditKey, actor, [[parts.name, own], ...also])
}
