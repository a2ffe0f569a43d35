import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/** The headers that helmet sets. They are the same for every response, so compute them once. */
export function safetyHeaders(): Record<string, string> {
  const headers: Record<string, string> = {}
  const set = helmet({
    contentSecurityPolicy: false,
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  })
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value
    },
    removeHeader: () => {},
  }
  set({} as IncomingMessage, answer as unknown as ServerResponse, () => {})
  return headers
}
