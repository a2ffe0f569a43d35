import { api } from '@portreeve/contract'
import type { Endpoint } from '@portreeve/contract/base/endpoint'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, test } from 'vitest'
import { seedFixtures } from './seed/seed.ts'
import { pathOf, send, useServer } from './testing/harness.ts'
import { statementsDuring } from './testing/statements.ts'
import { freshDatabase } from './testing/template.ts'

// Every reading call of the demo as of a moment, after everything has changed and then has gone: it answers what it answered then.

const s = useServer({ fresh: () => freshDatabase(inject('template')) })
const day = Date.UTC(2026, 10, 20)

const endpoints = Object.entries(api).flatMap(([group, calls]) =>
  Object.entries(calls).map(([key, endpoint]) => [`${group}.${key}`, endpoint as Endpoint] as const),
)
const reading = endpoints.filter(([, { method, noPast }]) => method === 'GET' && noPast === undefined)

/** Records of the demo that calls are about, some of each kind. */
let ids: Record<string, string[]>
beforeAll(async () => {
  await s.token('admin')
  await seedFixtures({ database: s.ctx.database, day })
  await s.query(`with l as (insert into value_lists (name, kind, about, created_at, created_by) values ('tried', 'word', 'x', now(), 'x') returning name)
    insert into value_list_items (id, list, value, key, reason, by, at) select 'v' || n, name, 'x', 'k' || n, 'x', 'x', now() from l, generate_series(1, 3) n`)
  await s.query(`insert into extension_fields (kind, name, type, words, choices, personal, shown, filterable, created_at, created_by)
    values ('user', 'tier', 'text', 'Tier', '[]', false, true, true, now(), 'x')`)
  await s.query(`update users set extra = jsonb_build_object('tier', uid)`)
  const some = async (statement: string) =>
    (await s.query<{ id: string }>(`${statement} limit 6`)).map(({ id }) => id)
  ids = {
    users: await some('select uid as id from users where deleted_at is null order by md5(uid)'),
    listings: await some('select key as id from posts order by md5(key)'),
    transactions: await some('select id from transactions order by md5(id)'),
    orders: await some('select id from orders order by md5(id)'),
    conversations: await some(
      'select conversation_id as id from conversation_states order by md5(conversation_id)',
    ),
    threads:
      await some(`select c.conversations_messages_id as id from conversation_states s join conversations c on c.id = s.conversation_id
      order by md5(s.conversation_id)`),
    collections: await some('select id from collections order by md5(id)'),
    questions: await some('select id from questions order by md5(id)'),
    disputes: await some('select id from disputes order by md5(id)'),
    promotions: await some('select id from promoted_posts order by md5(id)'),
    templates: await some('select template_name as id from email_templates order by 1'),
    cases: await some("select kind || '/' || id as id from desk_cases order by md5(kind || id)"),
  }
}, 300_000)

const each = (kind: string, name: string) => () => (ids[kind] ?? []).map((id) => ({ params: { [name]: id } }))

/** The inputs of the calls whose path or query needs some, by name. */
const inputs: Record<string, () => { params?: object; query?: object }[]> = {
  'conversations.messages': () =>
    (ids.conversations ?? []).map((id, n) => ({ params: { id, messagesId: ids.threads?.[n] ?? '' } })),
  'conversations.between': () => [{ query: { from: ids.users?.[0], to: ids.users?.[1] } }],
  'transactions.between': () => [{ query: { party1: ids.users?.[0], party2: ids.users?.[1] } }],
  'conversations.search': () => (ids.users ?? []).map((uid) => ({ params: { uid }, query: { q: 'the' } })),
  'conversations.ofListing': each('listings', 'id'),
  'users.search': () => ['maria', 'an', 'gmail'].map((search_term) => ({ query: { search_term } })),
  'listingSearch.search': () => ['bike', 'a'].map((searchTerm) => ({ query: { searchTerm } })),
  'listings.search': () => ['bike', 'status:denied', ''].map((query) => ({ query: { query } })),
  'emailTemplates.version': () => [],
  'extensionFields.values': () => (ids.users ?? []).map((id) => ({ params: { kind: 'user', id } })),
  'valueLists.items': () => [{ params: { name: 'tried' } }],
  'keywords.reach': () => [{ query: { terms: 'bike', preferred_term: 'bicycle' } }],
  'orderSearch.search': () => (ids.users ?? []).map((person) => ({ query: { person } })),
  'orderSearch.parties': each('transactions', 'id'),
  'orderSearch.marks': () => [{ query: { ids: (ids.orders ?? []).join(',') } }],
  'desk.get': () =>
    (ids.cases ?? []).map((one) => ({
      params: { kind: one.split('/')[0] ?? '', id: one.split('/')[1] ?? '' },
    })),
  'timeline.of': () => [
    ...(ids.transactions ?? []).map((id) => ({ params: { kind: 'transaction', id } })),
    ...(ids.users ?? []).map((id) => ({ params: { kind: 'user', id } })),
    ...(ids.listings ?? []).map((id) => ({ params: { kind: 'listing', id } })),
  ],
}

/** The records that `{id}` names, by the start of the path. */
const byPath: readonly (readonly [start: RegExp, kind: string])[] = [
  [/listings\/\{id\}/, 'listings'],
  [/(transactions)\/\{id\}/, 'transactions'],
  [/orders\/\{id\}/, 'orders'],
  [/collections\/\{id\}/, 'collections'],
  [/questions\/\{id\}/, 'questions'],
  [/(inbox|conversations)\/\{id\}/, 'conversations'],
  [/disputes\/\{disputeId\}/, 'disputes'],
  [/email_templates\/\{id\}/, 'templates'],
  [/\{uid\}/, 'users'],
]

