import { parseArgs } from 'node:util'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { newEntry, publishAll } from '../../server/core/live/live.ts'
import { type Feed, openFeed } from '../stack/live-feed.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'

// The durable live feed under breaks:
//   node --import tsx bench/feed/events.ts [--events 100000] [--readers 4] [--kills 20] [--postgres URL] [--twin]
// Writers publish events in transactions that commit in another order than they start, while every reader's connection is cut
// repeatedly, some stay away for seconds like a sleeping tab, and servers are killed with -9. With --postgres two
// servers share the database and a reader reconnects to either. In the end every reader must have received every committed
// event once, in the order of each conversation. --twin lets the readers forget their position at each
// break: then the bench must fail.
const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    readers: { type: 'string', default: '4' },
    kills: { type: 'string', default: '20' },
    postgres: { type: 'string' },
    twin: { type: 'boolean', default: false },
  },
})
const wanted = Number(values.events)
const kills = Number(values.kills)
const uid = 'staff-admin'
const topic = `conversationUpdates/${uid}`
/** Conversations that the events are about. */
const conversations = 50
/** Events per transaction. */
const together = 20

const first = await openServer({ postgres: values.postgres })
await first.start()
const second = values.postgres ? await openServer({ postgres: values.postgres }) : undefined
await second?.start()
const houses = second ? [first, second] : [first]
const token = await first.token()

interface Seen {
  entry: string
  key: string
  n: number
}
const received: Seen[][] = []
const feeds: Feed[] = Array.from({ length: Number(values.readers) }, (_, at) => {
  const mine: Seen[] = []
  received.push(mine)
  let turn = at
  return openFeed({
    api: () => houses[turn++ % houses.length]?.api ?? first.api,
    apiKey,
    token: () => token,
    topic,
    forgetful: values.twin,
    onEvent: ({ data }) => mine.push(data as Seen),
  })
})

let written = 0
let killed = 0
let working = true
const began = Date.now()
const progress = setInterval(
  () =>
    console.error(
      `${written} events, ${killed} kills, received ${received.map((one) => one.length).join(' ')}`,
    ),
  10_000,
)

/** One writer writes a conversation's events one after the other, so their order is known. */
async function writer(at: number, writers: number) {
  const next = new Map<string, number>()
  for (let turn = 0; written < wanted; turn++) {
    const key = `c${at + writers * (turn % Math.ceil(conversations / writers))}`
    try {
      // Do not open the database: between two servers this process would become its owner.
      await withPool(async (db) => {
        while (written < wanted) {
          const from = next.get(key) ?? 0
          const work = db.transaction(async (tx) => {
            for (let i = 0; i < together; i++)
              await publishAll(tx, [
                [topic, { entry: newEntry(), key, n: from + i, what: 'message', by: 'x', name: null }, null],
              ])
            // Transactions overlap and commit in another order than they start.
            if (Math.random() < 0.2) await new Promise((later) => setTimeout(later, Math.random() * 30))
          })
          await Promise.race([work, givenUp()])
          next.set(key, from + together)
          written += together
          if (Math.random() < 0.05) return
        }
      })
    } catch {
      // The embedded database ended with its server: commit outcome unknown. The table shows it in the end.
      next.set(key, (next.get(key) ?? 0) + 1_000_000)
      await new Promise((later) => setTimeout(later, 200))
    }
  }
}

/** Rejects after a while: a killed server leaves calls without an answer. */
const givenUp = () =>
  new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('No answer')), 8000).unref()
  })

async function withPool(work: (db: NodePgDatabase) => Promise<void>) {
  const { where } = first
  const pool = new pg.Pool({
    ...('url' in where
      ? { connectionString: where.url }
      : { host: where.folder, user: 'postgres', database: 'postgres' }),
    max: 1,
    connectionTimeoutMillis: 4000,
    query_timeout: 10_000,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  try {
    await work(drizzle(pool))
  } finally {
    // Abandon calls that hang on a killed server.
    void pool.end().catch(() => {})
  }
}

async function killer() {
  while (working && killed < kills) {
    await new Promise((later) => setTimeout(later, 800 + ((killed * 137) % 700)))
    const server = houses[killed % houses.length] ?? first
    await server.kill()
    killed += 1
    await server.start()
  }
}

async function cutter() {
  while (working) {
    await new Promise((later) => setTimeout(later, 400))
    const feed = feeds[Math.floor(Math.random() * feeds.length)]
    feed?.cut(Math.random() < 0.1 ? 3000 : 0)
  }
}

const writers = 4
const breaking = Promise.all([killer(), cutter()])
await Promise.all(Array.from({ length: writers }, (_, at) => writer(at, writers)))
const seconds = Math.round((Date.now() - began) / 1000)
working = false
await breaking

console.error('all written')
const truth = await first.withDatabase(async ({ pool }) => {
  const { rows } = await pool.query<{ payload: Seen }>(
    'select payload from live_events where topic = $1 order by xid, id',
    [topic],
  )
  return rows.map((row) => row.payload)
})
console.error(`${truth.length} committed`)
// A late reader has a minute.
const until = Date.now() + 60_000
while (
  Date.now() < until &&
  received.some((mine) => new Set(mine.map(({ entry }) => entry)).size < truth.length)
)
  await new Promise((later) => setTimeout(later, 500))
clearInterval(progress)

const entries = new Set(truth.map(({ entry }) => entry))
const results = received.map((mine) => {
  const own = new Set(mine.map(({ entry }) => entry))
  const last = new Map<string, number>()
  let disordered = 0
  for (const { key, n } of mine) {
    if (n <= (last.get(key) ?? -1)) disordered++
    last.set(key, n)
  }
  return {
    received: mine.length,
    lost: [...entries].filter((entry) => !own.has(entry)).length,
    twice: mine.length - own.size,
    'never committed': [...own].filter((entry) => !entries.has(entry)).length,
    'out of order': disordered,
  }
})
const faults = results.reduce(
  (sum, one) => sum + one.lost + one.twice + one['never committed'] + one['out of order'],
  0,
)
console.info(
  JSON.stringify(
    {
      database: values.postgres ? `PostgreSQL, ${houses.length} servers` : 'PGlite',
      twin: values.twin,
      'events committed': truth.length,
      'seconds of writing': seconds,
      'kills -9': killed,
      connections: feeds.map((feed) => feed.connections()),
      readers: results,
      faults,
    },
    null,
    2,
  ),
)
for (const feed of feeds) feed.close()
for (const server of houses) await server.close()
process.exit(faults > 0 ? 1 : 0)
