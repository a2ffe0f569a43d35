import { Readable } from 'node:stream'
import {
  IngestQuery,
  type IngestResult,
  type IngestSummary,
  maxWhole,
  SourceVersion,
} from '@portreeve/contract/ingest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from './context.ts'
import { untimed } from './deadline.ts'
import { countUse, type Machine, type MachineCheck } from './machine-key.ts'
import { refusalOf } from './refusal-of.ts'
import { refuse } from './refuse.ts'
import { repeatedKey } from './repeated-key.ts'

/** Writes the records that programs of the marketplace send. The names of the entities are those of the contract. */
export interface Ingest {
  has: (entity: string) => boolean
  /** Writes rows as they arrive, and yields results. */
  write: (entity: string, body: AsyncIterable<Buffer>) => AsyncIterable<IngestResult[]>
  /** Writes all rows or none. */
  writeAll: (entity: string, body: AsyncIterable<Buffer>) => Promise<IngestResult[]>
  /** Refuses an entity whose records are never deleted, and a malformed key. */
  remove: (entity: string, key: string, version: string | number | undefined) => Promise<IngestResult>
}

/** Milliseconds without a byte of the body after which a call is cut off. */
const idleTimeout = 30_000

/** Calls that one process writes at a time, so that staff find free connections to the database. */
const maxWriting = 2

type Route = { Params: { entity: string; key?: string } }

/** The path of the calls whose bodies may take any time. */
export const streamed = /^\/v1\/ingest\//

/** `POST /v1/ingest/{entity}` and `DELETE /v1/ingest/{entity}/{key}`, with a machine key. */
export async function serveIngest(
  server: FastifyInstance,
  ctx: Context,
  check: MachineCheck,
  ingest: Ingest,
): Promise<void> {
  const turn = turns(maxWriting)

  const admit = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const { entity } = request.params
    const machine = await check(request, reply, `ingest.${entity}`)
    if (!ingest.has(entity)) refuse('not_found', 'No such entity', 'There is no such entity to write.')
    if (ctx.database.isFull?.())
      refuse('unavailable', 'Disk full', 'The disk of the database is full. Nothing was changed.')
    return { entity, machine, scope: `ingest.${entity}` }
  }

  await server.register(async (own) => {
    // The body is read as a stream, after the key was checked.
    own.removeAllContentTypeParsers()
    own.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    // The rest of a refused body is not read: a further request could not follow on this connection.
    own.addHook('onSend', async (request, reply) => {
      if (!request.raw.complete) reply.header('connection', 'close')
    })

    own.post<Route>('/v1/ingest/:entity', async (request, reply) => {
      const { entity, machine, scope } = await admit(request, reply)
      const { atomic, results = 'all' } = parse(IngestQuery, { ...(request.query as object) })
      const type = request.headers['content-type']?.split(';')[0]?.trim()
      if (type !== 'application/x-ndjson' && type !== 'application/json')
        refuse(
          'malformed',
          'Malformed request',
          'Send application/x-ndjson, or a JSON array as application/json.',
        )
      if (!(request.body instanceof Readable))
        refuse('malformed', 'Malformed request', 'The call has no body.')
      const bytes = untilIdle(request.body)
      const body =
        type === 'application/json' ? linesOfArray(bytes) : atomic === 'true' ? limited(bytes) : bytes
      const tally = counter(results === 'rejected')
      const release = await turn()
      const count = () => countUse(ctx, machine.id, scope, tally.used())
      if (atomic === 'true' || type === 'application/json') {
        try {
          const shown: IngestResult[] = []
          if (atomic === 'true') shown.push(...tally.take(await untimed(() => ingest.writeAll(entity, body))))
          else
            for await (const some of untimed(() => ingest.write(entity, body)))
              shown.push(...tally.take(some))
          return { status_code: 1, data: { ...tally.counts, results: shown } }
        } finally {
          release()
          await count()
        }
      }
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(answer()))

      async function* answer(): AsyncGenerator<string> {
        try {
          for await (const some of untimed(() => ingest.write(entity, body))) {
            const shown = tally.take(some)
            if (shown.length > 0) yield shown.map((one) => `${JSON.stringify(one)}\n`).join('')
          }
          yield `${JSON.stringify({ status_code: 1, data: tally.counts })}\n`
        } catch (error) {
          // The status was sent with the first result. The last line says why the call ended.
          const refusal = refusalOf(error)
          if (refusal.code === 'internal') ctx.log.error({ err: error, requestId: request.id }, 'ingest')
          yield `${JSON.stringify(refusal.body)}\n`
        } finally {
          release()
          await count().catch((error: unknown) => ctx.log.warn({ err: error }, 'use of a machine key'))
        }
      }
    })

    own.delete<Route>('/v1/ingest/:entity/:key', async (request, reply) => {
      const { entity, machine, scope } = await admit(request, reply)
      const Query = z.strictObject({ source_version: z.string().optional() })
      const { source_version } = parse(Query, { ...(request.query as object) })
      const data = await ingest.remove(entity, request.params.key ?? '', versionIn(source_version))
      await used(ctx, machine, scope, data)
      return { status_code: 1, data }
    })
  })
}

