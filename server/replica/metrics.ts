import { Counter, Gauge } from 'prom-client'
import { registry } from '../core/metrics.ts'

const reads = new Counter({
  name: 'portreeve_replica_reads_total',
  help: 'Calls that a read replica may answer, by who answered them and why',
  labelNames: ['source', 'reason'],
  registers: [registry],
})

/** Counts one call that the replica may answer. */
export const countRead = (source: 'replica' | 'primary', reason: string) => reads.inc({ source, reason })

/** The state of the replica. */
export const replicaFigures = {
  lag: new Gauge({
    name: 'portreeve_replica_lag_seconds',
    help: 'Age of the oldest recorded change that the replica does not show',
    registers: [],
  }),
  used: new Gauge({
    name: 'portreeve_replica_used',
    help: '1 while the replica is used, 0 while it is left out',
    registers: [],
  }),
}

/** Shows the figures, once there is a replica. */
export function showReplicaFigures() {
  for (const figure of Object.values(replicaFigures)) registry.registerMetric(figure)
}
