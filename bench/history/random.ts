import { createHash } from 'node:crypto'
import { parseArgs } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Db } from '../../server/core/database/db.ts'
import { apiKey, openServer } from '../stack/server-under-test.ts'

// Whether the past is what was: a marketplace changes in rounds; after each, random records and lists are read as they are, and at the
// end as of that moment. What was read then is what a database restored to the moment would answer.
//   node --import tsx bench/history/random.ts [--rounds 40] [--records 250] [--lists 25] [--postgres URL]
// A round changes, deletes and adds random rows of every table that has a past. Ends with 1 when an answer differs.
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '40' },
    records: { type: 'string', default: '250' },
    lists: { type: 'string', default: '25' },
    postgres: { type: 'string' },
  },
})
const [rounds, records, lists] = [Number(values.rounds), Number(values.records), Number(values.lists)]

/** Changes some rows of each table: a column takes its value from another row. Then deletes some and adds copies of others. */
const changeSome = (share: number) => `do $$ declare one record; kept record; begin
  perform set_config('portreeve.decides', 'off', true);
  for one in
    select c.table_name as t, c.column_name as col, k.keys
    from information_schema.columns c join pg_class h on h.relname = c.table_name and h.relnamespace = 'history'::regnamespace
    join (select indrelid, string_agg(quote_ident(attname), ', ') as keys, array_agg(attname) as names from pg_index
      join pg_attribute on attrelid = indrelid and attnum = any (indkey) where indisprimary group by 1) k on k.indrelid = c.table_name::regclass
    where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.data_type <> 'ARRAY' and c.column_name not like 'history%' and c.column_name <> all (k.names)
      and not exists (select from pg_constraint where contype in ('u', 'f') and conrelid = c.table_name::regclass
        and (select attnum from pg_attribute where attrelid = conrelid and attname = c.column_name) = any (conkey))
      and not exists (select from pg_index u join pg_attribute a on a.attrelid = u.indrelid and a.attnum = any (u.indkey)
        where u.indisunique and u.indrelid = c.table_name::regclass and a.attname = c.column_name)
    order by random() limit 60
  loop
    begin
      execute format('update %1$I set %2$I = pool[1 + floor(random() * array_length(pool, 1))::int]
        from (select array_agg(few.%2$I) as pool from (select %2$I from %1$I order by random() limit 20) few) other where random() < %3$s', one.t, one.col, ${share});
    -- A value that another column forbids
    exception when check_violation or not_null_violation or exclusion_violation then null; end;
  end loop;
  for one in select c.relname as t from pg_class h join pg_class c on c.relname = h.relname and c.relnamespace = 'public'::regnamespace
    where h.relnamespace = 'history'::regnamespace and h.relkind = 'r' and c.relname <> all ('{money_settings, inbox_settings}') order by random() loop
    begin execute format('delete from %I where random() < %s', one.t, ${share} / 10);
    exception when foreign_key_violation then null; end;
  end loop;
end $$`

const id = encodeURIComponent
/** The pages of a record, by its kind. */
const pagesOf: Record<string, (key: string) => string[]> = {
  users: (key) => [`/v1/admin/users/${id(key)}`, `/v1/admin/user_overview/${id(key)}`],
  posts: (key) => [`/v1/admin/listings/${id(key)}`],
  transactions: (key) => [`/v1/admin/transactions/${id(key)}`, `/v1/admin/transactions/${id(key)}/money`],
  orders: (key) => [`/v1/admin/orders/${id(key)}`],
  conversations: (key) => [`/v1/admin/inbox/${id(key)}`],
}
const keyOf: Record<string, string> = { users: 'uid', posts: 'key' }
const words = ['a', 'bike', 'phone', 'an', 'the', 'lamp', 'maria', 'example']
const word = () => words[Math.floor(Math.random() * words.length)] ?? 'a'
/** Lists and searches. */
const someLists: (() => string)[] = [
  () => `/v1/admin/user_search?search_term=${word()}`,
  () => `/v1/admin/listings?query=${word()}`,
  () => '/v1/admin/transactions?limit=100',
  () => '/v1/admin/user_reports',
  () => '/v1/content_reports',
  () => '/v1/admin/disputes',
  () => '/v1/admin/refunds',
  () => '/v1/admin/payouts',
  () => `/v1/admin/inbox?view=all`,
  () => '/v1/admin/collections',
  () => '/v1/admin/similar_content_keywords',
]

