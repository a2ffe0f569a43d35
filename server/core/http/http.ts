import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { answer } from '../call/answer.ts'
import type { Context } from '../call/context.ts'
import type { Group } from '../call/implement.ts'
import { tokenCheck } from '../identity/token.ts'
import { stopWaiting } from '../live/event-wait.ts'
import { openLive } from '../live/live-feed.ts'
import { observe } from '../metrics.ts'
import { refusalOf } from '../refusal-of.ts'
import { maxBody, readBodies } from './body.ts'
import { serveConsole } from './console.ts'
import { safetyHeaders } from './headers.ts'
import { serveIdentity } from './identity.ts'
import { serveIngest, streamed } from './ingest.ts'
import { closeWhenRead, connectionLimits, limitBodies, refuseConnection } from './limits.ts'
import { serveLive } from './live.ts'
import { limitRates } from './rate.ts'
import { sendRefusal } from './send-refusal.ts'
import { misbehave } from './sentinel.ts'
import { refuseWhenStopping } from './stopping.ts'
import { type Served, serveSystem } from './system.ts'
import { traceCalls } from './traces.ts'
import { serveWebhooks, type Webhook } from './webhooks.ts'

/** Builds the HTTP server. Every call passes through it to its handler. */
export async function makeServer(
  ctx: Context,
  groups: Group[],
  webhooks: Record<string, Webhook>,
  { topics = { permissions: {} }, ingest, ...more }: Served = {},
): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: ctx.log as FastifyBaseLogger,
    // The onResponse hook below logs one line without addresses and queries.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: maxBody,
    trustProxy: ctx.settings.proxies ?? false,
    routerOptions: { maxParamLength: 1000, ignoreTrailingSlash: false },
    requestTimeout: 0,
    http: connectionLimits,
    clientErrorHandler: refuseConnection,
    forceCloseConnections: 'idle',
    // refuseWhenStopping answers instead.
    return503OnClosing: false,
    frameworkErrors: (error, _request, reply) => sendRefusal(reply, refusalOf(error).body),
  })

  closeWhenRead(server)
  readBodies(server)
  limitBodies(server, streamed)
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
      ...['as-of', 'as-role', 'dry-run'],
      'last-event-id',
    ],
    exposedHeaders: ['date', 'x-more', 'x-next-cursor', 'x-total-count', 'x-request-id', 'retry-after'],
    maxAge: 3600,
  })
  await server.register(compress, {
    // Not the live feed: a compressor would hold its events back.
    customTypes: /^(application\/(json|x-ndjson)|text\/(csv|html))/,
    threshold: 1024,
    // gzip only: Brotli takes ten times as long for slightly less.
    encodings: ['gzip'],
    globalDecompression: false,
  })
  const safety = safetyHeaders()
  server.addHook('onRequest', async (request, reply) => {
    reply.headers(safety)
    reply.header('x-request-id', request.id)
    // No proxy or browser may cache people's data. Cacheable responses override this header.
    reply.header('cache-control', 'no-store')
  })
  refuseWhenStopping(server)
  traceCalls(server)
  const live = openLive(ctx.database, ctx.log)
  server.addHook('onClose', live.close)
  server.addHook('preClose', async () => stopWaiting(ctx.database))
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

  const { check, checkMachine } = await limitRates(
    server,
    ctx,
    tokenCheck(ctx.settings.issuers, ctx.identity.keys),
  )
  for (const { name, endpoint, handler } of groups.flat())
    server.route({
      method: endpoint.method,
      url: endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      handler: async (request, reply) => {
        if (await misbehave(ctx, request, reply)) return reply
        return answer({ ctx, name, endpoint, handler, request, reply }, check, checkMachine)
      },
    })

  serveLive(server, ctx, { check, live, topics })
  await serveIdentity(server, ctx)
  serveSystem(server, ctx, { groups, check, ...more })
  await serveWebhooks(server, webhooks)
  if (ingest) await serveIngest(server, ctx, checkMachine, ingest)
  const { panels } = more
  await serveConsole(server, ctx.settings, panels && { environment: ctx.settings.environment, panels })
  return server
}
