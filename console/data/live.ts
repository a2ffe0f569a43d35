import type { LiveTopic } from '@portreeve/contract/live'
import { createEventSource, type FetchLike } from 'eventsource-client'
import type { Environment } from './environment.ts'
import { CallFailure, type RefusedBody } from './failure.ts'
import { type Session, SignedOut } from './session.ts'

/** 'off': nothing is listened to, or the server has no feed; 'broken': the connection is lost and tried again. */
export type LiveState = 'off' | 'live' | 'broken'

/** What the server tells while the page is open: one stream for the whole page, whatever is listened to. */
export interface Live {
  /**
   * Listens to a topic. The server first tells what still means something, and after a break what was missed; something may
   * be told twice. Returns how to stop.
   */
  subscribe(topic: LiveTopic, listener: (data: unknown) => void): () => void
  state: () => LiveState
  /** Tells when the state changes. Returns how to stop. */
  onState: (listener: () => void) => () => void
}

/** Milliseconds between one try and the next, the more the longer it fails. */
const waits = [500, 1000, 2000, 5000, 10_000, 20_000] as const

/** Milliseconds without a sign of life after which a stream counts as broken; the server gives one every 15 s. */
const silence = 40_000

/** The server knows no live feed, or this person may not read it: the page does without, quietly. */
class NoFeed extends Error {}

/** The position came from another server: the stream begins anew. */
class UnknownPosition extends Error {}

export function createLive({ api, apiKey }: Pick<Environment, 'api' | 'apiKey'>, session: Session): Live {
  const listeners = new Map<LiveTopic, Set<(data: unknown) => void>>()
  let running: AbortController | null = null
  let restarting = false
  let state: LiveState = 'off'
  const watchers = new Set<() => void>()
  const become = (next: LiveState) => {
    if (next === state) return
    state = next
    for (const watcher of [...watchers]) watcher()
  }

  /** Dispatches one event to the listeners of its topic. */
  const dispatch = (text: string) => {
    const { topic, data } = JSON.parse(text) as { topic: LiveTopic; data: unknown }
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(data)
  }

  /** Opens the stream. Throws where there is none to open. */
  const open: FetchLike = async (url, init) => {
    const token = await session.token()
    const headers = { ...init?.headers, Authorization: `Bearer ${token}`, 'x-api-key': apiKey }
    const answer = await fetch(url, { ...(init as RequestInit), headers })
    if (answer.status === 401) await session.expire(token)
    if (answer.status === 403) {
      const refused = new CallFailure(403, (await answer.json().catch(() => null)) as RefusedBody | null)
      if (refused.shutOut) {
        session.shutOut(token, refused.body?.error_message ?? refused.message)
        throw new SignedOut()
      }
    }
    if (answer.status === 400 && 'Last-Event-ID' in headers) throw new UnknownPosition()
    if (answer.status === 403 || answer.status === 404) throw new NoFeed()
    if (!answer.ok) throw new Error(`The live feed answered ${answer.status}`)
    if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) throw new NoFeed()
    return answer
  }

  /** Reads one stream until it ends. Rejects where it breaks. `position` is where the next one resumes. */
  const read = async (
    topics: LiveTopic[],
    position: { id?: string | undefined },
    signal: AbortSignal,
    opened: () => void,
  ) => {
    const over = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const alive = () => {
      clearTimeout(timer)
      timer = setTimeout(() => over.abort(new Error('The live feed is silent')), silence)
    }
    alive()
    await new Promise<void>((resolve, reject) => {
      const client = createEventSource({
        url: `${api}/v1/realtime?${new URLSearchParams(topics.map((topic) => ['topic', topic]))}`,
        ...(position.id && { initialLastEventId: position.id }),
        fetch: async (url, init) => {
          try {
            const answer = await open(url, { ...init, signal: AbortSignal.any([init?.signal, over.signal]) })
            opened()
            return answer
          } catch (error) {
            reject(error)
            throw error
          }
        },
        onMessage: ({ id, data }) => {
          alive()
          dispatch(data)
          position.id = id ?? position.id
        },
        onComment: alive,
        // The backoff is ours. A stream that ends is reported as disconnected in the same turn, one that breaks is not.
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

  const run = async (topics: LiveTopic[], signal: AbortSignal) => {
    const position: { id?: string | undefined } = {}
    let failures = 0
    while (!signal.aborted) {
      try {
        await read(topics, position, signal, () => {
          failures = 0
          become('live')
        })
      } catch (error) {
        if (signal.aborted) return
        become(error instanceof NoFeed ? 'off' : 'broken')
        if (error instanceof NoFeed) return
        if (error instanceof UnknownPosition) delete position.id
        if (error instanceof SignedOut) await signedIn(session, signal)
        else failures++
      }
      // Pages that lost the server together do not come back together.
      const wait = waits[Math.min(failures, waits.length - 1)] ?? 0
      await pause(wait * (0.75 + Math.random() / 2), signal)
    }
  }

  /** The set of topics changed: one stream for what is listened to now. */
  const restart = () => {
    if (restarting) return
    restarting = true
    // What mounts and unmounts in the same breath makes one change.
    setTimeout(() => {
      restarting = false
      running?.abort()
      running = null
      const topics = [...listeners.keys()]
      if (topics.length === 0) return become('off')
      running = new AbortController()
      void run(topics, running.signal)
    })
  }

  return {
    subscribe(topic, listener) {
      const known = listeners.get(topic)
      if (known) known.add(listener)
      else {
        listeners.set(topic, new Set([listener]))
        restart()
      }
      return () => {
        const left = listeners.get(topic)
        left?.delete(listener)
        if (left?.size !== 0) return
        listeners.delete(topic)
        restart()
      }
    },
    state: () => state,
    onState(watcher) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
  }
}

/** Waits, but not for longer than until the network is back. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      signal.removeEventListener('abort', over)
      resolve()
    }
    const timer = setTimeout(over, milliseconds)
    window.addEventListener('online', over)
    signal.addEventListener('abort', over)
  })
}

/** Waits until somebody is signed in. */
function signedIn(session: Session, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (session.state().is !== 'signed_in' && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = session.subscribe(look)
    signal.addEventListener('abort', look)
    look()
  })
}
