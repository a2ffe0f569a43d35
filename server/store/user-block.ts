import { randomUUID } from 'node:crypto'
import { may } from '@portreeve/contract/rights'
import type { BanJob, User } from '@portreeve/contract/users'
import { and, desc, eq, sql } from 'drizzle-orm'
import { writeAudit } from '../core/audit.ts'
import type { Context, Operation, OperationKind } from '../core/context.ts'
import type { Db, Transaction } from '../core/db.ts'
import { publish } from '../core/live.ts'
import { VendorRefusal } from '../core/operations.ts'
import { RefusalError, refuse } from '../core/refuse.ts'
import { banReasons, users } from '../db/people.ts'
import { operations, staff } from '../db/system.ts'
import { wakePayoutsOf } from './payouts.ts'
import { lockUser } from './users.ts'

const setBanned = (db: Db, uid: string, isBanned: boolean) =>
  db
    .update(users)
    .set({ isBanned, version: sql`${users.version} + 1` })
    .where(eq(users.uid, uid))

/** Stores the reason for a block. @param id the row's id; a new one by default */
export async function addBanReason(
  db: Db,
  uid: string,
  reason: string | null,
  by: { uid: string; name: string },
  id = `ban_${randomUUID()}`,
) {
  await db
    .insert(banReasons)
    .values({ id, uid, reason, created_at: new Date().toISOString(), actor_uid: by.uid, actor: by.name })
}

/** Refuses the caller's own account, and one that is blocked. */
export function refuseBlock(user: User, by: string) {
  if (user.uid === by) refuse('refused', "You can't block yourself")
  if (user.isBanned) refuse('conflict', 'Already blocked', 'This account is already blocked.')
}

/** The kinds of operation of a job that blocks accounts: each account is one operation, named after its job. */
const [block, unblock] = ['users.block', 'users.unblock']

const idOf = (kind: 'b' | 'u', job: string, at: number) => `${job}-${kind}${String(at).padStart(4, '0')}`

/** Begins a job that blocks accounts; the worker blocks one after the other. */
export async function beginBlocks(
  db: Db,
  by: string,
  uids: string[],
  reason: string | null,
): Promise<string> {
  const job = `bans_${randomUUID()}`
  await db.insert(operations).values(
    uids.map((uid, at) => ({
      id: idOf('b', job, at),
      kind: block,
      subject_kind: 'user' as const,
      subject_id: uid,
      details: { job, at, reason },
      started_by: by,
    })),
  )
  return job
}

type Step = Pick<Operation, 'id' | 'kind' | 'state' | 'subject_id' | 'failure'> & { at: number }

/** The operations of a job of the last day, by the index of their starter. */
const stepsOf = (db: Db, by: string, job: string): Promise<Step[]> =>
  db
    .select({
      id: operations.id,
      kind: operations.kind,
      state: operations.state,
      subject_id: operations.subject_id,
      failure: operations.failure,
      at: sql<number>`(${operations.details} ->> 'at')::int`,
    })
    .from(operations)
    .where(
      and(
        eq(operations.started_by, by),
        sql`${operations.created_at} > now() - interval '1 day'`,
        sql`${operations.kind} in (${block}, ${unblock})`,
        sql`${operations.details} ->> 'job' = ${job}`,
      ),
    )

/** A job with the result of each account. Refuses one that the caller has not started within a day. */
export async function blockJob(db: Db, by: string, job: string): Promise<BanJob> {
  const steps = await stepsOf(db, by, job)
  if (steps.length === 0) refuse('not_found', 'No such job', 'You have started no such job within a day.')
  const undone = new Map(steps.filter(({ kind }) => kind === unblock).map((step) => [step.at, step]))
  const results = steps
    .filter(({ kind }) => kind === block)
    .sort((a, b) => a.at - b.at)
    .map((step) => ({ uid: step.subject_id, ...resultOf(step, undone.get(step.at)) }))
  return { id: job, pending: results.filter(({ state }) => state === 'pending').length, results }
}

