import { createHash } from 'node:crypto'
import type { Endpoint } from '@portreeve/contract/endpoint'
import { masked } from '@portreeve/contract/personal'
import { freshMinutes, may } from '@portreeve/contract/rights'
import type { Staff } from '@portreeve/contract/staff'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { idempotencyKeys, staff as staffTable } from '../db/house.ts'
import { identitySession } from '../db/identity.ts'
import { writeAudit } from './audit.ts'
import type { AuditEntry, Call, Context } from './context.ts'
import type { Db, Transaction } from './db.ts'
import type { CallerCheck } from './http-rate.ts'
import type { AnyHandler } from './implement.ts'
import { publish } from './live.ts'
import { answerLater, Later } from './operations.ts'
import { parseInput } from './parse.ts'
import { diskFull } from './refusal-of.ts'
import { KeptRefusal, RefusalError, refuse } from './refuse.ts'
import { type Needed, neededBy } from './replica.ts'
import { demand, demandFresh } from './rights.ts'
import { plannedRows, rowsOf } from './rows.ts'
import type { Subject } from './token.ts'

interface Way {
  ctx: Context
  check: CallerCheck
  name: string
  endpoint: Endpoint
  handler: AnyHandler
  /** The live topics that tell what it shows, where a read replica may answer it. */
  toldBy: readonly string[] | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** A call's way: key → token → staff → permission → strict parsing → handler (in one transaction) → wrapper. */
export async function answerCall(way: Way) {
  const { ctx, check, name, endpoint, handler, toldBy, request, reply } = way
  const caller = await callerOf(ctx, check, { request, reply })
  let headers: Record<string, string> = {}
  let entry: AuditEntry = {}
  const callOn = (db: Db, staff: Staff): Call => ({
    db,
    staff,
    session: caller.session,
    ctx,
    record: (more) => Object.assign(entry, more),
    publish: (topic, payload, seconds) => publish(db, topic, payload, seconds),
    more: (cursor) => {
      headers['x-more'] = 'true'
      if (cursor) headers['x-next-cursor'] = cursor
    },
    total: (rows) => {
      headers['x-total-count'] = String(rows)
    },
    expected: expectedVersion(request.headers['if-match']),
  })

  const { replica } = ctx.database
  const reads = endpoint.method === 'GET'
  const { staff, needed, fresh } = await staffMember(ctx, caller, toldBy)
  demand(staff, endpoint.may)
  demandFresh(endpoint.may, caller, fresh)

  // Whatever a handler answers, what is personal in it is masked here: none can forget it.
  const seen = (data: unknown) => {
    reply.headers(headers)
    return wrap(may(staff.role, 'personal.read') ? data : masked(endpoint.data, data ?? null))
  }
  const writeDown = async (tx: Transaction) => {
    const who = { uid: staff.uid, role: staff.role, address: request.ip, requestId: request.id }
    await writeAudit(tx, ctx.settings.auditKey, who, name, entry)
  }
  const work = (db: Db) => {
    headers = {}
    entry = {}
    return handler(input, callOn(db, staff))
  }
  const input = parseInput(endpoint, request)
  // A reading call changes nothing, nor does a mark that fades by itself.
  if (reads || !endpoint.audited) {
    const data = await (replica && needed && !endpoint.audited
      ? replica.read(needed, work)
      : work(ctx.database.db))
    // The answer goes out once it is on record. A call that is not audited as such may still record what it has shown.
    if (endpoint.audited || Object.keys(entry).length > 0) await ctx.database.db.transaction(writeDown)
    return seen(data)
  }

  if (ctx.database.isFull?.()) throw diskFull()
  const key = endpoint.remembered ? idempotencyKey(request) : undefined
  const result = await ctx.database.db.transaction(async (tx) => {
    const replay = key && (await claim(tx, staff.uid, key, fingerprint(request)))
    if (replay) {
      reply.header('idempotent-replayed', 'true')
      if ('operation' in replay) return new Later(replay.operation)
      if ('refusal' in replay)
        return new KeptRefusal(replay.refusal.code, replay.refusal.title, replay.refusal.message)
      return replay.data
    }
    const answer = await work(tx)
    if (key) {
      await tx
        .update(idempotencyKeys)
        .set({ answer: keptOf(answer) })
        .where(and(eq(idempotencyKeys.actor_uid, staff.uid), eq(idempotencyKeys.key, key)))
    }
    await writeDown(tx)
    return answer
  })
  // Only now: thrown inside the transaction, it would undo what it speaks of.
  if (result instanceof KeptRefusal) refuse(result.code, result.title, result.message)
  return seen(result instanceof Later ? await answerLater(result, ctx).catch(unread) : result)
}

/** The call is committed: whoever heard "nothing was changed" of it now would do it twice. */
function unread(error: unknown): never {
  if (error instanceof RefusalError) throw error
  refuse(
    'unavailable',
    'Not known yet',
    'This is written down and will be done, but what has become of it cannot be read now. Look at it again before you repeat it.',
  )
}

/** What is kept of an answer for repeats of its call. */
type Kept = { data: unknown } | { operation: string } | { refusal: KeptRefusal }

function keptOf(answer: unknown): Kept {
  if (answer instanceof Later) return { operation: answer.operationId }
  return answer instanceof KeptRefusal ? { refusal: answer } : { data: answer ?? null }
}

/** Who calls, if they may: key → token → staff → permission. */
export async function admit(
  ctx: Context,
  check: CallerCheck,
  at: Pick<Way, 'request' | 'reply'>,
  permission: Endpoint['may'],
): Promise<{ staff: Staff; session: string | undefined }> {
  const caller = await callerOf(ctx, check, at)
  const { staff } = await staffMember(ctx, caller)
  demand(staff, permission)
  return { staff, session: caller.session }
}

/** Who calls, by key and token. */
async function callerOf(
  ctx: Context,
  check: CallerCheck,
  { request, reply }: Pick<Way, 'request' | 'reply'>,
): Promise<Subject> {
  if (request.headers['x-api-key'] !== ctx.settings.apiKey)
    refuse('bad_api_key', 'Wrong API key', 'The x-api-key header is missing or wrong.')
  return check(request, reply)
}

const staffColumns = {
  uid: staffTable.uid,
  email: staffTable.email,
  displayName: staffTable.displayName,
  role: staffTable.role,
  disabled: staffTable.disabled,
}
const isUnseen = sql`(${staffTable.last_seen_at} is null or ${staffTable.last_seen_at} < now() - interval '1 minute')`

interface Standing {
  unseen: boolean
  ended: boolean
  /** The session's person has typed their password lately. */
  fresh: boolean
}
type Asked = Record<'uid' | 'session' | 'maxHours', unknown>
const ofStaff = ({ uid }: Asked) => sql`from ${staffTable} where ${staffTable.uid} = ${uid}`
const standing = ({ uid, session, maxHours }: Asked) => sql`, ${isUnseen} as unseen,
  ${session}::text is not null and not exists (
    select 1 from ${identitySession} where ${identitySession.id} = ${session} and ${identitySession.userId} = ${uid}
      and ${identitySession.expiresAt} > now()
      and ${identitySession.createdAt} > now() - make_interval(hours => ${maxHours})) as ended,
  exists (
    select 1 from ${identitySession} where ${identitySession.id} = ${session} and ${identitySession.userId} = ${uid}
      and ${identitySession.passwordAt} > now() - make_interval(mins => ${sql.raw(String(freshMinutes))})) as fresh`
const asked: Asked = {
  uid: sql.placeholder('uid'),
  session: sql.placeholder('session'),
  maxHours: sql.placeholder('maxHours'),
}
const standingOf = plannedRows<typeof staffColumns, Standing>(
  'staff',
  staffColumns,
  ofStaff(asked),
  standing(asked),
)

const wrap = (data: unknown) => ({ status_code: 1, data: data ?? null })

/** What a token says is asked anew at every call: somebody disabled, or a session ended, is out at once. */
async function staffMember(
  ctx: Context,
  { uid, session }: Subject,
  toldBy?: readonly string[],
): Promise<{ staff: Staff; needed: Needed | undefined; fresh: boolean }> {
  const { database, settings } = ctx
  const reads = database.replica && toldBy ? neededBy(uid, toldBy) : undefined
  const maxHours = settings.sessionMaxHours
  const values = { uid, session: session ?? null, maxHours }
  const [row] = reads
    ? await rowsOf<typeof staffColumns, Standing & Needed>(
        database.db,
        staffColumns,
        ofStaff(values),
        sql`${standing(values)}, ${reads.own} as own, ${reads.told} as told`,
      )
    : await standingOf(database.db, values)
  if (!row) refuse('not_staff', 'Not staff', 'This account is not a staff account here.')
  const {
    disabled,
    unseen,
    ended,
    fresh,
    own = null,
    told = null,
    ...staff
  }: NonNullable<typeof row> & Partial<Needed> = row
  if (disabled) refuse('not_staff', 'Account disabled', 'This staff account is disabled.')
  if (ended) refuse('signed_out', 'Signed out', 'Your session has ended. Please sign in again.')
  if (unseen)
    await database.db
      .update(staffTable)
      .set({ last_seen_at: sql`now()` })
      .where(and(eq(staffTable.uid, uid), isUnseen))
      .catch(unlessDiskFull)
  return { staff, needed: reads && { own, told }, fresh }
}

/** Ignores a full disk: a read must not fail because the time of the last call cannot be written. */
function unlessDiskFull(error: unknown) {
  if ((error as { cause?: { code?: string } }).cause?.code !== '53100') throw error
}

/** If-Match: "3". Anything else that is sent is refused rather than overlooked. */
function expectedVersion(header: string | undefined): number | undefined {
  if (header === undefined) return undefined
  const version = /^"?(\d{1,9})"?$/.exec(header)?.[1]
  if (version === undefined)
    refuse('malformed', 'Malformed request', 'If-Match must be a version number in quotes.')
  return Number(version)
}

function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key))
    refuse('malformed', 'Malformed request', 'Idempotency-Key must be 1 to 200 printable ASCII characters.')
  return key
}

const fingerprint = (request: FastifyRequest) =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('hex')

/**
 * Takes a key for this call, or gives the answer that the first call with it got. A twin still running holds the row:
 * the insert waits for it to end.
 */
async function claim(tx: Db, actor: string, key: string, request: string): Promise<Kept | undefined> {
  const taken = await tx
    .insert(idempotencyKeys)
    .values({ actor_uid: actor, key, request })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
  if (taken.length > 0) return undefined
  const [earlier] = await tx
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.actor_uid, actor), eq(idempotencyKeys.key, key)))
  if (earlier?.request !== request)
    refuse('conflict', 'Key already used', 'This Idempotency-Key was used for another call.')
  return earlier.answer as Kept
}
