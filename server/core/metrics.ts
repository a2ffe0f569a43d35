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

/** Counts one answered call. */
export function observe(call: { method: string; route: string; status: number; ms: number }) {
  seconds.observe({ method: call.method, route: call.route, status: String(call.status) }, call.ms / 1000)
}

const reads = new Counter({
  name: 'portreeve_replica_reads_total',
  help: 'Calls that a read replica may answer, by who answered them and why',
  labelNames: ['source', 'reason'],
  registers: [registry],
})

/** Counts one call that the replica may answer. */
export const countRead = (source: 'replica' | 'primary', reason: string) => reads.inc({ source, reason })

const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [] })

/** How the replica is; shown once there is one. */
export const replicaFigures = {
  lag: gauge(
    'portreeve_replica_lag_seconds',
    'Age of the oldest recorded change that the replica does not show',
  ),
  used: gauge('portreeve_replica_used', '1 while the replica is used, 0 while it is left out'),
}

/** Shows the figures of a replica. */
export function showReplica() {
  for (const figure of Object.values(replicaFigures)) registry.registerMetric(figure)
}
