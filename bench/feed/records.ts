import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { machineKey } from '../stack/calls.ts'
import { print } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { nodeOptions, openServer } from '../stack/server-under-test.ts'
import { becomes } from '../stack/waiting.ts'

// Records on their way from the marketplace's app, under breaks on both sides:
//   node --import tsx bench/feed/records.ts [--changes 10000] [--kills 200] [--minutes 60] [--postgres URL] [--compiled] [--twin]
// The app (marketplace.ts) sends each change of its people with the client: 30 % of its calls fail, are slow or lose their
// answer. Servers and app are killed with -9, and their clocks jump. In the end each person here has the app's newest values,
// and as many changes as there: none is lost, written twice, or written after a newer one. --twin lets the app acknowledge
// changes in its outbox before the server has committed them: then the bench must fail.
// `node tools/ready.js console dist` makes what --compiled starts. It starts faster, so that more kills fit into the time.
const { postgres, twin, compiled, ...given } = options({
  ...{ changes: 10_000, kills: 200, minutes: 60, postgres: undefined },
  ...{ compiled: false, twin: false },
})
const wanted = given.changes
const people = 200

const began = Date.now()
/** The share of the run that is over: by kills, or by time on a slow machine. The changes are spread over it. */
const progress = (kill: number): number =>
  Math.min(1, Math.max(kill / given.kills, (Date.now() - began) / (given.minutes * 60_000)))

// Clocks jump only after the key was made at the true time.
let areClocksJumping = false
const open = () =>
  openServer({
    postgres,
    isClockJumping: () => areClocksJumping,
    ...(compiled && { entry: 'dist/server/main.js' }),
  })
const first = await open()
const servers = postgres ? [first, await open()] : [first]
const key = await machineKey(first, ['ingest.users'])
areClocksJumping = true

const folder = await mkdtemp(join(tmpdir(), 'portreeve-outbox-'))
const [outbox, position, problems] = [
  join(folder, 'outbox'),
  join(folder, 'position'),
  join(folder, 'problems'),
]
await writeFile(outbox, '')
await writeFile(problems, '')

/** The newest change of each person at the marketplace. */
const newest = new Map<string, number>()
let written = 0
/** Commits changes at the marketplace: rows in its outbox. */
async function changeUntil(count: number) {
  let text = ''
  while (written < count) {
    const uid = `p${1 + (Math.floor(Math.random() * people) % people)}`
    const version = (newest.get(uid) ?? 0) + 1
    newest.set(uid, version)
    written++
    text += `${JSON.stringify({ uid, displayName: `Change ${version}`, source_version: version })}\n`
  }
  await appendFile(outbox, text)
}

let app: ChildProcess
async function startApp() {
  const files = { outbox, position, problems }
  const words = JSON.stringify({ ...files, addresses: servers.map(({ api }) => api), key, twin })
  app = fork(fileURLToPath(new URL('marketplace.ts', import.meta.url)), [words], {
    execArgv: nodeOptions(true),
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  await once(app, 'message')
}
async function killApp() {
  const ended = once(app, 'exit')
  app.kill('SIGKILL')
  await ended
}

const killed = { servers: 0, app: 0 }
await startApp()
for (let kill = 0; progress(kill) < 1; kill++) {
  // In pieces, so that the kill comes in the middle of them.
  for (let part = 0; part < 5; part++) {
    await changeUntil(wanted * progress(kill + part / 5))
    await pause(60 + ((kill * 137) % 180))
  }
  if (kill % 2 === 1) {
    killed.app++
    await killApp()
    await startApp()
  } else {
    killed.servers++
    const server = servers[(kill / 2) % servers.length] ?? first
    await server.kill()
    await server.start()
  }
  if (kill % 20 === 19) console.error(`${written} changes, ${kill + 1} kills`)
}
await changeUntil(wanted)
const seconds = Math.round((Date.now() - began) / 1000)
const size = (await stat(outbox)).size
await becomes(async () => Number(await readFile(position, 'utf8')) >= size, 120_000)
await killApp()

const here = await first.withDatabase(
  async ({ pool }) =>
    (
      await pool.query<{ uid: string; display_name: string; version: number; known: number }>(
        `select uid, display_name, u.version, v.version::int as known from users u
         join ingest_versions v on v.entity = 'users' and v.key = uid where uid ~ '^p\\d+$'`,
      )
    ).rows,
)
const records = new Map(here.map((row) => [row.uid, row]))
const results = { 'changes lost': 0, 'changes written twice': 0, 'people with other values': 0 }
for (const [uid, version] of newest) {
  // A record's version here counts the changes that were written, from 1.
  const row = records.get(uid)
  results['changes lost'] += Math.max(0, version - (row?.version ?? 0))
  results['changes written twice'] += Math.max(0, (row?.version ?? 0) - version)
  if (row?.display_name !== `Change ${version}` || row.known !== version)
    results['people with other values']++
}
const rejected = (await readFile(problems, 'utf8')).split('\n').length - 1
const wrong = Object.values(results).reduce((sum, one) => sum + one, rejected)
print({
  database: postgres ? `PostgreSQL, ${servers.length} servers` : 'PGlite',
  twin,
  changes: written,
  people: newest.size,
  seconds,
  'kills -9 of servers': killed.servers,
  'kills -9 of the app': killed.app,
  ...results,
  'rows rejected': rejected,
  faults: wrong,
})
await rm(folder, { recursive: true })
for (const server of servers) await server.close()
process.exit(wrong > 0 ? 1 : 0)
