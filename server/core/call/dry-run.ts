import { DryRun, dryRunHeader } from '@portreeve/contract/base/dry-run'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { sql } from 'drizzle-orm'
import type { Audited } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/db.ts'
import { begunHere } from '../operations/begun-here.ts'
import { diskFull } from '../refusal-of.ts'
import { KeptRefusal, refuse } from '../refuse.ts'
import type { StaffCaller } from './caller.ts'
import { type Handled, handle, nameAuthor } from './handle.ts'
import type { CallParts, HandlerParts, Input, Outcome } from './parts.ts'
import { withinLimits } from './program-limits.ts'

/** Whether the header Dry-Run asks what the call would do. Refuses with malformed another value than `true`, and a reading call. */
export function isDryRun(endpoint: Endpoint, header: string | string[] | undefined): boolean {
  if (header === undefined) return false
  if (header !== 'true') refuse('malformed', 'Malformed request', `${dryRunHeader} has one value: true.`)
  if (endpoint.method === 'GET')
    refuse('malformed', 'Malformed request', `${dryRunHeader} belongs to calls that change something.`)
  return true
}

/** The end of a dry run: its transaction rolls back. */
class NotDone extends Error {
  readonly found: DryRun
  constructor(found: DryRun) {
    super('A dry run')
    this.found = found
  }
}

/** What a call has done in its transaction, or in a savepoint of it, so far. */
export async function effectOf(
  tx: Transaction,
  { name, endpoint }: HandlerParts,
  { entry, also, emitted }: Handled,
): Promise<DryRun> {
  const deeds: Audited[] = endpoint.deed === null ? also : [[name, entry], ...also]
  return {
    dry_run: true,
    deeds: deeds.map(([action, { subject, reason, before, after }]) => ({
      action,
      subject: subject ? { kind: subject[0], id: subject[1] } : null,
      reason: reason ?? null,
      before: before ?? null,
      after: after ?? null,
    })),
    events: emitted.map(([type, data]) => ({ type, data: { ...data } })),
    operations: (await begunHere(tx)).map(({ kind, subject_kind, subject_id, cents }) => ({
      kind,
      subject: { kind: subject_kind, id: subject_id },
      cents,
    })),
  }
}

/**
 * Runs a call in a transaction or in a savepoint, reads what it has done, and takes all of it back. What leaves the system is an
 * operation, which is never sent.
 */
export async function tryIn(
  db: Pick<Database['db'], 'transaction'>,
  parts: HandlerParts,
  caller: StaffCaller,
  input: Input,
  within?: typeof withinLimits,
): Promise<DryRun> {
  try {
    return await db.transaction(async (tx) => {
      await nameAuthor(tx, caller)
      const work = () => handle(parts, caller, input, tx)
      const done = await (within ? within(tx, parts, caller, work) : work())
      const { result } = done
      if (result instanceof KeptRefusal) refuse(result.code, result.title, result.message)
      // Some rules are checked at the commit, which does not come.
      await tx.execute(sql`set constraints all immediate`)
      throw new NotDone(await effectOf(tx, parts, done))
    })
  } catch (error) {
    if (error instanceof NotDone) return error.found
    throw error
  }
}

/** Step 4 of a call with the header Dry-Run: what it would do, with the refusals of the real one. Nothing of it stays, and its idempotency key is not used up. */
export async function tryOut(parts: CallParts, caller: StaffCaller, input: Input): Promise<Outcome> {
  const { database } = parts.ctx
  if (database.isFull?.()) throw diskFull()
  const result = await tryIn(database.db, parts, caller, input, withinLimits)
  return { result, headers: {}, shape: DryRun }
}
