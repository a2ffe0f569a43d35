import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { writeAudit } from '../../server/core/audit/audit.ts'
import { call } from '../stack/calls.ts'
import { auditKey } from '../stack/server-under-test.ts'
import type { Place } from './place.ts'

/** Seconds of each measurement. */
const seconds = 8

/** Runs workers in a loop until the time is over; returns their total rate per second. */
async function rate(hands: number, work: (hand: number) => Promise<void>): Promise<number> {
  const until = performance.now() + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: hands }, async (_, hand) => {
      while (performance.now() < until) {
        await work(hand)
        done++
      }
    }),
  )
  return Math.round(done / seconds)
}

/** Measures the recorded changes per second that the one audit head allows: through the API, and bare rows without it. */
export async function headSpeed(place: Place, people: string[]): Promise<object> {
  const pool = new pg.Pool({ connectionString: place.primary.url, max: 16 })
  const db = drizzle(pool)
  const bare = (hands: number) =>
    rate(hands, () =>
      db.transaction((tx) =>
        writeAudit(tx, auditKey, { uid: 'staff-bench-0', role: 'admin' }, 'bench.head', {}),
      ),
    )
  let n = 0
  const notes = (hands: number) =>
    rate(hands, async (hand) => {
      const server = { ...place.servers[0], api: place.api }
      const body = { kind: 'user', id: people[hand], text: `Note ${++n}` }
      const { status } = await call(
        server,
        place.tokens[hand % place.tokens.length] ?? '',
        { method: 'POST', path: '/v1/admin/notes', body },
        `head-${n}-${Math.random()}`,
      )
      if (status !== 200) throw new Error(`A note was answered ${status}`)
    })
  const figures: Record<string, number> = {}
  for (const hands of [1, 4, 16]) figures[`audit rows a second, ${hands} connections`] = await bare(hands)
  for (const hands of [1, 4, 16, 64])
    figures[`notes a second by the API, ${hands} callers`] = await notes(hands)
  await pool.end()
  return figures
}
