import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { writeAudit } from '../../server/core/audit/audit.ts'
import { dataOf, openClient } from '../stack/client.ts'
import { auditKey } from '../stack/server-under-test.ts'
import type { Place } from './place.ts'

/** Seconds of each measurement. */
const seconds = 8

/** Runs workers in a loop until the time is over; returns their total rate per second. */
async function rate(hands: number, work: (hand: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  const worker = async (hand: number) => {
    for (; performance.now() < until; done++) await work(hand)
  }
  await Promise.all(Array.from({ length: hands }, (_, hand) => worker(hand)))
  return Math.round(done / seconds)
}

/** Measures the recorded changes per second that the one audit head allows: through the API, and bare rows without it. */
export async function headSpeed(place: Place, people: string[]): Promise<object> {
  const pool = new pg.Pool({ connectionString: place.primary.url, max: 16 })
  const db = drizzle(pool)
  const client = openClient(place.api)
  const writer = { uid: 'staff-bench-0', role: 'admin' }
  let n = 0
  const row = () => db.transaction((tx) => writeAudit(tx, auditKey, writer, 'bench.head', {}))
  const note = async (hand: number) => {
    const token = place.tokens[hand % place.tokens.length] ?? ''
    const body = { kind: 'user', id: people[hand], text: `Note ${++n}` }
    dataOf(await client.call(token, 'POST', '/v1/admin/notes', { body, key: `head-${n}-${Math.random()}` }))
  }
  const figures: Record<string, number> = {}
  for (const hands of [1, 4, 16])
    figures[`audit rows a second, ${hands} connections`] = await rate(hands, row)
  for (const hands of [1, 4, 16, 64])
    figures[`notes a second by the API, ${hands} callers`] = await rate(hands, note)
  await pool.end()
  client.close()
  return figures
}
