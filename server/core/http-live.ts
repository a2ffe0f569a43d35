import { Readable } from 'node:stream'
import type { Permission } from '@portreeve/contract/rights'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { admit } from './call/answer.ts'
import type { Context } from './context.ts'
import { inTime } from './deadline.ts'
import type { CallerCheck } from './http-rate.ts'
import { type Live, type LiveEvent, placeOf } from './live.ts'
import { refuse } from './refuse.ts'

/** Topics that pages can read, by pattern ('review', 'conversationUpdates/{uid}'), and who may; a topic of a uid is that person's alone. */
export type Topics = Readonly<Record<string, Permission | 'staff'>>

/** Milliseconds between two signs of life: whoever hears none for longer connects again. */
const beatEvery = 15_000

/** Milliseconds after which a page must come again with a fresh token. */
const longest = 5 * 60_000

/** Milliseconds between two looks at whether those who listen still may. Whoever changed it, and in which process: the row says so. */
const lookEvery = 2000

/** Milliseconds that a stopping server waits for its connections to end. */
const patience = 5000

/** Characters that may wait for a slow reader; it then comes again and goes on where it was. */
const mostWaiting = 4_000_000

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
  const open = new Set<() => void>()
  const listening = new Set<Listening>()
  const watch = watchStaff(ctx, listening)
  // Open streams would hold up the stop of the server.
  let closing = false
  server.addHook('preClose', async () => {
    closing = true
    watch.stop()
    for (const end of [...open]) end()
    // Calls end by themselves until then; a connection that nothing comes from would hold up the stop.
    setTimeout(() => server.server.closeAllConnections(), patience).unref()
  })

  const answer = async (request: FastifyRequest, reply: FastifyReply, wanted: string[]) => {
    const patterns = Object.entries(topics).map(([pattern, may]) => ({
      is: matching(pattern),
      may,
      owned: pattern.endsWith('/{uid}'),
    }))
    let who: Omit<Listening, 'end'> | undefined
    for (const topic of wanted) {
      const known = patterns.find(({ is }) => is.test(topic))
      if (!known) refuse('not_found', 'No such topic', 'There is no such live topic.')
      const { staff, session } = await inTime(() => admit({ ctx, request, reply }, check, known.may))
      const { uid, role } = staff
      who = { uid, role, session }
      if (known.owned && !topic.endsWith(`/${uid}`))
        refuse('forbidden', 'Not allowed', 'These are the updates of somebody else.')
    }
    const last = request.headers['last-event-id']
    if (last !== undefined && (typeof last !== 'string' || !placeOf(last)))
      refuse('malformed', 'Malformed request', 'Last-Event-ID is none that this server gave.')
    const maxStreams = ctx.settings.streamsPerPerson
    if ([...listening].filter(({ uid }) => uid === who?.uid).length >= maxStreams)
      refuse(
        'too_many',
        'Too many open pages',
        `You have ${maxStreams} pages open that receive live updates. Close some of them.`,
      )
    const stream = new Readable({ read() {} })
    let ended = false
    /** False once nothing more is taken. */
    const say = (text: string): boolean => {
      if (ended || stream.destroyed) return false
      stream.push(text)
      if (stream.readableLength <= mostWaiting) return true
      ended = true
      stream.push(null)
      return false
    }
    say(': here\n\n')
    const beat = setInterval(() => say(': still here\n\n'), beatEvery)
    let stop = () => {}
    const end = () => {
      if (!open.delete(end)) return
      clearInterval(beat)
      clearTimeout(over)
      stop()
      listening.delete(listener)
      if (ended || stream.destroyed) return
      ended = true
      stream.push(null)
    }
    const over = setTimeout(end, longest)
    const listener: Listening = { uid: '', role: '', session: undefined, ...who, end }
    listening.add(listener)
    watch.begin()
    open.add(end)
    stream.once('close', end)
    if (closing || reply.raw.destroyed) end()
    // The answer does not wait for the backlog: a page that is cut off in the middle of a long one has what came so far.
    live
      .read(wanted, last, (event) => say(written(event)))
      .then((stopReading) => {
        stop = stopReading
        if (!open.has(end)) stop()
      })
      .catch((error: unknown) => {
        ctx.log.warn({ err: error }, 'live backlog not read')
        end()
      })
    return (
      reply
        .header('content-type', 'text/event-stream; charset=utf-8')
        .header('cache-control', 'no-store')
        // Nothing else goes over this connection: it ends with the stream.
        .header('connection', 'close')
        .header('x-accel-buffering', 'no')
        .send(stream)
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

/** Somebody whose page is told things, as they were when they came. */
interface Listening {
  uid: string
  role: string
  session: string | undefined
  end: () => void
}

/**
 * Ends the streams of those who have another role by now, are disabled, or whose session has ended: one query for all of a
 * process's pages. Whoever still may, comes again by themselves and goes on where they were.
 */
function watchStaff(ctx: Context, listening: ReadonlySet<Listening>) {
  let timer: NodeJS.Timeout | undefined
  let looking = false
  const look = async () => {
    const { rows } = await ctx.database.pool.query<{ key: string }>(
      `select s.uid || ' ' || s.role || ' ' || coalesce(i.id, '') as key
       from staff s left join identity_session i on i.user_id = s.uid and i.expires_at > now()
         and i.created_at > now() - make_interval(hours => $2)
       where s.uid = any($1) and not s.disabled`,
      [[...new Set([...listening].map(({ uid }) => uid))], ctx.settings.sessionMaxHours],
    )
    const good = new Set(rows.map(({ key }) => key))
    for (const { uid, role, session, end } of [...listening]) {
      const holds =
        session === undefined
          ? [...good].some((key) => key.startsWith(`${uid} ${role} `))
          : good.has(`${uid} ${role} ${session}`)
      if (!holds) end()
    }
  }
  const stop = () => {
    clearInterval(timer)
    timer = undefined
  }
  return {
    stop,
    begin: () => {
      timer ??= setInterval(() => {
        if (listening.size === 0) return stop()
        // A database that does not answer is not asked by ever more connections.
        if (looking) return
        looking = true
        look()
          .catch((error) => ctx.log.warn({ err: error }, 'staff not read for the live feed'))
          .finally(() => {
            looking = false
          })
      }, lookEvery).unref()
    },
  }
}

const matching = (pattern: string) => new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const written = ({ id, topic, payload }: LiveEvent) =>
  `id: ${id}\ndata: ${JSON.stringify({ topic, data: payload })}\n\n`
