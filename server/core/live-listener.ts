import type { Database } from './db.ts'

/** The channel of LISTEN and NOTIFY that wakes the readers of all processes. It carries no data. */
export const channel = 'portreeve_live'

/** Listens for what any process publishes; a connection that breaks is made again. Returns how to stop. */
export function listen(pool: Database['pool'], notified: () => void): () => void {
  let stopped = false
  let release = () => {}
  const connect = async () => {
    if (stopped) return
    let giveBack = () => {}
    let again = () => {
      again = () => {}
      giveBack()
      setTimeout(connect, 1000).unref()
    }
    try {
      const client = await pool.connect()
      // A connection that is not released, broken or not, takes up a place of the pool for good.
      giveBack = () => {
        giveBack = () => {}
        client.release(true)
      }
      release = () => giveBack()
      // It may have been stopped meanwhile: a connection that is not released would hold up the end of the pool.
      if (stopped) return release()
      client.on('notification', notified)
      client.once('end', () => again())
      await client.query(`listen ${channel}`)
    } catch {
      // Polling goes on meanwhile.
      again()
    }
  }
  void connect()
  return () => {
    stopped = true
    release()
  }
}
