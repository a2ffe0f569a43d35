import type { LiveTopic } from '@portreeve/contract/live'
import type { Environment } from './environment.ts'
import { NoFeed, readStream, UnknownPosition } from './live-stream.ts'
import { observable } from './observable.ts'
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

export function createLive({ api, apiKey }: Pick<Environment, 'api' | 'apiKey'>, session: Session): Live {
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
        state.set(error instanceof NoFeed ? 'off' : 'broken')
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
      if (topics.length === 0) return state.set('off')
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
