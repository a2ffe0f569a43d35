import type { LiveTopic } from '@portreeve/contract/base/live'
import { createEventSource, type FetchLike } from 'eventsource-client'
import { CallFailure, type RefusedBody } from './failure.ts'
import { NoFeed, Refused, UnknownPosition } from './live-refusals.ts'
import { type Session, SignedOut } from './session.ts'

/** Milliseconds without an event or a comment after which a stream counts as broken; the server sends one every 15 s. */
const silence = 40_000

/** The address of the feed, and the session that reads it. */
export interface Server {
  readonly api: string
  readonly apiKey: string
  readonly session: Session
}

/** Opens a stream as the signed-in person. Throws when the server refuses it or has none. */
const openAs =
  ({ apiKey, session }: Server): FetchLike =>
  async (url, init) => {
    const token = await session.token()
    const headers = { ...init?.headers, Authorization: `Bearer ${token}`, 'x-api-key': apiKey }
    const answer = await fetch(url, { ...(init as RequestInit), headers })
    if (answer.status === 401) await session.expire(token)
    if (answer.status === 403) {
      const refused = new CallFailure(403, (await answer.json().catch(() => null)) as RefusedBody | null)
      if (refused.shutOut || refused.factorNeeded) {
        session.refuse(token, refused)
        throw new SignedOut()
      }
      throw new Refused()
    }
    if (answer.status === 400 && 'Last-Event-ID' in headers) throw new UnknownPosition()
    if (answer.status === 404) throw new NoFeed()
    if (!answer.ok) throw new Error(`The live feed answered ${answer.status}`)
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) throw new NoFeed()
    return answer
  }

/** Reads one stream until it ends. Rejects when it breaks. `position` is the last event's id, where the next stream resumes. */
export async function readStream(
  server: Server,
  topics: readonly LiveTopic[],
  position: { id?: string | undefined },
  { signal, onOpen, onData }: { signal: AbortSignal; onOpen: () => void; onData: (text: string) => void },
): Promise<void> {
  const open = openAs(server)
  const over = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => over.abort(new Error('The live feed is silent')), silence)
  }
  alive()
  await new Promise<void>((resolve, reject) => {
    const client = createEventSource({
      url: `${server.api}/v1/realtime?${new URLSearchParams(topics.map((topic) => ['topic', topic]))}`,
      ...(position.id && { initialLastEventId: position.id }),
      fetch: async (url, init) => {
        try {
          const answer = await open(url, { ...init, signal: AbortSignal.any([init?.signal, over.signal]) })
          onOpen()
          return answer
        } catch (error) {
          reject(error)
          throw error
        }
      },
      onMessage: ({ id, data }) => {
        alive()
        onData(data)
        position.id = id ?? position.id
      },
      onComment: alive,
      // live.ts does the backoff. The client calls onDisconnect in the same turn only when the stream ended, not when it broke.
      onScheduleReconnect: () => {
        client.close()
        queueMicrotask(() => reject(new Error('The live feed broke')))
      },
      onDisconnect: resolve,
    })
    const stop = () => {
      client.close()
      resolve()
    }
    signal.addEventListener('abort', stop, { signal: over.signal })
  }).finally(() => {
    clearTimeout(timer)
    over.abort()
  })
}
