import { openDatabase } from '../core/database/db.ts'
import { changesTo, refuseUnknown } from '../core/release.ts'
import { withoutPassword } from '../core/start-error.ts'
import { type Place, place } from './doctor-database.ts'
import { connectTo, type Found, fail, ok, type SetUp } from './doctor-setup.ts'

/** Runs the next upgrade on a copy of the database, and says how long it took. It refuses a database that may be no copy. */
export async function upgradeCopy(set: SetUp, copy: string): Promise<Found[]> {
  const at = withoutPassword(copy)
  const [own] = (await set.rows<Place>(place)) ?? []
  if (!own || !set.env.DATABASE_URL)
    return [fail('--copy needs DATABASE_URL, to be sure that the copy is another database: set it.')]
  const closing: (() => Promise<unknown>)[] = []
  let migrations: string[]
  try {
    const client = await connectTo('--copy', copy, closing)
    const [other] = (await client.query<Place>(place)).rows
    if (other?.name === own.name && other.server === own.server)
      return [fail('--copy is the database of DATABASE_URL itself: make a copy, such as a restored backup.')]
    const { rowCount } = await client.query(
      'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    if (rowCount)
      return [fail(`The database at ${at} is in use, so that it may be no copy: stop what uses it.`)]
    await refuseUnknown(client)
    ;({ migrations } = await changesTo(client))
  } finally {
    for (const close of closing) await close()
  }
  const from = performance.now()
  const database = await openDatabase({ url: copy })
  await database.close()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  return [ok(`The upgrade took ${seconds} s on the copy at ${at} (${migrations.length} migrations).`)]
}
