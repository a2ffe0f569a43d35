import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { operations } from '../../db/system-tables.ts'
import type { Db } from '../database/db.ts'
import { runningTrace } from '../traces.ts'

/** The vendor refused: the operation ends as failed. */
export class VendorRefusal extends Error {}

/** Another operation must settle first. The vendor did not fail, so the backoff does not grow. */
export class NotYet extends Error {}

/** A part of the operation's work is done. Retry at once and reset the backoff. */
export class Again extends Error {}

/**
 * The operation is on hold, perhaps for days. Its due time was set under the lock of the record that holds it, and the end of the
 * hold sets it again, so the worker must not change it.
 */
export class Held extends Error {}

/** Returned by a handler whose answer waits for the operation that it started. */
export class Later {
  readonly operationId: string
  constructor(operationId: string) {
    this.operationId = operationId
  }
}

/**
 * Seconds for which only the caller may take a new operation, longer than the caller waits. If the worker took it first, the
 * caller could get "pending" although the operation settles a moment later.
 */
const callerOnly = 5

/** Inserts an operation in the caller's transaction. Nothing is sent before the commit (transactional outbox). */
export async function begin(
  db: Db,
  operation: Pick<
    typeof operations.$inferInsert,
    'kind' | 'subject_kind' | 'subject_id' | 'cents' | 'details' | 'started_by' | 'approval_id'
  >,
  /** Seconds until the worker may take it, unless the caller does. */
  delay = callerOnly,
): Promise<Later> {
  const id = `op_${randomUUID()}`
  await db
    .insert(operations)
    .values({ ...operation, id, trace: runningTrace(), due_at: sql`now() + make_interval(secs => ${delay})` })
  return new Later(id)
}

/**
 * Ends an operation before its first attempt, so that it is never sent. Returns false when it is too late. The row lock
 * serializes this with the worker.
 */
export async function withdraw(db: Db, id: string, why: string): Promise<boolean> {
  const ended = await db
    .update(operations)
    .set({ state: 'failed', failure: why, settled_at: sql`now()` })
    .where(
      and(
        eq(operations.id, id),
        eq(operations.state, 'pending'),
        eq(operations.attempts, 0),
        sql`${operations.due_at} > now()`,
      ),
    )
    .returning({ id: operations.id })
  return ended.length > 0
}
