import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify'
import helmet from 'helmet'
import { answerCall } from './call/answer.ts'
import type { Context, Fault } from './context.ts'
import { inTime } from './deadline.ts'
import { serveConsole } from './http-console.ts'
import { serveHouse } from './http-house.ts'
import { serveIdentity } from './http-identity.ts'
import { connectionLimits, refuseConnection, requestPatience } from './http-limits.ts'
import { serveLive, type Topics } from './http-live.ts'
import { limitRates } from './http-rate.ts'
import { serveWebhooks, type Webhook } from './http-webhooks.ts'
import type { Group } from './implement.ts'
import { openLive } from './live.ts'
import { observe } from './metrics.ts'
import { refusalOf } from './refusal-of.ts'
import { RefusalError, refuse } from './refuse.ts'
import { repeatedKey } from './repeated-key.ts'
import { sendRefusal } from './send-refusal.ts'
import { tokenCheck } from './token.ts'

/** Bytes that a request's body may have. */
const largestBody = 1024 * 1024

/** The one place that knows HTTP: every call goes through here on its way to its handler. */
export async function makeServer(
  ctx: Context,
  groups: Group[],
  webhooks: Record<string, Webhook>,
  topics: Topics = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // Our own line below says what is worth it, without addresses and queries.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: largestBody,
    trustProxy: ctx.settings.proxies ?? false,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: false },
    requestTimeout: requestPatience,
    http: connectionLimits,
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    // Our own words below.
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) => sendRefusal(reply, refusalOf(error).body),
  })

  readBodies(server)
  await server.register(cors, {
    origin: ctx.settings.consoles,
    credentials: true,
    methods: ['GET', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'x-api-key',
      'idempotency-key',
      'if-match',
      'last-event-id',
    ],
    exposedHeaders: ['x-more', 'x-next-cursor', 'x-total-count', 'x-request-id', 'retry-after'],
    maxAge: 3600,
  })
  const safety = safetyHeaders()
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(safety)
    reply.header('x-request-id', request.id)
    // People's data is kept by nobody on the way; what may be kept says so itself.
    reply.header('cache-control', 'no-store')
  })
  refuseWhenStopping(server)
  const live = openLive(ctx.database, ctx.log)
  server.addHook('onClose', live.close)
  server.addHook('onResponse', async (request, reply) => {
    if (request.method !== 'GET') live.wake()
    const line = {
      requestId: request.id,
      method: request.method,
      // The route's pattern, not the address: an address holds uids and search terms.
      route: request.routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    observe(line)
    if (reply.statusCode >= 500) ctx.log.error(line, 'call')
    else ctx.log.debug(line, 'call')
  })
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error)
    if (refusal.code === 'internal') ctx.log.error({ err: error, requestId: request.id }, 'unexpected')
    else if (refusal.cause) ctx.log.error({ err: refusal.cause, requestId: request.id }, refusal.title)
    sendRefusal(reply, refusal.body)
  })

  const check = await limitRates(server, ctx.settings, tokenCheck(ctx.settings.issuers, ctx.identity.keys))
  for (const { name, endpoint, handler } of groups.flat())
    server.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        const fault = ctx.sentinel?.(
          request.method,
          request.url.split('?')[0] ?? '',
          request.query as Record<string, string | string[]>,
        )
        if (fault && (await misbehave(fault, reply))) return reply
        return inTime(() => answerCall({ ctx, name, endpoint, handler, request, reply }, check))
      },
    })

  serveLive(server, ctx, { check, live, topics })
  serveIdentity(server, ctx)
  serveHouse(server, ctx, groups, check)
  await serveWebhooks(server, ctx, webhooks)
  await serveConsole(server, ctx)
  return server
}

/** The headers that helmet sets. They are the same for each answer, so it is asked once. */
function safetyHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  const set = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  set({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}

/** Running calls end; whoever comes over a connection that is still open is told to come again, to another process. */
function refuseWhenStopping(server: FastifyInstance) {
  let stopping = false
  server.addHook('preClose', async () => {
    stopping = true
  })
  server.addHook('onRequest', async () => {
    if (stopping)
      refuse(
        'unavailable',
        'Stopping',
        'This server is being stopped. Nothing was changed. Please try again.',
      )
  })
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}

/** JSON bodies only; an empty body is no body. A key that an object has twice is refused. */
function readBodies(server: FastifyInstance) {
  server.removeAllContentTypeParsers()
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined)
    parse(request, body as string, (error, value) => {
      const key = error ? undefined : repeatedKey(body as string)
      if (key === undefined) return done(error, value)
      const name = JSON.stringify(key.slice(0, 100))
      done(new RefusalError('malformed', 'Malformed request', `The body has the key ${name} more than once.`))
    })
  })
}

/** A sentinel's fault, so that a person can see a failing screen by hand. True when the answer is already given. */
async function misbehave(fault: Fault, reply: FastifyReply): Promise<boolean> {
  if (fault === 'slow') {
    await new Promise((done) => setTimeout(done, 2000))
    return false
  }
  if (fault === 'drop') {
    reply.hijack()
    reply.raw.destroy()
    return true
  }
  const refusal = new RefusalError('internal', 'Sentinel', 'This person of the demo always fails.')
  if (fault === 'refuse_200') reply.code(200).send({ ...refusal.body, error_title: undefined })
  else sendRefusal(reply, { ...refusal.body, error_title: '' })
  return true
}
