import type { FastifyInstance } from 'fastify'
import { RefusalError } from '../refuse.ts'
import { repeatedKey } from './repeated-key.ts'

/** Maximum size of a request's body in bytes. */
export const maxBody = 1024 * 1024

/** Accepts only JSON bodies. Treats an empty body as no body. Refuses an object with a duplicate key. */
export function readBodies(server: FastifyInstance) {
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
