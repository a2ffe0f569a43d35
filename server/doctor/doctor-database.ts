import type pg from 'pg'
import { changesTo, refuseUnknown, version } from '../core/release.ts'
import { databaseProblem, withoutPassword } from '../core/start-error.ts'
import {
  type Check,
  connectTo,
  databaseVariables,
  type Found,
  fail,
  ok,
  orOk,
  type SetUp,
  warn,
} from './doctor-setup.ts'

/** Whether the database is there, is of a release that this one may follow, and what a start would change. */
const schema: Check = {
  name: 'database',
  reads: databaseVariables,
  run: async (set) => {
    const { where } = set.settings
    const client = await set.connect()
    if (!client)
      return [ok(`There is no database in ${set.settings.dataFolder} yet: the first start makes it.`)]
    const folder = 'folder' in where ? where.folder : undefined
    await refuseUnknown(client, folder).catch((error: unknown) => {
      throw ('url' in where && databaseProblem('DATABASE_URL', where.url, error)) || error
    })
    const at = 'url' in where ? `at ${withoutPassword(where.url)}` : `in ${where.folder}`
    const { isEmpty, migrations, isProgramNew } = await changesTo(client)
    if (isEmpty)
      return [
        ok(
          `The database ${at} is empty: the first start makes its tables (${migrations.length} migrations).`,
        ),
      ]
    if (migrations.length === 0 && !isProgramNew)
      return [ok(`The database ${at} has the tables and functions of Portreeve ${version}.`)]
    const runs = migrations.length === 1 ? '1 migration' : `${migrations.length} migrations`
    const changes = [
      ...(migrations.length > 0 ? [`runs ${runs}: ${migrations.join(', ')}`] : []),
      ...(isProgramNew ? ['replaces the functions, views and triggers of the database'] : []),
    ]
    return [warn(`The next start of Portreeve ${version} ${changes.join(', and ')}: make a backup first.`)]
  },
}

/** What keeps PostgreSQL from serving, by the names that the statement gives. */
const rightsProblems: Record<string, Found> = {
  encoding: fail(
    'The database does not have the encoding UTF8: make it again with createdb --encoding=UTF8 --template=template0.',
  ),
  create: fail(
    'The user of DATABASE_URL may not create tables: make it the owner of the database, and give it CREATE on the schema.',
  ),
  extension: fail(
    'The extension pg_trgm is not there, and the user may not make it: run "create extension pg_trgm" as a superuser.',
  ),
  collation: warn(
    'The operating system sorts texts otherwise than when the database was made: run "reindex database" and "alter database … refresh collation version".',
  ),
  role: warn(
    "The user of DATABASE_URL may not make the server's role, so that triggers alone guard the audit log: give it CREATEROLE, or make the role by hand (docs/deploy.md, Audit).",
  ),
  encryption: warn(
    'The connection to the database is not encrypted: add sslmode=verify-full to DATABASE_URL.',
  ),
}

/** A name without a dot is in the network of the machine's containers. */
const isNear = (url: string) =>
  !URL.canParse(url) || /^$|^%2F|^127\.\d+\.\d+\.\d+$|^\[::1\]$|^[^.]+$/i.test(new URL(url).hostname)

/** The embedded database has everything. */
const rights: Check = {
  name: 'database rights',
  reads: databaseVariables,
  run: async ({ rows, settings: { where } }) => {
    if ('folder' in where) return []
    const found = await rows<{ problem: string }>(
      `with me as (select rolsuper, rolcreaterole from pg_roles where rolname = current_user),
      may as (select has_database_privilege(current_database(), 'create') as make,
        has_schema_privilege(coalesce(current_schema(), 'public'), 'create') as fill)
      select problem from (values
        ('encoding', current_setting('server_encoding') <> 'UTF8'),
        ('create', (select not make or not fill from may)),
        ('extension', (select make and fill from may) and not exists (select from pg_extension where extname = 'pg_trgm')
          and not exists (select from pg_available_extension_versions, me where name = 'pg_trgm' and (trusted or rolsuper))),
        ('collation', exists (select from pg_database where datname = current_database()
          and datcollversion <> pg_database_collation_actual_version(oid))),
        ('role', (select not rolsuper and not rolcreaterole from me) and not exists (select from pg_roles where rolname =
          'portreeve_server_' || case when octet_length(current_user) < 46 then current_user else md5(current_user) end
          and pg_has_role(oid, 'member'))),
        ('encryption', not $1::boolean and not exists (select from pg_stat_ssl where pid = pg_backend_pid() and ssl))) p(problem, found)
      where found`,
      [isNear(where.url)],
    )
    if (!found) return []
    return orOk(
      found.map(({ problem }) => rightsProblems[problem]),
      'The user may do all that a start needs.',
    )
  },
}

/** Which database an address leads to, and as whom. */
export interface Place {
  name: string
  server: string
  user: string
}
export const place = `select current_database() as name, concat(extract(epoch from pg_postmaster_start_time()), ' ', current_setting('port')) as server, session_user as user`

const pooler: Check = {
  name: 'pooler',
  reads: databaseVariables,
  run: (set) =>
    beside(set, 'DATABASE_POOLER_URL', async (client) => {
      const [there] = (await client.query<Place>(place)).rows
      const [here] = (await set.rows<Place>(place)) ?? []
      if (there?.name !== here?.name || there?.server !== here?.server)
        return [fail('DATABASE_POOLER_URL leads to another database than DATABASE_URL: correct one of them.')]
      return there?.user === here?.user
        ? [
            fail(
              'DATABASE_POOLER_URL has the user of DATABASE_URL, who may change the audit log: make another one (docs/scale.md).',
            ),
          ]
        : [ok('The pooler leads to the database, as a user of its own.')]
    }),
}

/** Seconds behind the primary from which on the server does not use a replica (server/replica/replica.ts). */
const maxLag = 5

const replica: Check = {
  name: 'replica',
  reads: databaseVariables,
  run: (set) =>
    beside(set, 'DATABASE_READ_URL', async (client) => {
      const { rows } = await client.query<{ replays: boolean; lag: number | null }>(`
        select pg_is_in_recovery() as replays, case when pg_is_in_recovery() and pg_last_wal_receive_lsn() <> pg_last_wal_replay_lsn()
          then extract(epoch from now() - pg_last_xact_replay_timestamp())::float8 else 0 end as lag`)
      const [found] = rows
      if (!found?.replays)
        return [
          warn(
            'DATABASE_READ_URL leads to no replica but to a database that can be written: give the address of a hot standby, or leave it out.',
          ),
        ]
      const lag = Math.round(found.lag ?? 0)
      return lag > maxLag
        ? [
            warn(
              `The replica is ${lag} s behind, so that it answers nothing: check its disk and its network.`,
            ),
          ]
        : [ok('The replica follows the database.')]
    }),
}

/** Looks at another address of the database, where one is given and the database itself answers. */
async function beside(
  set: SetUp,
  name: string,
  look: (client: pg.Client) => Promise<Found[]>,
): Promise<Found[]> {
  const url = set.env[name]
  if (!url || !(await set.rows('select 1'))) return []
  const closing: (() => Promise<unknown>)[] = []
  try {
    return await look(await connectTo(name, url, closing))
  } finally {
    for (const close of closing) await close()
  }
}

/** The checks of the database itself. */
export const databaseChecks: readonly Check[] = [schema, rights, pooler, replica]
