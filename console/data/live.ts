import type { LiveTopic } from '@portreeve/contract/live'
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

  const hear = (text: string): string | undefined => {
    const lines = text.split('\n')
    const field = (name: string) => lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
    const said = field('data')
    if (said !== undefined) {
      const { topic, data } = JSON.parse(said) as { topic: LiveTopic; data: unknown }
      for (const listener of [...(listeners.get(topic) ?? [])]) listener(data)
    }
    return field('id')
  }

  /** Reads one stream to its end. `place` is where it goes on after a break. */
  const read = async (
    topics: LiveTopic[],
    place: { id?: string },
    signal: AbortSignal,
    began: () => void,
  ) => {
    const token = await session.token()
    const query = new URLSearchParams(topics.map((topic) => ['topic', topic]))
    const broken = new AbortController()
    let timer = setTimeout(() => broken.abort(), silence)
    try {
      const answer = await fetch(`${api}/v1/realtime?${query}`, {
        headers: {
          Accept: 'text/event-stream',
          Authorization: `Bearer ${token}`,
          'x-api-key': apiKey,
          ...(place.id && { 'Last-Event-ID': place.id }),
        },
        signal: AbortSignal.any([signal, broken.signal]),
      })
      if (answer.status === 401) await session.expire(token)
      if (answer.status === 403) {
        const refused = new CallFailure(403, (await answer.json().catch(() => null)) as RefusedBody | null)
        if (refused.shutOut) {
          session.shutOut(token, refused.body?.error_message ?? refused.message)
          throw new SignedOut()
        }
      }
      // A place that this server never gave: begin anew.
      if (answer.status === 400 && place.id) delete place.id
      else if (answer.status === 403 || answer.status === 404) throw new NoFeed()
      if (!answer.ok || !answer.body) throw new Error(`The live feed answered ${answer.status}`)
      if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) throw new NoFeed()
      began()
      let rest = ''
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        clearTimeout(timer)
        timer = setTimeout(() => broken.abort(), silence)
        const parts = (rest + value).split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) place.id = hear(part) ?? place.id ?? ''
      }
    } finally {
      clearTimeout(timer)
    }
  }

  const run = async (topics: LiveTopic[], signal: AbortSignal) => {
    const place: { id?: string } = {}
    let failures = 0
    while (!signal.aborted) {
      try {
        await read(topics, place, signal, () => {
          failures = 0
          become('live')
        })
      } catch (error) {
        if (signal.aborted) return
        become(error instanceof NoFeed ? 'off' : 'broken')
        if (error instanceof NoFeed) return
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
