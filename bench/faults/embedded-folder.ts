import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'

/**
 * Connects to the database of a folder as soon as a writer runs it, within some milliseconds. A report may arrive after its
 * writer was killed, so the database may be closed for a moment.
 */
export async function reachDatabase(folder: string, timeout: number): Promise<pg.Client> {
  const until = performance.now() + timeout
  for (;;) {
    const client = new pg.Client({
      host: folder,
      user: 'postgres',
      database: 'postgres',
      query_timeout: 20_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (performance.now() > until) throw error
      await pause(20)
    }
  }
}

/** Opens the folder's database in this process and checks that every index is intact; throws if one is not. */
export async function checkIndexes(folder: string): Promise<void> {
  const db = await PGlite.create(join(folder, 'postgres'), { extensions: { pg_trgm, amcheck } })
  await db.exec('create extension if not exists amcheck')
  await db.query(
    `select bt_index_check(c.oid::regclass, true) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i'`,
  )
  await db.close()
}
