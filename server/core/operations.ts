import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { operations } from '../db/house.ts'
import type { Context } from './context.ts'
import type { Db, Transaction } from './db.ts'
import { timeLeft, untimed } from './deadline.ts'

export type Operation = typeof operations.$inferSelect

/** How one kind of operation is done and what its caller is told. */
export interface OperationKind {
  /**
   * Calls the vendor, with the operation's id as key. Returns the vendor's reference, and what else is worth keeping.
   * Throws VendorRefusal when the vendor clearly said no; any other error leaves the operation pending, to be tried
   * again with the same key.
   */
  run: (operation: Operation, ctx: Context) => Promise<Done>
  /**
   * Books what has happened, in the transaction that marks the operation as done and as its last step, so that it may
   * write to the audit.
   */
  settled?: (operation: Operation, db: Transaction, ctx: Context) => Promise<void>
  /** Publishes that the operation has ended, in the transaction that marks it as done or failed. */
  ended?: (operation: Operation, db: Transaction) => Promise<void>
  /** The answer to the waiting caller; may refuse. */
  answer: (operation: Operation, db: Db) => unknown
}
export type OperationKinds = Record<string, OperationKind>

export interface Done {
  reference: string
  /** Added to the operation's details. */
  found?: Operation['details']
}

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

/** Seconds that one attempt may take before another process may try again with the same key. */
const lease = 30
/** Seconds between two attempts at the most: a vendor that is back is noticed soon. */
const longestWait = 30
/** Seconds until an operation that waits for something else looks again. */
const lookAgain = 5
/** Milliseconds that a caller waits for its operation before it hears "pending". */
const callersPatience = 3500
/** Milliseconds of a call that are kept for reading what has become of its operation. */
const forReading = 500
/** Operations that a worker settles at once. */
const atOnce = 10
/** Milliseconds between two looks at an operation that somebody else settles. */
const betweenLooks = 100

/** Takes due operations, or just the new one of a caller, for this process, so that no two processes run one at the same time. */
async function take(ctx: Context, most: number, only?: string): Promise<Operation[]> {
  const { rows } = await ctx.database.pool.query<{ id: string }>(
    `update operations set attempts = attempts + 1, due_at = now() + make_interval(secs => $2)
     where id in (
       select id from operations where state = 'pending'
         and case when $1::text is null then due_at <= now() else id = $1 and (attempts = 0 or due_at <= now()) end
       order by due_at limit $3 for update skip locked)
     returning id`,
    [only ?? null, lease, most],
  )
  const ids = rows.map((row) => row.id)
  if (ids.length === 0) return []
  return ctx.database.db
    .select()
    .from(operations)
    .where(sql`${operations.id} = any(${sql.param(ids)})`)
}

async function settle(operation: Operation, ctx: Context): Promise<void> {
  const kind = ctx.operations[operation.kind]
  try {
    if (!kind) throw new Error(`No such kind of operation: ${operation.kind}`)
    const { reference, found } = await kind.run(operation, ctx)
    await ctx.database.db.transaction(async (tx) => {
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
      if (!done) return
      await kind.ended?.(done, tx)
      await kind.settled?.(done, tx, ctx)
    })
  } catch (error) {
    if (error instanceof VendorRefusal) await fail(operation, error.message, ctx)
    else if (error instanceof Held)
      ctx.log.info({ operation: operation.id, kind: operation.kind }, error.message)
    else {
      ctx.log.warn(
        { operation: operation.id, kind: operation.kind, attempts: operation.attempts, err: error },
        'operation not settled yet',
      )
      const grown = Math.min(longestWait, 2 ** Math.min(operation.attempts, 9) / 4)
      const wait = error instanceof NotYet ? Math.min(lookAgain, grown) : grown
      await ctx.database.pool.query(
        `update operations set due_at = now() + make_interval(secs => $2) where id = $1 and state = 'pending'`,
        [operation.id, wait],
      )
    }
  }
}

