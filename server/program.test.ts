import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { liveTopics } from '@portreeve/contract/base/live'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Database, openDatabase, type Where } from './core/database/db.ts'
import { applyProgram, type ProgramFile, program } from './core/database/program.ts'
import { version } from './core/release.ts'
import { freshDatabase } from './testing/template.ts'

// The functions, views and triggers of the database: server/*/program/*.sql.

const server = fileURLToPath(new URL('.', import.meta.url))
const withoutComments = ({ text }: ProgramFile) => text.replaceAll(/--.*$/gm, '')

describe('the files', () => {
  test('are all applied: their folder is in server/db/layers.ts', () => {
    const found = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.sql') && !/node_modules|migrations|queries/.test(path),
    )
    expect(program.map(({ path }) => path).toSorted()).toEqual(found.toSorted())
    expect(found.filter((path) => !/^\w+\/program\/[\w-]+\.sql$/.test(path))).toEqual([])
  })

  const sources = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/node_modules|(^|\/)testing\/|\.test\.ts$/.test(path))
    .map((path) => readFileSync(join(server, path), 'utf8'))

  /** Functions that no source calls, and no trigger runs. */
  function unused(files: readonly ProgramFile[]): string[] {
    const texts = files.map(withoutComments)
    const names = texts.flatMap((text) =>
      [...text.matchAll(/create or replace function (\w+)/g)].map(([, name = '']) => name),
    )
    const calls = [...texts.map((text) => text.replaceAll(/(?<!execute )function \w+\(/g, '')), ...sources]
    return names.filter((name) => !calls.some((text) => text.includes(`${name}(`)))
  }

  test('have a caller or a trigger for each function', () => {
    expect(unused(program)).toEqual([])
    const text = 'create or replace function lonely() returns int language sql as $$ select 1 $$; -- lonely()'
    expect(unused([...program, { path: 'core/program/lonely.sql', text }])).toEqual(['lonely'])
  })

  test('publish topics of the contract alone', () => {
    const texts = program.map(withoutComments)
    const topics = texts
      .flatMap((text) => text.match(/insert into live_events[^;]*/g) ?? [])
      .flatMap((statement) => [...statement.matchAll(/(?:select(?: distinct)?|values\s*\()\s*'([^']+)'/g)])
      .map(([, topic = '']) => topic.replace(/\/$/, '/{uid}'))
    expect([...new Set(topics)].toSorted()).toEqual(['desk', 'notifications/{uid}'])
    expect(topics.filter((topic) => !(topic in liveTopics))).toEqual([])
    const channels = texts.flatMap((text) => [...text.matchAll(/pg_notify\('(\w+)'/g)])
    expect(channels.map(([, channel]) => channel)).toEqual(channels.map(() => 'portreeve_live'))
  })
})

describe('a start', () => {
  let where: Where
  let remove: () => Promise<unknown>
  let database: Database
  let client: pg.PoolClient
  const start = async () => {
    database = await openDatabase(where)
    client = await database.pool.connect()
    await client.query('reset role')
  }
  const stop = async () => {
    client.release(true)
    await database.close()
  }
  beforeAll(async () => {
    ;({ where, remove } = await freshDatabase(inject('template')))
    await start()
  })
  afterAll(async () => {
    await stop()
    await remove()
  })

  /** All functions, views and triggers, with the rights to call and read them. */
  async function objects(): Promise<{ name: string; text: string }[]> {
    const { rows } = await client.query(
      `select * from (
         select oid::regprocedure::text as name, md5(pg_get_functiondef(oid)) || coalesce(proacl::text, '') as text
         from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
         union all select oid::regclass::text, pg_get_viewdef(oid) || relacl::text
         from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
         union all select tgname || ' on ' || tgrelid::regclass, pg_get_triggerdef(oid) || tgenabled::text
         from pg_trigger where not tgisinternal) every order by 1, 2`,
    )
    return rows
  }
  const named = async (part: string) =>
    (await objects()).filter(({ name }) => name.includes(part)).map(({ name }) => name)
  const bucket = async () =>
    (await client.query("select portreeve_desk_bucket('2026-01-01', '2026-01-02') as n")).rows[0]?.n

  const lonely: ProgramFile = {
    path: 'core/program/lonely.sql',
    text: `create or replace function portreeve_lonely() returns trigger language plpgsql as $$ begin return null; end $$;
      create or replace view portreeve_lonely_view as select 1 as one;
      create or replace trigger portreeve_lonely after insert on notifications execute function portreeve_lonely();`,
  }

  test('leaves a database alone that has the program', async () => {
    /** The transactions that wrote the triggers. */
    const written = async () =>
      (await client.query('select xmin::text from pg_trigger where not tgisinternal')).rows
    const before = await written()
    await stop()
    await start()
    expect(await written()).toEqual(before)
  })

  test('applies a changed file, and nothing differs where it was changed back', async () => {
    const before = await objects()
    expect(await bucket()).toBe(65)
    const changed = program.map(({ path, text }) => ({ path, text: text.replace('floor(4 *', 'floor(8 *') }))
    await applyProgram(client, version, changed)
    expect(await bucket()).toBe(131)
    await stop()
    await start()
    expect(await bucket()).toBe(65)
    expect(await objects()).toEqual(before)
  })

  test('drops what the files no longer make, and nothing of the operator', async () => {
    await client.query('create view portreeve_of_operator as select 1 as one')
    await applyProgram(client, version, [...program, lonely])
    expect(await named('lonely')).toHaveLength(3)
    await stop()
    await start()
    expect(await named('lonely')).toEqual([])
    expect(await named('of_operator')).toEqual(['portreeve_of_operator'])
  })

  test('fails as a whole, with the name of the file', async () => {
    const before = await objects()
    const wrong = { path: 'core/program/wrong.sql', text: 'select wrong()' }
    await expect(applyProgram(client, version, [...program, lonely, wrong])).rejects.toThrow(
      'server/core/program/wrong.sql: function wrong() does not exist',
    )
    expect(await objects()).toEqual(before)
  })

  test('brings open cases up to date with a changed view', async () => {
    await client.query(`insert into users (uid) values ('seller');
      insert into posts (key, creator_uid, title, review_state) values ('bike', 'seller', 'Road bike', 'pending')`)
    const barred = async () => (await client.query('select barred from desk_cases')).rows
    expect(await barred()).toEqual([{ barred: null }])
    const changed = program.map(({ path, text }) => ({
      path,
      text: text.replace(
        "'changed' end as about, null::text as barred",
        "'changed' end as about, creator_uid as barred",
      ),
    }))
    await applyProgram(client, version, changed)
    expect(await barred()).toEqual([{ barred: 'seller' }])
    await stop()
    await start()
    expect(await barred()).toEqual([{ barred: null }])
  })

  test('is tried again after a deadlock with a running call', async () => {
    await client.query('create sequence tries')
    const deadlock = (times: number) => ({
      path: 'core/program/deadlock.sql',
      text: `do $$ begin
        if nextval('tries') <= ${times} then raise exception 'deadlock' using errcode = 'deadlock_detected'; end if;
      end $$`,
    })
    await applyProgram(client, version, [...program, lonely, deadlock(2)])
    expect(await named('lonely')).toHaveLength(3)
    await expect(applyProgram(client, version, [...program, deadlock(100)])).rejects.toThrow('deadlock')
  })
})
