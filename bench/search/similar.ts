import { sql } from 'drizzle-orm'
import { openDatabase } from '../../server/core/database/db.ts'
import { posts } from '../../server/listings/listing-tables.ts'
import { similarTo } from '../../server/listings/similar.ts'
import { postSearchColumns } from '../../server/search/search-text.ts'
import { Random } from '../../server/seed/random.ts'
import { nearCopy } from '../../server/testing/near-copies.ts'
import { round, spread } from '../stack/figures.ts'
import { needed, options } from '../stack/options.ts'

// Similar decisions: whether a planted near copy of a listing, denied and by another seller, is among the five, and the time of the
// answer. Each copy is written and looked for in a transaction that is rolled back. The database is one of bench/data/fill.ts, or any
// other that has listings.
//   node --import tsx bench/search/similar.ts --postgres URL [--calls 300] [--missed]
// --missed prints the copies that were not found. Ends with 1 below 90 % or above 50 ms (p95).
const { postgres, calls, missed } = options({ postgres: needed, calls: 300, missed: false })

const undo = new Error('Roll back')
const random = Random.of('similar')
const times: number[] = []
let found = 0
const { db, close } = await openDatabase({ url: postgres }, { timeout: 60_000 })
try {
  const listings = await db
    .select()
    .from(posts)
    .where(sql`title is not null`)
    .orderBy(sql`md5(key)`)
    .limit(calls)
  for (const [n, one] of listings.entries()) {
    const { creatorUID, creation_date_time } = listings[(n + 1) % listings.length] ?? one
    const copy = nearCopy(random, one)
    const planted = { ...one, ...copy, ...postSearchColumns(copy), creatorUID, creation_date_time }
    await db
      .transaction(async (tx) => {
        await tx
          .insert(posts)
          .values({ ...planted, key: 'planted', review_state: 'denied', deleted_at: null })
        const from = performance.now()
        const similar = await similarTo(tx, one.key)
        times.push(performance.now() - from)
        if (similar.some(({ key }) => key === 'planted')) found++
        else if (missed)
          console.info(
            JSON.stringify({ was: one.title, is: copy.title, similar: similar.map(({ title }) => title) }),
          )
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
  }
} finally {
  await close()
}
const { count, p50, p95 } = spread(times)
const share = round((found / count) * 100)
console.info(JSON.stringify({ listings: count, found: `${share} %`, p50, p95 }))
process.exitCode = share >= 90 && p95 <= 50 ? 0 : 1