/** The result of an account, with its unblocking if the job was undone. */
function resultOf(step: Step, undone: Step | undefined): Omit<BanJob['results'][number], 'uid'> {
  if (step.state === 'failed') return { state: 'refused', words: step.failure }
  if (step.state === 'pending' || undone?.state === 'pending') return { state: 'pending', words: null }
  if (undone?.state === 'failed') return { state: 'blocked', words: undone.failure }
  return { state: undone ? 'unblocked' : 'blocked', words: null }
}

/** Stops a job, and begins to unblock what it has blocked. A second call changes nothing. */
export async function undoBlocks(db: Db, by: string, job: string): Promise<void> {
  await db
    .update(operations)
    .set({ state: 'failed', failure: 'Not blocked: the job was stopped.', settled_at: sql`now()` })
    .where(
      and(
        eq(operations.started_by, by),
        eq(operations.kind, block),
        eq(operations.state, 'pending'),
        sql`${operations.details} ->> 'job' = ${job}`,
      ),
    )
  const done = (await stepsOf(db, by, job)).filter(({ kind, state }) => kind === block && state === 'done')
  if (done.length === 0) return
  await db
    .insert(operations)
    .values(
      done.map(({ subject_id, at }) => ({
        id: idOf('u', job, at),
        kind: unblock,
        subject_kind: 'user' as const,
        subject_id,
        details: { job, at },
        started_by: by,
      })),
    )
    .onConflictDoNothing()
}

/** The staff member who started a job, with their present rights. */
async function starterOf(db: Db, uid: string | null) {
  const [row] = await db
    .select()
    .from(staff)
    .where(eq(staff.uid, uid ?? ''))
  if (!row || row.disabled || !may(row.role, 'users.block'))
    throw new VendorRefusal('Who started this may no longer block accounts.')
  return { uid: row.uid, role: row.role, name: row.displayName ?? row.email }
}

/**
 * An operation without a vendor: all of it happens in the transaction that marks it as done, so that a killed server neither skips
 * an account nor blocks it twice.
 */
const inOneTransaction = (
  act: (
    operation: Operation,
    by: Awaited<ReturnType<typeof starterOf>>,
    tx: Transaction,
    ctx: Context,
  ) => Promise<void>,
): OperationKind => ({
  run: async () => ({ reference: '' }),
  settled: async (operation, tx, ctx) => {
    try {
      await act(operation, await starterOf(tx, operation.started_by), tx, ctx)
    } catch (error) {
      throw error instanceof RefusalError ? new VendorRefusal(error.message) : error
    }
  },
  answer: ({ state }) => ({ state }),
})

/** The kinds of operation of jobs that block accounts. */
export const blockOperations: Record<string, OperationKind> = {
  'users.block': inOneTransaction(async ({ id, subject_id, details }, by, tx, ctx) => {
    const user = await lockUser(tx, subject_id)
    refuseBlock(user, by.uid)
    const reason = typeof details.reason === 'string' ? details.reason : null
    await addBanReason(tx, user.uid, reason, by, `ban_${id}`)
    await setBanned(tx, user.uid, true)
    await publish(tx, 'users', { uid: user.uid })
    await writeAudit(tx, ctx.settings.auditKey, by, 'users.ban', {
      subject: ['user', user.uid],
      reason,
      before: { isBanned: false },
      after: { isBanned: true },
    })
  }),
  'users.unblock': inOneTransaction(async ({ subject_id, details }, by, tx, ctx) => {
    const user = await lockUser(tx, subject_id)
    if (!user.isBanned) refuse('conflict', 'Not blocked', 'This account is not blocked.')
    const [newest] = await tx
      .select({ id: banReasons.id })
      .from(banReasons)
      .where(eq(banReasons.uid, user.uid))
      .orderBy(desc(banReasons.created_at), banReasons.id)
      .limit(1)
    if (newest?.id !== `ban_${idOf('b', String(details.job), Number(details.at))}`)
      refuse('conflict', 'Blocked again', 'This account was blocked again since.')
    await wakePayoutsOf(tx, user.uid)
    await setBanned(tx, user.uid, false)
    await publish(tx, 'users', { uid: user.uid })
    await writeAudit(tx, ctx.settings.auditKey, by, 'users.unban', {
      subject: ['user', user.uid],
      before: { isBanned: true },
      after: { isBanned: false },
    })
  }),
}
