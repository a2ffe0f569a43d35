import { sql } from 'drizzle-orm'
import pg from 'pg'
import type { Db } from '../../server/core/database/db.ts'
import { machineKey } from '../stack/calls.ts'
import { spread, timed } from '../stack/figures.ts'
import { needed, options } from '../stack/options.ts'
import { openServer } from '../stack/server-under-test.ts'

// What the past costs, on a database of bench/data/fill.ts: records and pages as of a moment, changing calls and ingest with and without
// history in one run, and the disk.
//   node --import tsx bench/history/speed.ts --postgres URL [--calls 300] [--rows 20000]
// A million people, listings and transactions each first get an older version, once. Ends with 1 above what is wanted: a record as of a moment 30 ms
// (p95), a page 100 ms, changing calls 1.3 times, ingest 0.8 times, disk 1.5 times.
const { postgres, calls, rows } = options({ postgres: needed, calls: 300, rows: 20_000 })
const tables = ['users', 'posts', 'transactions']

const server = await openServer({ postgres, env: { PORTREEVE_CALLS_PER_KEY: '0' } })
const wrong: string[] = []
const want = (what: string, value: number, limit: number, isLeast = false) => {
  const good = isLeast ? value >= limit : value <= limit
  console.info(
    JSON.stringify({ what, value: Math.round(value * 100) / 100, [isLeast ? 'least' : 'most']: limit, good }),
  )
  if (!good) wrong.push(what)
}
try {
  await addVersions(postgres)
  await server.withDatabase(async ({ db }) => {
    const token = await server.token()
    const key = await machineKey(server, ['ingest.users'])
    const call = async (...given: [method: string, path: string, more?: object]) => {
      const { status, path, text } = await server.call(token, ...given)
      // Some were deleted.
      if (![200, 404].includes(status)) throw new Error(`${path}: ${status} ${text}`)
    }
    const get = (path: string, moment?: string) =>
      call('GET', path, moment === undefined ? {} : { headers: { 'as-of': moment } })
    const [{ moment = '' } = {}] = await pick<{ moment: string }>(
      db,
      `select to_char((min(history_since) + interval '15 days') at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as moment from history.users`,
    )
    const some = async (table: string, key: string) => {
      const from = `history.${table} tablesample system (0.2)`
      const found = await pick<{ id: string }>(
        db,
        `select ${key} as id from ${from} order by random() limit ${calls}`,
      )
      return found.map(({ id }) => encodeURIComponent(id))
    }
    const people = await some('users', 'uid')
    const records = [
      ...people.map((id) => `/v1/admin/users/${id}`),
      ...(await some('posts', 'key')).map((id) => `/v1/admin/listings/${id}`),
      ...(await some('transactions', 'id')).map((id) => `/v1/admin/transactions/${id}`),
    ].toSorted(() => Math.random() - 0.5)
    const time = async <T>(list: readonly T[], work: (one: T) => Promise<unknown>) => {
      const times: number[] = []
      for (const one of list) times.push(await timed(() => work(one)))
      // The first tenth warms up.
      return spread(times.slice(Math.floor(times.length / 10)))
    }
    // The first plans, and the same records as they are now, on the same machine.
    await time(records.slice(0, 30), (path) => get(path, moment))
    console.info(JSON.stringify({ now: await time(records, (path) => get(path)) }))
    const record = await time(records, (path) => get(path, moment))
    console.info(JSON.stringify({ record }))
    want('a record as of a moment, p95 ms', record.p95, 30)
    const page = await time(people, (id) =>
      Promise.all(
        ['', '/ban_reasons', '/posts', '/devices', '/conversations', '/transactions']
          .map((part) => `/v1/admin/users/${id}${part}`)
          .concat(`/v1/admin/user_overview/${id}`)
          .map((path) =>
            get(path, moment).catch((error: Error) => console.info(error.message.slice(0, 120))),
          ),
      ),
    )
    console.info(JSON.stringify({ page }))
    want('the calls of a page together, p95 ms', page.p95, 100)

    // In turns, so that other load on this machine affects both.
    const change = (id: string) => {
      const phone_number = `+1555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
      return call('PATCH', `/v1/admin/users/${id}`, { body: { phone_number } })
    }
    const ingest = async (from: number) => {
      const lines = (
        await pick<{ row: object }>(
          db,
          `select json_build_object('uid', uid, 'displayName', display_name || ' x', 'email', email, 'last_ip', '10.0.0.' || (random() * 250)::int, 'created_at', created_at) as row
          from users where uid = any (array(select uid from users order by uid offset ${from} limit ${rows / 4}))`,
        )
      ).map(({ row }) => JSON.stringify(row))
      const began = performance.now()
      const answer = await fetch(`${server.api}/v1/ingest/users?results=rejected`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
        body: lines.join('\n'),
      })
      const end = (await answer.text()).trim().split('\n').at(-1)
      if (!answer.ok) throw new Error(end)
      return (lines.length / (performance.now() - began)) * 1000
    }
    const changes = { with: [] as number[], without: [] as number[] }
    const rates = { with: [] as number[], without: [] as number[] }
    for (let turn = 0; turn < 8; turn++) {
      const kind = turn % 2 === 0 ? 'with' : 'without'
      await setHistory(postgres, kind === 'with')
      const { p50 } = await time(people.slice(0, 60), change)
      changes[kind].push(p50)
      rates[kind].push(await ingest(turn * 10_000))
    }
    await setHistory(postgres, true)
    const mean = (list: number[]) => list.reduce((sum, one) => sum + one, 0) / list.length
    console.info(JSON.stringify({ changes, rates }))
    want('changing calls, times of those without history', mean(changes.with) / mean(changes.without), 1.3)
    want('ingest, share of that without history', mean(rates.with) / mean(rates.without), 0.8, true)
    const [size] = await pick<{ kept: string; all_rows: string; versions: string }>(
      db,
      `select sum(pg_total_relation_size(oid)) filter (where relnamespace = 'history'::regnamespace) as kept,
        sum(pg_total_relation_size(oid)) filter (where relnamespace = 'public'::regnamespace) as all_rows,
        sum(reltuples) filter (where relnamespace = 'history'::regnamespace) as versions from pg_class where relkind = 'r'`,
    )
    console.info(JSON.stringify(size))
    want('disk, times of that without history', 1 + Number(size?.kept) / Number(size?.all_rows), 1.5)
  })
} finally {
  await server.close()
}
process.exit(wrong.length === 0 ? 0 : 1)

/** A version of the last month for a million rows of each table; the indexes are built after them. */
function addVersions(url: string) {
  return asOwner(url, async (client) => {
    const { rows: known } = await client.query('select from history.users limit 1000')
    if (known.length === 1000) return
    await client.query(`update history.began set at = now() - interval '60 days'`)
    for (const table of tables) {
      await client.query(`do $$ declare made text[]; one text; names text; begin
        select array_agg(pg_get_indexdef(indexrelid)) into made from pg_index where indrelid = 'history.${table}'::regclass;
        for one in select indexrelid::regclass::text from pg_index where indrelid = 'history.${table}'::regclass loop
          execute 'drop index ' || one; end loop;
        select string_agg(quote_ident(attname), ', ' order by attnum) into names from pg_attribute
          where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped and attname <> 'history_since';
        execute format('insert into history.${table} (%1$s, history_since, history_until)
          select %1$s, history_since - interval ''30 days'', history_since from ${table} limit 1000000', names);
        foreach one in array made loop execute one; end loop;
      end $$`)
      await client.query(`analyze history.${table}`)
      console.info(`versions of ${table}`)
    }
  })
}

function setHistory(url: string, isOn: boolean) {
  return asOwner(url, (client) =>
    client.query(`do $$ declare one record; begin
      for one in select tgrelid::regclass as t, tgname from pg_trigger where tgname like 'portreeve_history%' loop
        execute format('alter table %s ${isOn ? 'enable' : 'disable'} trigger %I', one.t, one.tgname); end loop;
    end $$`),
  )
}

async function asOwner(url: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(url)
  await client.connect()
  await work(client)
  await client.end()
}

async function pick<Row extends Record<string, unknown>>(db: Db, statement: string): Promise<Row[]> {
  return (await db.execute(sql.raw(statement))).rows as Row[]
}
