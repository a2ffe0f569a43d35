import { parseArgs } from 'node:util'
import pg from 'pg'
import { metricsOf } from '../stack/calls.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'

// A CSV of a million refunds, and one of as many payouts, fetched piece by piece as the console does:
//   createdb bench_export && node --import tsx bench/money/export.ts --postgres URL [--rows 1000000]
// Prints the rows, the time of each answer and the server's memory. Ends with 1 when a row is missing or doubled, when an answer takes
// longer than a call may, or when the memory grows with the rows.
const { values } = parseArgs({
  options: { postgres: { type: 'string' }, rows: { type: 'string', default: '1000000' } },
})
const rows = Number(values.rows)
/** Milliseconds of the slowest answer, and bytes by which the server may grow after the first tenth of the pieces. */
const slowest = 3500
const growth = 150_000_000

const server = await openServer({ postgres: values.postgres })
await server.start()
const token = await server.token()
// As the owner, who may analyze the tables.
const filler = new pg.Client(values.postgres)
await filler.connect()
await filler.query(
  "insert into users (uid, display_name) select 'p-' || n, 'Person ' || n from generate_series(0, 4999) n",
)
await filler.query(
  `insert into transactions (id, seller_uid, purchaser_uid, product_title, price, shipping_cost, status, shipping_status, payout_status, purchase_date)
   select 't-' || n, 'p-' || n % 500, 'p-' || n % 5000, 'Thing ' || n, 2000, 500, 1, 1, 2, now() - n * interval '1 minute'
   from generate_series(1, 20000) n`,
)
// Twenty rows have the same time, as after an import.
for (const kind of ['refund', 'payout'])
  for (let from = 1; from <= rows; from += 100_000)
    await filler.query(
      `insert into operations (id, kind, subject_kind, subject_id, cents, details, state, reference, created_at, due_at, settled_at)
       select $1 || n, $1, 'transaction', 't-' || (1 + n % 20000), 1 + n % 5000, '{"provider": "stripe", "reason": "Item not received"}', 'done',
         $1 || '_' || n, now() - (n / 20) * interval '1 minute', now(), now()
       from generate_series($2::int, $3::int) n`,
      [kind, from, Math.min(from + 99_999, rows)],
    )
await filler.query('vacuum (analyze) operations, transactions, users')
await filler.end()

const resident = async () =>
  Number(/^process_resident_memory_bytes (\d+)/m.exec(await metricsOf(server.api))?.[1] ?? Number.NaN)

async function exported(group: 'refunds' | 'payouts') {
  const headers = { authorization: `Bearer ${token}`, 'x-api-key': apiKey }
  const timed = async (path: string) => {
    const from = performance.now()
    const answer = await fetch(`${server.api}/v1/admin/${group}${path}`, { headers })
    if (answer.status !== 200) throw new Error(`${group}${path}: ${answer.status} ${await answer.text()}`)
    return { answer, text: await answer.text(), ms: Math.round(performance.now() - from) }
  }
  const [list, totals] = [await timed(''), await timed('/totals')]
  const [times, memory]: [number[], number[]] = [[], []]
  let [fetched, bytes, cursor]: [number, number, string | null] = [0, 0, '']
  let last = ''
  const began = performance.now()
  while (cursor !== null) {
    const { answer, text, ms } = await timed(
      `/export${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    )
    const { data } = JSON.parse(text) as { data: { csv: string } }
    times.push(ms)
    // Newest first: a repeated or skipped place shows in the count or in the order.
    const all = data.csv.split('\r\n').slice(cursor === '' ? 1 : 0, -1)
    for (const line of all) {
      const time = line.slice(0, 24)
      if (last !== '' && time > last) throw new Error(`${group}: ${time} follows ${last}`)
      last = time
    }
    fetched += all.length
    bytes += data.csv.length
    cursor = answer.headers.get('x-next-cursor')
    if (times.length % 10 === 0) memory.push(await resident())
  }
  const seconds = (performance.now() - began) / 1000
  const sorted = times.toSorted((one, two) => one - two)
  const grown = (memory.at(-1) ?? 0) - (memory[Math.floor(memory.length / 10)] ?? 0)
  return {
    list_ms: list.ms,
    totals_ms: totals.ms,
    rows: fetched,
    pieces: times.length,
    megabytes: Math.round(bytes / 1e6),
    seconds: Math.round(seconds),
    median_ms: Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0),
    slowest_ms: Math.round(sorted.at(-1) ?? 0),
    resident_mb: memory.map((one) => Math.round(one / 1e6)),
    grown_mb: Math.round(grown / 1e6),
    good: fetched === rows && Math.max(...times, list.ms, totals.ms) < slowest && grown < growth,
  }
}

const figures = { refunds: await exported('refunds'), payouts: await exported('payouts') }
console.info(JSON.stringify(figures, null, 2))
await server.close()
process.exit(figures.refunds.good && figures.payouts.good ? 0 : 1)
