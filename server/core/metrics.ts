import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** This process's figures for /metrics. */
export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const seconds = new Histogram({
  name: 'portreeve_http_request_duration_seconds',
  help: 'Duration of calls by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
})

/** The operations that ended, by kind and state. */
export const settled = new Counter({
  name: 'portreeve_operations_settled_total',
  help: 'Operations that ended, by kind and state',
  labelNames: ['kind', 'state'],
  registers: [registry],
})

/** The open live streams of this process. */
export const liveReaders = new Gauge({
  name: 'portreeve_live_readers',
  help: 'Open live streams; each page has one',
  registers: [registry],
})

/** The attempts to send a mail. */
export const mails = new Counter({
  name: 'portreeve_mails_total',
  help: 'Attempts to send a mail, by result',
  labelNames: ['result'],
  registers: [registry],
})

/** Counts one answered call. */
export function observe(call: { method: string; route: string; status: number; ms: number }) {
  seconds.observe({ method: call.method, route: call.route, status: String(call.status) }, call.ms / 1000)
}
