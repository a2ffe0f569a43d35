import { type Agent, request } from 'node:http'
import { apiKey } from '../stack/server-under-test.ts'

/** One call and its answer. */
export interface Answered {
  method: string
  path: string
  startedAt: number
  took: number
  /** 0 without a complete answer. */
  status: number
  text: string
}

/** Sends calls over an agent's connections and reads each whole answer. */
export function sender(api: string, agent: Agent) {
  const { hostname, port } = new URL(api)
  return (token: string, method: string, path: string, more: { body?: object; key?: string } = {}) =>
    new Promise<Answered>((done) => {
      const startedAt = performance.now()
      const end = (status: number, text: string) =>
        done({ method, path, startedAt, took: performance.now() - startedAt, status, text })
      const sent = request(
        {
          ...{ agent, hostname, port, path, method, timeout: 15_000 },
          headers: {
            'x-api-key': apiKey,
            authorization: `Bearer ${token}`,
            ...(more.key && { 'idempotency-key': more.key }),
            ...(more.body && { 'content-type': 'application/json' }),
          },
        },
        (answer) => {
          let text = ''
          answer.setEncoding('utf8')
          answer.on('data', (chunk) => {
            text += chunk
          })
          answer.on('end', () => end(answer.complete ? (answer.statusCode ?? 0) : 0, text))
          answer.on('error', (error) => end(0, `in the middle of the answer: ${error.message}`))
        },
      )
      sent.on('timeout', () => sent.destroy(new Error('no answer in 15 s')))
      sent.on('error', (error) => end(0, error.message))
      sent.end(more.body && JSON.stringify(more.body))
    })
}
