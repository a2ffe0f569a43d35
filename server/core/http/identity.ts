import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import type { Context } from '../call/context.ts'
import { inTime } from '../deadline.ts'
import {
  answer,
  demandOwnSession,
  forward,
  onRecord,
  type Person,
  read,
  refuseDisabled,
  refuseOfProvider,
  sent,
  sessionOf,
} from '../identity/identity-provider.ts'
import { confirmAtProvider } from '../identity/provider-sessions.ts'
import { addressOf, attempt, ownOf, rememberDevice, subjectsOf } from '../identity/sign-in-limits.ts'
import { RefusalError, refuse } from '../refuse.ts'
import { auditFailure } from './failed-sign-ins.ts'
import { addPasskey, beginPasskey, beginSignIn, refusePasswordAlone, signInWithPasskey } from './passkeys.ts'
import { forgotPassword, setPassword } from './password-links.ts'
import { serveProviders } from './providers.ts'

/** Deadline in milliseconds of an identity token: the company's provider may have to confirm the session. */
const tokenTime = 12_000

/** Deadline in milliseconds of a sign-in: shorter than for other calls, because hashing the password takes time too. */
const databaseTime = 3000

type Route = (ctx: Context, request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The routes of the built-in provider that are open; all others answer 404. */
const open: [method: 'GET' | 'POST', url: string, route: Route][] = [
  ['POST', '/identity/sign-in/email', signIn],
  ['POST', '/identity/two-factor/verify-totp', verify],
  ['POST', '/identity/two-factor/verify-backup-code', verify],
  ['POST', '/identity/two-factor/enable', changeOwn('staff.secondFactorBegin')],
  ['POST', '/identity/two-factor/disable', changeOwn('staff.secondFactorOff')],
  ['POST', '/identity/two-factor/generate-backup-codes', changeOwn('staff.recoveryCodes')],
  ['POST', '/identity/change-password', changeOwn('staff.ownPassword')],
  ['POST', '/identity/verify-password', confirmPassword],
  ['GET', '/identity/passkey/generate-register-options', beginPasskey],
  ['POST', '/identity/passkey/verify-registration', addPasskey],
  ['GET', '/identity/passkey/generate-authenticate-options', beginSignIn],
  ['POST', '/identity/passkey/verify-authentication', signInWithPasskey],
  ['POST', '/identity/set-password', setPassword],
  ['POST', '/identity/forgot-password', forgotPassword],
  ['POST', '/identity/sign-out', pass],
  ['GET', '/identity/token', token],
  ['GET', '/identity/get-session', pass],
  ['GET', '/identity/jwks', pass],
]

/** Mounts the built-in identity provider with its throttling, and the company's providers. */
export async function serveIdentity(server: FastifyInstance, ctx: Context) {
  for (const [method, url, run] of open)
    server.route({
      method,
      url,
      // Cookies authenticate these calls. The length of a compressed answer could leak a token (BREACH).
      compress: false,
      handler: async (request, reply) => {
        const { origin } = request.headers
        if (origin && origin !== ctx.settings.address && !ctx.settings.consoles.includes(origin))
          refuse('forbidden', 'Not from here', 'Sign-in is open to our own console only.')
        // Free the reserve of a full disk: a session needs space.
        ctx.database.isFull?.()
        await inTime(() => run(ctx, request, reply), run === token ? tokenTime : databaseTime)
        return reply
      },
    })
  await serveProviders(server, ctx)
}

async function pass(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  await answer(await forward(ctx, request), reply)
}

/** Answers a request without a session cookie with null: a browser would log a 401 as an error on every first visit. */
async function token(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!/session_token=/.test(request.headers.cookie ?? '')) return void (await reply.send({ token: null }))
  const response = await forward(ctx, request)
  const { token: jwt } = await read<{ token: string }>(response)
  const from = { address: request.ip, requestId: request.id }
  if (jwt) await confirmAtProvider(ctx, String(decodeJwt(jwt).sid), from)
  await answer(response, reply)
}

/** Passes an attempt to the provider, and removes it from the throttle unless the provider rejects it. */
async function tried(ctx: Context, subjects: Parameters<typeof attempt>[1], hand: () => Promise<Response>) {
  const forgive = await attempt(ctx, subjects)
  const response = await hand().catch(async (error: unknown) => {
    await forgive()
    throw error
  })
  // The provider answers 400 to the wrong password of a signed-in user.
  const isRejected =
    response.status === 401 || (response.status === 400 && subjects.some((one) => one.startsWith('own:')))
  if (!isRejected) await forgive()
  return response
}

