import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { openDatabase } from '../server/core/database/db.ts'
import { freePort } from './stack.ts'

// Starts of the package that cannot succeed: each prints one sentence that names the variable, port or file, and ends at once.

const root = fileURLToPath(new URL('..', import.meta.url))
const cli = join(root, 'dist', 'tools', 'cli.js')
const template = inject('template')
const folder = mkdtempSync(join(tmpdir(), 'portreeve-starts-'))
/** Processes of the package run as another user than root, which may write anywhere. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
const taken = createServer()
/** A port in use, and a free one. */
let [port, free] = ['', '']

/** A data folder with a database of today. */
function withDatabase(name: string) {
  const data = join(folder, name)
  const files = join(data, 'production', 'postgres')
  if ('folder' in template) cpSync(join(template.folder, 'postgres'), files, { recursive: true })
  return { data, files }
}
const give = (data: string) => {
  if ('uid' in user) execFileSync('chown', ['-R', String(user.uid), data])
}

beforeAll(async () => {
  chmodSync(folder, 0o777)
  mkdirSync(join(folder, 'closed'), { mode: 0o555 })
  writeFileSync(join(folder, 'file'), '')
  mkdirSync(join(folder, 'import', 'messages.ndjson'), { recursive: true })
  mkdirSync(join(folder, 'empty'))
  give(withDatabase('kept').data)
  port = String(await freePort())

  taken.listen(Number(port), '127.0.0.1')
  await once(taken, 'listening')
  free = String(await freePort())
})
afterAll(() => {
  taken.close()
  chmodSync(join(folder, 'closed'), 0o755)
  rmSync(folder, { recursive: true, force: true })
})

function run(args: string[], more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      PORT: free,
      PORTREEVE_API_KEY: 'package',
      PORTREEVE_DATA_DIR: join(folder, 'data'),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += data))
  return { child, ended: once(child, 'close').then(([code]) => ({ code, text: text.trim() })) }
}

type Start = [
  name: string,
  args: string[],
  env: Record<string, string>,
  sentence: string | RegExp,
  code?: number,
]
const serve = ['serve']
const production = ['--environment', 'production']
const kept = { PORTREEVE_DATA_DIR: join(folder, 'kept') }
const starts: Start[] = [
  ['no API key', serve, { PORTREEVE_API_KEY: '' }, /^PORTREEVE_API_KEY is missing: /],
  [
    'a database without a protocol',
    serve,
    { DATABASE_URL: 'foo' },
    /^DATABASE_URL must be an address like postgres:.*, not 'foo'\.$/,
  ],
  [
    'a database that does not answer',
    serve,
    { DATABASE_URL: 'postgres://me:secret@127.0.0.1:1/x' },
    /^DATABASE_URL: the database at postgres:\/\/me@127\.0\.0\.1:1\/x cannot be used: nothing answers there: /,
  ],
  [
    'a replica alone',
    serve,
    { DATABASE_READ_URL: 'postgres://127.0.0.1/x' },
    /^DATABASE_READ_URL needs DATABASE_URL: /,
  ],
  ['issuers that are no list', serve, { PORTREEVE_ISSUERS: '{}' }, /^PORTREEVE_ISSUERS must be /],
  [
    'issuers that are no JSON',
    serve,
    { PORTREEVE_ISSUERS: 'google' },
    /^PORTREEVE_ISSUERS is not valid JSON: /,
  ],
  ['an impossible port', serve, { PORT: '99999' }, /^PORT must be a whole number .*, not '99999'\.$/],
  [
    'a foreign address',
    serve,
    { PORTREEVE_HOST: '203.0.113.7' },
    /^PORT: 203\.0\.113\.7 is no address of this machine: check PORTREEVE_HOST\.$/,
  ],
  ['an unknown environment', serve, { PORTREEVE_ENVIRONMENT: 'staging' }, /^PORTREEVE_ENVIRONMENT must be /],
  ['an unknown log level', serve, { PORTREEVE_LOG: 'loud' }, /^PORTREEVE_LOG must be /],
  [
    'a short secret',
    serve,
    { PORTREEVE_SECRET: 'x' },
    /^PORTREEVE_SECRET must have at least 32 characters: /,
  ],
  [
    'a short audit key',
    serve,
    { PORTREEVE_AUDIT_KEY: 'x' },
    /^PORTREEVE_AUDIT_KEY must have at least 32 characters: /,
  ],
  ['half of Amazon SES', serve, { PORTREEVE_SES_KEY: 'x' }, /^Amazon SES needs PORTREEVE_SES_KEY, /],
  [
    'the demo for everyone',
    serve,
    { PORTREEVE_DEMO: 'full', PORTREEVE_HOST: '0.0.0.0' },
    /PORTREEVE_HOST is 0\.0\.0\.0/,
  ],
  [
    'a folder that is closed',
    serve,
    { PORTREEVE_DATA_DIR: join(folder, 'closed') },
    /^PORTREEVE_DATA_DIR: the folder .*closed.* cannot be used: this user may not write there: /,
  ],
  [
    'a folder that is a file',
    serve,
    { PORTREEVE_DATA_DIR: join(folder, 'file') },
    /^PORTREEVE_DATA_DIR: the folder .*file.* cannot be used: it is a file, /,
  ],
  [
    'words after serve',
    ['serve', 'now'],
    {},
    'The server takes no words. The commands are: npx portreeve --help',
    2,
  ],
  [
    'a folder where the system makes none',
    serve,
    { PORTREEVE_DATA_DIR: '/dev/null/portreeve' },
    /^PORTREEVE_DATA_DIR: the folder \/dev\/null\/portreeve\/production cannot be used: /,
  ],
  [
    'a command on a folder that is a file',
    ['ledger', 'check', ...production],
    { PORTREEVE_DATA_DIR: join(folder, 'file') },
    /^PORTREEVE_DATA_DIR: the folder .*file.* cannot be used: it is a file, /,
  ],
  ['an unknown command', ['sevre'], {}, /^Usage: npx portreeve COMMAND/, 2],
  ['an unknown option', ['audit', '--fix'], {}, /^Unknown option '--fix'/, 2],
  ['an import of a missing folder', ['import', 'missing', ...production], kept, /missing/],
  [
    'an import of an empty folder',
    ['import', 'empty', ...production],
    kept,
    /^No file of an import in empty\. /,
  ],
  ['an import of a folder as file', ['import', 'import', ...production], kept, /messages\.ndjson/],
]