const server = await openServer({
  postgres: values.postgres,
  demo: 'fixtures',
  env: { PORTREEVE_CALLS_PER_KEY: '0' },
})
let differ = 0
try {
  await server.start()
  const token = await server.token()
  const read = async (path: string, moment?: string) => {
    const answer = await fetch(`${server.api}${path}`, {
      headers: { 'x-api-key': apiKey, authorization: `Bearer ${token}`, ...(moment && { 'as-of': moment }) },
    })
    const text = await answer.text()
    return {
      status: answer.status,
      text,
      hash: createHash('sha256').update(`${answer.status} ${text}`).digest('base64'),
    }
  }
  const asked: { path: string; moment: string; text: string; hash: string; kind: 'record' | 'list' }[] = []
  const statuses: Record<string, number> = {}
  await server.withDatabase(async ({ db, patiently }) => {
    /** Keys of records that are or were there. */
    const keys = new Map<string, string[]>()
    for (const table of Object.keys(pagesOf))
      keys.set(
        table,
        (await pick(db, `select ${keyOf[table] ?? 'id'} as key from ${table}`)).map(({ key }) => key),
      )
    const any = <T>(list: readonly T[]) => list[Math.floor(Math.random() * list.length)]
    for (let round = 0; round < rounds; round++) {
      await patiently((one) => one.execute(sql.raw(changeSome(0.02))))
      const [row] = await pick(
        db,
        `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as key, pg_sleep(0.005)`,
      )
      const moment = row?.key ?? ''
      const paths = [
        ...Array.from({ length: records }, () => {
          const table = any(Object.keys(pagesOf)) ?? ''
          return {
            kind: 'record' as const,
            path: any(pagesOf[table]?.(any(keys.get(table) ?? []) ?? '') ?? []) ?? '',
          }
        }),
        ...Array.from({ length: lists }, () => ({ kind: 'list' as const, path: any(someLists)?.() ?? '' })),
      ]
      for (const { kind, path } of paths) {
        const { hash, status, text } = await read(path)
        if (status >= 500) console.info(status, path, text)
        statuses[status] = (statuses[status] ?? 0) + 1
        asked.push({ path, moment, hash, kind, text })
      }
    }
    const [versions] = await pick(
      db,
      `select sum((xpath('/row/n/text()', query_to_xml('select count(*) as n from history.' || quote_ident(relname), false, true, '')))[1]::text::int)::text as key
        from pg_class where relnamespace = 'history'::regnamespace and relkind = 'r' and relname <> 'began'`,
    )
    console.info(JSON.stringify({ rounds, keptVersions: Number(versions?.key), statuses }))
  })
  const times: number[] = []
  for (const one of asked.toSorted(() => Math.random() - 0.5)) {
    const began = performance.now()
    const { hash, text, status } = await read(one.path, one.moment)
    times.push(performance.now() - began)
    if (hash === one.hash) continue
    differ++
    if (differ > 10) continue
    let from = 0
    while (from < text.length && one.text[from] === text[from]) from++
    console.info(
      'differs',
      one.path,
      one.moment,
      status,
      [one.text, text].map((all) => all.slice(Math.max(0, from - 150), from + 150)),
    )
  }
  const sorted = times.toSorted((a, b) => a - b)
  const count = (kind: string) => asked.filter((one) => one.kind === kind).length
  console.info(
    JSON.stringify({
      ...{ records: count('record'), lists: count('list'), differ },
      ms: [0.5, 0.95, 0.99].map(
        (share) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10,
      ),
    }),
  )
} finally {
  await server.close()
}
process.exit(differ === 0 ? 0 : 1)

async function pick(db: Db, statement: string): Promise<{ key: string }[]> {
  return (await db.execute<{ key: string }>(sql.raw(statement))).rows
}
