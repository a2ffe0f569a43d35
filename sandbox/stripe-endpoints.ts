import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Fields } from './form.ts'
import { page } from './stripe-calls.ts'
import { apiVersion, type Call, StripeRefusal } from './stripe-objects.ts'

/** A webhook endpoint as Stripe's API shows it. */
interface Endpoint {
  id: string
  url: string
  enabled_events: string[]
  api_version: string | null
  status: 'enabled' | 'disabled'
}

/** The webhook endpoints, which Stripe's dashboard changes. They last as long as the process; events are sent whatever they say. */
export function endpointRoutes(
  app: FastifyInstance,
  addresses: string[],
  reading: (
    read: (request: Call, query: Fields) => unknown,
  ) => (request: Call, reply: FastifyReply) => Promise<FastifyReply>,
) {
  const endpoints = new Map<string, Endpoint>()
  let isShown = true
  const put = (url: string, more: Partial<Endpoint>) => {
    const id = `we_${endpoints.size + 1}`
    const usual: Endpoint = { id, url, enabled_events: ['*'], api_version: apiVersion, status: 'enabled' }
    const endpoint = { ...(endpoints.get(url) ?? usual), ...more, url }
    endpoints.set(url, endpoint)
    return endpoint
  }
  for (const address of addresses) put(address, {})

  app.get(
    '/v1/webhook_endpoints',
    reading((_request, query) => {
      if (!isShown)
        throw new StripeRefusal(403, {
          message: 'The provided key does not have the required permissions for this endpoint.',
        })
      return page('/v1/webhook_endpoints', query, [...endpoints.values()], (one) => ({
        ...{ object: 'webhook_endpoint', application: null, created: 0, description: null },
        ...{ livemode: false, metadata: {} },
        ...one,
      }))
    }),
  )
  app.post(
    '/stripe/dashboard/webhook_endpoints',
    ({ body }: FastifyRequest<{ Body: (Partial<Endpoint> & { shown?: boolean }) | null }>, reply) => {
      const { shown = true, url, ...more } = body ?? {}
      isShown = shown
      if (url === undefined) return { shown }
      if (!URL.canParse(url)) return reply.code(400).send({ error: 'url must be an address' })
      return put(url, more)
    },
  )
}