function inputsOf(name: string, { path }: Endpoint): { params?: object; query?: object }[] {
  const own = inputs[name]
  if (own) return own()
  const param = /\{(\w+)\}/.exec(path)?.[1]
  if (param === undefined) return [{}]
  const kind = byPath.find(([start]) => start.test(path))?.[1]
  return kind === undefined ? [] : each(kind, param)()
}

/** The answers of every reading call to an admin. */
async function answers(moment?: string): Promise<Record<string, unknown>> {
  const authorization = `Bearer ${await s.token('admin')}`
  const found: Record<string, unknown> = {}
  for (const [name, endpoint] of reading)
    for (const input of inputsOf(name, endpoint)) {
      const path = pathOf(endpoint, input)
      const { status, body, headers } = await send(s.server, 'GET', path, undefined, {
        authorization,
        ...(moment && { 'as-of': moment }),
      })
      const { data, ...rest } = body
      found[`${name} ${path}`] = {
        status,
        ...rest,
        data,
        next: headers['x-next-cursor'],
        total: headers['x-total-count'],
      }
    }
  return found
}

const now = async () => {
  const [row] = await s.query<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, pg_sleep(0.01)`,
  )
  return row?.at ?? ''
}

/** Changes what may have another value in every row of a table that has a past. A table each: all of them take longer than a statement may. */
const changeAll = (table: string) => `do $$ declare one record; begin
  perform set_config('portreeve.decides', 'off', true);
  for one in
    select c.table_name as t, string_agg(format('%I = ', c.column_name) || case c.data_type
        when 'text' then format('%I || ''x''', c.column_name) when 'boolean' then format('not %I', c.column_name)
        else format('%I + interval ''1 day''', c.column_name) end, ', ') as sets
    from information_schema.columns c join pg_class h on h.relname = c.table_name and h.relnamespace = 'history'::regnamespace
    where c.table_schema = 'public' and c.table_name = '${table}' and c.is_generated = 'NEVER' and c.column_name not like 'history%'
      and c.data_type in ('text', 'boolean', 'timestamp with time zone')
      and not exists (select from information_schema.key_column_usage k where k.table_schema = 'public' and k.table_name = c.table_name and k.column_name = c.column_name)
      and not exists (select from pg_constraint check_of join pg_attribute a on a.attrelid = check_of.conrelid and a.attnum = any (check_of.conkey)
        where check_of.contype = 'c' and check_of.conrelid = c.table_name::regclass and a.attname = c.column_name)
    group by 1 order by 1
  loop execute format('update %I set %s', one.t, one.sets);
  end loop;
end $$`
/** Deletes these rows. */
const deleteAll = `do $$ declare t text; begin
  delete from verification_codes;
  for round in 1 .. 8 loop
    for t in select c.relname from pg_class h join pg_class c on c.relname = h.relname and c.relnamespace = 'public'::regnamespace
      where h.relnamespace = 'history'::regnamespace and h.relkind = 'r' loop
      begin execute format('delete from %I', t);
      -- Another table refers to it, and is next.
      exception when foreign_key_violation then null; end;
    end loop;
  end loop;
end $$`

/** The records that the reading calls name without their past: who staff are, what is under way, and points that follow from the time. */
const ofToday =
  'audit staff staff_away held_actions notifications desk_weights second_looks second_looks_open'.split(' ')

test('each call answers what it answered then, after everything has changed and is gone', async () => {
  const then = await now()
  const before = await answers()
  const failed = Object.entries(before).filter(([, answer]) => (answer as { status: number }).status !== 200)
  expect(failed).toEqual([])
  expect(Object.keys(before).length).toBeGreaterThan(200)
  const remembered = await s.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'history'::regnamespace and relkind = 'r' order by 1",
  )
  for (const statement of [...remembered.map(({ name }) => changeAll(name)), deleteAll])
    await s.ctx.database.patiently((db) => db.execute(sql.raw(statement)))
  expect(await s.query('select count(*)::int as n from users')).toEqual([{ n: 0 }])
  let after: Record<string, unknown> = {}
  const statements = await statementsDuring(s, async () => {
    after = await answers(then)
  })
  const other = Object.keys(before).filter(
    (path) => JSON.stringify(after[path]) !== JSON.stringify(before[path]),
  )
  expect(other.map((path) => [path, before[path], after[path]])).toEqual([])

  const kept = (
    await s.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'past'::regnamespace",
    )
  ).map(({ name }) => name)
  const tables = (
    await s.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')",
    )
  )
    .map(({ name }) => name)
    .filter((name) => !kept.includes(name) && !ofToday.includes(name))
  const inPast = statements.slice(statements.findIndex((text) => text.includes('history.began')))
  const read = new Set(
    inPast.flatMap((text) => [...text.matchAll(/\b(?:from|join)\s+"?(\w+)/gi)].map(([, name = '']) => name)),
  )
  // Authorizing the caller and writing the audit are of today, too, and whether a rule lets the caller refund alone: what a proposal asks
  // for never changes. A message of the past shows
  // the files that are still there.
  const today =
    /^(identity_|second_factor_roles$|rules$|rule_matches$|roles$|proposals$|audit_head$|reveals$|stored_files$)/
  expect(tables.filter((name) => read.has(name) && !today.test(name))).toEqual([])
}, 600_000)
