import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { StartError } from './start-error.ts'

// Records which release migrated the database, so that an older release can name it when it refuses to work on newer tables.
// The table is in the migrator's schema, outside the tables of the product.

const read = (path: string) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as unknown
/** The release, '0.1.0'. */
export const { version } = read('../../package.json') as { version: string }
const { entries } = read('../db/migrations/meta/_journal.json') as {
  entries: { when: number; tag: string }[]
}
const newest = entries.reduce((one, other) => (other.when > one.when ? other : one), { when: 0, tag: 'none' })

/** The oldest supported PostgreSQL version. */
const minPostgres = 15

type Client = Pick<pg.ClientBase, 'query'>

/** Throws StartError where the database is too old, or was migrated by a newer release than this one. Changes nothing. */
export async function refuseUnknown(client: Client): Promise<void> {
  const { rows } = await client.query<{ server: string; migrated: boolean; noted: boolean }>(
    `select current_setting('server_version') as server,
       to_regclass('drizzle.__drizzle_migrations') is not null as migrated,
       to_regclass('drizzle.releases') is not null as noted`,
  )
  const [found] = rows
  if (Number.parseInt(found?.server ?? '', 10) < minPostgres)
    throw new StartError(
      `DATABASE_URL: the database is PostgreSQL ${found?.server}: Portreeve needs ${minPostgres} or newer.`,
    )
  if (!found?.migrated) return
  const { rows: last } = await client.query<{ migrated: string | null }>(
    'select max(created_at) as migrated from drizzle.__drizzle_migrations',
  )
  const migrated = Number(last[0]?.migrated ?? 0)
  if (migrated <= newest.when) return
  const { rows: releases } = found.noted
    ? await client.query<{ version: string; migration: string }>(
        'select version, migration from drizzle.releases where migrated = $1',
        [migrated],
      )
    : { rows: [] }
  const [by] = releases
  throw new StartError(
    `The database was brought up to date by ${
      by
        ? `Portreeve ${by.version} (migration ${by.migration})`
        : `a newer Portreeve (migration of ${new Date(migrated).toISOString()})`
    }, and this is Portreeve ${version} (migration ${newest.tag}), which is older: start ${by ? `Portreeve ${by.version}` : 'that release'} or a newer one.`,
  )
}

/** Records, after the migrations, that this release ran them. */
export async function noteRelease(client: Client): Promise<void> {
  const { rows } = await client.query<{ noted: boolean }>(
    `select to_regclass('drizzle.releases') is not null as noted`,
  )
  if (!rows[0]?.noted)
    await client.query(
      'create table if not exists drizzle.releases (migrated bigint primary key, version text not null, migration text not null, at timestamptz not null default now())',
    )
  await client.query(
    'insert into drizzle.releases (migrated, version, migration) select $1, $2, $3 where not exists (select from drizzle.releases where migrated = $1) on conflict do nothing',
    [newest.when, version, newest.tag],
  )
}
