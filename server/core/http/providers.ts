import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { freshMinutes } from '@portreeve/contract/base/rights'
import { type ProviderRefusalCode, refusalParameter } from '@portreeve/contract/staff/provider-sign-in'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ProviderFailure, type SignInProof, type SignInProvider } from '../../adapters/sign-in-providers.ts'
import { identitySession, identityVerification } from '../../db/identity-tables.ts'
import type { Context } from '../call/context.ts'
import { inTime } from '../deadline.ts'
import { sessionOf } from '../identity/identity-provider.ts'
import { admitted, keepProof, ProviderRefusal } from '../identity/provider-sessions.ts'
import { attempt, challengesOf } from '../identity/sign-in-limits.ts'
import { RefusalError, refuse } from '../refuse.ts'
import { auditFailure } from './failed-sign-ins.ts'
import { providerLogout, refuseLoggedOut } from './provider-logout.ts'

// Signing in with a company's OpenID Connect provider: the code flow with PKCE (decision 42).

/** Milliseconds for a page of the flow: several requests to the provider, each of at most 4 s. */
const flowTime = 15_000
/** Minutes for which a started sign-in can be finished. */
const startMinutes = 10

/** What a started sign-in remembers, under the digest of its state. */
interface Started {
  provider: string
  nonce: string
  verifier: string
  /** The digest of the cookie, which binds it to the browser that began. */
  browser: string
  to: string
  /** The session for which the person proves again who they are. */
  session?: string
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
const random = () => randomBytes(32).toString('base64url')
const nameOf = (state: string) => `provider-start:${digest(state)}`

/** Mounts the flow of each provider. */
export async function serveProviders(server: FastifyInstance, ctx: Context) {
  const flow =
    (
      run: (
        ctx: Context,
        provider: SignInProvider,
        request: FastifyRequest,
        reply: FastifyReply,
      ) => Promise<unknown>,
    ) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const { id } = request.params as { id: string }
      const provider =
        ctx.providers.find(({ settings }) => settings.id === id) ??
        refuse('not_found', 'No such provider', 'There is no provider of this name.')
      ctx.database.isFull?.()
      await inTime(() => run(ctx, provider, request, reply), flowTime)
      return reply
    }
  server.get('/identity/provider/:id/start', flow(start))
  server.get('/identity/provider/:id/callback', flow(callback))
  await server.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      (_request, body, done) => done(null, body),
    )
    own.post('/identity/provider/:id/backchannel-logout', flow(providerLogout))
  })
}

const redirectOf = ({ settings }: Context, { settings: { id } }: SignInProvider) =>
  `${settings.address}/identity/provider/${id}/callback`

/** The page to return to. Null for an address that is not a console's. */
function pageOf({ settings }: Context, to: string): URL | null {
  const { address, consoles } = settings
  if (!URL.canParse(to, address)) return null
  const page = new URL(to, address)
  page.searchParams.delete(refusalParameter)
  const isOurs = [address, ...consoles].some((one) => new URL(one).origin === page.origin)
  return isOurs && page.username === '' && page.password === '' ? page : null
}

/** Returns to the page with the refusal's code. */
function turnBack(ctx: Context, reply: FastifyReply, code: ProviderRefusalCode, to?: string) {
  const { address, consoles } = ctx.settings
  const page = (to === undefined ? null : pageOf(ctx, to)) ?? new URL('/', consoles[0] ?? address)
  page.searchParams.set(refusalParameter, code)
  return reply.redirect(page.href, 303)
}

/** Runs a step, and turns its refusals into the page's sentence. */
async function orTurnBack(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  step: { to: string | undefined; email?: string | undefined },
  run: () => Promise<unknown>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    const code = codeOf(error)
    if (error instanceof ProviderFailure) ctx.log.warn({ err: error }, 'a sign-in with a provider failed')
    if (!['unavailable', 'cancelled', 'too_many'].includes(code))
      auditFailure(ctx, request, 'provider', step.email)
    turnBack(ctx, reply, code, step.to)
  }
}

function codeOf(error: unknown): ProviderRefusalCode {
  if (error instanceof ProviderRefusal) return error.code
  if (error instanceof ProviderFailure) return error.kind === 'ended' ? 'rejected' : error.kind
  if (error instanceof RefusalError && error.code === 'too_many') return 'too_many'
  throw error
}

const Start = z.object({ to: z.string().max(4000).default('/'), fresh: z.literal('1').optional() })

/** Sends the browser to the provider's page. */
async function start(ctx: Context, provider: SignInProvider, request: FastifyRequest, reply: FastifyReply) {
  const { data } = Start.safeParse(request.query)
  const page = data && pageOf(ctx, data.to)
  if (!page) return turnBack(ctx, reply, 'address')
  await orTurnBack(ctx, request, reply, { to: page.href }, async () => {
    await attempt(ctx, [challengesOf(request)])
    const current = data.fresh ? await sessionOf(ctx, request) : null
    if (data.fresh && !current) throw new ProviderRefusal('other_person')
    const [state, nonce, verifier, browser] = [random(), random(), random(), random()]
    const address = await provider.begin({ state, nonce, verifier }, redirectOf(ctx, provider), !!current)
    const started: Started = {
      ...{ provider: provider.settings.id, nonce, verifier, browser: digest(browser), to: page.href },
      ...(current && { session: current.session.id }),
    }
    await ctx.database.db.insert(identityVerification).values({
      ...{ id: randomUUID(), identifier: nameOf(state), value: JSON.stringify(started) },
      expiresAt: new Date(Date.now() + startMinutes * 60_000),
    })
    reply.header('set-cookie', cookieOf(ctx, provider, state, browser, startMinutes * 60))
    return reply.redirect(address.href, 303)
  })
}

