import { setTimeout as pause } from 'node:timers/promises'

/** What a page hears from the live feed. */
export interface Heard {
  /** What it resumes by. */
  id: string
  data: unknown
  /** When it was heard, milliseconds of `performance.now()`. */
  at: number
}

interface Options {
  /** Where a server answers; asked at each connection, as a proxy would choose one. */
  api: () => string
  apiKey: string
  token: () => string
  topic: string
  hear: (event: Heard) => void
  /** Forgets where it was at each break: what a page without Last-Event-ID would do. */
  forgetful?: boolean
}

export interface Feed {
  connections: () => number
  /** Cuts the connection; it comes back by itself, after `sleep` milliseconds. */
  cut: (sleep?: number) => void
  close: () => void
}

/** A page with an open feed, that connects again whenever the connection ends and goes on where it was. */
export function openFeed({ api, apiKey, token, topic, hear, forgetful = false }: Options): Feed {
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
              hear({ id, data: (JSON.parse(data) as { data: unknown }).data, at: performance.now() })
            }
          }
        }
      } catch {
        // Cut, or nobody there: again in a moment.
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
