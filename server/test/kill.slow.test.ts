import { type ChildProcess, fork } from 'node:child_process'
import { mkdir, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../core/db.ts'
import { searchColumns } from '../store/search-text.ts'
import { freshDatabase } from './template.ts'

const people = 20
const template = inject('template')
let child: ChildProcess | undefined
let remove: () => Promise<unknown> = async () => {}
afterAll(async () => {
  child?.kill('SIGKILL')
  await remove()
})

const freePort = () =>
  new Promise<number>((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Starts main.ts as `npm start` does and waits for its first answer. */
function start(env: Record<string, string>): Promise<ChildProcess> {
  const started = fork(fileURLToPath(new URL('../main.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH ?? '', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  child = started
  return new Promise((done, fail) => {
    started.once('message', () => done(started))
    started.once('exit', (code) => fail(new Error(`ended with ${code}`)))
  })
}

test('after kill -9 during blocks and a restart, every block is complete: state, reason and audit row together', async () => {
  const fresh = await freshDatabase(template)
  remove = fresh.remove
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
  const setUp = await openDatabase(where)
  for (let i = 0; i < people; i++) {
    const { search_uid } = searchColumns({
      uid: `p${i}`,
      displayName: null,
      email: null,
      phone_number: null,
      oneSignalId: null,
      last_ip: null,
    })
    await setUp.pool.query('insert into users (uid, search_uid) values ($1, $2)', [`p${i}`, search_uid])
  }
  await setUp.close()

  let acknowledged = 0
  for (let round = 0; round < 3; round++) {
    const server = await start(env)
    const session = await fetch(`${base}/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: base },
      body: JSON.stringify({ email: 'admin@portreeve.test', password: 'portreeve-demo' }),
    })
    const cookie = session.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const { token } = (await (await fetch(`${base}/identity/token`, { headers: { cookie } })).json()) as {
      token: string
    }
    const call = async (uid: string, verb: 'ban' | 'unban') => {
      const answer = await fetch(`${base}/v1/admin/users/${uid}/${verb}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'x-api-key': 'key', authorization: `Bearer ${token}` },
        ...(verb === 'ban' ? { body: '{"ban_reason":"in the middle"}' } : {}),
      })
      if (answer.status === 200) acknowledged += 1
    }
    let going = true
    const work = Array.from({ length: 8 }, async (_, worker) => {
      for (let i = worker; going; i++)
        // The kill cuts calls off; a busy machine may also lose one before it, and the loop continues.
        for (const verb of ['ban', 'unban'] as const)
          await call(`p${i % people}`, verb).catch(() => new Promise((done) => setTimeout(done, 10)))
    })
    const before = acknowledged
    while (acknowledged < before + 30) await new Promise((done) => setTimeout(done, 10))
    server.kill('SIGKILL')
    going = false
    await new Promise((done) => server.once('exit', done))
    await Promise.all(work)
  }

  const after = await openDatabase(where)
  const { rows } = await after.pool.query<{
    uid: string
    banned: boolean
    bans: number
    unbans: number
    reasons: number
    version: number
  }>(
    `select uid, is_banned as banned, version,
      (select count(*)::int from audit where action = 'users.ban' and subject_id = uid) as bans,
      (select count(*)::int from audit where action = 'users.unban' and subject_id = uid) as unbans,
      (select count(*)::int from ban_reasons where ban_reasons.uid = users.uid) as reasons
     from users where uid like 'p%'`,
  )
  await after.close()
  expect(rows).toHaveLength(people)
  for (const row of rows) {
    expect([row.uid, row.reasons, row.version]).toEqual([row.uid, row.bans, 1 + row.bans + row.unbans])
    expect([row.uid, row.banned]).toEqual([row.uid, row.bans > row.unbans])
  }
  // Every acknowledged change is there; only calls cut off without an answer may come on top.
  const kept = rows.reduce((sum, row) => sum + row.bans + row.unbans, 0)
  expect(kept).toBeGreaterThanOrEqual(acknowledged)
  expect(kept).toBeLessThanOrEqual(acknowledged + 3 * 8)
  // Starts a whole server three times, which is slow on a busy machine.
}, 180_000)