/** A cookie for each sign-in, so that two tabs may sign in at once. */
const cookieName = ({ settings }: Context, state: string) =>
  `portreeve-${settings.environment}.provider-${digest(state).slice(0, 12)}`

function cookieOf(ctx: Context, { settings }: SignInProvider, state: string, value: string, seconds: number) {
  const secure = ctx.settings.address.startsWith('https:') ? '; Secure' : ''
  return `${cookieName(ctx, state)}=${value}; Path=/identity/provider/${settings.id}; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
}

const Callback = z.object({ state: z.string().min(1).max(200) })

/** Takes what the provider sends back: the person's session opens, or the page says why not. */
async function callback(
  ctx: Context,
  provider: SignInProvider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { data } = Callback.safeParse(request.query)
  const started = data && (await takeStarted(ctx, provider, request, data.state))
  const step: { to: string | undefined; email?: string | undefined } = { to: started?.to }
  await orTurnBack(ctx, request, reply, step, async () => {
    if (!data || !started) throw new ProviderRefusal('lost')
    const { nonce, verifier, to } = started
    const address = new URL(redirectOf(ctx, provider))
    address.search = new URL(request.url, ctx.settings.address).search
    const proof = await provider.finish(address, { state: data.state, nonce, verifier })
    step.email = proof.email ?? undefined
    const cookie = await (started.session === undefined
      ? openSession(ctx, provider, proof, request)
      : proveAgain(ctx, provider, proof, request, started.session))
    if (cookie) reply.header('set-cookie', cookie)
    reply.header('set-cookie', cookieOf(ctx, provider, data.state, '', 0))
    return reply.redirect(to, 303)
  })
}

/** Takes a started sign-in, once. Null when it is unknown, over, or of another browser or provider. */
async function takeStarted(
  ctx: Context,
  { settings }: SignInProvider,
  request: FastifyRequest,
  state: string,
) {
  const [row] = await ctx.database.db
    .delete(identityVerification)
    .where(
      and(eq(identityVerification.identifier, nameOf(state)), gt(identityVerification.expiresAt, sql`now()`)),
    )
    .returning({ value: identityVerification.value })
  if (!row) return null
  const started = JSON.parse(row.value) as Started
  const prefix = `${cookieName(ctx, state)}=`
  const cookie = (request.headers.cookie ?? '').split(/;\s*/).find((one) => one.startsWith(prefix))
  const [given, right] = [
    Buffer.from(digest(cookie?.slice(prefix.length) ?? '')),
    Buffer.from(started.browser),
  ]
  return started.provider === settings.id && timingSafeEqual(given, right) ? started : null
}

const senderOf = (request: FastifyRequest) => ({ address: request.ip, requestId: request.id })

async function openSession(
  ctx: Context,
  provider: SignInProvider,
  proof: SignInProof,
  request: FastifyRequest,
): Promise<string> {
  const opened = { id: '', cookie: '' }
  await admitted(ctx, { provider, proof, ...senderOf(request) }, async (tx, uid) => {
    const from = { address: request.ip, userAgent: request.headers['user-agent'], provedAt: proof.provedAt }
    Object.assign(opened, await ctx.identity.openSession({ uid, ...from }, tx))
    await keepProof(tx, ctx, opened.id, { provider, proof })
  })
  await refuseLoggedOut(ctx, provider, proof, opened.id)
  return opened.cookie
}

/** The person has proved again who they are: their session counts as fresh from that moment. */
async function proveAgain(
  ctx: Context,
  provider: SignInProvider,
  proof: SignInProof,
  request: FastifyRequest,
  session: string,
): Promise<null> {
  const current = await sessionOf(ctx, request)
  if (current?.session.id !== session) throw new ProviderRefusal('other_person')
  const { provedAt } = proof
  if (provedAt === null || Date.now() / 1000 - provedAt > freshMinutes * 60)
    throw new ProviderRefusal('stale')
  await admitted(ctx, { provider, proof, ...senderOf(request) }, async (tx, uid) => {
    const proved = await tx
      .update(identitySession)
      .set({ passwordAt: new Date(provedAt * 1000) })
      .where(and(eq(identitySession.id, session), eq(identitySession.userId, uid)))
      .returning({ id: identitySession.id })
    if (proved.length === 0) throw new ProviderRefusal('other_person')
    await keepProof(tx, ctx, session, { provider, proof })
  })
  await refuseLoggedOut(ctx, provider, proof, session)
  return null
}
