import { type Cluster, makeCluster } from '../stack/cluster.ts'
import { print } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { openServer, type ServerUnderTest } from '../stack/server-under-test.ts'
import { databaseFaults } from './database.ts'
import { slowConnections } from './slow.ts'
import { stops } from './stop.ts'

// The server under faults around it:
//   node --import tsx bench/faults/faults.ts [--only database,slow,stop] [--embedded] [--seconds 12] [--rate 12] [--fault NAME] [--bin DIR] [--twin]
// The bench's own PostgreSQL cluster is stopped, frozen, left without free connections and locked under load; hundreds of
// connections send a byte now and then; SIGTERM comes under load. --embedded runs the last two on the
// embedded database. --twin starts servers without one protection each: the bench must notice every one.
const given = options({
  ...{ only: 'database,slow,stop', embedded: false, seconds: 12, rate: 12 },
  ...{ fault: undefined, bin: undefined, twin: false },
})

interface Part {
  name: string
  /** The protections that its twins lack. */
  twins: string[]
  run: (
    server: ServerUnderTest,
    cluster: Cluster | undefined,
    twin: string,
  ) => Promise<{ faults: string[]; figures: object }>
}

const parts: Part[] = [
  {
    name: 'database',
    twins: ['no time-outs', 'no transactions'],
    run: async (server, cluster, twin) => {
      if (!cluster) throw new Error('The embedded database cannot be stopped or frozen by itself.')
      // A twin's fault shows at once.
      const only = given.fault ?? (twin === 'no time-outs' ? 'frozen' : twin ? 'audit locked' : undefined)
      return databaseFaults(server, cluster, { ...given, only })
    },
  },
  {
    name: 'slow',
    twins: ['no limits for the slow'],
    // Longer than the time limit of a body.
    run: (server, _cluster, twin) => slowConnections(server, { seconds: twin ? 40 : 80 }),
  },
  { name: 'stop', twins: ['cut off at the stop'], run: (server, cluster) => stops(server, cluster) },
]

const wanted = given.only.split(',').filter((name) => !(given.embedded && name === 'database'))
const figures: Record<string, unknown> = {
  database: given.embedded ? 'PGlite' : 'PostgreSQL, a cluster of its own',
}
const faults: string[] = []
const unnoticed: string[] = []
for (const part of parts.filter(({ name }) => wanted.includes(name)))
  for (const twin of given.twin ? part.twins : ['']) {
    const found = await play(part, twin)
    faults.push(...found.faults)
    const name = twin ? `${part.name}, twin: ${twin}` : part.name
    figures[name] = {
      ...found.figures,
      'number of faults': found.faults.length,
      faults: found.faults.slice(0, 10),
    }
    if (twin && found.faults.length === 0) unnoticed.push(twin)
    console.error(`${name}: ${found.faults.length} faults`)
  }
print({ ...figures, ...(given.twin ? { 'twins not noticed': unnoticed } : { faults: faults.length }) })
// An unnoticed twin makes this bench worthless: it must not end like a bench that found the faults.
process.exit((given.twin ? unnoticed.length === 0 : faults.length > 0) ? 1 : 0)

async function play(part: Part, twin: string) {
  const cluster = given.embedded ? undefined : await makeCluster(given.bin)
  let server: ServerUnderTest | undefined
  const clean = async () => {
    await server?.kill()
    await server?.close()
    await cluster?.remove()
  }
  // The cluster is no child of this process and would outlive it.
  const interrupted = () => void clean().then(() => process.exit(2))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    server = await openServer({ postgres: cluster?.url, twin })
    return await part.run(server, cluster, twin)
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted)
    await clean()
  }
}
