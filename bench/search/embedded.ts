import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { imports } from '@portreeve/contract/marketplace/imports'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { posts } from '../../server/listings/listing-tables.ts'
import { targets } from '../../server/marketplace/import/targets.ts'
import { orders, transactions } from '../../server/money/money-tables.ts'
import { users } from '../../server/people/people-tables.ts'
import { goodsTables } from '../data/goods.ts'
import type { Table } from '../data/load.ts'
import { moneyTables } from '../data/money.ts'
import { peopleTables } from '../data/people.ts'
import { sizeOf } from '../data/size.ts'
import { openServer } from '../stack/server-under-test.ts'
import { openWorld } from './job.ts'
import { caller, timed } from './measure.ts'
import { peopleJobs } from './people.ts'

// A large marketplace in the embedded database: the time of the import, of the server's start and of searches, and
// the memory. With --postgres only the import.
//   node --import tsx bench/search/embedded.ts [--users 100000] [--calls 50] [--once] [--postgres URL]
const { values } = parseArgs({
  options: {
    users: { type: 'string', default: '100000' },
    calls: { type: 'string', default: '50' },
    postgres: { type: 'string' },
    once: { type: 'boolean', default: false },
  },
})
const size = sizeOf(Number(values.users), Number(values.users))
const calls = Number(values.calls)
/** The limits for the server's start and any search, milliseconds. */
const [startGoal, searchGoal] = [5000, 150]

const folder = await mkdtemp(join(tmpdir(), 'portreeve-import-'))
const server = await openServer({ postgres: values.postgres })
let missed = 0
const say = (what: string, figures: string, kept = true) => {
  if (!kept) missed++
  console.info(`${what.padEnd(34)} ${figures}${kept ? '' : '   TOO MUCH'}`)
}
try {
  let rows = 0
  for (const table of [users, posts, orders, transactions]) rows += await write(table)
  for (const run of values.once ? ['import'] : ['import', 'the same once more']) {
    const { seconds, memory } = await runImport()
    say(run, `${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s, ${memory} MB`)
  }
  if (!values.postgres) await serve()
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0

/** Writes an import file with the rows that bench/data makes for that table. */
async function write(table: typeof users | typeof posts | typeof orders | typeof transactions) {
  const name = getTableName(table)
  const entity = imports.find((one) => targets[one.name].table === table)
  const made: Table | undefined = [...peopleTables(size), ...goodsTables(size), ...moneyTables(size)].find(
    (one) => one.name === name,
  )
  if (!entity || !made) throw new Error(`There is no import of ${name}`)
  const known = new Set(Object.keys(entity.row.shape))
  const columns = Object.entries(getTableColumns(table)).filter(([key]) => known.has(key))
  let rows = 0
  function* lines() {
    for (let number = 0; number < (made?.count ?? 0); number++) {
      const row = made?.row(number)
      if (!row) continue
      rows++
      yield `${JSON.stringify(Object.fromEntries(columns.map(([key, { name: column }]) => [key, asJson(row[column])])))}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(join(folder, entity.file)))
  return rows
}

/** Converts the values that bench/data writes as text for COPY. */
function asJson(value: string | number | boolean | null | undefined) {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value.startsWith('{') ? value.slice(1, -1).split(',').filter(Boolean) : value
  }
}

async function runImport(): Promise<{ seconds: number; memory: number }> {
  const began = performance.now()
  const child = fork(
    fileURLToPath(new URL('../../server/portreeve.ts', import.meta.url)),
    ['import', folder, '--environment', 'development'],
    {
      execArgv: ['--import', 'tsx'],
      env: {
        PATH: process.env.PATH ?? '',
        ...('url' in server.where
          ? { DATABASE_URL: server.where.url }
          : { PORTREEVE_DATA_DIR: dirname(server.where.folder) }),
      },
      stdio: ['ignore', 2, 2, 'ipc'],
    },
  )
  let memory = 0
  const watch = setInterval(() => {
    memory = Math.max(memory, memoryOf(child.pid ?? 0))
  }, 500)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`The import ended with ${code}`)
  return { seconds: (performance.now() - began) / 1000, memory }
}

/** Megabytes of a process in memory; 0 when unknown on this system. */
function memoryOf(pid: number): number {
  try {
    return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)
  } catch {
    return 0
  }
}

async function serve() {
  for (const time of ['first start', 'start']) {
    if (time === 'start') await server.stop()
    const began = performance.now()
    await server.start()
    const took = performance.now() - began
    say(time, `${(took / 1000).toFixed(1)} s`, time === 'first start' || took <= startGoal)
  }
  say('idle memory', `${memoryOf(server.pid())} MB`)
  const token = await server.token()
  await server.withDatabase(async (database) => {
    const world = await openWorld(database, calls)
    const call = caller(server.api, token)
    for (const job of peopleJobs(world)) {
      const { p50, p95, p99 } = await timed(job, call, 1)
      say(
        job.name,
        `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`,
        p95 <= searchGoal,
      )
    }
    call.close()
  })
  say('memory after the searches', `${memoryOf(server.pid())} MB`)
}
