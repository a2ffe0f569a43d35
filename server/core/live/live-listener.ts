import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '../database/db.ts'
import { type Loop, startLoop } from '../operations/loop.ts'

/** The NOTIFY channel that wakes the readers of all processes. It carries no data. */
const channel = 'portreeve_live'

/** Wakes the readers after the commit, as a column that an insertion returns: a statement for it costs every changing call a trip. */
export const woken = { woken: sql`pg_notify(${channel}, '')` }

/** Listens for events of all processes, and reconnects when the connection breaks. Returns a function that stops it. */
function listen(pool: pg.Pool, notified: () => void): () => void {
  let stopped = false
  let release = () => {}
  const connect = async () => {
    if (stopped) return
    let releaseClient = () => {}
    let reconnect = () => {
      reconnect = () => {}
      releaseClient()
      setTimeout(connect, 1000).unref()
    }
    try {
      const client = await pool.connect()
      // A client that is never released, broken or not, occupies a place in the pool forever.
      releaseClient = () => {
        releaseClient = () => {}
        client.release(true)
      }
      release = () => releaseClient()
      // `stop` may have run meanwhile: an unreleased client would block the end of the pool.
      if (stopped) return release()
      client.on('notification', notified)
      client.once('end', () => reconnect())
      await client.query(`listen ${channel}`)
    } catch {
      // Polling continues until the listener reconnects.
      reconnect()
    }
  }
  void connect()
  return () => {
    stopped = true
    release()
  }
}

/** Milliseconds between two looks without a notification (polling). */
const pollEvery = 400

/** Looks for events when a process notifies of one, and every 400 ms. The embedded database notifies of none. */
export function startLooking(
  { listeners, embedded }: Pick<Database, 'listeners' | 'embedded'>,
  look: () => Promise<unknown>,
  failed: (error: unknown) => void,
): Loop {
  const loop = startLoop(pollEvery, look, failed)
  const stopListening = embedded ? () => {} : listen(listeners, loop.wake)
  return {
    wake: loop.wake,
    stop: () => {
      stopListening()
      return loop.stop()
    },
  }
}
