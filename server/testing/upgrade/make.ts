import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { freePort } from '../../../tools/stack.ts'
import { onPostgres } from '../on-postgres.ts'
import { note, refunded, rows, secret } from './rows.ts'

// Makes the databases of a release that upgrade.slow.test.ts brings up to date: run it at each release, on the release's commit.
//   node --import tsx server/testing/upgrade/make.ts COMMIT postgres://postgres@127.0.0.1:5432/postgres
// It needs git, tar and pg_dump. It runs the release itself, from its commit: import, then a server that refunds and writes a note.
const [commit = '', url = ''] = process.argv.slice(2)
const here = fileURLToPath(new URL('.', import.meta.url))
const work = mkdtempSync(join(tmpdir(), 'portreeve-upgrade-'))
const release = join(work, 'release')
try {
  run('sh', ['-c', `git archive --prefix=release/ ${commit} | tar -x -C ${work}`], {
    cwd: join(here, '../../..'),
  })
  mkdirSync(join(work, 'rows'))
  for (const [name, some] of Object.entries(rows))
    writeFileSync(
      join(work, 'rows', `${name}.ndjson`),
      some.map((row) => `${JSON.stringify(row)}\n`).join(''),
    )

  await fill('folder', {})
  keep('folder.tar', output('tar', ['-c', '-C', join(work, 'folder', 'development'), 'postgres']))

  const name = `portreeve_upgrade_${process.pid}`
  await onPostgres(url, `create database ${name}`)
  const at = new URL(url)
  at.pathname = `/${name}`
  await fill('postgres', { DATABASE_URL: at.toString() })
  const dump = output('pg_dump', ['--inserts', '--no-owner', '--no-privileges', at.toString()])
  // Commands of psql, which restores no dump here.
  keep('postgres.sql', Buffer.from(dump.toString().replaceAll(/^\\.*\n/gm, '')))
  await onPostgres(url, `drop database ${name} with (force)`)
} finally {
  rmSync(work, { recursive: true, force: true })
}

/**
 * Fills a database with the rows and with what staff do, as the release does it. Each has a data folder of its own: the sandbox
 * remembers refunds there.
 */
async function fill(data: string, more: Record<string, string>) {
  const [port, sandbox, smtp] = [await freePort(), await freePort(), await freePort()]
  const api = `http://localhost:${port}`
  const vendor = `http://127.0.0.1:${sandbox}`
  const env = {
    ...process.env,
    PORTREEVE_DATA_DIR: join(work, data),
    PORTREEVE_SECRET: secret,
    PORTREEVE_ENVIRONMENT: 'development',
    ...more,
  }
  run('npm', ['run', 'import', '--', join(work, 'rows'), '--environment', 'development'], {
    cwd: release,
    env,
  })
  const start = (file: string, own: Record<string, string>) =>
    spawn(process.execPath, ['--import', 'tsx', file], {
      cwd: release,
      stdio: 'inherit',
      env: { ...env, ...own },
    })
  const parts = [
    start('sandbox/main.ts', { PORT: String(sandbox), SMTP_PORT: String(smtp) }),
    start('server/main.ts', {
      PORT: String(port),
      PORTREEVE_DEMO: 'admin',
      PORTREEVE_API_KEY: 'upgrade',
      PORTREEVE_SANDBOX: vendor,
      PORTREEVE_STRIPE_KEY: 'sk_test_portreeve',
      PORTREEVE_STRIPE_ADDRESS: vendor,
    }),
  ]
  while (
    !(await fetch(`${api}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await pause(200)
  const token = await signIn(api)
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${api}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': 'upgrade',
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    console.info(path, answer.status, text)
    return text
  }
  await post('/v1/admin/notes', { kind: 'user', id: 'buyer', text: note })
  // The sandbox learns the orders a moment after the start. On a busy machine the answer is 503: the worker ends the refund.
  while (
    !/"(done|pending|Not known yet)"/.test(
      await post('/v1/admin/transactions/sold/refunds', { amount: refunded }),
    )
  )
    await pause(1000)
  const money = () =>
    fetch(`${api}/v1/admin/transactions/sold/money`, {
      headers: { 'x-api-key': 'upgrade', authorization: `Bearer ${token}` },
    }).then((answer) => answer.text())
  while (!(await money()).includes(`"refunded":${refunded}`)) await pause(1000)
  for (const part of parts.toReversed()) {
    part.kill('SIGTERM')
    await once(part, 'exit')
  }
}

async function signIn(api: string): Promise<string> {
  const signingIn = () =>
    fetch(`${api}/identity/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: api },
      body: JSON.stringify({ email: 'admin@portreeve.test', password: 'portreeve-demo' }),
    })
  let session = await signingIn()
  // On a busy machine the first one exceeds the deadline of calls.
  while (!session.ok) session = await signingIn()
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const answer = await fetch(`${api}/identity/token`, { headers: { cookie } })
  return ((await answer.json()) as { token: string }).token
}

/** Writes a compressed file. The window is as large as the file: a database's folder has most pages three times. */
function keep(name: string, bytes: Buffer) {
  const small = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 30,
    },
  })
  writeFileSync(join(here, `${name}.br`), small)
  console.info(`${name}.br: ${small.length} bytes`)
}

function run(command: string, args: string[], options: object) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', ...options })
  if (status !== 0) throw new Error(`${command} ended with ${status}`)
}

function output(command: string, args: string[]): Buffer {
  const { status, stdout } = spawnSync(command, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(`${command} ended with ${status}`)
  return stdout
}
