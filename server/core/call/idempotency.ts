import { createHash } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { idempotencyKeys } from '../../db/system-tables.ts'
import type { Db } from '../database/db.ts'
import { Later } from '../operations/operations.ts'
import { KeptRefusal, refuse } from '../refuse.ts'

/** A stored result, replayed to repeated calls with the same idempotency key. */
type Kept = { data: unknown } | { operation: string } | { refusal: KeptRefusal }

/** The call's idempotency key; undefined without one. Refuses a malformed key. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    refuse('malformed', 'Malformed request', 'Idempotency-Key must be 1 to 200 printable ASCII characters.')
  return key
}

/**
 * Claims the key for this call, or returns the result of the first call with it. A second call with the same key waits for the
 * first one's transaction, because its insert waits for the row lock. Refuses a key that was used for another request.
 */
export async function claimKey(
  tx: Db,
  actor: string,
  key: string,
  request: FastifyRequest,
): Promise<{ result: unknown } | undefined> {
  const fingerprint = fingerprintOf(request)
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ actor_uid: actor, key, request: fingerprint })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (taken.length > 0) return undefined
  const [earlier] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.actor_uid, actor), eq(idempotencyKeys.key, key)))
  if (earlier?.request !== fingerprint)
    refuse('conflict', 'Key already used', 'This Idempotency-Key was used for another call.')
  return { result: resultOf(earlier.answer as Kept) }
}

/** Stores the result for replay, in the same transaction. */
export const keepResult = (tx: Db, actor: string, key: string, result: unknown) =>
  tx
    .update(idempotencyKeys)
    .set({ answer: keptOf(result) })
    .where(and(eq(idempotencyKeys.actor_uid, actor), eq(idempotencyKeys.key, key)))

function keptOf(result: unknown): Kept {
  if (result instanceof Later) return { operation: result.operationId }
  return result instanceof KeptRefusal ? { refusal: result } : { data: result ?? null }
}

function resultOf(kept: Kept): unknown {
  if ('operation' in kept) return new Later(kept.operation)
  if ('refusal' in kept) return new KeptRefusal(kept.refusal.code, kept.refusal.title, kept.refusal.message)
  return kept.data
}

const fingerprintOf = (request: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('hex')