describe('a start that cannot succeed prints one sentence', () => {
  test.each(starts)('%s', async (_name, args, env, sentence, code = 1) => {
    const end = await run(args, env).ended
    expect(end).toEqual({ code, text: expect.stringMatching(sentence) })
    // None of them makes a database, which takes a slow machine half a minute.
    expect(existsSync(join(folder, 'data', 'production', 'postgres'))).toBe(false)
    if (code === 1) expect(end.text.split('\n')).toHaveLength(1)
  })

  test('a port in use', async () => {
    const end = await run(serve, { PORT: port }).ended
    expect(end).toEqual({
      code: 1,
      text: expect.stringContaining(
        `PORT: port ${port} is in use: stop the program that uses it, or set PORT to another port.`,
      ),
    })
  })
})

describe.runIf('folder' in template)('an embedded database that cannot be used', () => {
  test('a damaged one', async () => {
    const { data, files } = withDatabase('damaged')
    truncateSync(join(files, 'global', 'pg_control'), 100)
    give(data)
    const { code, text } = await run(serve, { PORTREEVE_DATA_DIR: data }).ended
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringMatching(
        /^PORTREEVE_DATA_DIR: the embedded database in .* cannot be opened, as its files are damaged .*: put back a backup/,
      ),
    })
    // The lock is released.
    expect(readFileSync(join(data, 'production', 'lock'), 'utf8')).toBe('')
  })

  test('one of a newer release', async () => {
    const { data } = withDatabase('newer')
    const { pool, close } = await openDatabase({ folder: join(data, 'production') })
    await pool.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 4000000000000)",
    )
    await close()
    give(data)
    const { code, text } = await run(serve, { PORTREEVE_DATA_DIR: data }).ended
    expect({ code, text }).toEqual({
      code: 1,
      text: expect.stringMatching(
        /^The database was brought up to date by a newer Portreeve .*, and this is Portreeve [\d.]+ /,
      ),
    })
  })

  test('a second process on it joins the first, a signal before it answers ends it, and nothing is left', async () => {
    const { data } = withDatabase('twice')
    give(data)
    const first = run(serve, { PORTREEVE_DATA_DIR: data, PORT: String(await freePort()) })
    const listening = new Promise<void>((done) =>
      first.child.stdout.on('data', (line) => String(line).includes('listening') && done()),
    )
    await listening
    const { code, text } = await run(['staff', 'list', '--environment', 'production'], {
      PORTREEVE_DATA_DIR: data,
    }).ended
    expect([code, text]).toEqual([0, expect.not.stringContaining('error')])
    const second = run(serve, { PORTREEVE_DATA_DIR: data })
    await once(second.child, 'spawn')
    second.child.kill('SIGTERM')
    await second.ended
    first.child.kill('SIGTERM')
    expect((await first.ended).code).toBe(0)
    await vi.waitFor(() => expect(livingIn(data)).toEqual([]))
  })
})

/** Linux: the processes whose environment names a data folder. */
function livingIn(data: string): string[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`PORTREEVE_DATA_DIR=${data}`)
    } catch {
      return false
    }
  })
}
