import { AsyncLocalStorage } from 'node:async_hooks'
import http from 'node:http'
import { createRequire } from 'node:module'

// The broken twins of faults.ts: the server without one protection. BENCH_TWIN names it.
const pg = createRequire(new URL('../../server/main.ts', import.meta.url))('pg') as typeof import('pg')

const twins: Record<string, () => void> = {
  /** No query times out. */
  'no time-outs': () => {
    const { Pool } = pg
    pg.Pool = class extends Pool {
      constructor(options: import('pg').PoolConfig) {
        super({
          ...options,
          statement_timeout: 0,
          lock_timeout: 0,
          query_timeout: 0,
          connectionTimeoutMillis: 0,
        })
        // Keep the connections that the server would close.
        this.on('connect', (client) => {
          client.end = (async () => {}) as typeof client.end
        })
      }
    } as typeof Pool
    const { getStore } = AsyncLocalStorage.prototype
    AsyncLocalStorage.prototype.getStore = function (this: AsyncLocalStorage<unknown>) {
      const store: unknown = getStore.call(this)
      return store !== null && typeof store === 'object' && 'until' in store ? undefined : store
    }
  },
  /** Each statement commits by itself: an interrupted call stays half done. */
  'no transactions': () => {
    const query: unknown = pg.Client.prototype.query
    pg.Client.prototype.query = function (this: unknown, statement: unknown, ...rest: unknown[]) {
      const text =
        typeof statement === 'string'
          ? statement
          : statement !== null && typeof statement === 'object' && 'text' in statement
            ? String(statement.text)
            : ''
      const loose = /^\s*(begin|commit|rollback)\b/i.test(text) ? 'select 1' : statement
      return Reflect.apply(query as (...all: unknown[]) => unknown, this, [loose, ...rest])
    } as typeof pg.Client.prototype.query
  },
  /** Slow connections stay open. */
  'no limits for the slow': () => {
    const { createServer } = http
    http.createServer = ((options: http.ServerOptions, ...rest: http.RequestListener[]) =>
      createServer(
        { ...options, headersTimeout: 0, requestTimeout: 0, maxHeaderSize: 1024 * 1024 },
        ...rest,
      )) as typeof createServer
  },
  /** A stop that waits for no call. */
  'cut off at the stop': () => {
    process.on('SIGTERM', () => process.exit(0))
  },
}

twins[process.env.BENCH_TWIN ?? '']?.()
await import('../../server/main.ts')
