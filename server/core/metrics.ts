import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

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

/** Counts one answered call. */
export function observe(call: { method: string; route: string; status: number; ms: number }) {
  seconds.observe({ method: call.method, route: call.route, status: String(call.status) }, call.ms / 1000)
}
