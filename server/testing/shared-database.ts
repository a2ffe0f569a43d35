import pg from 'pg'
import type { Where } from '../core/database/db.ts'
import { type Embedded, openEmbedded } from '../core/database/embedded.ts'
import { freshDatabase, type Template } from './template.ts'

/** An embedded database that the test files of one worker use one after the other. */
interface Reusable {
  where: { folder: string }
  /** Returns false when the last file changed the tables themselves: the database cannot be used again. */
  empty: () => Promise<boolean>
  remove: () => Promise<void>
}

/** The databases that no test file uses now. Opening one takes two seconds, emptying one a fifth of a second. */
const idle: Reusable[] = []

/** A database as the template has it, for one test file. On PostgreSQL it is a copy of the template. */
export async function sharedDatabase(
  template: Template,
): Promise<{ where: Where; remove: () => Promise<void> }> {
  if (!('folder' in template)) return freshDatabase(template)
  const one = idle.pop() ?? (await open(template))
  return {
    where: one.where,
    remove: async () => {
      if (await one.empty()) idle.push(one)
      else await one.remove()
    },
  }
}

async function open(template: { folder: string }): Promise<Reusable> {
  // Inside the template's folder, which the end of the run removes: a worker is stopped without any clean-up.
  const { where, remove } = await freshDatabase(template, template.folder)
  const { folder } = where as { folder: string }
  const embedded = await openEmbedded(folder)
  const { schema, restore } = await asItIs(embedded)
  return {
    where: { folder },
    empty: async () => {
      if ((await run<{ schema: string }>(embedded, schemaNow))[0]?.schema !== schema) return false
      await restore()
      return true
    },
    remove: async () => {
      await embedded.close()
      await remove()
    },
  }
}

/** Everything about the tables that a test may change: columns, triggers, constraints, indexes and functions. */
const schemaNow = `
  select md5(string_agg(part, ',' order by part)) as schema from (
    select concat(oid::regclass, relkind, relrowsecurity, relacl, (select string_agg(concat(attname, atttypid, attnotnull), ',' order by attnum)
      from pg_attribute where attrelid = c.oid and attnum > 0)) as part from pg_class c where relnamespace = 'public'::regnamespace
    union all select concat(tgrelid::regclass, tgname, tgenabled) from pg_trigger
    union all select concat(conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
    union all select concat(oid::regprocedure, md5(prosrc)) from pg_proc where pronamespace = 'public'::regnamespace) parts`

/** Reads the schema, keeps the rows of the migrations, and returns how to restore both. */
async function asItIs(embedded: Embedded) {
  const [found] = await run<{ schema: string }>(embedded, schemaNow)
  const tables = await run<{ name: string; columns: string }>(
    embedded,
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER' group by 1`,
  )
  const versions = await run<{ name: string }>(
    embedded,
    "select format('history.%I', relname) as name from pg_class where relnamespace = 'history'::regnamespace and relkind = 'r' and relname <> 'began'",
  )
  const withRows = async (of: { name: string }[] = tables) => {
    const each = of.map(({ name }) => `select '${name}' as name where exists (select from ${name})`)
    return new Set((await run<{ name: string }>(embedded, each.join(' union all '))).map(({ name }) => name))
  }
  const atFirst = await withRows()
  const kept = tables.filter(({ name }) => atFirst.has(name))
  const copies = kept.map(
    ({ name, columns }) => `create table kept.${name} as select ${columns} from ${name}`,
  )
  await run(embedded, ['create schema kept', ...copies].join(';'))
  const guards = ['audit_no_update', 'audit_no_delete', 'audit_no_truncate']
  const restore = async () => {
    const filled = new Set([...(await withRows()), ...(await withRows(versions)), ...atFirst])
    await run(
      embedded,
      [
        'reset all',
        'begin',
        'alter table audit disable trigger user',
        'set local session_replication_role = replica',
        `truncate ${[...filled].join(', ')} cascade`,
        'select setval(seqrelid::regclass, seqstart, false) from pg_sequence',
        ...kept.map(
          ({ name, columns }) =>
            `insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name}`,
        ),
        ...guards.map((guard) => `alter table audit enable always trigger ${guard}`),
        'commit',
      ].join(';'),
    )
  }
  return { schema: found?.schema, restore }
}

async function run<Row extends object>({ host }: Embedded, statements: string): Promise<Row[]> {
  const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<Row>(statements)).rows
  } finally {
    await client.end()
  }
}
