import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../../server/core/database/embedded.ts'

// A process of embedded-lock.ts: writes rows into the folder's database until it is killed or stopped, and reports every
// committed row to its parent.
const [folder = '', name = '', twin] = process.argv.slice(2)
process.once('disconnect', () => process.exit())
let stopping = false
process.once('message', () => {
  stopping = true
})

// Every twin believes that the folder is its own.
const lock = async () => ({ release: async () => {} })
const embedded = await openEmbedded(folder, twin ? { lock } : {})
const pool = new pg.Pool({ host: embedded.host, user: 'postgres', database: 'postgres', max: 1 })
pool.on('error', () => {})
for (let row = 0; !stopping; ) {
  try {
    await pool.query('insert into acknowledged values ($1, $2) on conflict do nothing', [name, row])
    process.send?.({ row: row++ })
  } catch {
    // The owner of the database was killed: another one takes over.
  }
  await pause(10)
}
await pool.end()
await embedded.close()
process.disconnect?.()
