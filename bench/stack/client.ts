import { Agent, request } from 'node:http'

/** The key of the servers under test. */
export const apiKey = 'bench'

/** A call and its answer. */
export interface Answered {
  method: string
  path: string
  /** Time of sending, milliseconds of Date.now(). */
  startedAt: number
  /** Milliseconds until the answer was complete. */
  took: number
  /** 0 without a complete answer; then the text says why. */
  status: number
  readonly text: string
}

interface More {
  body?: object
  /** The Idempotency-Key. */
  key?: string
  headers?: Record<string, string>
}

/** A client of one address with persistent connections. */
export function openClient(api: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const { hostname, port } = new URL(api)
  const call = (token: string, method: string, path: string, { body, key, headers }: More = {}) =>
    new Promise<Answered>((done) => {
      const startedAt = Date.now()
      const began = performance.now()
      const parts: Buffer[] = []
      const end = (status: number, why?: string) => {
        const took = performance.now() - began
        // Read only where it is needed: that is not the server's time.
        const text = () => why ?? Buffer.concat(parts).toString()
        done({
          ...{ method, path, startedAt, took, status },
          get text() {
            return text()
          },
        })
      }
      const cut = ({ code = '', message }: NodeJS.ErrnoException) => end(0, `${code} ${message}`.trim())
      const sent = request({
        ...{ agent, hostname, port, path, method, timeout: 15_000 },
        headers: {
          'x-api-key': apiKey,
          ...(token && { authorization: `Bearer ${token}` }),
          ...(key && { 'idempotency-key': key }),
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
      sent.on('response', (answer) => {
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => end(answer.statusCode ?? 0))
        answer.on('error', ({ message }) => end(0, `in the middle of the answer: ${message}`))
      })
      sent.on('timeout', () => sent.destroy(new Error('no answer in 15 s')))
      sent.on('error', cut)
      sent.end(body && JSON.stringify(body))
    })
  return { call, close: () => agent.destroy() }
}

export type Client = ReturnType<typeof openClient>

/** The data of a call's answer, which must be 200. */
export function dataOf<Data>({ method, path, status, text }: Answered): Data {
  if (status !== 200) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}`)
  return (JSON.parse(text) as { data: Data }).data
}
