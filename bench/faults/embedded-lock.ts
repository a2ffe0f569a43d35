import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { amcheck } from '@electric-sql/pglite/contrib/amcheck'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { openEmbedded } from '../../server/core/database/embedded.ts'
import { Random } from '../../server/seed/random.ts'
import { spread } from '../stack/figures.ts'
import { options } from '../stack/options.ts'

// Two to four processes write into one embedded database; in each round some are killed with -9 or stopped, and others start or
// take over. Two must never run the database at once, no acknowledged row may be lost, and the folder must open. Linux only.
//   node --import tsx bench/faults/embedded-lock.ts [--rounds 1000] [--seed 1] [--twin]
const { rounds, seed, twin } = options({ rounds: 1000, seed: 1, twin: false })
/** The round in which the starting owner is stopped, and for how many milliseconds: a lock must not become old. */
const slowEvery = 100
const slow = 12_000
/** Milliseconds within which a round's new owner must write. */
const rowTimeout = 60_000

interface Writer {
  name: string
  child: ChildProcess
  /** Rows reported as committed. */
  rows: number
}

const folder = await mkdtemp(join(tmpdir(), 'portreeve-lock-'))
const proof = await mkdtemp(join(tmpdir(), 'portreeve-proof-'))
const began = performance.now()
const acknowledged = new Map<string, number>()
const kinds = {
  'killed one': 0,
  'killed all': 0,
  'killed the owner': 0,
  'stopped in order': 0,
  'slow start': 0,
}
const faults: string[] = []
let writers: Writer[] = []
let names = 0
let wrote: () => void = () => {}
const random = new Random(seed)
const takeovers: number[] = []

await makeTable()
let round = 0
for (; round < rounds && faults.length === 0; round++) {
  const wanted = 2 + random.below(3)
  while (writers.length < wanted) start()
  if (round % slowEvery === 2) await slowStart()
  else if (random.below(2) === 0) await pause(random.below(800))
  else await nextRow()
  await disturb()
  while (writers.length < 2) start()
  const from = performance.now()
  if (!(await nextRow())) faults.push(`round ${round}: no row in ${rowTimeout} ms`)
  takeovers.push(performance.now() - from)
  await check()
  if (round % 50 === 49) console.error(`${round + 1} rounds, ${seconds()} s, ${faults.length} faults`)
}
for (const { child } of writers) child.kill('SIGKILL')
await Promise.all(writers.map(({ child }) => child.exitCode === null && once(child, 'exit')))
if (faults.length === 0)
  await checkIndexes().catch((error: Error) => faults.push(`at the end: ${error.message}`))
const rows = [...acknowledged.values()].reduce((sum, count) => sum + count, 0)
console.info(
  JSON.stringify({
    rounds: round,
    ...kinds,
    processes: names,
    owners: (await ownersSoFar()).length,
    rowsAcknowledged: rows,
    takeoverMs: spread(takeovers),
    seconds: seconds(),
    faults,
  }),
)
await rm(folder, { recursive: true, force: true })
await rm(proof, { recursive: true, force: true })
process.exitCode = faults.length > 0 ? 1 : 0

function seconds() {
  return Math.round((performance.now() - began) / 1000)
}

async function makeTable() {
  const { host, close } = await openEmbedded(folder)
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  await client.connect()
  await client.query('create table acknowledged (writer text, row int, primary key (writer, row))')
  await client.end()
  await close()
}