async function fail(operation: Operation, failure: string, ctx: Context): Promise<void> {
  await ctx.database.db.transaction(async (tx) => {
    const [failed] = await tx
      .update(operations)
      .set({ state: 'failed', failure, settled_at: sql`now()` })
      .where(and(eq(operations.id, operation.id), eq(operations.state, 'pending')))
      .returning()
    if (failed) await ctx.operations[failed.kind]?.ended?.(failed, tx)
  })
}

/**
 * Settles a caller's operation and waits a little for it; answers by its kind, also when it is still pending. Where
 * somebody else settles it, the worker or an earlier call with the same key, it waits for them as long.
 */
export async function answerLater(later: Later, ctx: Context): Promise<unknown> {
  const patience = Math.max(0, Math.min(callersPatience, timeLeft() - forReading))
  const until = Date.now() + patience
  let theirs = false
  // It goes on when the caller has waited long enough.
  const work = untimed(() =>
    take(ctx, 1, later.operationId).then((taken) => {
      theirs = taken.length === 0
      return Promise.all(taken.map((operation) => settle(operation, ctx)))
    }),
  )
  work.catch((error) => ctx.log.error({ err: error }, 'operation could not be taken'))
  await Promise.race([work, pause(patience)])
  let operation = await find(later.operationId, ctx)
  while (theirs && operation.state === 'pending' && Date.now() < until) {
    await pause(betweenLooks)
    operation = await find(later.operationId, ctx)
  }
  return ctx.operations[operation.kind]?.answer(operation, ctx.database.db)
}

const pause = (milliseconds: number) =>
  new Promise<void>((done) => void setTimeout(done, milliseconds).unref())

async function find(id: string, ctx: Context): Promise<Operation> {
  const [operation] = await ctx.database.db.select().from(operations).where(eq(operations.id, id))
  if (!operation) throw new Error(`Operation ${id} is gone`)
  return operation
}

/** What is kept for a while only: answers for repeated calls, failed sign-ins, requests that nobody decided. */
const tidying = [
  `delete from idempotency_keys where created_at < now() - interval '7 days'`,
  `delete from identity_failures where at < now() - interval '1 day'`,
  // A code of the second factor is good for a minute and a half; a recovery code is taken off the list.
  `delete from identity_used_codes where at < now() - interval '1 day'`,
  `update approvals set state = 'expired', decided_at = now() where state = 'asked' and expires_at <= now()`,
  `delete from reveals where at < now() - interval '1 day'`,
  // What was done long ago can no longer be undone; the audit keeps it.
  `delete from held_actions where at < now() - interval '1 day'`,
  // A page that was away for longer loads its lists anew.
  `delete from live_events where until < now() - interval '10 minutes'`,
]
/** Milliseconds between two rounds of tidying. */
const tidyEvery = 600_000

/** Milliseconds that a stopping worker waits for what it has begun. The rest is left pending: whoever is next goes on with it. */
const lastPatience = 3000

/** Settles, without anybody's help, what a crash, a time-out or a vendor's fault left pending. Returns how to stop it. */
export function startWorker(ctx: Context): (patience?: number) => Promise<void> {
  let stopped = false
  let wake = () => {}
  let tidied = 0
  const tidy = async () => {
    if (Date.now() - tidied < tidyEvery) return
    tidied = Date.now()
    for (const statement of tidying) await ctx.database.pool.query(statement)
  }
  const running = new Set<Promise<void>>()
  const start = (operation: Operation) => {
    const work = settle(operation, ctx)
      .catch((error) => ctx.log.error({ err: error }, 'worker'))
      .finally(() => {
        running.delete(work)
        wake()
      })
    running.add(work)
  }
  const loop = async () => {
    while (!stopped) {
      try {
        await tidy()
        // One that hangs keeps its own place only: the others are refilled as they come free.
        const free = atOnce - running.size
        const taken = free > 0 ? await take(ctx, free) : []
        taken.forEach(start)
        if (taken.length > 0 && running.size < atOnce) continue
      } catch (error) {
        ctx.log.error({ err: error }, 'worker')
      }
      await new Promise<void>((done) => {
        wake = done
        setTimeout(done, 1000).unref()
      })
    }
    await Promise.all(running)
  }
  const ended = loop()
  return async (patience = lastPatience) => {
    stopped = true
    wake()
    await Promise.race([ended, pause(patience)])
  }
}
