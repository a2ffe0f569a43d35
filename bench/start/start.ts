import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../server/core/database/db.ts'
import { seedFixtures } from '../../server/seed/seed.ts'
import { freePort } from '../../tools/stack.ts'
import { megabytes, spread } from '../stack/figures.ts'
import { options } from '../stack/options.ts'
import { becomes, isAnswered } from '../stack/waiting.ts'

// The compiled server of `npm run serve` on a database with data: the time from its start until /readyz answers, the
// processor time that it takes (on a busy machine the start is longer than on an idle one), and its resident memory a second later.
//   node --import tsx bench/start/start.ts [--runs 7] [--postgres URL]     (an empty database)
const { runs, postgres } = options({ runs: 7, postgres: undefined })
const root = fileURLToPath(new URL('../..', import.meta.url))
/** The limit for the median, milliseconds. */
const goal = postgres ? 1000 : 1500

const folder = mkdtempSync(join(tmpdir(), 'portreeve-start-'))
const times: number[] = []
const memories: number[] = []
const processor: number[] = []
try {
  execFileSync(process.execPath, [join(root, 'tools', 'ready.js'), 'console', 'dist'], { stdio: 'inherit' })
  const where = postgres ? { url: postgres } : { folder: join(folder, 'production') }
  const database = await openDatabase(where)
  await seedFixtures({ database })
  await database.close()
  // The first start makes the secret; it does not count.
  for (let run = 0; run <= runs; run++) {
    const { ready, memory, cpu } = await start()
    if (run === 0) continue
    times.push(ready)
    memories.push(memory)
    processor.push(cpu)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
const readyMs = spread(times)
console.info(
  JSON.stringify({
    ...{ database: postgres ? 'PostgreSQL' : 'embedded', readyMs, least: Math.min(...times) },
    ...{ processorMs: spread(processor).p50, residentMb: spread(memories).p50, goalMs: goal },
  }),
)
process.exitCode = readyMs.p50 > goal ? 1 : 0

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
      ...(postgres ? { DATABASE_URL: postgres } : {}),
    },
  })
  const ended = once(server, 'exit')
  if (!(await becomes(() => isAnswered(`http://127.0.0.1:${port}/readyz`), 60_000, 5)))
    throw new Error('The server is not ready after a minute')
  const ready = Math.round(performance.now() - began)
  const cpu = processorMs(server)
  await pause(1000)
  const memory = megabytes(server.pid ?? 0)
  server.kill('SIGTERM')
  await ended
  return { ready, memory, cpu }
}

/** Linux: the processor time of a process so far, in ticks of 10 ms. */
function processorMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
