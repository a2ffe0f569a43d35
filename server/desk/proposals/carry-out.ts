import { sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { effectOf } from '../../core/call/dry-run.ts'
import { runIn } from '../../core/call/transact.ts'
import type { Db, Transaction } from '../../core/database/db.ts'
import { KeptRefusal, RefusalError } from '../../core/refuse.ts'
import { digestOf } from './effect.ts'
import { endProposal, type Row } from './proposal-records.ts'
import { lockVersion, proposedCall } from './proposed-call.ts'

/** The call did something else than what was proposed. */
class Moved extends Error {}

/** Refusals of a call that was not refused when it was proposed: its record is another one by now. Others are about the caller. */
const ofRecord: readonly string[] = ['conflict', 'not_found', 'refused']

/** Whether the program still has a key whose owner may make the call. */
async function isAnswered(db: Db, { program, owner_uid, permission }: Row): Promise<boolean> {
  const { rows } = await db.execute<{ valid: boolean }>(sql`
    select exists (select from machine_keys where name = ${program} and owner_uid = ${owner_uid} and revoked_at is null
        and (expires_at is null or expires_at > now()))
      and exists (select from staff s join roles r on r.name = s.role
        where s.uid = ${owner_uid} and not s.disabled and ${permission} = any(r.permissions)) as valid`)
  return rows[0]?.valid === true
}

/**
 * Makes the call of a proposal, which is locked and waits, with the rights of the caller. Its record is locked before its version is
 * compared, and the effect is compared with what the call really did: where it is another one, all of it is taken back.
 * @returns why nothing was done, for staff; null when it is done
 */
export async function carryOut(call: Call, row: Row): Promise<string | null> {
  const { db, staff, session } = call
  if (!(await isAnswered(db, row)))
    return 'The program has no key any more, or its owner may not do this any more.'
  const { input, parts } = proposedCall(call.ctx, row.id, row)
  if ((await lockVersion(db, { kind: row.subject_kind, id: row.subject_id })) !== row.version)
    return 'The record has changed since this was proposed.'
  const reason = `Proposed by the program ${row.program}: ${row.reason}`
  try {
    await (db as Transaction).transaction(async (tx) => {
      // Before the call: the desk's case is locked before the audit is.
      await endProposal(tx, call, row, 'accepted')
      const done = await runIn(tx, { ...parts, reason }, { staff, session }, input)
      const { result } = done
      if (result instanceof KeptRefusal) throw new RefusalError(result.code, result.title, result.message)
      if (digestOf(await effectOf(tx, parts, done), staff) !== row.digest) throw new Moved()
    })
    return null
  } catch (error) {
    if (error instanceof Moved) return 'It would do something else now than what was proposed.'
    if (error instanceof RefusalError && ofRecord.includes(error.code)) return error.message
    throw error
  }
}
