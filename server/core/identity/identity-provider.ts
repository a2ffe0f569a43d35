import { type RefusalCode, refusalStatus } from '@portreeve/contract/base/endpoint'
import { namesOf } from '@portreeve/contract/base/own'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { senderHeader } from '../../adapters/identity-builtin.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Context } from '../call/context.ts'
import { RefusalError, refuse } from '../refuse.ts'
import { providerOfSession } from './provider-sessions.ts'

// Requests to the built-in identity provider, and its answers.

/** A user of the provider. */
export interface Person {
  id: string
  email: string
}

export const sent = (request: FastifyRequest) => (request.body ?? {}) as Record<string, unknown>

/** The body of a request that this server answers itself, or checks first. */
export function parse<S extends z.ZodType>(schema: S, request: FastifyRequest): z.infer<S> {
  const { data, error } = schema.safeParse(request.body)
  const [issue] = error?.issues ?? []
  if (issue)
    refuse('malformed', 'Malformed request', `The ${issue.path.join('.') || 'body'}: ${issue.message}.`)
  return data as z.infer<S>
}

/** Reads a copy of the body, so that the response can be read again. */
export const read = async <Body>(response: Response) =>
  ((await response
    .clone()
    .json()
    .catch(() => null)) ?? {}) as Partial<Body>

/** The session and user of the request's session cookie. */
export async function sessionOf(ctx: Context, request: FastifyRequest) {
  const response = await ctx.identity.handle(
    new Request(new URL('/identity/get-session', ctx.settings.address), { headers: headersOf(request) }),
  )
  const { user, session } = await read<{ user: Person; session: { id: string } }>(response)
  return user && session ? { user, session } : null
}

/** As `sessionOf`. Refuses a request without a session. */
export const demandSession = async (ctx: Context, request: FastifyRequest) =>
  (await sessionOf(ctx, request)) ??
  refuse('signed_out', 'Signed out', 'Your session has ended. Please sign in again.')

/** As `demandSession`. Refuses a session of a company's provider: that person has no password, code or passkey here. */
export async function demandOwnSession(ctx: Context, request: FastifyRequest) {
  const found = await demandSession(ctx, request)
  await refuseOfProvider(ctx, found.session)
  return found
}

export async function refuseOfProvider(ctx: Context, session: { id: string }) {
  if (await providerOfSession(ctx, session.id))
    refuse(
      'refused',
      'Kept at your provider',
      "You sign in with your company's provider: password and second factor are kept there.",
    )
}

const codeOf = (status: number): RefusalCode =>
  namesOf(refusalStatus).find((code) => refusalStatus[code] === status) ??
  (status < 500 ? 'malformed' : 'internal')

/** Forwards a request to the provider. */
export const forward = (
  ctx: Context,
  request: FastifyRequest,
  body: unknown = request.body ?? {},
): Promise<Response> =>
  ctx.identity.handle(
    new Request(new URL(request.url, ctx.settings.address), {
      method: request.method,
      headers: headersOf(request),
      ...(request.method === 'POST' ? { body: JSON.stringify(body) } : {}),
    }),
  )

function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value)
  headers.set(senderHeader, request.ip)
  return headers
}

/** Sends the provider's response. A rejection becomes a refusal in the usual wrapper. */
export async function answer(response: Response, reply: FastifyReply) {
  if (response.status >= 400) {
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    throw new RefusalError(codeOf(response.status), 'Sign-in refused', message ?? 'The sign-in was refused.')
  }
  const body = Buffer.from(await response.arrayBuffer())
  // After its deadline the call has already been answered.
  if (reply.sent) return
  reply.code(response.status)
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') reply.header(name, value)
  })
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store')
  reply.send(body)
}

/** Refuses a disabled account. Runs after the password or passkey is checked, so that only its owner learns of it. */
export async function refuseDisabled(ctx: Context, email: string) {
  const { rows } = await ctx.database.pool.query<{ uid: string }>(
    'select uid from staff where email = $1 and disabled',
    [email.trim().toLowerCase()],
  )
  const [disabled] = rows
  if (!disabled) return
  await ctx.identity.endSessions(disabled.uid)
  refuse('not_staff', 'Account disabled', 'This staff account is disabled.')
}

/** Writes the audit row in a transaction of its own, because the provider commits its change itself. */
export async function onRecord(
  ctx: Context,
  request: FastifyRequest,
  who: Person,
  action: string,
  after?: object,
) {
  const { rows } = await ctx.database.pool.query<{ role: string }>('select role from staff where uid = $1', [
    who.id,
  ])
  const by = { uid: who.id, role: rows[0]?.role ?? 'none', address: request.ip, requestId: request.id }
  await ctx.database.db.transaction((tx) =>
    writeAudit(tx, ctx.settings.auditKey, by, action, {
      subject: ['staff', who.id],
      ...(after && { after }),
    }),
  )
}
