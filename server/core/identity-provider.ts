import { type RefusalCode, refusalStatus } from '@portreeve/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { senderHeader } from '../adapters/identity-builtin.ts'
import type { Context } from './context.ts'
import { RefusalError } from './refuse.ts'

// Requests to the built-in identity provider, and its answers.

/** A user of the provider. */
export interface Person {
  id: string
  email: string
}

export const sent = (request: FastifyRequest) => (request.body ?? {}) as Record<string, unknown>

/** Reads a copy of the body, so that the response can be read again. */
export const read = async <Body>(response: Response) =>
  ((await response
    .clone()
    .json()
    .catch(() => null)) ?? {}) as Partial<Body>

/** The user of the request's session cookie. */
export async function signedInPerson(ctx: Context, request: FastifyRequest): Promise<Person | null> {
  return (await sessionOf(ctx, request))?.user ?? null
}

/** The session and user of the request's session cookie. */
export async function sessionOf(ctx: Context, request: FastifyRequest) {
  const response = await ctx.identity.handle(
    new Request(new URL('/identity/get-session', ctx.settings.address), { headers: headersOf(request) }),
  )
  const { user, session } = await read<{ user: Person; session: { id: string } }>(response)
  return user && session ? { user, session } : null
}

const codeOf = (status: number): RefusalCode =>
  (Object.keys(refusalStatus) as RefusalCode[]).find((code) => refusalStatus[code] === status) ??
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
  reply.code(response.status)
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') reply.header(name, value)
  })
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
  reply.header('cache-control', 'no-store')
  reply.send(Buffer.from(await response.arrayBuffer()))
}
