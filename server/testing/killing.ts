import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { freePort } from '../../tools/stack.ts'
import { openDatabase } from '../core/database/db.ts'
import { freshDatabase } from './template.ts'

/** For a poll of a killed server: it shares the machine's processors, so that reading it all the time would slow down what is read. */
export const polling = { interval: 100, timeout: 240_000 }

/** A server process as the package runs it, to be killed and started again on the same database. */
export async function useKilledServer() {
  const fresh = await freshDatabase(inject('template'))
  const port = await freePort()
  const base = `http://localhost:${port}`
  const env: Record<string, string> = {
    PORT: String(port),
    PORTREEVE_ENVIRONMENT: 'development',
    PORTREEVE_DEMO: 'admin',
    PORTREEVE_API_KEY: 'key',
    PORTREEVE_DATA_DIR: 'folder' in fresh.where ? fresh.where.folder : '/tmp',
    PORTREEVE_SECRET: 'a secret of the kill test, long enough',
    ...('url' in fresh.where ? { DATABASE_URL: fresh.where.url } : {}),
  }
  // main.ts uses a database folder named after the environment.
  const where = 'folder' in fresh.where ? { folder: `${fresh.where.folder}/development` } : fresh.where
  if ('folder' in fresh.where) {
    await mkdir(`${fresh.where.folder}/development`)
    await rename(`${fresh.where.folder}/postgres`, `${fresh.where.folder}/development/postgres`)
  }
  let child: ChildProcess | undefined
  const end = async () => {
    child?.kill('SIGKILL')
    await fresh.remove()
  }
  const change = async (...queries: string[]) => {
    const database = await openDatabase(where, { timeout: 60_000 })
    for (const query of queries) await database.pool.query(query)
    await database.close()
  }
  return {
    where,
    base,
    end,
    /** Changes the database while no server runs. */
    change,
    /**
     * Kills the server with -9 and makes its operations due. Without that a test waits half a minute until their leases expire
     * (`core/operations/settle.ts`). `operations.test.ts` tests that no server takes an operation whose lease holds.
     */
    crash: async () => {
      if (child) await kill(child)
      await change("update operations set due_at = now() - interval '1 second' where state = 'pending'")
    },
    /** Starts main.js of the package (vitest.config.ts compiles it) and waits until it answers. */
    start: () => {
      const started = fork(fileURLToPath(new URL('../../dist/server/main.js', import.meta.url)), {
        env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      child = started
      return new Promise<ChildProcess>((done, fail) => {
        started.once('message', () => done(started))
        started.once('exit', (code) => fail(new Error(`ended with ${code}`)))
      })
    },
    /** An identity token: of the demo's admin, or of a colleague with the same password. */
    token: async (email = 'admin@portreeve.test'): Promise<string> => {
      const session = await fetch(`${base}/identity/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: base },
        body: JSON.stringify({ email, password: 'portreeve-demo' }),
      })
      const cookie = session.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ')
      const answer = await fetch(`${base}/identity/token`, { headers: { cookie } })
      return ((await answer.json()) as { token: string }).token
    },
  }
}

/** Kills a server with -9 and waits for its end. */
export async function kill(server: ChildProcess): Promise<void> {
  const ended = new Promise((done) => server.once('exit', done))
  server.kill('SIGKILL')
  await ended
}
