import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../server/core/database/db.ts'
import { databaseOn } from '../../server/testing/on-postgres.ts'
import { freePort } from '../../tools/stack.ts'
import { sandboxAddress } from './test.ts'

/**
 * Starts a server with fixtures of its own, for a journey that changes a whole list. Where the other servers use PostgreSQL it has a database there.
 * @param more further variables
 */
export async function startOwnServer(more: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portreeve-own-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  const on = process.env.DATABASE_URL
  const database = on ? await databaseOn(on, 'portreeve_own') : undefined
  const env = {
    ...process.env,
    ...(database && { DATABASE_URL: database.url }),
    PORT: String(port),
    PORTREEVE_ADDRESS: address,
    PORTREEVE_CONSOLES: address,
    PORTREEVE_ENVIRONMENT: 'development',
    PORTREEVE_DEMO: 'fixtures',
    PORTREEVE_DATA_DIR: folder,
    PORTREEVE_EASYPOST_KEY: 'EZTK_portreeve',
    PORTREEVE_EASYPOST_ADDRESS: sandboxAddress,
    ...more,
  }
  const child = fork(fileURLToPath(new URL('../../server/main.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await new Promise<void>((done, fail) => {
    child.once('message', () => done())
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}`)))
  })
  return {
    address,
    env,
    query: async (statement: string) => {
      const where = database ? { url: database.url } : { folder: join(folder, 'development') }
      const { pool, close } = await openDatabase(where, { connections: 1 })
      await pool.query(statement)
      await close()
    },
    stop: async () => {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
      await database?.remove()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
