import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onPostgres } from '../testing/on-postgres.ts'
import { freshDatabase } from '../testing/template.ts'
import { examine } from './doctor.ts'
import { databaseChecks } from './doctor-database.ts'

// What the doctor says of databases and users of PostgreSQL.

const template = inject('template')
const names = databaseChecks.map(({ name }) => name)
const suffix = randomBytes(4).toString('hex')
const [poor, owner, empty] = [`doctor_poor_${suffix}`, `doctor_owner_${suffix}`, `doctor_empty_${suffix}`]
const password = 'a-database-password'

describe.runIf('url' in template)('PostgreSQL', () => {
  let url = ''
  const undo: (() => Promise<unknown>)[] = []
  const admin = (statement: string) => onPostgres('url' in template ? template.url : '', statement)
  const to = (more: { user?: string; name?: string; host?: string }) => {
    const at = new URL(url)
    if (more.user) Object.assign(at, { username: more.user, password })
    if (more.name) at.pathname = `/${more.name}`
    return more.host ? at.toString().replace(at.hostname, more.host) : at.toString()
  }

  beforeAll(async () => {
    const fresh = await freshDatabase(template)
    if ('url' in fresh.where) url = fresh.where.url
    await admin(`create role ${poor} login createrole password '${password}'`)
    await admin(`create role ${owner} login password '${password}'`)
    await admin(`create database ${empty} owner ${owner}`)
    undo.push(
      () => admin(`drop database ${empty} with (force)`),
      () => admin(`drop role ${poor}, ${owner}`),
      fresh.remove,
    )
  })
  afterAll(async () => {
    for (const one of undo) await one()
  })

  const found = async (env: Record<string, string>) => {
    const lines = await examine({
      PORTREEVE_API_KEY: 'public',
      PORTREEVE_DATA_DIR: tmpdir(),
      DATABASE_URL: url,
      ...env,
    })
    expect(JSON.stringify(lines)).not.toContain(password)
    return lines
      .filter(({ check, state }) => names.includes(check) && state !== 'ok')
      .map(({ check, state, sentence }) => `${state} ${check}: ${sentence}`)
  }

  test.each<[name: string, env: () => Record<string, string>, says: RegExp]>([
    [
      'no such database',
      () => ({ DATABASE_URL: to({ name: 'none' }) }),
      /^fail database: .*there is no such database/,
    ],
    [
      'no encryption though it is wanted',
      () => ({ DATABASE_URL: `${url}?sslmode=verify-full` }),
      /^fail database: .*SSL.*check sslmode/,
    ],
    [
      'no encryption to another machine',
      () => ({ DATABASE_URL: to({ host: '127.1' }) }),
      /^warn database rights: The connection to the database is not encrypted/,
    ],
    [
      'a user who may not create tables',
      () => ({ DATABASE_URL: to({ user: poor, name: empty }) }),
      /^fail database rights: The user of DATABASE_URL may not create tables/,
    ],
    [
      'a user without CREATEROLE',
      () => ({ DATABASE_URL: to({ user: owner, name: empty }) }),
      /^warn database rights: .*may not make the server's role/,
    ],
    [
      'a pooler of another database',
      () => ({ DATABASE_POOLER_URL: to({ user: owner, name: empty }) }),
      /^fail pooler: .*another database/,
    ],
    [
      'a pooler with the same user',
      () => ({ DATABASE_POOLER_URL: url }),
      /^fail pooler: .*has the user of DATABASE_URL/,
    ],
    [
      'a pooler that is gone',
      () => ({ DATABASE_POOLER_URL: 'postgres://u:x@127.0.0.1:1/x' }),
      /^fail pooler: DATABASE_POOLER_URL: .*nothing answers/,
    ],
    ['a replica that is none', () => ({ DATABASE_READ_URL: url }), /^warn replica: .*no replica/],
  ])('%s: one sentence', async (_name, env, says) => {
    expect(await found(env())).toEqual([expect.stringMatching(says)])
  })

  test('a database of its owner is well, and an empty one is named so', async () => {
    expect(await found({})).toEqual([])
    const lines = await examine({
      PORTREEVE_API_KEY: 'public',
      PORTREEVE_DATA_DIR: tmpdir(),
      DATABASE_URL: to({ user: owner, name: empty }),
    })
    expect(lines.find(({ check }) => check === 'database')?.sentence).toMatch(
      /is empty: the first start makes its tables \(\d+ migrations\)/,
    )
  })

  test('--copy runs the upgrade on a copy, and on nothing else', async () => {
    const copied = await freshDatabase(template)
    const copy = 'url' in copied.where ? copied.where.url : ''
    const older = `update drizzle.program set digest = 'older'`
    const env = { PORTREEVE_API_KEY: 'public', PORTREEVE_DATA_DIR: tmpdir() }
    const isOlder = async (of: string) =>
      (await examine({ ...env, DATABASE_URL: of })).some(
        ({ check, state }) => check === 'database' && state === 'warn',
      )
    const upgrade = async (given: string, own: Record<string, string> = { DATABASE_URL: url }) =>
      (await examine({ ...env, ...own }, { copy: given })).find(
        ({ check }) => check === 'upgrade of the copy',
      )
    const refused = (words: string) => ({ state: 'fail', sentence: expect.stringContaining(words) })
    try {
      await onPostgres(copy, older)
      await onPostgres(url, older)
      expect(await upgrade(url.replace('127.0.0.1', 'localhost'))).toMatchObject(
        refused('the database of DATABASE_URL itself'),
      )
      expect(await upgrade(copy, {})).toMatchObject(refused('needs DATABASE_URL'))
      const busy = new pg.Client({ connectionString: copy })
      await busy.connect()
      expect(await upgrade(copy)).toMatchObject(refused('is in use'))
      await busy.end()
      expect([await isOlder(copy), await isOlder(url)]).toEqual([true, true])
      await expect
        .poll(() => upgrade(copy))
        .toMatchObject({
          state: 'ok',
          sentence: expect.stringMatching(/^The upgrade took \d+\.\d s on the copy/),
        })
      expect([await isOlder(copy), await isOlder(url)]).toEqual([false, true])
    } finally {
      await copied.remove()
    }
  })
})
