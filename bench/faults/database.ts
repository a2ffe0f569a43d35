import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, openAdmin } from '../stack/cluster.ts'
import { openFeed } from '../stack/live-feed.ts'
import type { ServerUnderTest } from '../stack/server-under-test.ts'
import { becomes } from '../stack/waiting.ts'
import { byStatus, checkBooks, checkWhole, worst } from './check.ts'
import { type Called, counter, isReading, makeRecords, startLoad } from './load.ts'

/** Milliseconds within which every call is answered, and reads work again. */
const limit = 5000

interface Fault {
  name: string
  begin: () => Promise<void>
  end: () => Promise<void>
  /** The database answers nothing during the fault. */
  whole: boolean
}

function faultsOf(cluster: Cluster): Fault[] {
  let outside: pg.Client[] = []
  return [
    { name: 'stopped', begin: cluster.stop, end: cluster.start, whole: true },
    { name: 'frozen', begin: cluster.freeze, end: cluster.thaw, whole: true },
    {
      name: 'all connections taken',
      begin: async () => {
        outside = await takeAll(cluster)
      },
      end: async () => {
        await Promise.all(outside.map((one) => one.end()))
      },
      whole: true,
    },
    locking(cluster, 'locked', 'users'),
    // Freeze a changing call before its last step.
    locking(cluster, 'audit locked', 'audit'),
  ]
}

/** Another session locks a whole table: calls that need it wait and occupy the server's connections. */
function locking(cluster: Cluster, name: string, table: string): Fault {
  let locker: pg.Client | undefined
  return {
    name,
    begin: async () => {
      locker = await openAdmin(cluster)
      await locker.query(`begin; lock table ${table} in access exclusive mode`)
    },
    end: async () => {
      await locker?.end()
    },
    whole: false,
  }
}

/** Takes every connection of PostgreSQL, the server's too, and releases them at the end. */
async function takeAll(cluster: Cluster): Promise<pg.Client[]> {
  const admin = await openAdmin(cluster)
  const taken: pg.Client[] = []
  const url = new URL(cluster.adminUrl)
  url.username = 'outsider'
  for (let left = 1, tries = 0; left > 0 && tries < 200; tries++) {
    for (;;) {
      const one = new pg.Client({ connectionString: url.toString() })
      one.on('error', () => {})
      const isRefused = await one.connect().catch(() => true)
      if (isRefused) break
      taken.push(one)
    }
    const { rows } = await admin.query<{ gone: boolean }>(
      `select pg_terminate_backend(pid) as gone from pg_stat_activity where usename = 'portreeve'`,
    )
    left = rows.length
  }
  // If the admin disconnected, its place would be free.
  return [...taken, admin]
}

/** Runs the load through one fault of the database and returns the broken promises. */
async function runFault(
  server: ServerUnderTest,
  token: string,
  fault: Fault,
  { next, seconds, rate }: { next: ReturnType<typeof counter>; seconds: number; rate: number },
) {
  const load = startLoad(server, token, next, rate)
  await pause(3000)
  await fault.begin()
  const startedAt = Date.now()
  console.error(`${fault.name} …`)
  await pause(seconds * 1000)
  const ending = Date.now()
  await fault.end()
  const healed = Date.now()
  await pause(8000)
  await load.stop()

  const { calls } = load
  const before = calls.filter((one) => one.startedAt < startedAt)
  const during = calls.filter((one) => one.startedAt >= startedAt && one.startedAt < healed)
  const after = calls.filter((one) => one.startedAt >= healed)
  const faults = [
    ...answersOf(calls, during),
    ...healthOf(
      calls,
      during.filter((one) => endOf(one) <= ending),
      fault,
    ),
  ]
  const again = (kind: (one: Called) => boolean) =>
    Math.min(...after.filter((one) => kind(one) && one.status === 200).map((one) => endOf(one) - healed))
  const readsAgain = again(isReading)
  if (readsAgain > limit) faults.push(`reads worked again only ${readsAgain} ms after the fault's end`)
  for (const one of after.filter(
    (one) => isReading(one) && one.startedAt > healed + limit && one.status !== 200,
  ))
    faults.push(
      `a read ${one.startedAt - healed} ms after the fault's end was answered ${one.status} ${one.words}`,
    )
  const whole = await checkWhole(server, token, calls)
  return {
    faults: [...faults, ...whole.faults].map((words) => `${fault.name}: ${words}`),
    figures: {
      'seconds of fault': Math.round((ending - startedAt) / 1000),
      'worst answer before, during, after (ms)': [worst(before), worst(during), worst(after)],
      'answers before': byStatus(before),
      'answers during': byStatus(during),
      'answers after': byStatus(after),
      'first read after healing (ms)': readsAgain,
      'ready after healing (ms)': again(({ kind }) => kind === 'readyz'),
      '/readyz during: by status': byStatus(during.filter(({ kind }) => kind === 'readyz')),
      'worst of /healthz (ms)': worst(calls.filter(({ kind }) => kind === 'healthz')),
      ...whole.figures,
    },
  }
}

