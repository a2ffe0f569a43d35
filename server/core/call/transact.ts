import { programRole } from '@portreeve/contract/base/programs'
import { writeAudits } from '../audit/audit.ts'
import type { Db, Transaction } from '../database/db.ts'
import { emitAll } from '../live/events.ts'
import { publishAll } from '../live/live.ts'
import { diskFull, isConflict } from '../refusal-of.ts'
import type { Caller, StaffCaller } from './caller.ts'
import { tryOut } from './dry-run.ts'
import { type Handled, handle, nameAuthor } from './handle.ts'
import { claimKey, idempotencyKey, keepResult } from './idempotency.ts'
import type { CallParts, HandlerParts, Input, Outcome } from './parts.ts'
import { doLeft, lookOf, readPast } from './past.ts'
import { withinLimits } from './program-limits.ts'

/** Step 4: replays the stored result of an earlier call with the same idempotency key, or runs the handler, perhaps only to tell what it would do. */
export function replayOrTransact(parts: CallParts, caller: StaffCaller, input: Input): Promise<Outcome> {
  const { method, deed } = parts.endpoint
  if (input.isDry) return tryOut(parts, caller, input)
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
  const uid = caller.program?.id ?? caller.staff.uid
  const key = endpoint.remembered ? idempotencyKey(request) : undefined
  const attempt = () =>
    ctx.database.db.transaction(async (tx): Promise<Outcome> => {
      const earlier = key && (await claimKey(tx, uid, key, request))
      if (earlier) return { result: earlier.result, headers: { 'idempotent-replayed': 'true' } }
      const keep = (result: unknown) => key && keepResult(tx, uid, key, result)
      return runIn(tx, parts, caller, input, keep, withinLimits)
    })
  for (let left = maxAttempts - 1; ; left--)
    try {
      return await attempt()
    } catch (error) {
      // A deadlock rolled everything back, and the handler has written nowhere else.
      if (left === 0 || !isConflict(error)) throw error
    }
}

/**
 * Runs a handler in a transaction, with its events and its audit row.
 * @param keep stores the result before the audit row
 * @param within runs the handler within the limits of the program that calls
 */
export async function runIn(
  tx: Transaction,
  parts: HandlerParts,
  caller: StaffCaller,
  input: Input,
  keep: (result: unknown) => unknown = () => {},
  within?: typeof withinLimits,
): Promise<Handled> {
  await nameAuthor(tx, caller)
  const work = () => handle(parts, caller, input, tx)
  const done = await (within ? within(tx, parts, caller, work) : work())
  await keep(done.result)
  await publishAll(tx, done.events)
  await emitAll(tx, { uid: caller.staff.uid, role: roleIn(caller) }, done.emitted)
  await record(tx, parts, caller, done)
  return done
}

const roleIn = ({ program, ownRole, staff }: StaffCaller) =>
  program ? programRole(program.name) : (ownRole ?? staff.role)

function record(tx: Transaction, parts: HandlerParts, caller: StaffCaller, { entry, also }: Handled) {
  const { ip, id } = parts.request
  const actor = { uid: caller.staff.uid, role: roleIn(caller), address: ip, requestId: id }
  const own = { ...entry, reason: entry.reason ?? parts.reason ?? null }
  return writeAudits(tx, parts.ctx.settings.auditKey, actor, [[parts.name, own], ...also])
}
