// Plain JavaScript: Node 20 cannot start TypeScript in a worker thread.
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { serveSocket } from './embedded-socket.js'

// The embedded PostgreSQL runs in its own thread, so that a long query does not block the server's event loop.
/** @type {{ folder: string, socket: string }} */
const { folder, socket } = workerData

// Create the files under another name and rename them: a process killed in between must not leave a folder that never opens.
if (!existsSync(folder)) {
  const fresh = `${folder}.new`
  await rm(fresh, { recursive: true, force: true })
  const made = await PGlite.create(fresh, { extensions: { pg_trgm } })
  await made.close()
  await rename(fresh, folder)
}
const db = await PGlite.create(folder, { extensions: { pg_trgm } })
await rm(socket, { force: true })
const close = await serveSocket(db, socket)
parentPort?.postMessage('ready')

parentPort?.once('message', async () => {
  await close()
  await db.close()
  process.exit()
})
