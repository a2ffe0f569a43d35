import { Readable } from 'node:stream'
import {
  IngestQuery,
  type IngestResult,
  type IngestSummary,
  maxWhole,
  SourceVersion,
} from '@portreeve/contract/marketplace/ingest'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Machine } from '../call/caller.ts'
import type { Context } from '../call/context.ts'
import { untimed } from '../deadline.ts'
import { countUse, keyTimeout, type MachineCheck, readMachine } from '../identity/machine-key.ts'
import { refusalOf } from '../refusal-of.ts'
import { refuse } from '../refuse.ts'
import { type InTurn, turns } from '../turns.ts'
import { bytesOf, linesOfArray, only, refuseSize, wholeBody } from './ingest-body.ts'

/** Who writes: the key and its maker, and the turns of its transactions. */
export interface Writer {
  maker: string
  /** The id of the key. */
  key: string
  inTurn: InTurn
}

/** Writes the records that programs of the marketplace send. The names of the entities are those of the contract. */
export interface Ingest {
  has: (entity: string) => boolean
  /** Writes rows as they arrive, and yields results. Each transaction runs in a turn. */
  write: (entity: string, body: AsyncIterable<Buffer>, by: Writer) => AsyncIterable<IngestResult[]>
  /** Writes all rows or none. */
  writeAll: (entity: string, body: AsyncIterable<Buffer>, by: Writer) => Promise<IngestResult[]>
  /** The record as the program would write it now. Refuses with not_found one that no key of this name has written. */
  read: (entity: string, key: string, by: { key: string }) => Promise<Record<string, unknown>>
  /** Refuses an entity whose records are never deleted, and a malformed key. */
  remove: (
    entity: string,
    key: string,
    version: string | number | undefined,
    by: { key: string },
  ) => Promise<IngestResult>
}

/** Transactions of calls that one process runs at a time, so that staff find free connections to the database. */
const maxWriting = 2
/** Bodies that one process holds in memory at a time. */
const maxHeld = 4

type Route = { Params: { entity: string; key?: string } }

/** The paths of the calls that read their body as a stream, with time limits of their own: ingest, and parts of files (parts.ts). */
export const streamed = /^\/v1\/(ingest\/|admin\/files\/[^/?]+\/parts(\?|$))/

/** `POST /v1/ingest/{entity}`, and `GET` and `DELETE /v1/ingest/{entity}/{key}`, with a machine key. */
export async function serveIngest(
  server: FastifyInstance,
  ctx: Context,
  check: MachineCheck,
  ingest: Ingest,
): Promise<void> {
  const toWrite = turns(maxWriting)
  const toHold = turns(maxHeld)

  const admit = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const { entity } = request.params
    const machine = await check(request, reply, `ingest.${entity}`)
    if (!ingest.has(entity)) refuse('not_found', 'No such entity', 'There is no such entity to write.')
    if (ctx.database.isFull?.())
      refuse('unavailable', 'Disk full', 'The disk of the database is full. Nothing was changed.')
    if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
      refuse('malformed', 'Malformed request', 'The body must not be compressed: omit Content-Encoding.')
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
      const body = request.body
      const isWhole = atomic === 'true' || type === 'application/json'
      if (isWhole && Number(request.headers['content-length'] ?? 0) > maxWhole) refuseSize()
      const tally = counter(results === 'rejected')
      const count = () => countUse(ctx, machine.id, scope, tally.used())
      let keyRead = performance.now()
      const inTurn: InTurn = async (work) => {
        if (performance.now() - keyRead > keyTimeout) {
          await readMachine(ctx, request, scope)
          keyRead = performance.now()
        }
        return toWrite(work)
      }
      const by = { maker: machine.maker, key: machine.id, inTurn }
      if (isWhole) {
        const write = async () => {
          const bytes = await wholeBody(body)
          const lines = type === 'application/json' ? linesOfArray(bytes) : only(bytes)
          if (atomic === 'true') return tally.take(await ingest.writeAll(entity, lines, by))
          const shown: IngestResult[] = []
          for await (const some of ingest.write(entity, lines, by)) shown.push(...tally.take(some))
          return shown
        }
        try {
          const shown = await toHold(() => untimed(write))
          return { status_code: 1, data: { ...tally.counts, results: shown } }
        } finally {
          await count()
        }
      }
      return reply
        .type('application/x-ndjson; charset=utf-8')
        .header('x-accel-buffering', 'no')
        .send(Readable.from(answer()))

      async function* answer(): AsyncGenerator<string> {
        try {
          for await (const some of untimed(() => ingest.write(entity, bytesOf(body), by))) {
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
          await count().catch((error: unknown) => ctx.log.warn({ err: error }, 'use of a machine key'))
        }
      }
    })

    own.get<Route>('/v1/ingest/:entity/:key', async (request, reply) => {
      const { entity, machine, scope } = await admit(request, reply)
      parse(z.strictObject({}), { ...(request.query as object) })
      // A read that finds nothing counts, too.
      await countUse(ctx, machine.id, scope)
      const data = await ingest.read(entity, request.params.key ?? '', { key: machine.id })
      return { status_code: 1, data }
    })

    own.delete<Route>('/v1/ingest/:entity/:key', async (request, reply) => {
      const { entity, machine, scope } = await admit(request, reply)
      const Query = z.strictObject({ source_version: z.string().optional() })
      const { source_version } = parse(Query, { ...(request.query as object) })
      const data = await ingest.remove(entity, request.params.key ?? '', versionIn(source_version), {
        key: machine.id,
      })
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
