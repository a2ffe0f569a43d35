import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../../server/core/database/db.ts'
import { seedFixtures } from '../../server/seed/seed.ts'
import { freePort } from '../../tools/stack.ts'

// The compiled server of `npm run serve` on a database with data: the time from its start until /readyz answers, the
// processor time that it takes (on a busy machine the start is longer than on an idle one), and its resident memory a second later.
//   node --import tsx bench/start/start.ts [--runs 7] [--postgres URL]     (an empty database)
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '7' }, postgres: { type: 'string' } },
})
const root = fileURLToPath(new URL('../..', import.meta.url))
/** The limit for the median, milliseconds. */
const goal = values.postgres ? 1000 : 1500

const folder = mkdtempSync(join(tmpdir(), 'portreeve-start-'))
const times: number[] = []
const memories: number[] = []
const processor: number[] = []
try {
  execFileSync(process.execPath, [join(root, 'tools', 'ready.js'), 'console', 'dist'], { stdio: 'inherit' })
  const where = values.postgres ? { url: values.postgres } : { folder: join(folder, 'production') }
  const database = await openDatabase(where)
  await seedFixtures({ database })
  await database.close()
  // The first start makes the secret; it does not count.
  for (let run = 0; run <= Number(values.runs); run++) {
    const { ready, memory, cpu } = await start()
    if (run === 0) continue
    times.push(ready)
    memories.push(memory)
    processor.push(cpu)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
const median = middle(times)
console.info(
  JSON.stringify({
    database: values.postgres ? 'PostgreSQL' : 'embedded',
    runs: times.length,
    readyMs: { median, min: Math.min(...times), max: Math.max(...times) },
    processorMs: middle(processor),
    residentMb: middle(memories),
    goalMs: goal,
  }),
)
process.exitCode = median > goal ? 1 : 0

/** Starts the server, waits until it is ready, and stops it. */
async function start() {
  const port = await freePort()
  const began = performance.now()
  const server = spawn(process.execPath, [join(root, 'dist', 'server', 'main.js')], {
    stdio: ['ignore', 2, 2],
    env: {
      PATH: process.env.PATH ?? '',
      PORT: String(port),
      PORTREEVE_API_KEY: 'bench',
      PORTREEVE_DATA_DIR: folder,
      PORTREEVE_LOG: 'fatal',
      ...(values.postgres ? { DATABASE_URL: values.postgres } : {}),
    },
  })
  const ended = once(server, 'exit')
  while (!(await isReady(port))) {
    if (server.exitCode !== null) throw new Error(`The server ended with ${server.exitCode}`)
    await pause(5)
  }
  const ready = Math.round(performance.now() - began)
  const cpu = processorMs(server)
  await pause(1000)
  const memory = residentMb(server)
  server.kill('SIGTERM')
  await ended
  return { ready, memory, cpu }
}

async function isReady(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  } catch {
    return false
  }
}

/** Linux. */
function residentMb({ pid }: ChildProcess): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kb) / 1024)
}

/** Linux: the processor time of a process so far, in ticks of 10 ms. */
function processorMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