const endOf = ({ startedAt, took }: Called) => startedAt + took

/** Every call is answered in time: done, or refused as unavailable. */
function answersOf(calls: Called[], during: Called[]): string[] {
  const faults: string[] = []
  for (const one of calls) {
    const what = `${one.kind} ${one.key}`.trim()
    if (one.took > limit) faults.push(`${what} took ${one.took} ms`)
    const refused = one.status === 503 && one.code === 'unavailable' && one.words !== ''
    if (one.status !== 200 && !refused)
      faults.push(`${what} was answered ${one.status} ${one.code} ${one.words}${one.cut}`)
  }
  if (!during.some(({ status }) => status === 503)) faults.push('nothing was refused: was there a fault?')
  return faults
}

/** Always alive; not ready during the fault. */
function healthOf(calls: Called[], during: Called[], { whole }: Fault): string[] {
  const ill = calls.filter((one) => one.kind === 'healthz' && (one.status !== 200 || one.took > 1000))
  const ready = during.filter(({ kind }) => kind === 'readyz')
  const wrong = ready.filter(({ status }) => status !== 503).length
  return [
    ...(ill.length > 0 ? [`/healthz failed or took more than a second ${ill.length} times`] : []),
    ...(whole && wrong > 0 ? [`/readyz was ready ${wrong} of ${ready.length} times`] : []),
  ]
}

/** PostgreSQL stopped, frozen, out of connections and locked, one after the other, under load and with an open live feed. */
export async function databaseFaults(
  server: ServerUnderTest,
  cluster: Cluster,
  { seconds, rate, only }: { seconds: number; rate: number; only: string | undefined },
) {
  const topic = 'conversationUpdates/staff-admin'
  await makeRecords(server)
  const token = await server.token()
  const received: string[] = []
  const feed = openFeed({
    ...{ api: server.api, token, topic },
    onEvent: ({ data }) => received.push((data as { entry: string }).entry),
  })
  const next = counter()
  // Warm up: the first calls of a process are slower.
  const warming = startLoad(server, token, next, rate)
  await pause(5000)
  await warming.stop()
  const faults: string[] = []
  const figures: Record<string, object> = {}
  for (const fault of faultsOf(cluster).filter(({ name }) => only === undefined || name === only)) {
    const one = await runFault(server, token, fault, { next, seconds, rate })
    faults.push(...one.faults)
    figures[fault.name] = one.figures
    console.error(`${fault.name}: ${one.faults.length} faults; ${JSON.stringify(one.figures)}`)
  }
  const books = await checkBooks(server)
  const committed = await server.withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ entry: string }>(
      `select payload->>'entry' as entry from live_events where topic = $1 order by xid, id`,
      [topic],
    )
    return rows.map(({ entry }) => entry)
  })
  await becomes(() => received.length >= committed.length, 30_000)
  if (received.join() !== committed.join())
    faults.push(
      `the live feed sent ${received.length} events of ${committed.length} committed ones, or in another order`,
    )
  feed.close()
  const code = await server.stop()
  if (code !== 0) faults.push(`the server ended with ${code}`)
  return {
    faults: [...faults, ...books.faults],
    figures: {
      ...figures,
      ...books.figures,
      'live events committed, received': [committed.length, received.length],
      'live connections': feed.connections(),
    },
  }
}
