import type { FastifyInstance } from 'fastify'
import { refuse } from '../refuse.ts'

/** While the server stops, running calls finish. New calls on open connections are refused, so that they are retried on another process. */
export function refuseWhenStopping(server: FastifyInstance) {
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
