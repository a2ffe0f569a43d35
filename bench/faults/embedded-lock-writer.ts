import { open, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../../server/core/database/embedded.ts'
import type { FolderLock } from '../../server/core/database/folder-lock.ts'

// A process of embedded-lock.ts: writes rows into the folder's database until it is killed or stopped, and reports every
// committed row to its parent.
const [folder = '', name = '', twin] = process.argv.slice(2)
process.once('disconnect', () => process.exit())
let stopping = false
process.once('message', () => {
  stopping = true
})

const embedded = await openEmbedded(folder, twin ? { lock: lockOfBefore } : {})
const pool = new pg.Pool({ host: embedded.host, user: 'postgres', database: 'postgres', max: 1 })
pool.on('error', () => {})
for (let row = 0; !stopping; ) {
  const done = await pool
    .query('insert into acknowledged values ($1, $2) on conflict do nothing', [name, row])
    .then(
      () => true,
      () => false,
    )
  if (done) process.send?.({ row: row++ })
  await pause(10)
}
await pool.end()
await embedded.close()
process.disconnect?.()

/** The old lock: a file with a process number that is trusted for 10 s. */
async function lockOfBefore(at: string): Promise<FolderLock | undefined> {
  const lock = join(at, 'lock-of-before')
  const answers = () =>
    new Promise<boolean>((done) => {
      const socket = connect(join(at, '.s.PGSQL.5432'))
      socket.once('connect', () => done(true)).once('error', () => done(false))
      socket.once('connect', () => socket.end())
    })
  const isAlive = (pid: number) => {
    try {
      return process.kill(pid, 0)
    } catch {
      return false
    }
  }
  const file = await open(lock, 'wx').catch(() => undefined)
  if (file) {
    await file.writeFile(String(process.pid))
    await file.close()
    return { release: () => rm(lock, { force: true }) }
  }
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
  for (let tries = 0; pid && tries < 40 && isAlive(pid); tries++) {
    if (await answers()) return undefined
    await pause(250)
  }
  await rm(lock, { force: true })
  return undefined
}
