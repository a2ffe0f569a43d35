import { setTimeout as pause } from 'node:timers/promises'
import { apiKey } from './client.ts'

/** An event that a page receives from the live feed. */
export interface Received {
  /** Its id, to resume from. */
  id: string
  data: unknown
}

interface Options {
  api: string
  token: string
  topic: string
  onEvent: (event: Received) => void
}

export interface Feed {
  connections: () => number
  close: () => void
}

/** A page with an open feed. It reconnects whenever the connection ends and resumes at its position. */
export function openFeed({ api, token, topic, onEvent }: Options): Feed {
  let closed = false
  let connections = 0
  let current = new AbortController()
  let last: string | undefined
  const run = async () => {
    while (!closed) {
      current = new AbortController()
      try {
        const answer = await fetch(`${api}/v1/realtime?topic=${encodeURIComponent(topic)}`, {
          headers: {
            'x-api-key': apiKey,
            authorization: `Bearer ${token}`,
            ...(last ? { 'last-event-id': last } : {}),
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
              onEvent({ id, data: (JSON.parse(data) as { data: unknown }).data })
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
    close: () => {
      closed = true
      current.abort()
    },
  }
}
