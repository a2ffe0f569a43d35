import { createHash } from 'node:crypto'
import { NewPassword, passwordLinkHours } from '@portreeve/contract/staff'
import { eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { staff } from '../db/house.ts'
import { writeAudit } from './audit.ts'
import type { Context } from './context.ts'
import { inTime } from './deadline.ts'
import { answer, ask, type Person, read, sent, sessionOf, whoAsks } from './identity-provider.ts'
import { refuse } from './refuse.ts'
import { addressOf, attempt, ownOf, rememberDevice, subjectsOf } from './sign-in-limits.ts'

/** Milliseconds that a sign-in may take at the database: less than other calls, as a password's hash takes its time, too. */
const databaseTime = 3000

type Route = (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The parts of the built-in provider that are reachable; everything else of it answers 404. */
const open: [method: 'GET' | 'POST', url: string, route: Route][] = [
  ['POST', '/identity/sign-in/email', signIn],
  ['POST', '/identity/two-factor/verify-totp', verify],
  ['POST', '/identity/two-factor/verify-backup-code', verify],
  ['POST', '/identity/two-factor/enable', changeOwn('staff.secondFactorBegin')],
  ['POST', '/identity/two-factor/disable', changeOwn('staff.secondFactorOff')],
  ['POST', '/identity/two-factor/generate-backup-codes', changeOwn('staff.recoveryCodes')],
  ['POST', '/identity/change-password', changeOwn('staff.ownPassword')],
  ['POST', '/identity/verify-password', confirmPassword],
  ['POST', '/identity/set-password', setPassword],
  ['POST', '/identity/sign-out', pass],
  ['GET', '/identity/token', token],
  ['GET', '/identity/get-session', pass],
  ['GET', '/identity/jwks', pass],
]

/** Mounts the built-in identity provider with its throttling. */
export function serveIdentity(server: FastifyInstance, ctx: Context) {
  for (const [method, url, run] of open)
    server.route({
      method,
      url,
      handler: async (request, reply) => {
        const { origin } = request.headers
        if (origin && origin !== ctx.settings.address && !ctx.settings.consoles.includes(origin))
          refuse('forbidden', 'Not from here', 'Sign-in is open to our own console only.')
        // A session needs room, which a full disk gives up its reserve for.
        ctx.database.isFull?.()
        await inTime(() => run(ctx, request, reply), databaseTime)
        return reply
      },
    })
}

async function pass(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await answer(await ask(ctx, request), reply)
}

/** Whoever brings no session asks in order to learn that they must sign in: that is no error for a browser to tell of. */
async function token(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (/session_token=/.test(request.headers.cookie ?? '')) await pass(ctx, request, reply)
  else await reply.send({ token: null })
}

/** Hands an attempt to the provider and forgives it unless the provider said no. */
async function tried(ctx: Context, subjects: Parameters<typeof attempt>[1], hand: () => Promise<Response>) {
  const forgive = await attempt(ctx, subjects)
  const response = await hand().catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  // The provider answers 400 to a wrong password of somebody who is signed in.
  const isNo =
    response.status === 401 || (response.status === 400 && subjects.some((one) => one.startsWith('own:')))
  if (!isNo) await forgive()
  return response
}

async function signIn(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const email = String(sent(request).email)
  const subjects = subjectsOf(ctx, request, email)
  const response = await tried(ctx, subjects, () => ask(ctx, request))
  const { user } = await read<{ user: Person }>(response)
  if (response.ok) await refuseDisabled(ctx, email)
  // Where a code is still to come there is no user yet.
  if (user) rememberDevice(ctx, request, reply, user.email)
  await answer(response, reply)
}

/** Said only to those who know the password. */
async function refuseDisabled(ctx: Context, email: string) {
  const { rows } = await ctx.database.pool.query<{ uid: string }>(
    'select uid from staff where email = $1 and disabled',
    [email.trim().toLowerCase()],
  )
  const [disabled] = rows
  if (!disabled) return
  await ctx.identity.endSessions(disabled.uid)
  refuse('not_staff', 'Account disabled', 'This staff account is disabled.')
}

/** A code of the second factor, or a recovery code: at sign-in, or to turn the second factor on. */
async function verify(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const before = await whoAsks(ctx, request)
  // An app writes its code in groups; a device is never trusted to go without.
  const code = String(sent(request).code).replaceAll(/\s/g, '')
  const response = await tried(ctx, before ? [ownOf(before.id)] : [addressOf(request)], () =>
    ask(ctx, request, { code }),
  )
  const { user, token } = await read<{ user: Person; token: string }>(response)
  if (response.ok && user) {
    if (!(await useOnce(ctx, user.id, code))) {
      if (!before) await ctx.database.pool.query('delete from identity_session where token = $1', [token])
      refuse('signed_out', 'Sign-in refused', 'This code was used already. Please wait for the next one.')
    }
    if (before) await onRecord(ctx, request, before, 'staff.secondFactorOn')
    else rememberDevice(ctx, request, reply, user.email)
  }
  await answer(response, reply)
}

/** True for the first of all who come with the same code. */
async function useOnce(ctx: Context, uid: string, code: string): Promise<boolean> {
  const { rows } = await ctx.database.pool.query(
    'insert into identity_used_codes (user_id, code) values ($1, $2) on conflict do nothing returning code',
    [uid, createHash('sha256').update(code).digest('hex')],
  )
  return rows.length > 0
}

/** A change of one's own way to sign in. The provider asks for the password; it is throttled as at the sign-in. */
function changeOwn(action: string): Route {
  return async (ctx, request, reply) => {
    const who = await whoAsks(ctx, request)
    if (!who) refuse('signed_out', 'Signed out', 'Your session has ended. Please sign in again.')
    // A new password is no use while somebody else is signed in with the old one.
    const more = action === 'staff.ownPassword' ? { revokeOtherSessions: true } : {}
    const response = await tried(ctx, [ownOf(who.id)], () => ask(ctx, request, { ...sent(request), ...more }))
    if (response.ok) await onRecord(ctx, request, who, action)
    await answer(response, reply)
  }
}

/** The caller types their password again: calls that need a fresh one (`needsFreshPassword`) are open to this session. */
async function confirmPassword(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const found = await sessionOf(ctx, request)
  if (!found) refuse('signed_out', 'Signed out', 'Your session has ended. Please sign in again.')
  const response = await tried(ctx, [ownOf(found.user.id)], () => ask(ctx, request))
  if (response.ok) await ctx.identity.confirmPassword(found.session.id)
  await answer(response, reply)
}

const NewPasswordByLink = z.strictObject({ token: z.string().min(1).max(200), password: NewPassword })

/** The holder of a mailed link chooses a password. Token, password and audit row are one transaction. */
async function setPassword(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { data, error } = NewPasswordByLink.safeParse(request.body)
  if (!data)
    refuse(
      'malformed',
      'Malformed request',
      `The ${error?.issues[0]?.path.join('.')}: ${error?.issues[0]?.message}.`,
    )
  const forgive = await attempt(ctx, [addressOf(request)])
  const email = await ctx.database.db.transaction(async (tx) => {
    const uid = await ctx.identity.takePasswordToken(data.token, tx)
    const [person] = uid === null ? [] : await tx.select().from(staff).where(eq(staff.uid, uid))
    if (!person || person.disabled)
      refuse(
        'refused',
        'This link does not work',
        `It was used already, or is older than ${passwordLinkHours} hours. Ask an admin to send a new one.`,
      )
    const { displayName, role, ...who } = person
    await ctx.identity.setPassword({ ...who, name: displayName ?? who.email, password: data.password }, tx)
    const by = { uid: who.uid, role, address: request.ip, requestId: request.id }
    await writeAudit(tx, ctx.settings.auditKey, by, 'staff.passwordByLink', { subject: ['staff', who.uid] })
    return who.email
  })
  await forgive()
  await reply.header('cache-control', 'no-store').send({ email })
}

/** The provider has its own transactions: the row is written right after. */
async function onRecord(ctx: Context, request: FastifyRequest, who: Person, action: string) {
  const { rows } = await ctx.database.pool.query<{ role: string }>('select role from staff where uid = $1', [
    who.id,
  ])
  const by = { uid: who.id, role: rows[0]?.role ?? 'none', address: request.ip, requestId: request.id }
  await ctx.database.db.transaction((tx) =>
    writeAudit(tx, ctx.settings.auditKey, by, action, { subject: ['staff', who.id] }),
  )
}
