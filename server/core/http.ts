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
import { serveIdentity } from './http-identity.ts'
import { connectionLimits, refuseConnection, requestTimeout } from './http-limits.ts'
import { serveLive, type Topics } from './http-live.ts'
import { limitRates } from './http-rate.ts'
import { serveSystem } from './http-system.ts'
import { serveWebhooks, type Webhook } from './http-webhooks.ts'
import type { Group } from './implement.ts'
import { openLive } from './live.ts'
import { observe } from './metrics.ts'
import { refusalOf } from './refusal-of.ts'
import { RefusalError, refuse } from './refuse.ts'
import { repeatedKey } from './repeated-key.ts'
import { sendRefusal } from './send-refusal.ts'
import { tokenCheck } from './token.ts'

/** Maximum size of a request's body in bytes. */
const maxBody = 1024 * 1024

/** Builds the HTTP server. Every call passes through it to its handler. */
export async function makeServer(
  ctx: Context,
  groups: Group[],
  webhooks: Record<string, Webhook>,
  topics: Topics = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // The onResponse hook below logs one line without addresses and queries.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxBody,
    trustProxy: ctx.settings.proxies ?? false,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: false },
    requestTimeout,
    http: connectionLimits,
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    // refuseWhenStopping answers instead.
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
    // No proxy or browser may cache people's data. Cacheable responses override this header.
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
      // Log the route's pattern: an address holds uids and search terms.
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
  serveSystem(server, ctx, groups, check)
  await serveWebhooks(server, ctx, webhooks)
  await serveConsole(server, ctx)
  return server
}

/** The headers that helmet sets. They are the same for every response, so compute them once. */
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

/** While the server stops, running calls finish. New calls on open connections are refused, so that they are retried on another process. */
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

/** Accepts only JSON bodies. Treats an empty body as no body. Refuses an object with a duplicate key. */
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

/** Simulates a sentinel's fault, so that a failing screen can be seen by hand. Returns true when it has answered. */
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
