import { DryRun, dryRunHeader } from '@portreeve/contract/base/dry-run'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { sql } from 'drizzle-orm'
import { operations } from '../../db/system-tables.ts'
import type { Audited } from '../audit/audit.ts'
import type { Database, Transaction } from '../database/db.ts'
import type { Emitted } from '../live/events.ts'
import { diskFull } from '../refusal-of.ts'
import { KeptRefusal, refuse } from '../refuse.ts'
import type { StaffCaller } from './caller.ts'
import { handle, nameAuthor } from './handle.ts'
import type { CallParts, Input, Outcome } from './parts.ts'

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

/** Runs the work of a call, reads what it has done, and takes all of it back. What leaves the system is an operation, which is never sent. */
async function inDryRun(
  { db }: Database,
  work: (tx: Transaction) => Promise<{ deeds: readonly Audited[]; emitted: readonly Emitted[] }>,
): Promise<DryRun> {
  try {
    return await db.transaction(async (tx) => {
      const { deeds, emitted } = await work(tx)
      // Some rules are checked at the commit, which does not come.
      await tx.execute(sql`set constraints all immediate`)
      // Rows of this transaction: new ones have its start as their time, changed ones an earlier one.
      const begun = await tx
        .select()
        .from(operations)
        .where(
          sql`${operations}.xmin = pg_current_xact_id()::xid and ${operations.created_at} = now()::timestamptz(3)`,
        )
        .orderBy(operations.kind, operations.subject_id)
      throw new NotDone({
        dry_run: true,
        deeds: deeds.map(([action, { subject, reason, before, after }]) => ({
          action,
          subject: subject ? { kind: subject[0], id: subject[1] } : null,
          reason: reason ?? null,
          before: before ?? null,
          after: after ?? null,
        })),
        events: emitted.map(([type, data]) => ({ type, data: { ...data } })),
        operations: begun.map(({ kind, subject_kind, subject_id, cents }) => ({
          kind,
          subject: { kind: subject_kind, id: subject_id },
          cents,
        })),
      })
    })
  } catch (error) {
    if (error instanceof NotDone) return error.found
    throw error
  }
}

/** Step 4 of a call with the header Dry-Run: what it would do, with the refusals of the real one. Nothing of it stays, and its idempotency key is not used up. */
export async function tryOut(parts: CallParts, caller: StaffCaller, input: Input): Promise<Outcome> {
  if (parts.ctx.database.isFull?.()) throw diskFull()
  const result = await inDryRun(parts.ctx.database, async (tx) => {
    await nameAuthor(tx, caller)
    const { entry, also, emitted, result: made } = await handle(parts, caller, input, tx)
    if (made instanceof KeptRefusal) refuse(made.code, made.title, made.message)
    return { deeds: parts.endpoint.deed === null ? also : [[parts.name, entry], ...also], emitted }
  })
  return { result, headers: {}, shape: DryRun }
}