function start() {
  const name = `w${names++}`
  const child = fork(
    fileURLToPath(new URL('./embedded-lock-writer.ts', import.meta.url)),
    [folder, name, ...(twin ? ['twin'] : [])],
    {
      execArgv: ['--import', 'tsx', '--import', new URL('./embedded-lock-proof.js', import.meta.url).href],
      env: { PATH: process.env.PATH ?? '', LOCK_PROOF: proof },
      // Ignore PGlite's messages about a killed database.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  )
  const writer = { name, child, rows: 0 }
  child.on('message', () => {
    acknowledged.set(name, ++writer.rows)
    wrote()
  })
  child.on('error', () => {})
  writers.push(writer)
}

/** False when no row is written in time. */
function nextRow(): Promise<boolean> {
  return new Promise((done) => {
    const late = setTimeout(() => done(false), rowTimeout)
    wrote = () => {
      clearTimeout(late)
      done(true)
    }
  })
}

/** Ends some of the writers. */
async function disturb() {
  const pid = Number(await readFile(join(folder, 'lock'), 'utf8').catch(() => ''))
  const owner = writers.find(({ child }) => child.pid === pid)
  const one = random.pick(writers)
  const kind = random.pick([
    'killed one',
    'killed all',
    'killed the owner',
    'killed the owner',
    'stopped in order',
  ] as const)
  kinds[kind]++
  const ending = kind === 'killed all' ? writers : kind === 'killed one' || !owner ? [one] : [owner]
  const exits = ending.map(async (writer) => {
    const ended = once(writer.child, 'exit')
    if (kind === 'stopped in order') writer.child.send('stop', () => {})
    else writer.child.kill('SIGKILL')
    const late = setTimeout(() => writer.child.kill('SIGKILL'), 20_000)
    await ended
    clearTimeout(late)
  })
  writers = writers.filter((writer) => !ending.includes(writer))
  // In half of the rounds others start before the killed ones have ended.
  if (random.below(2) === 0) while (writers.length < 2) start()
  await Promise.all(exits)
}

/** All restart, and the first that opens the database is stopped while the others wait. */
async function slowStart() {
  kinds['slow start']++
  for (const { child } of writers) child.kill('SIGKILL')
  await Promise.all(writers.map(({ child }) => once(child, 'exit')))
  writers = []
  const before = await ownersSoFar()
  for (let i = 0; i < 3; i++) start()
  while ((await ownersSoFar()).length === before.length) await pause(5)
  const [pid] = (await ownersSoFar()).slice(before.length)[0]?.split('/') ?? []
  const opening = writers.find(({ child }) => child.pid === Number(pid))
  opening?.child.kill('SIGSTOP')
  await pause(slow)
  opening?.child.kill('SIGCONT')
}

async function ownersSoFar(): Promise<string[]> {
  const text = await readFile(join(proof, 'owners'), 'utf8').catch(() => '')
  return text.split('\n').filter(Boolean)
}

/** Finds two owners, and lost acknowledged rows. */
async function check() {
  const two = await readFile(join(proof, 'two-owners'), 'utf8').catch(() => '')
  if (two) faults.push(`round ${round}: two owners: ${two.trim()}`)
  const known = [...acknowledged]
  let client: pg.Client | undefined
  try {
    client = await reachDatabase()
    const { rows: found } = await client.query<{ writer: string; rows: number; last: number }>(
      'select writer, count(*)::int as rows, max(row) as last from acknowledged group by writer',
    )
    for (const [name, count] of known) {
      const kept = found.find(({ writer }) => writer === name)
      // A row may be committed without an answer; all rows before it must be there.
      if (!kept || kept.rows < count || kept.rows !== kept.last + 1)
        faults.push(`round ${round}: ${name} wrote ${count} rows, ${kept?.rows ?? 0} are there`)
    }
  } catch (error) {
    faults.push(`round ${round}: ${(error as Error).message}`)
  } finally {
    await client?.end().catch(() => {})
  }
}

/** Connects as soon as a writer runs the database. A report may arrive after its writer was killed, so it may be closed for a moment. */
async function reachDatabase(): Promise<pg.Client> {
  const until = performance.now() + rowTimeout
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
async function checkIndexes(): Promise<void> {
  const db = await PGlite.create(join(folder, 'postgres'), { extensions: { pg_trgm, amcheck } })
  await db.exec('create extension if not exists amcheck')
  await db.query(
    `select bt_index_check(c.oid::regclass, true) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i'`,
  )
  await db.close()
}
