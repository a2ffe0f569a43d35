import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { parseArgs } from 'node:util'
import { machineKey } from '../stack/machine-key.ts'
import { openServer } from '../stack/server-under-test.ts'

// Bodies of 10 GB for POST /v1/ingest/users: rows, one row without an end, an array without an end:
//   node --import tsx bench/ingest/bodies.ts [--gigabytes 10] [--postgres URL]
// The rows are read to the end, the others are refused at their limits; the server's memory stays flat. The bench ends with 1 when
// a body has another answer, or when the server grows by more than 400 MB above its size before: one row has up to 64 MB.
const { values } = parseArgs({
  options: { gigabytes: { type: 'string', default: '10' }, postgres: { type: 'string' } },
})
const size = Number(values.gigabytes) * 1024 ** 3
const maxGrowth = 400

const server = await openServer({ postgres: values.postgres })
await server.start()
const key = await machineKey(server, ['ingest.users'])
const resident = () => {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1]
  return Math.round(Number(kilobytes ?? 0) / 1024)
}

// Too long for a name: the row is rejected without a write. The last one is written.
const rows = `${JSON.stringify({ uid: 'large', displayName: 'x'.repeat(40_000) })}\n`.repeat(25)
const bodies = [
  { name: 'rows', type: 'application/x-ndjson', piece: rows, end: '{"uid":"last"}\n', expected: '"new":1' },
  { name: 'one row', type: 'application/x-ndjson', piece: 'x'.repeat(1024 ** 2), expected: 'too_large' },
  { name: 'array', type: 'application/json', piece: '[{},'.repeat(250_000), expected: 'too_large' },
]

/** Sends a body until the server has had enough of it. */
function send({ type, piece, end = '' }: { type: string; piece: string; end?: string }) {
  const { hostname, port } = new URL(server.api)
  return new Promise<{ last: string; sent: number }>((done, fail) => {
    const bytes = Buffer.from(piece)
    let sent = 0
    const call = request(
      {
        ...{ hostname, port, method: 'POST', path: '/v1/ingest/users' },
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
      },
      async (answer) => {
        // The results of 250,000 rows: only the last line counts.
        let last = ''
        try {
          for await (const chunk of answer) last = `${last}${chunk}`.slice(-2000)
        } catch (error) {
          if (last === '') return fail(error as Error)
        }
        call.destroy()
        done({ last: last.trim().split('\n').at(-1) ?? '', sent })
      },
    )
    call.once('error', (error) => setTimeout(fail, 2000, error))
    const more = () => {
      while (sent < size && !call.destroyed) {
        sent += bytes.length
        if (!call.write(bytes)) {
          call.once('drain', more)
          return
        }
      }
      if (!call.destroyed) call.end(end)
    }
    more()
  })
}

let isGood = true
const figures: object[] = []
for (const body of bodies) {
  const before = resident()
  let most = before
  const watch = setInterval(() => {
    most = Math.max(most, resident())
  }, 250)
  const began = performance.now()
  const { last, sent } = await send(body)
  clearInterval(watch)
  isGood &&= last.includes(body.expected) && most - before <= maxGrowth
  figures.push({
    body: body.name,
    'MB sent': Math.round(sent / 1024 ** 2),
    seconds: Math.round((performance.now() - began) / 1000),
    'MB of the server, before and at most': [before, most],
    answer: last,
  })
}
console.info(JSON.stringify(figures, null, 2))
await server.close()
process.exit(isGood ? 0 : 1)