async function signIn(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const email = String(sent(request).email)
  const subjects = subjectsOf(ctx, request, email)
  const response = await tried(ctx, subjects, () => forward(ctx, request)).catch((error: unknown) => {
    if (error instanceof RefusalError && error.code === 'too_many')
      auditFailure(ctx, request, 'too many attempts', email)
    throw error
  })
  const { user } = await read<{ user: Person }>(response)
  if (response.ok) await refuseDisabled(ctx, email)
  // There is no user before the second factor is verified.
  if (user) rememberDevice(ctx, request, reply, user.email)
  if (response.status === 401) auditFailure(ctx, request, 'password', email)
  await answer(response, reply)
}

/** Verifies a code of the second factor or a recovery code, at sign-in or when the second factor is turned on. */
async function verify(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const current = await sessionOf(ctx, request)
  if (current) await refuseOfProvider(ctx, current.session)
  const before = current?.user
  // Apps show the code in groups, so remove spaces. Drop the other fields: no device is trusted to skip the second factor.
  const code = String(sent(request).code).replaceAll(/\s/g, '')
  const response = await tried(ctx, before ? [ownOf(before.id)] : [addressOf(request)], () =>
    forward(ctx, request, { code }),
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
  if (response.status === 401 && !before) auditFailure(ctx, request, 'second factor')
  await answer(response, reply)
}

/** Marks a code as used. Returns true for the first use only. */
async function useOnce(ctx: Context, uid: string, code: string): Promise<boolean> {
  const { rows } = await ctx.database.pool.query(
    'insert into identity_used_codes (user_id, code) values ($1, $2) on conflict do nothing returning code',
    [uid, createHash('sha256').update(code).digest('hex')],
  )
  return rows.length > 0
}

/** Changes the caller's password or second factor. The provider checks the password, throttled as at the sign-in. */
function changeOwn(action: string): Route {
  return async (ctx, request, reply) => {
    const { user: who, session } = await demandOwnSession(ctx, request)
    if (action === 'staff.secondFactorOff') await refuseRequired(ctx, who)
    await refusePasswordAlone(ctx, who, session)
    // End the other sessions: an attacker may be signed in with the old password.
    const more = action === 'staff.ownPassword' ? { revokeOtherSessions: true } : {}
    const passkey = await passkeyOf(ctx, session)
    const response = await tried(ctx, [ownOf(who.id)], () =>
      forward(ctx, request, { ...sent(request), ...more }),
    )
    if (action === 'staff.ownPassword') await keepPasskey(ctx, response, passkey)
    if (response.ok) await onRecord(ctx, request, who, action)
    await answer(response, reply)
  }
}

const passkeyOf = async (ctx: Context, session: { id: string }) =>
  (
    await ctx.database.pool.query<{ passkey_id: string | null }>(
      'select passkey_id from identity_session where id = $1',
      [session.id],
    )
  ).rows[0]?.passkey_id ?? null

/** Marks the session that a new password has made as opened with the passkey that opened the one before. */
async function keepPasskey(ctx: Context, response: Response, passkey: string | null) {
  const { token } = await read<{ token: string }>(response)
  if (token && passkey)
    await ctx.database.pool.query('update identity_session set passkey_id = $1 where token = $2', [
      passkey,
      token,
    ])
}

/** Refuses to turn off a second factor that the person's role requires. */
async function refuseRequired(ctx: Context, { id }: Person) {
  const { rows } = await ctx.database.pool.query<{ role: string }>(
    'select role from staff join second_factor_roles using (role) where uid = $1',
    [id],
  )
  if (rows[0])
    refuse('refused', 'Second factor required', `Your role, ${rows[0].role}, requires a second factor.`)
}

/** Checks the retyped password, which opens the calls that need a fresh one (`needsFreshPassword`) to this session. */
async function confirmPassword(ctx: Context, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { user, session } = await demandOwnSession(ctx, request)
  const response = await tried(ctx, [ownOf(user.id)], () => forward(ctx, request))
  if (response.ok) await ctx.identity.confirmPassword(session.id)
  await answer(response, reply)
}