const used = (ctx: Context, machine: Machine, scope: string, { result }: IngestResult) =>
  countUse(ctx, machine.id, scope, result === 'rejected' ? { rejected: 1 } : { rows: 1 })

/** In a query every value is text: digits are a number. */
function versionIn(text: string | undefined): string | number | undefined {
  if (text === undefined) return undefined
  return parse(SourceVersion, /^\d+$/.test(text) ? Number(text) : text)
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const { data, error } = schema.safeParse(value)
  if (error)
    refuse('malformed', 'Malformed request', `The query: ${error.issues[0]?.message ?? 'is not allowed'}.`)
  return data as z.infer<S>
}

/** Counts results, and leaves out those that the caller does not want. */
function counter(onlyRejected: boolean) {
  const counts: IngestSummary = { new: 0, changed: 0, unchanged: 0, deleted: 0, rejected: 0 }
  return {
    counts,
    take: (results: IngestResult[]) => {
      for (const { result } of results) counts[result] += 1
      return onlyRejected ? results.filter(({ result }) => result === 'rejected') : results
    },
    used: () => ({
      rows: counts.new + counts.changed + counts.unchanged,
      rejected: counts.rejected,
    }),
  }
}

/** The chunks of a body. Ends the call when none comes for a while. */
async function* untilIdle(body: Readable): AsyncGenerator<Buffer> {
  let timer = setTimeout(() => {}, 0)
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => body.destroy(new Error('The body stopped')), idleTimeout).unref()
  }
  try {
    wait()
    // A refusal before the end of the body needs the connection for its answer.
    for await (const chunk of body.iterator({ destroyOnReturn: false })) {
      clearTimeout(timer)
      yield chunk as Buffer
      wait()
    }
  } catch {
    refuse('malformed', 'Cut off', 'The body did not arrive in full. The rows with a result are kept.')
  } finally {
    clearTimeout(timer)
  }
}

/** The chunks of a body that must not be longer than `maxWhole`. */
async function* limited(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > maxWhole)
      refuse(
        'too_large',
        'Too large',
        'This body has at most 16 MB. Send NDJSON that is not atomic: it has no limit.',
      )
    yield chunk
  }
}

/** The rows of a JSON array, each as a line. */
async function* linesOfArray(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of limited(body)) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  let rows: unknown
  try {
    rows = JSON.parse(text)
  } catch {
    refuse('malformed', 'Malformed request', 'The body is no JSON.')
  }
  if (!Array.isArray(rows)) refuse('malformed', 'Malformed request', 'The body must be a JSON array of rows.')
  const key = repeatedKey(text)
  if (key !== undefined)
    refuse(
      'malformed',
      'Malformed request',
      `The body has the key ${JSON.stringify(key.slice(0, 100))} more than once.`,
    )
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

/** Lets a number of callers work at a time; the others wait in order. */
function turns(max: number): () => Promise<() => void> {
  const waiting: (() => void)[] = []
  let free = max
  const release = () => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }
  return async () => {
    if (free > 0) free -= 1
    else await new Promise<void>((go) => waiting.push(go))
    return release
  }
}
