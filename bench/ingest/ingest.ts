import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import { mixedReads } from '../search/mix.ts'
import { machineKey } from '../stack/machine-key.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'

// People of the marketplace written through POST /v1/ingest/users, while staff work:
//   node --import tsx bench/ingest/ingest.ts --postgres URL [--rows 1000000] [--streams 2] [--staff 20]
// The database must be empty, or one of bench/data/fill.ts. Each of the staff makes a reading call every 500 ms. The bench
// ends with 1 below 5,000 rows a second, with a p95 of staff above 50 ms, a missing result, or a growing memory.
const { values } = parseArgs({
  options: {
    postgres: { type: 'string' },
    rows: { type: 'string', default: '1000000' },
    streams: { type: 'string', default: '2' },
    staff: { type: 'string', default: '20' },
  },
})
const { postgres } = values
if (!postgres) {
  console.error(
    'Usage: node --import tsx bench/ingest/ingest.ts --postgres URL [--rows N] [--streams N] [--staff N]',
  )
  process.exit(2)
}
const rows = Number(values.rows)
const streams = Number(values.streams)

const server = await openServer({ postgres, env: { PORTREEVE_CALLS_PER_KEY: '0' } })
let good = false
try {
  await server.start()
  const token = await server.token()
  const key = await machineKey(server, ['ingest.users'])
  const reads = Number(values.staff) > 0 ? (await server.withDatabase(mixedReads)).reads.flat(2) : []
  const staff = workAll(token, reads, Number(values.staff))
  const memory: number[] = []
  const watch = setInterval(() => memory.push(residentMegabytes(server.pid())), 1000)
  const began = performance.now()
  const counts = await Promise.all(
    Array.from({ length: streams }, (_, n) => stream(key, n, Math.round(rows / streams))),
  )
  const seconds = (performance.now() - began) / 1000
  clearInterval(watch)
  const latencies = (await staff.stop()).sort((a, b) => a - b)
  const written = counts.reduce((sum, count) => sum + count, 0)
  const at = (share: number) => Math.round((latencies[Math.floor(latencies.length * share)] ?? 0) * 10) / 10
  const figures = {
    rows: written,
    seconds: Math.round(seconds),
    rowsPerSecond: Math.round(written / seconds),
    staffCalls: latencies.length,
    staffMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    failedStaffCalls: staff.failed(),
    megabytes: { early: memory[Math.floor(memory.length / 5)], end: memory.at(-1), max: Math.max(...memory) },
  }
  console.info(JSON.stringify(figures, null, 2))
  good =
    written === Math.round(rows / streams) * streams &&
    figures.rowsPerSecond >= 5000 &&
    figures.staffMs.p95 <= 50 &&
    figures.failedStaffCalls === 0
} finally {
  await server.close()
}
process.exit(good ? 0 : 1)

/** One call with a share of the rows. Returns the number of new rows that its last line states. */
function stream(key: string, n: number, share: number): Promise<number> {
  const { hostname, port } = new URL(server.api)
  return new Promise((done, fail) => {
    const call = request(
      {
        hostname,
        port,
        method: 'POST',
        path: '/v1/ingest/users?results=rejected',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
      },
      async (answer) => {
        let text = ''
        for await (const chunk of answer) text += chunk
        const end = JSON.parse(text.trim().split('\n').at(-1) ?? '{}') as { data: { new: number } | null }
        done(end.data?.new ?? 0)
      },
    )
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
function workAll(token: string, reads: string[], staff: number) {
  const latencies: number[] = []
  let failures = 0
  let stopped = false
  const fail = (what: string) => {
    if (failures < 10) console.error(`Failed: ${what}`)
    return false
  }
  const one = async () => {
    while (!stopped) {
      const path = reads[Math.floor(Math.random() * reads.length)] ?? '/v1/staff/me'
      const began = performance.now()
      const ok = await fetch(`${server.api}${path}`, {
        headers: { authorization: `Bearer ${token}`, 'x-api-key': apiKey },
      }).then(
        (answer) => answer.text().then(() => answer.ok || fail(`${answer.status} ${path}`)),
        (error: Error) => fail(`${error.message} ${path}`),
      )
      if (!ok) failures += 1
      latencies.push(performance.now() - began)
      await new Promise((next) => setTimeout(next, 250 + Math.random() * 500))
    }
  }
  const all = Promise.all(Array.from({ length: staff }, one))
  return {
    failed: () => failures,
    stop: async () => {
      stopped = true
      await all
      return latencies
    },
  }
}

function residentMegabytes(pid: number): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}
