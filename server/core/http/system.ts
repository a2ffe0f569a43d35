import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { asyncapi } from '@portreeve/contract/asyncapi'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { openapi } from '@portreeve/contract/openapi'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { publishedKeys } from '../audit/audit-keys.ts'
import { proofPage } from '../audit/proof-page.ts'
import { admit } from '../call/answer.ts'
import type { Context } from '../call/context.ts'
import type { Group } from '../call/implement.ts'
import { inTime } from '../deadline.ts'
import { type Figures, metricsText } from '../figures.ts'
import { registry } from '../metrics.ts'
import { refuse } from '../refuse.ts'
import { version } from '../release.ts'
import { panelsPath } from './frames.ts'
import type { Ingest } from './ingest.ts'
import type { Topics } from './live.ts'
import { serveParts, type Uploads } from './parts.ts'
import type { CallerCheck } from './rate.ts'

/** What a server serves beside the calls of its groups. */
export interface Served {
  topics?: Topics
  ingest?: Ingest
  uploads?: Uploads
  figures?: readonly Figures[]
  /** What is published about the frames that pages of the console have. */
  panels?: () => Promise<{ keys: object[]; frames: string[] }>
}

/** Timeout in milliseconds of the database query behind /readyz. */
const readyTime = 2000

/** Serves health, metrics, the API's description, the audit's public keys, and stored pictures. */
export function serveSystem(
  server: FastifyInstance,
  ctx: Context,
  {
    groups,
    check,
    figures = [],
    uploads,
    panels,
  }: Pick<Served, 'figures' | 'uploads' | 'panels'> & { groups: Group[]; check: CallerCheck },
) {
  const { metricsToken, openApi } = ctx.settings

  server.get('/healthz', async () => ({ status: 'ok', version }))

  server.get('/readyz', async () => {
    await inTime(
      () => ctx.database.pool.query('select 1 from drizzle.__drizzle_migrations limit 1'),
      readyTime,
    )
    return { status: 'ready' }
  })

  server.get('/metrics', async (request, reply) => {
    if (metricsToken === undefined)
      refuse(
        'forbidden',
        'Metrics are closed',
        'Set PORTREEVE_METRICS_TOKEN or PORTREEVE_METRICS_PORT to read metrics.',
      )
    if (!isBearer(request, metricsToken))
      refuse('signed_out', 'Wrong token', 'Metrics need the token of PORTREEVE_METRICS_TOKEN.')
    return reply.type(registry.contentType).send(await metricsText(ctx, figures))
  })

  const endpoints = Object.fromEntries(
    groups.flat().map(({ name, endpoint }) => [name, endpoint as Endpoint]),
  )
  const descriptions = {
    '/openapi.json': openapi(endpoints, ctx.settings.address),
    '/asyncapi.json': asyncapi(ctx.settings.address),
  }
  for (const [path, description] of Object.entries(descriptions)) {
    const text = JSON.stringify(description)
    server.get(path, async (request, reply) => {
      if (openApi === 'staff') await admit({ ctx, request, reply }, check, 'staff')
      return reply.type('application/json').send(text)
    })
  }

  serveProof(server, ctx)
  if (panels) server.get(panelsPath, panels)
  if (uploads) serveParts(server, ctx, check, uploads)

  server.get<{ Params: { '*': string } }>('/images/*', async (request, reply) => {
    const image = await ctx.images.read(request.params['*'])
    // Most people have no picture. A 404 would fill the browser's error log; the console shows a placeholder.
    if (!image) return reply.code(204).header('cache-control', 'public, max-age=60').send()
    const etag = `"${createHash('sha256').update(image.bytes).digest('base64url')}"`
    reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return (
      reply
        .type(image.type)
        // An SVG that is opened as a page may not run scripts or load anything.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(image.bytes)
    )
  })
}

/** The public keys of the audit's heads, and the page that checks a bundle: a download, as it is meant to be kept with the bundle. */
function serveProof(server: FastifyInstance, { database }: Context) {
  server.get('/.well-known/portreeve-audit.json', async () => ({ keys: await publishedKeys(database.db) }))
  const page = proofPage()
  server.get('/.well-known/portreeve-verify.html', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-disposition', 'attachment; filename="portreeve-verify.html"')
      .send(page),
  )
}

/** Compares digests, so that neither length nor timing leaks the token. */
function isBearer(request: FastifyRequest, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`))
}

/** Serves only metrics, without a token, on a port that only the monitoring can reach. */
export const metricsServer = (ctx: Context, figures: readonly Figures[]): Server =>
  createServer(async (request, response) => {
    const found = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(found ? 200 : 404, { 'content-type': registry.contentType })
    response.end(found ? await metricsText(ctx, figures) : '')
  })
