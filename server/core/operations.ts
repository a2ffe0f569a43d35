import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { operations } from '../db/house.ts'
import type { Db } from './db.ts'

/** The vendor said no: the operation ends as failed. */
export class VendorRefusal extends Error {}

/** Something else must end first. No failure of the vendor, so the wait for the next attempt does not grow. */
export class NotYet extends Error {}

/**
 * Something else must end first that may take days. The operation's due time is set already, under the lock of what it
 * waits for, and what ends the wait sets it again: it must not be touched here.
 */
export class Held extends Error {}

/** Returned by a handler whose answer waits for an operation that it has begun. */
export class Later {
  readonly operationId: string
  constructor(operationId: string) {
    this.operationId = operationId
  }
}

/**
 * Seconds for which a new operation is its caller's alone, longer than a caller waits: were the worker to take it first,
 * the caller would hear "pending" of what is done a moment later.
 */
const callersOwn = 5

/** Writes down what shall leave the house, in the caller's transaction. Nothing is sent before that has committed. */
export async function begin(
  db: Db,
  operation: Pick<
    typeof operations.$inferInsert,
    'kind' | 'subject_kind' | 'subject_id' | 'cents' | 'details' | 'begun_by' | 'approval_id'
  >,
  /** Seconds until the worker does it, unless the caller waits for it. */
  delay = callersOwn,
): Promise<Later> {
  const id = `op_${randomUUID()}`
  await db
    .insert(operations)
    .values({ ...operation, id, due_at: sql`now() + make_interval(secs => ${delay})` })
  return new Later(id)
}

/**
 * Ends an operation before its first attempt, so that it is never done. False: it is too late for that. The row lock makes
 * this and the worker take turns.
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
