import type { FastifyInstance } from 'fastify'
import type { Context } from './context.ts'
import { inTime } from './deadline.ts'

/** Handles one event of a vendor: the raw body, which the signature covers, and the signature. */
export type Webhook = (ctx: Context, body: string, signature: string | undefined) => Promise<void>

/** Mounts vendors' webhooks at /webhooks/NAME. They carry no token: their signature authenticates them. */
export async function serveWebhooks(
  server: FastifyInstance,
  ctx: Context,
  webhooks: Record<string, Webhook>,
) {
  await server.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    )
    for (const [name, take] of Object.entries(webhooks))
      own.post(`/webhooks/${name}`, async (request) => {
        const signature = request.headers[`${name}-signature`]
        const signed = typeof signature === 'string' ? signature : undefined
        await inTime(() => take(ctx, String(request.body ?? ''), signed))
        return { received: true }
      })
  })
}
