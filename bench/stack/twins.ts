import { AsyncLocalStorage } from 'node:async_hooks'
import http, { Server } from 'node:http'
import { createRequire } from 'node:module'

// The broken twins of the server, each without one protection. BENCH_TWIN names it. A bench that does not notice its twin proves nothing.
const pg = createRequire(new URL('../../server/main.ts', import.meta.url))('pg') as typeof import('pg')

/** Replaces the queries of all connections: `other` gets a query's text and what would be sent. */
function replaceQueries(
  other: (text: string, send: (statement?: string) => unknown, rest: unknown[]) => unknown,
) {
  const query: unknown = pg.Client.prototype.query
  pg.Client.prototype.query = function (this: unknown, statement: unknown, ...rest: unknown[]) {
    const text =
      typeof statement === 'string' ? statement : String((statement as { text?: unknown } | null)?.text ?? '')
    const send = (instead: unknown = statement) =>
      Reflect.apply(query as (...all: unknown[]) => unknown, this, [instead, ...rest])
    return other(text, send, rest)
  } as typeof pg.Client.prototype.query
}

const twins: Record<string, () => void> = {
  /** No query times out. */
  'no time-outs': () => {
    const { Pool } = pg
    pg.Pool = class extends Pool {
      constructor(options: import('pg').PoolConfig) {
        super({
          ...options,
          ...{ statement_timeout: 0, lock_timeout: 0, query_timeout: 0, connectionTimeoutMillis: 0 },
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
  'no transactions': () =>
    replaceQueries((text, send) =>
      send(/^\s*(begin|commit|rollback)\b/i.test(text) ? 'select 1' : undefined),
    ),
  /** Slow connections stay open. */
  'no limits for the slow': () => {
    const { createServer } = http
    const unlimited = { headersTimeout: 0, requestTimeout: 0, maxHeaderSize: 1024 * 1024 }
    http.createServer = ((options: http.ServerOptions, ...rest: http.RequestListener[]) =>
      createServer({ ...options, ...unlimited }, ...rest)) as typeof createServer
  },
  /** A stop that waits for no call. */
  'cut off at the stop': () => {
    // The server would remove this handler.
    process.removeAllListeners = () => process
    process.on('SIGTERM', () => process.exit(0))
  },
  /** The replica is believed to have everything. */
  'a late replica': () => {
    const far = { audit: '9000000000000000000', ended: '9000000000000000000' }
    const result = { rows: [far], rowCount: 1 }
    replaceQueries((text, send, rest) => {
      if (!text.startsWith('select (select seq from audit_head)')) return send()
      // A pool asks by a callback, a client by a promise.
      const callback = rest.at(-1)
      return typeof callback === 'function' ? callback(null, result) : Promise.resolve(result)
    })
  },
  /** Every fiftieth call waits, and each leaks memory. */
  'slow and leaking': () => {
    const kept: Buffer[] = []
    const { emit } = Server.prototype
    Server.prototype.emit = function (this: Server, event: string, ...rest: unknown[]) {
      const go = () => Reflect.apply(emit, this, [event, ...rest])
      if (event !== 'request') return go()
      kept.push(Buffer.alloc(20_000, 1))
      if (kept.length % 50 > 0) return go()
      setTimeout(go, 200)
      return true
    } as typeof emit
  },
}

twins[process.env.BENCH_TWIN ?? '']?.()
await import('../../server/main.ts')
