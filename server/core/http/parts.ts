import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { admit } from '../call/answer.ts'
import type { Context } from '../call/context.ts'
import { diskFull } from '../refusal-of.ts'
import { refuse } from '../refuse.ts'
import { chunksOf, idleTimeout } from './ingest-body.ts'
import type { CallerCheck } from './rate.ts'

/** Takes the parts of files. */
export interface Uploads {
  /**
   * Appends a part to a file of this staff member.
   * @param offset the number of its first byte
   * @returns the state of the upload
   */
  append: (by: string, id: string, offset: number, part: AsyncIterable<Buffer>) => Promise<unknown>
}

/** Milliseconds in which a part must arrive: 25 MB at 1 Mbit/s. */
const partTimeout = 200_000

type Route = { Params: { id: string }; Querystring: Record<string, unknown> }

/** `PATCH /v1/admin/files/{id}/parts?offset=`: a part of a file, read as a stream after the caller was admitted. */
export function serveParts(server: FastifyInstance, ctx: Context, check: CallerCheck, uploads: Uploads) {
  server.register(async (own) => {
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // The rest of a refused part is not read: a further request could not follow on this connection.
    own.addHook('onSend', async (request, reply) => {
      if (!request.raw.complete) reply.header('connection', 'close')
    })
    own.patch<Route>('/v1/admin/files/:id/parts', async (request, reply) => {
      const { staff } = await admit({ ctx, request, reply }, check, 'staff')
      const { offset, ...more } = request.query
      if (typeof offset !== 'string' || !/^\d{1,9}$/.test(offset) || Object.keys(more).length > 0)
        refuse('malformed', 'Malformed request', "The query has only 'offset', the number of the first byte.")
      if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
        refuse('malformed', 'Malformed request', 'The body must not be compressed: omit Content-Encoding.')
      if (ctx.database.isFull?.()) throw diskFull()
      const until = performance.now() + partTimeout
      const time = () => Math.min(idleTimeout, until - performance.now())
      const part =
        request.body instanceof Readable
          ? chunksOf(request.body, time, 'Nothing of this part is kept.')
          : nothing()
      return {
        status_code: 1,
        data: await uploads.append(staff.uid, request.params.id, Number(offset), part),
      }
    })
  })
}

async function* nothing(): AsyncGenerator<Buffer> {}
