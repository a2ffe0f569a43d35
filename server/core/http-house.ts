import { createHash } from 'node:crypto'
import type { Endpoint } from '@portreeve/contract/endpoint'
import { openapi } from '@portreeve/contract/openapi'
import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { inTime } from './deadline.ts'
import type { Group } from './implement.ts'
import { registry } from './metrics.ts'

/** Milliseconds within which the database must answer a process that is ready. */
const readyTime = 2000

/** What operators and machines ask: health, figures, the API's description; and stored pictures. */
export function serveHouse(server: FastifyInstance, ctx: Context, groups: Group[]) {
  server.get('/healthz', async () => ({ status: 'ok' }))

  server.get('/readyz', async () => {
    await inTime(
      () => ctx.database.pool.query('select 1 from drizzle.__drizzle_migrations limit 1'),
      readyTime,
    )
    return { status: 'ready' }
  })

  server.get('/metrics', async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )

  const endpoints = Object.fromEntries(
    groups.flat().map(({ name, endpoint }) => [name, endpoint as Endpoint]),
  )
  const description = JSON.stringify(openapi(endpoints, ctx.settings.address))
  server.get('/openapi.json', async (_request, reply) => reply.type('application/json').send(description))

  server.get<{ Params: { '*': string } }>('/images/*', async (request, reply) => {
    const image = await ctx.images.read(request.params['*'])
    // Most people have none: not worth a line in the browser's log of errors. Whoever shows it draws another in its place.
    if (!image) return reply.code(204).header('cache-control', 'public, max-age=60').send()
    const etag = `"${createHash('sha256').update(image.bytes).digest('base64url')}"`
    reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
    if (request.headers['if-none-match'] === etag) return reply.code(304).send()
    return (
      reply
        .type(image.type)
        // A picture is only ever a picture: an SVG opened by itself may run and load nothing.
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
        .send(image.bytes)
    )
  })
}
