import { SpanKind } from '@opentelemetry/api'
import { and, eq, sql } from 'drizzle-orm'
import { operations } from '../../db/system-tables.ts'
import type { Context, Operation } from '../call/context.ts'
import { timeLeft, untimed } from '../deadline.ts'
import { settled } from '../metrics.ts'
import { inSpan } from '../traces.ts'
import { pause } from './loop.ts'
import { Again, Held, type Later, NotYet, VendorRefusal } from './operations.ts'

/** Seconds for which one process may work on an operation before another may retry it with the same key. */
const lease = 30
/** Maximum backoff in seconds: short, so that operations settle soon after a vendor recovers. */
const maxBackoff = 30
/** Seconds until an operation that waits for another one is retried. */
const recheckAfter = 5
/** Milliseconds for which a caller waits for its operation before it gets "pending". */
const callerTimeout = 3500
/** Milliseconds of a call's deadline that are reserved for reading the operation's state. */
const forReading = 500
/** Milliseconds between two polls of an operation that another process or call settles. */
const pollEvery = 100

/** Leases due operations, or only the new one of a caller, so that no two processes run the same one. */
export async function take(ctx: Context, max: number, only?: string): Promise<Operation[]> {
  const { rows } = await ctx.database.pool.query<{ id: string }>(
    `update operations set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
     where id in (
       select id from operations where state = 'pending'
         and case when $1::text is null then due_at <= now() else id = $1 and (attempts = 0 or due_at <= now()) end
       order by due_at limit $3 for update skip locked)
     returning id`,
    [only ?? null, lease, max],
  )
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  return ctx.database.db
    .select()
    .from(operations)
    .where(sql`${operations.id} = any(${sql.param(ids)})`)
}

/** Runs one operation and records its outcome. An attempt of the worker continues the trace of the call that made it. */
export const settle = (operation: Operation, ctx: Context): Promise<void> =>
  inSpan(
    `operation ${operation.kind}`,
    {
      kind: SpanKind.CONSUMER,
      parent: operation.trace,
      attributes: { 'portreeve.operation': operation.id, 'portreeve.attempt': operation.attempts },
    },
    () => attempt(operation, ctx),
  )

async function attempt(operation: Operation, ctx: Context): Promise<void> {
  const kind = ctx.operations[operation.kind]
  try {
    if (!kind) throw new Error(`No such kind of operation: ${operation.kind}`)
    const { reference, found } = await kind.run(operation, ctx)
    const isEnded = await ctx.database.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('portreeve.by', ${`operation ${operation.id}`}, true)`)
      const [done] = await tx
        .update(operations)
        .set({
          state: 'done',
          reference,
          details: sql`${operations.details} || ${JSON.stringify(found ?? {})}::jsonb`,
          settled_at: sql`now()`,
        })
        .where(and(eq(operations.id, operation.id), eq(operations.state, 'pending')))
        .returning()
      if (!done) return false
      await kind.ended?.(done, tx, ctx)
      await kind.settled?.(done, tx, ctx)
      return true
    })
    if (isEnded) settled.inc({ kind: operation.kind, state: 'done' })
  } catch (error) {
    if (error instanceof VendorRefusal) await fail(operation, error.message, ctx)
    else if (error instanceof Again)
      await ctx.database.pool.query(
        `update operations set due_at = now(), attempts = 0 where id = $1 and state = 'pending'`,
        [operation.id],
      )
    else if (error instanceof Held)
      ctx.log.info({ operation: operation.id, kind: operation.kind }, error.message)
    else {
      ctx.log.warn(
        { operation: operation.id, kind: operation.kind, attempts: operation.attempts, err: error },
        'operation not settled yet',
      )
      const grown = Math.min(maxBackoff, 2 ** Math.min(operation.attempts, 9) / 4)
      const delay = error instanceof NotYet ? Math.min(recheckAfter, grown) : grown
      await ctx.database.pool.query(
        `update operations set due_at = now() + make_interval(secs => $2) where id = $1 and state = 'pending'`,
        [operation.id, delay],
      )
    }
  }
}

async function fail(operation: Operation, failure: string, ctx: Context): Promise<void> {
  const isEnded = await ctx.database.db.transaction(async (tx) => {
    const [failed] = await tx
      .update(operations)
      .set({ state: 'failed', failure, settled_at: sql`now()` })
      .where(and(eq(operations.id, operation.id), eq(operations.state, 'pending')))
      .returning()
    if (failed) await ctx.operations[failed.kind]?.ended?.(failed, tx, ctx)
    return failed !== undefined
  })
  if (isEnded) settled.inc({ kind: operation.kind, state: 'failed' })
}

/** Milliseconds for which a caller with so many left waits for its operation. */
export const waitWithin = (left: number): number => Math.max(0, Math.min(callerTimeout, left - forReading))

/**
 * Settles a caller's operation, waits for it up to the timeout, and returns the answer of its kind, even while it is pending. If
 * the worker or an earlier call with the same key has the lease, polls the operation for as long.
 */
export async function answerLater(later: Later, ctx: Context): Promise<unknown> {
  const wait = waitWithin(timeLeft())
  const until = Date.now() + wait
  let leasedElsewhere = false
  // The work continues after the caller's timeout.
  const work = untimed(() =>
    take(ctx, 1, later.operationId).then((taken) => {
      leasedElsewhere = taken.length === 0
      return Promise.all(taken.map((operation) => settle(operation, ctx)))
    }),
  )
  work.catch((error) => ctx.log.error({ err: error }, 'operation could not be taken'))
  await Promise.race([work, pause(wait)])
  let operation = await find(later.operationId, ctx)
  while (leasedElsewhere && operation.state === 'pending' && Date.now() < until) {
    await pause(pollEvery)
    operation = await find(later.operationId, ctx)
  }
  return ctx.operations[operation.kind]?.answer(operation, ctx.database.db)
}

async function find(id: string, ctx: Context): Promise<Operation> {
  const [operation] = await ctx.database.db.select().from(operations).where(eq(operations.id, id))
  if (!operation) throw new Error(`Operation ${id} is gone`)
  return operation
}
