import pg from 'pg'
import { openDatabase } from '../../server/core/database/db.ts'
import {
  memberSearchColumns,
  messageSearchColumns,
  postSearchColumns,
  searchColumns,
} from '../../server/search/search-text.ts'
import { needed, options } from '../stack/options.ts'
import { auditKey } from '../stack/server-under-test.ts'
import { addAudit, addStaff } from './audit.ts'
import { contentTables } from './content.ts'
import { goodsTables } from './goods.ts'
import { builders, load, secondaryIndexes, type Table } from './load.ts'
import { moneyTables } from './money.ts'
import { peopleTables } from './people.ts'
import { sizeOf } from './size.ts'
import { talkTables } from './talk.ts'

// Fills a database with a marketplace of any size, the same every time:
//   createdb bench_1m && node --import tsx bench/data/fill.ts --users 1000000 --postgres postgres://postgres@127.0.0.1:5432/bench_1m
// Few sellers hold most listings, addresses and devices are shared, one staff member takes part in half of the conversations.
// Each person has three transactions, unless --transactions says otherwise.
const {
  users,
  transactions,
  postgres: url,
} = options({ users: 10_000, transactions: undefined, postgres: needed })
if (!Number.isInteger(users) || users < 10_000) throw new Error('--users is 10000 or more')
const size = sizeOf(users, transactions === undefined ? undefined : Number(transactions))
const began = performance.now()
const say = (what: string, from: number, rows?: number) => {
  const took = (performance.now() - from) / 1000
  const rate = rows === undefined ? '' : `${rows} rows, ${Math.round(rows / took)} rows/s`
  console.info(`${what.padEnd(42)} ${took.toFixed(1).padStart(7)} s  ${rate}`)
}

const database = await openDatabase({ url }, { connections: 3, timeout: 7_200_000 })
// Three connections as the owner, who may disable triggers: one copies rows, two build indexes.
const clients = [0, 1, 2].map(() => new pg.Client(url))
await Promise.all(clients.map((client) => client.connect()))
const [filler = new pg.Client(), ...others] = clients
for (const client of clients)
  await client.query(
    `set synchronous_commit = off;
     set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1`,
  )
if ((await filler.query('select 1 from users limit 1')).rows.length > 0) {
  console.error('This database has people already. Give an empty one.')
  process.exit(2)
}
// Foreign keys are checked at the end, for all rows at once.
await filler.query('set session_replication_role = replica')

// Tables with the slowest indexes come first: their indexes are built while the others are filled.
const tables = [
  ...peopleTables(size).slice(0, 1),
  ...goodsTables(size).slice(0, 1),
  ...talkTables(size).slice(2),
  ...moneyTables(size),
  ...talkTables(size).slice(0, 2),
  ...goodsTables(size).slice(1),
  ...contentTables(size),
  ...peopleTables(size).slice(1),
]
const indexes = await secondaryIndexes(filler)
const mine = indexes.filter(({ table }) => tables.some(({ name }) => name === table))
for (const { name } of mine) await filler.query(`drop index "${name}"`)

const building = builders(others)
const heavyFirst = (definition: string) => (definition.includes('USING gin') ? 0 : 1)
async function fill(table: Table) {
  const from = performance.now()
  const rows = await load(filler, table)
  say(table.name, from, rows)
  const own = mine.filter((one) => one.table === table.name)
  own.sort((one, other) => heavyFirst(one.definition) - heavyFirst(other.definition))
  let left = own.length
  const vacuum = async (client: pg.Client) => {
    await client.query(`vacuum (analyze) ${table.name}`)
  }
  if (left === 0) building.add(vacuum)
  for (const { name, definition } of own)
    building.add(async (client) => {
      const started = performance.now()
      await client.query(definition)
      say(`  index ${name}`, started)
      if (--left === 0) await vacuum(client)
    })
}
for (const table of tables) await fill(table)
await filler.query('set session_replication_role = origin')
const auditing = performance.now()
await addStaff(filler)
say('audit', auditing, await addAudit(filler, auditKey, size))
await building.finish()
await filler.query('vacuum (analyze) audit')
await filler.query('vacuum (analyze) staff')

const checking = performance.now()
const after = await secondaryIndexes(filler)
if (JSON.stringify(after) !== JSON.stringify(indexes)) throw new Error('The indexes are not as before')
await checkReferences()
await checkSearch()
say('checked: references, indexes, searched text', checking)
const { rows: sizes } = await filler.query<{ size: string; bytes: string }>(
  'select pg_size_pretty(pg_database_size(current_database())) as size, pg_database_size(current_database()) as bytes',
)
say(`all of ${users} users, ${sizes[0]?.size}`, began)
for (const client of clients) await client.end()
await database.close()

/** Checks every foreign key, by the database's own definitions, for missing rows. */
async function checkReferences() {
  const { rows } = await filler.query<Record<'name' | 'child' | 'parent' | 'key' | 'to', string>>(`
    select conname as name, conrelid::regclass as child, confrelid::regclass as parent, a.attname as key, b.attname as to
    from pg_constraint c
    join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
    join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
    where contype = 'f' and connamespace = current_schema()::regnamespace`)
  for (const { name, child, parent, key, to } of rows) {
    const { rows: lost } = await filler.query(
      `select 1 from ${child} as child where "${key}" is not null
       and not exists (select from ${parent} as parent where parent."${to}" = child."${key}") limit 1`,
    )
    if (lost.length > 0) throw new Error(`${name}: a referenced row is missing`)
  }
}

/** Checks on a sample that the search columns are those that the product writes for the stored values. */
async function checkSearch() {
  type Row = Record<string, string | null>
  const same = async (query: string, columns: (row: Row) => object) => {
    const { rows } = await filler.query<Row>(query)
    for (const row of rows)
      for (const [name, value] of Object.entries(columns(row)))
        if (row[name] !== value) throw new Error(`${name} is not what the product writes: ${row[name]}`)
    if (rows.length === 0) throw new Error('No sample')
  }
  // About a thousand rows of each table, two thousand of larger ones.
  const sample = (table: string) => `${table} tablesample bernoulli (${100_000 / users}) repeatable (1)`
  await same(`select * from ${sample('users')} where deleted_at is null`, (row) =>
    searchColumns({
      uid: row.uid ?? '',
      displayName: row.display_name ?? null,
      email: row.email ?? null,
      phone_number: row.phone_number ?? null,
      oneSignalId: row.one_signal_id ?? null,
      last_ip: row.last_ip ?? null,
    }),
  )
  await same(`select * from ${sample('posts')}`, (row) =>
    postSearchColumns({ title: row.title ?? null, description: row.description ?? null }),
  )
  await same(`select * from ${sample('messages')}`, (row) => messageSearchColumns({ text: row.text ?? null }))
  await same(`select * from ${sample('conversation_members')}`, (row) =>
    memberSearchColumns({ name: row.name ?? null }),
  )
}
