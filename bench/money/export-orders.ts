import { parseArgs } from 'node:util'
import pg from 'pg'
import { metricsOf } from '../stack/calls.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'

// A CSV of a million orders by the export that all lists share, piece by piece as the console does:
//   createdb bench_orders && node --import tsx bench/money/export-orders.ts --postgres URL [--rows 1000000]
// Prints the time of the answers and the server's memory. Ends with 1 when a row is missing or doubled, when an answer takes longer
// than a call may, or when the memory grows with the rows.
const { values } = parseArgs({
  options: { postgres: { type: 'string' }, rows: { type: 'string', default: '1000000' } },
})
const rows = Number(values.rows)
/** Milliseconds of the slowest answer, and bytes by which the server may grow after the first tenth of the pieces. */
const slowest = 4500
const growth = 150_000_000

const server = await openServer({ postgres: values.postgres })
await server.start()
const token = await server.token()
const filler = new pg.Client(values.postgres)
await filler.connect()
await filler.query(
  "insert into users (uid, display_name) select 'p-' || n, 'Person ' || n from generate_series(0, 4999) n",
)
// Twenty rows have the same time, as after an import.
for (let from = 1; from <= rows; from += 100_000)
  await filler.query(
    `insert into transactions (id, seller_uid, purchaser_uid, product_title, price, shipping_cost, status, shipping_status, payout_status, purchase_date)
     select 't-' || n, 'p-' || n % 500, 'p-' || n % 5000, 'Thing ' || n, 2000, 500, 1, 1, 2, now() - (n / 20) * interval '1 minute'
     from generate_series($1::int, $2::int) n`,
    [from, Math.min(from + 99_999, rows)],
  )
await filler.query('vacuum (analyze) transactions, users')
await filler.end()

const headers = { authorization: `Bearer ${token}`, 'x-api-key': apiKey }
const [times, memory]: [number[], number[]] = [[], []]
const ids = new Set<string>()
let [fetched, bytes, cursor]: [number, number, string | null] = [0, 0, '']
const began = performance.now()
while (cursor !== null) {
  const from = performance.now()
  const query = new URLSearchParams({ search: 'limit=200', ...(cursor !== '' && { cursor }) })
  const answer = await fetch(`${server.api}/v1/admin/exports/orders?${query}`, { headers })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { csv: string; rows: number } }
  times.push(performance.now() - from)
  for (const line of data.csv.split('\r\n').slice(cursor === '' ? 1 : 0, -1))
    ids.add(line.slice(0, line.indexOf(',')))
  fetched += data.rows
  bytes += data.csv.length
  cursor = answer.headers.get('x-next-cursor')
  if (times.length % 10 === 0)
    memory.push(
      Number(/^process_resident_memory_bytes (\d+)/m.exec(await metricsOf(server.api))?.[1] ?? Number.NaN),
    )
}
const sorted = times.toSorted((one, two) => one - two)
const grown = (memory.at(-1) ?? 0) - (memory[Math.floor(memory.length / 10)] ?? 0)
console.info(
  JSON.stringify({
    rows: fetched,
    pieces: times.length,
    megabytes: Math.round(bytes / 1e6),
    seconds: Math.round((performance.now() - began) / 1000),
    median_ms: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowest_ms: Math.round(sorted.at(-1) ?? 0),
    resident_mb: [Math.min(...memory), Math.max(...memory)].map((one) => Math.round(one / 1e6)),
    grown_mb: Math.round(grown / 1e6),
  }),
)
await server.close()
process.exit(fetched === rows && ids.size === rows && Math.max(...times) < slowest && grown < growth ? 0 : 1)
