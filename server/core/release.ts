import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { digestOf, program } from './database/program.ts'
import { beforeBaseline, StartError } from './start-error.ts'

// Records which release migrated the database, so that an older release can name it when it refuses to work on newer tables.
// `drizzle.releases` and `drizzle.program` are in the migrator's schema, outside the tables of the product.

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as unknown
/** The release, '0.1.0'. */
export const { version } = read('../../package.json') as { version: string }
const { entries } = read('../db/migrations/meta/_journal.json') as {
  entries: { when: number; tag: string }[]
}
const baseline = Math.min(...entries.map(({ when }) => when))
const newest = entries.reduce((one, other) => (other.when > one.when ? other : one), { when: 0, tag: 'none' })

/** The oldest supported PostgreSQL version. */
const minPostgres = 15

type Client = Pick<pg.ClientBase, 'query'>

/**
 * Throws StartError where the database is too old, or belongs to a newer release than this one. Changes nothing.
 * @param folder the data folder of an embedded database
 */
export async function refuseUnknown(client: Client, folder?: string): Promise<void> {
  const { rows } = await client.query<{ server: string; known: boolean }>(
    `select current_setting('server_version') as server, to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  const [found] = rows
  if (Number.parseInt(found?.server ?? '', 10) < minPostgres)
    throw new StartError(
      `DATABASE_URL: the database is PostgreSQL ${found?.server}: Portreeve needs ${minPostgres} or newer.`,
    )
  if (!found?.known) return
  const { rows: migrations } = await client.query<{ first: string | null; last: string | null }>(
    'select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const { first, last } = migrations[0] ?? {}
  // The tables are about to be made.
  if (first == null || last == null) return
  if (Number(first) < baseline) throw beforeBaseline(folder)
  if (Number(last) > newest.when) await refuseNewer(client, Number(last))
  const { rows: programs } = await client.query<{ version: string; digest: string }>(
    'select version, digest from drizzle.program',
  )
  const [of] = programs
  // Releases with the same program may follow each other in any order.
  if (of && of.digest !== digestOf(program) && isNewer(of.version))
    throw new StartError(
      `The functions and triggers of the database are those of Portreeve ${of.version}, and this is Portreeve ${version}, which is older: start Portreeve ${of.version} or a newer one.`,
    )
}

async function refuseNewer(client: Client, migrated: number): Promise<never> {
  const { rows } = await client.query<{ version: string; migration: string }>(
    'select version, migration from drizzle.releases where migrated = $1',
    [migrated],
  )
  const [by] = rows
  throw new StartError(
    `The database was brought up to date by ${
      by
        ? `Portreeve ${by.version} (migration ${by.migration})`
        : `a newer Portreeve (migration of ${new Date(migrated).toISOString()})`
    }, and this is Portreeve ${version} (migration ${newest.tag}), which is older: start ${by ? `Portreeve ${by.version}` : 'that release'} or a newer one.`,
  )
}

/** Whether a release, '1.10.0', is newer than this one. */
function isNewer(other: string): boolean {
  const [theirs = '', ours = ''] = [other, version].map((one) => one.split('-')[0])
  return theirs.localeCompare(ours, 'en', { numeric: true }) > 0
}

/** Whether another process has brought the database up to date for this release. */
export async function isUpToDate(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ done: boolean }>(
    `select (select max(created_at) from drizzle.__drizzle_migrations) >= $1
       and exists (select from drizzle.program where digest = $2) as done`,
    [newest.when, digestOf(program)],
  )
  return rows[0]?.done === true
}

/** What a start of this release changes in a database, in the order of the migrations. */
export async function changesTo(
  client: Client,
): Promise<{ isEmpty: boolean; migrations: string[]; isProgramNew: boolean }> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as known`,
  )
  const isEmpty = !rows[0]?.known
  const done = isEmpty ? -1 : await lastOf(client)
  const migrations = entries.filter(({ when }) => when > done).map(({ tag }) => tag)
  if (isEmpty) return { isEmpty, migrations, isProgramNew: true }
  const applied = await client.query('select from drizzle.program where digest = $1', [digestOf(program)])
  return { isEmpty, migrations, isProgramNew: applied.rowCount === 0 }
}

async function lastOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  return Number(rows[0]?.last ?? -1)
}

/** Records, after the migrations, that this release ran them. */
export async function noteRelease(client: Client): Promise<void> {
  await client.query(
    'insert into drizzle.releases (migrated, version, migration) values ($1, $2, $3) on conflict do nothing',
    [newest.when, version, newest.tag],
  )
}
