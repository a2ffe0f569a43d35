import type { Permission } from '@portreeve/contract/base/rights'
import type { Me } from '@portreeve/contract/staff/staff'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { admit } from '../call/answer.ts'
import type { Context } from '../call/context.ts'
import { demand } from '../call/rights.ts'
import { inTime } from '../deadline.ts'
import type { Live } from '../live/live-feed.ts'
import { type LiveEvent, placeOf } from '../live/live-rows.ts'
import { openStream } from '../live/live-stream.ts'
import { rightsKey, type Subscriber, watchStaff } from '../live/live-subscribers.ts'
import { liveReaders } from '../metrics.ts'
import { refuse } from '../refuse.ts'
import type { CallerCheck } from './rate.ts'

/** The topics by pattern ('review', 'conversationUpdates/{uid}'). A topic with a uid is open to that person only. */
export interface Topics {
  readonly permissions: Readonly<Record<string, Permission | 'staff'>>
  /** Where a topic's events name records of several kinds, whether someone sees those of a kind. */
  readonly kinds?: Readonly<Record<string, (staff: Me, kind: string) => boolean>>
}

/** Milliseconds for which a stopping server waits for its connections to close. */
const stopTimeout = 5000

const Query = z.strictObject({
  topic: z.union([z.string(), z.array(z.string()).max(20)]).transform((one) => [one].flat()),
})

/**
 * The live feed as server-sent events: `/v1/realtime?topic=…&topic=…`, or one topic by its own path `/v1/realtime/…`.
 * `Last-Event-ID` resumes.
 */
export function serveLive(
  server: FastifyInstance,
  ctx: Context,
  { check, live, topics }: { check: CallerCheck; live: Live; topics: Topics },
) {
  const subscribers = new Set<Subscriber>()
  const watch = watchStaff(ctx, subscribers)
  // Open streams would delay the shutdown.
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
    watch.stop()
    for (const { end } of [...subscribers]) end()
    // Running calls finish within this time. A connection that sends nothing would delay the shutdown.
    setTimeout(() => server.server.closeAllConnections(), stopTimeout).unref()
  })

  const answer = async (request: FastifyRequest, reply: FastifyReply, wanted: string[]) => {
    const { staff, session } = await inTime(() => admit({ ctx, request, reply }, check, 'staff'))
    for (const topic of wanted) demandTopic(topics, topic, staff)
    const last = request.headers['last-event-id']
    if (last !== undefined && (typeof last !== 'string' || !placeOf(last)))
      refuse('malformed', 'Malformed request', 'Last-Event-ID is none that this server gave.')
    const { uid } = staff
    refuseTooMany(ctx, subscribers, uid)
    let stopReading = () => {}
    const stream = openStream(() => {
      stopReading()
      if (subscribers.delete(subscriber)) liveReaders.dec()
    })
    const subscriber: Subscriber = { uid, rights: rightsKey(staff), session, end: stream.end }
    subscribers.add(subscriber)
    liveReaders.inc()
    watch.start()
    if (closing || reply.raw.destroyed) stream.end()
    // Send the response before the whole backlog is read: a page that is cut off keeps the events received so far.
    live
      .read(wanted, last, (event) => !mayReceive(topics, event, staff) || stream.send(written(event)))
      .then((stop) => {
        stopReading = stop
        if (!subscribers.has(subscriber)) stop()
      })
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'live backlog not read')
        stream.end()
      })
    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // The connection closes with the stream.
        .header('connection', 'close')
        .header('x-accel-buffering', 'no')
        .send(stream.readable)
    )
  }

  server.get('/v1/realtime', (request, reply) => {
    const { data } = Query.safeParse({ ...(request.query as object) })
    if (!data) refuse('malformed', 'Malformed request', "The query needs 'topic', once or up to 20 times.")
    return answer(request, reply, [...new Set(data.topic)])
  })
  server.get<{ Params: { '*': string } }>('/v1/realtime/*', (request, reply) =>
    answer(request, reply, [request.params['*']]),
  )
}

/** Refuses an unknown topic, one that the role may not read, and the topic of another uid. */
function demandTopic(topics: Topics, topic: string, staff: Me): void {
  const [pattern, permission] =
    Object.entries(topics.permissions).find(([one]) => matching(one).test(topic)) ?? []
  if (!pattern || !permission) refuse('not_found', 'No such topic', 'There is no such live topic.')
  demand(staff, permission)
  if (pattern.endsWith('/{uid}') && !topic.endsWith(`/${staff.uid}`))
    refuse('forbidden', 'Not allowed', 'These are the updates of another person.')
}

/** Whether a role may see the record that an event names. An event without a record is for all. */
function mayReceive({ kinds }: Topics, { topic, payload }: LiveEvent, staff: Me): boolean {
  const { kind, id = null } = payload as { kind?: string; id?: string | null }
  const sees = kinds?.[topic] ?? kinds?.[topic.replace(/\/[^/]+$/, '/{uid}')]
  return !sees || id === null || sees(staff, kind ?? '')
}

function refuseTooMany({ settings }: Context, subscribers: ReadonlySet<Subscriber>, uid: string): void {
  const maxStreams = settings.streamsPerPerson
  if ([...subscribers].filter((one) => one.uid === uid).length < maxStreams) return
  refuse(
    'too_many',
    'Too many open pages',
    `You have ${maxStreams} pages open that receive live updates. Close some of them.`,
  )
}

const matching = (pattern: string) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const written = ({ id, topic, payload }: LiveEvent) =>
  `id: ${id}\ndata: ${JSON.stringify({ topic, data: payload })}\n\n`
