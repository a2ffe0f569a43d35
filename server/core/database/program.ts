import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { layers } from '../../db/layers.ts'

// Functions, views and triggers stand once, in their present form, in server/*/program/*.sql. A start applies all files when
// they differ from those that the database was given last.

/** A file of the program: its path from server/, and its statements. Each may run again on a database that has its result. */
export interface ProgramFile {
  path: string
  text: string
}

const server = fileURLToPath(new URL('../..', import.meta.url))

/** The program of this release, in the order in which it is applied. */
export const program: readonly ProgramFile[] = layers
  .map((layer) => `${layer}/program`)
  .filter((folder) => existsSync(join(server, folder)))
  .flatMap((folder) =>
    readdirSync(join(server, folder))
      .filter((name) => name.endsWith('.sql'))
      .toSorted()
      .map((name) => `${folder}/${name}`),
  )
  .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }))

/** The migrations: the program follows the columns of some tables (core/program/history.sql). */
const journal = readFileSync(join(server, 'db/migrations/meta/_journal.json'), 'utf8')

/** The digest of paths, texts and migrations, as `drizzle.program` has it. */
export const digestOf = (files: readonly ProgramFile[]): string =>
  createHash('sha256')
    .update(JSON.stringify([journal, ...files.map(({ path, text }) => [path, text])]))
    .digest('hex')

type Client = Pick<pg.ClientBase, 'query'>

/** Drops the views of the past where tables may change next: PostgreSQL would refuse to change a column that a view has. */
export async function releaseTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ at: string | null; past: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') as at, to_regnamespace('past') is not null as past`,
  )
  if (!rows[0]?.at || !rows[0].past) return
  const { entries } = JSON.parse(journal) as { entries: { when: number }[] }
  const last = await client.query<{ at: string }>(
    'select max(created_at) as at from drizzle.__drizzle_migrations',
  )
  if (Number(last.rows[0]?.at) < (entries.at(-1)?.when ?? 0))
    await client.query('drop schema past cascade; create schema past')
}

/** Attempts where a call of a running process holds a table that the program needs, and waits for another one (deadlock). */
const maxTries = 5

/**
 * Applies a program unless the database has it, in one transaction, and drops what the program before made and this one does not.
 * Runs after the migrations, on their connection and under their lock.
 * @param version the release that the database names as the source of its program
 */
export async function applyProgram(
  client: Client,
  version: string,
  files: readonly ProgramFile[] = program,
): Promise<void> {
  const digest = digestOf(files)
  const { rows } = await client.query<{ digest: string; made: string[] }>(
    'select digest, made from drizzle.program',
  )
  if (rows[0]?.digest === digest) return
  for (let tries = 1; ; tries++)
    try {
      await client.query('begin')
      // A function may name one of a later file.
      await client.query('set local check_function_bodies = off')
      for (const file of files) await run(client, file)
      const made = await madeNow(client)
      await dropAll(client, rows[0]?.made.filter((object) => !made.includes(object)) ?? [])
      await client.query(
        `insert into drizzle.program (digest, version, made) values ($1, $2, $3)
         on conflict (one) do update set digest = $1, version = $2, made = $3, at = now()`,
        [digest, version, made],
      )
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      const { code } = ((error as Error).cause ?? error) as { code?: string }
      if (code !== '40P01' || tries === maxTries) throw error
    }
}

async function run(client: Client, { path, text }: ProgramFile) {
  try {
    await client.query(text)
  } catch (cause) {
    throw new Error(`server/${path}: ${(cause as Error).message}`, { cause })
  }
}

/**
 * What this transaction has made or replaced, such as `view desk_of_listing`: the transaction that wrote a row of a catalogue is
 * its xmin. What a migration or the operator made has another one.
 */
async function madeNow(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ object: string }>(`
    select format('function %s', p.oid::regprocedure) as object
    from pg_proc p where p.xmin = pg_current_xact_id()::xid
    union all select format('view %s', r.ev_class::regclass)
    from pg_rewrite r join pg_class c on c.oid = r.ev_class where c.relkind = 'v' and r.xmin = pg_current_xact_id()::xid
    union all select format('trigger %I on %s', t.tgname, t.tgrelid::regclass)
    from pg_trigger t where not t.tgisinternal and t.xmin = pg_current_xact_id()::xid`)
  return rows.map(({ object }) => object)
}

/** Drops triggers first and functions last: a trigger needs its function, and a view may need one. */
async function dropAll(client: Client, objects: string[]) {
  const namesOf = (kind: string) =>
    objects.filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1))
  for (const name of namesOf('trigger')) await client.query(`drop trigger if exists ${name}`)
  for (const kind of ['view', 'function'])
    if (namesOf(kind).length > 0) await client.query(`drop ${kind} if exists ${namesOf(kind).join(', ')}`)
}
