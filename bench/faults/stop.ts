import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '../../server/core/database/db.ts'
import { setFace } from '../stack/calls.ts'
import type { Cluster } from '../stack/cluster.ts'
import { openFeed } from '../stack/live-feed.ts'
import type { ServerUnderTest } from '../stack/server-under-test.ts'
import { byStatus, checkBooks, checkWhole, worst } from './check.ts'
import { type Called, counter, isChanging, makeRecords, send, startLoad, wishOf } from './load.ts'

/** Milliseconds within which the process must end. */
const limit = 10_000
/** Milliseconds before SIGTERM: a call sent earlier is running and must be answered. */
const runs = 100
/** Calls that wait when SIGTERM comes. */
const waiting = 8

interface Scene {
  name: string
  /** Begins the fault, just before SIGTERM; returns a function that ends it. */
  begin: () => Promise<() => Promise<void>>
  /** Milliseconds from SIGTERM to the end of the fault; undefined: after the process has ended. */
  heals?: number
  /** Whether running calls may be refused as unavailable. */
  mayRefuse: boolean
}

/** SIGTERM under load: waiting calls, open feeds, idle connections, a hanging vendor, a frozen database. */
export async function stops(server: ServerUnderTest, cluster: Cluster | undefined) {
  await makeRecords(server)
  const next = counter()
  const scenes: Scene[] = [
    {
      // This transaction makes calls wait: for its rows on PostgreSQL, for the whole database on PGlite.
      name: 'calls that wait',
      heals: 1500,
      mayRefuse: false,
      begin: () => holdRows(server),
    },
    {
      name: 'a hanging vendor',
      mayRefuse: true,
      begin: async () => {
        await setFace(server, 'stripe', 'hang')
        return () => setFace(server, 'stripe', 'ok')
      },
    },
  ]
  if (cluster)
    scenes.push({
      name: 'a frozen database',
      mayRefuse: true,
      begin: async () => {
        await cluster.freeze()
        return cluster.thaw
      },
    })
  const faults: string[] = []
  const figures: Record<string, object> = {}
  for (const scene of scenes) {
    const one = await play(server, scene, next)
    faults.push(...one.faults.map((words) => `SIGTERM, ${scene.name}: ${words}`))
    figures[`SIGTERM, ${scene.name}`] = one.figures
    console.error(`SIGTERM, ${scene.name}: ${one.faults.length} faults; ${JSON.stringify(one.figures)}`)
  }
  const books = await checkBooks(server)
  await server.stop()
  return { faults: [...faults, ...books.faults], figures: { ...figures, ...books.figures } }
}

/** Locks the rows that the next calls change, so that they wait. Returns a function that releases them. */
async function holdRows({ where }: ServerUnderTest): Promise<() => Promise<void>> {
  const database = await openDatabase(where, { connections: 1, timeout: 60_000 })
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query('select 1 from users for update')
  return async () => {
    await client.query('rollback').catch(() => {})
    client.release()
    await database.close()
  }
}

async function play(server: ServerUnderTest, scene: Scene, next: ReturnType<typeof counter>) {
  const token = await server.token()
  const page = { api: server.api, token, topic: 'conversationUpdates/staff-admin', onEvent: () => {} }
  const feeds = Array.from({ length: 20 }, () => openFeed(page))
  const load = startLoad(server, token, next)
  await pause(3000)
  const heal = await scene.begin()
  const extra = Array.from({ length: waiting }, (_, at) => {
    const kind = at % 2 === 0 ? 'ban' : 'refund'
    return send(server, token, wishOf(kind, next(kind)))
  })
  await pause(500)
  const stoppedAt = Date.now()
  const ended = server.stop()
  const healing = scene.heals === undefined ? undefined : pause(scene.heals).then(heal)
  const code = await Promise.race([ended, pause(30_000).then(() => 'did not end' as const)])
  const took = Date.now() - stoppedAt
  if (code === 'did not end') await server.kill()
  await pause(1000)
  await load.stop()
  const calls = [...load.calls, ...(await Promise.all(extra))]
  for (const feed of feeds) feed.close()
  await (healing ?? heal())
  await server.start()

  const faults: string[] = []
  if (code !== 0) faults.push(`the process ended with ${code}`)
  if (took > limit) faults.push(`the process ended after ${took} ms`)
  const running = calls.filter(
    (one) => one.startedAt < stoppedAt - runs && one.startedAt + one.took >= stoppedAt,
  )
  const later = calls.filter((one) => one.startedAt > stoppedAt)
  for (const one of running)
    if (!isGood(one, scene)) faults.push(`running ${one.kind} ${one.key} was answered ${answerOf(one)}`)
  for (const one of later)
    if (one.status !== 200 && !isGood(one, { mayRefuse: true }) && !closedPort.test(one.cut))
      faults.push(
        `${one.kind} ${one.key}, ${one.startedAt - stoppedAt} ms after SIGTERM, was answered ${answerOf(one)}`,
      )
  if (!running.some(isChanging)) faults.push('no changing call was running: this shows nothing')
  const whole = await checkWhole(server, await server.token(), calls)
  return {
    faults: [...faults, ...whole.faults],
    figures: {
      'exit code': code,
      'exit after (ms)': took,
      'running at SIGTERM': byStatus(running),
      'started after SIGTERM': byStatus(later),
      'worst of those running (ms)': worst(running),
      ...whole.figures,
    },
  }
}

/** The port is closed, or the idle connection of the call was closed at this moment. */
const closedPort = /ECONNREFUSED|ECONNRESET|UND_ERR_SOCKET|EPIPE/

const isGood = ({ status, code, words }: Called, { mayRefuse }: Pick<Scene, 'mayRefuse'>) =>
  status === 200 || (mayRefuse && status === 503 && code === 'unavailable' && words !== '')

const answerOf = ({ status, code, words, cut }: Called) => `${status} ${code} ${words}${cut}`
