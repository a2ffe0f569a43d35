import { setTimeout as pause } from 'node:timers/promises'

/** An event that a page receives from the live feed. */
export interface Received {
  /** Its id, to resume from. */
  id: string
  data: unknown
  /** Time of arrival, milliseconds of `performance.now()`. */
  at: number
}

interface Options {
  /** The address of a server, chosen at each connection, as by a proxy. */
  api: () => string
  apiKey: string
  token: () => string
  topic: string
  onEvent: (event: Received) => void
  /** Forgets the position at each break, like a page without Last-Event-ID. */
  forgetful?: boolean
}

export interface Feed {
  connections: () => number
  /** Cuts the connection; it reconnects by itself after `sleep` milliseconds. */
  cut: (sleep?: number) => void
  close: () => void
}

/** A page with an open feed. It reconnects whenever the connection ends and resumes at its position. */
export function openFeed({ api, apiKey, token, topic, onEvent, forgetful = false }: Options): Feed {
  let closed = false
  let connections = 0
  let sleep = 0
  let current = new AbortController()
  let last: string | undefined
  const run = async () => {
    while (!closed) {
      current = new AbortController()
      if (sleep > 0) await pause(sleep)
      sleep = 0
      try {
        const answer = await fetch(`${api()}/v1/realtime?topic=${encodeURIComponent(topic)}`, {
          headers: {
            'x-api-key': apiKey,
            authorization: `Bearer ${token()}`,
            ...(last && !forgetful ? { 'last-event-id': last } : {}),
          },
          signal: current.signal,
        })
        if (answer.ok && answer.body) {
          connections++
          let rest = ''
          for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
            const parts = (rest + chunk).split('\n\n')
            rest = parts.pop() ?? ''
            for (const part of parts) {
              const field = (name: string) =>
                part
                  .split('\n')
                  .find((line) => line.startsWith(`${name}: `))
                  ?.slice(name.length + 2)
              const [id, data] = [field('id'), field('data')]
              if (id === undefined || data === undefined) continue
              last = id
              onEvent({ id, data: (JSON.parse(data) as { data: unknown }).data, at: performance.now() })
            }
          }
        }
      } catch {
        // Cut or refused: reconnect in a moment.
      }
      if (!closed) await pause(100 + Math.random() * 200)
    }
  }
  void run()
  return {
    connections: () => connections,
    cut: (longer = 0) => {
      sleep = longer
      current.abort()
    },
    close: () => {
      closed = true
      current.abort()
    },
  }
}
