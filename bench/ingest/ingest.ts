import { request } from 'node:http'
import { Readable } from 'node:stream'
import { mixedReads } from '../search/mix.ts'
import { machineKey } from '../stack/calls.ts'
import { any, megabytes, print, spread } from '../stack/figures.ts'
import { needed, options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'

// People of the marketplace written through POST /v1/ingest/users, while staff work:
//   node --import tsx bench/ingest/ingest.ts --postgres URL [--rows 1000000] [--streams 2] [--staff 20]
// The database must be empty, or one of bench/data/fill.ts. Each of the staff makes a reading call every 500 ms. The bench
// ends with 1 below 5,000 rows a second, with a p95 of staff above 50 ms, or with a missing result.
const { postgres, rows, streams, staff } = options({
  ...{ postgres: needed, rows: 1_000_000, streams: 2, staff: 20 },
})

const server = await openServer({ postgres, env: { PORTREEVE_CALLS_PER_KEY: '0' } })
let good = false
try {
  const key = await machineKey(server, ['ingest.users'])
  const reads = staff > 0 ? (await server.withDatabase(mixedReads)).reads.flat(2) : []
  const work = workAll(await server.token(), reads)
  const memory: number[] = []
  const watch = setInterval(() => memory.push(megabytes(server.pid())), 1000)
  const began = performance.now()
  const share = Math.round(rows / streams)
  const counts = await Promise.all(Array.from({ length: streams }, (_, n) => stream(key, n, share)))
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  const { took, failed } = await work.stop()
  const written = counts.reduce((sum, count) => sum + count, 0)
  const figures = {
    rows: written,
    seconds: Math.round(seconds),
    rowsPerSecond: Math.round(written / seconds),
    staffMs: spread(took),
    failedStaffCalls: failed,
    megabytes: { early: memory[Math.floor(memory.length / 5)], end: memory.at(-1), max: Math.max(...memory) },
  }
  print(figures)
  good =
    written === share * streams && figures.rowsPerSecond >= 5000 && figures.staffMs.p95 <= 50 && failed === 0
} finally {
  await server.close()
}
process.exit(good ? 0 : 1)

/** One call with a share of the rows. Returns the number of new rows that its last line states. */
function stream(key: string, n: number, share: number): Promise<number> {
  const { hostname, port } = new URL(server.api)
  const path = '/v1/ingest/users?results=rejected'
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' }
  return new Promise((done, fail) => {
    const call = request({ hostname, port, method: 'POST', path, headers }, async (answer) => {
      let text = ''
      for await (const chunk of answer) text += chunk
      const end = JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as { data: { new: number } | null }
      done(end.data?.new ?? 0)
    })
    call.once('error', fail)
    Readable.from(people(n, share)).pipe(call)
  })
}

function* people(n: number, share: number) {
  const run = Date.now().toString(36)
  for (let from = 0; from < share; from += 200) {
    let text = ''
    for (let i = from; i < Math.min(share, from + 200); i++) {
      const uid = `ingest-${run}-${n}-${i}`
      text += `${JSON.stringify({
        uid,
        displayName: `Person ${i.toString(36)} of ${n}`,
        email: `${uid}@example.com`,
        country_code: 'US',
        phone_number: `+1555${String(i).padStart(7, '0')}`,
        lastActive: '2026-11-25T10:00:00.000Z',
        created_at: '2026-01-05T10:00:00.000Z',
        isBanned: false,
        source_version: i,
      })}\n`
    }
    yield text
  }
}

/** Staff who make a reading call every 500 ms. */
function workAll(token: string, reads: string[]) {
  const took: number[] = []
  let failed = 0
  let stopped = false
  const one = async () => {
    while (!stopped) {
      const answered = await server.call(token, 'GET', any(reads))
      took.push(answered.took)
      if (answered.status !== 200 && ++failed <= 10)
        console.error(`Failed: ${answered.status} ${answered.path}`)
      await new Promise((next) => setTimeout(next, 250 + Math.random() * 500))
    }
  }
  const all = Promise.all(Array.from({ length: staff }, one))
  return {
    stop: async () => {
      stopped = true
      await all
      return { took, failed }
    },
  }
}
