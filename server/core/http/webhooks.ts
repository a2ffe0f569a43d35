import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { inTime } from '../deadline.ts'

/** Handles one event of a vendor: its headers, one of which has the signature, and the raw body, which the signature covers. */
export type Webhook = (event: { headers: IncomingHttpHeaders; body: string }) => Promise<void>

/** Mounts vendors' webhooks at /webhooks/NAME. They carry no token: their signature authenticates them. */
export async function serveWebhooks(server: FastifyInstance, webhooks: Record<string, Webhook>) {
  await server.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    for (const [name, take] of Object.entries(webhooks))
      own.post(`/webhooks/${name}`, async ({ headers, body }) => {
        await inTime(() => take({ headers, body: String(body ?? '') }))
        return { received: true }
      })
  })
}
