import type { LiveTopic } from '@portreeve/contract/base/live'
import type { Environment } from './environment.ts'
import { NoFeed, Refused, UnknownPosition } from './live-refusals.ts'
import { observable } from './observable.ts'
import { type Session, SignedOut } from './session.ts'

/**
 * 'off': no subscription, or the server has no feed; 'broken': the connection is lost and retried; 'refused': the person may not
 * read one of the topics, usually because their role has changed.
 */
export type LiveState = 'off' | 'live' | 'broken' | 'refused'

/** The live events of the open page: one stream for all its topics. */
export interface Live {
  /**
   * Subscribes to a topic. The server first sends the events that still matter, and after a break the missed ones; an event
   * may arrive twice. Returns the function that unsubscribes.
   */
  subscribe(topic: LiveTopic, listener: (data: unknown) => void): () => void
  state: () => LiveState
  /** Calls the listener when the state changes. Returns the function that unsubscribes. */
  onState: (listener: () => void) => () => void
}

/** Milliseconds before the next attempt, by the number of failures. */
const backoff = [500, 1000, 2000, 5000, 10_000, 20_000] as const

/** @param load what reads a stream: a file of its own, as the sign-in page has no live feed */
export function createLive(
  { api, apiKey }: Pick<Environment, 'api' | 'apiKey'>,
  session: Session,
  load = () => import('./live-stream.ts'),
): Live {
  const listeners = new Map<LiveTopic, Set<(data: unknown) => void>>()
  let running: AbortController | null = null
  let restarting = false
  const state = observable<LiveState>('off')

  /** Dispatches one event to the listeners of its topic. */
  const dispatch = (text: string) => {
    const { topic, data } = JSON.parse(text) as { topic: LiveTopic; data: unknown }
    for (const listener of [...(listeners.get(topic) ?? [])]) listener(data)
  }

  const run = async (topics: LiveTopic[], signal: AbortSignal) => {
    const position: { id?: string | undefined } = {}
    let failures = 0
    while (!signal.aborted) {
      try {
        const { readStream } = await load()
        await readStream({ api, apiKey, session }, topics, position, {
          signal,
          onOpen: () => {
            failures = 0
            state.set('live')
          },
          onData: dispatch,
        })
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof Refused) return state.set('refused')
        if (error instanceof NoFeed) return state.set('off')
        state.set('broken')
        if (error instanceof UnknownPosition) delete position.id
        if (error instanceof SignedOut) await signedIn(session, signal)
        else failures++
      }
      // Jitter: pages that lost the server at the same moment do not reconnect at the same moment.
      const wait = backoff[Math.min(failures, backoff.length - 1)] ?? 0
      await pause(wait * (0.75 + Math.random() / 2), signal)
    }
  }

  /** Replaces the stream after a change of the set of topics. */
  const restart = () => {
    if (restarting) return
    restarting = true
    // Components that mount and unmount in the same turn cause one restart.
    setTimeout(() => {
      restarting = false
      running?.abort()
      running = null
      const topics = [...listeners.keys()]
      // A second refusal is a change, too.
      if (topics.length === 0 || state.get() === 'refused') state.set('off')
      if (topics.length === 0) return
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
    state: state.get,
    onState: state.subscribe,
  }
}

/** Waits; the return of the network, or an abort, ends the wait early. */
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

/** Resolves once a session exists, or on abort. */
function signedIn(session: Session, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (session.state().is !== 'signed_in' && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', check)
      resolve()
    }
    const stop = session.subscribe(check)
    signal.addEventListener('abort', check)
    check()
  })
}
