import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { plenty, random, useSetUp } from '../testing/set-up.ts'
import { checks, doctorCommand, examine } from './doctor.ts'

// What the doctor says of the variables, the machine, the database and its content. Of vendors: doctor-vendors.test.ts.

const d = useSetUp()
const lastMigration = `(select max(created_at) from drizzle.__drizzle_migrations)`

d.each([
  [
    'a port that is no number',
    () => ({ env: { PORT: 'abc' }, says: /^fail variables: PORT must be a whole number/ }),
  ],
  [
    'a misspelled variable',
    () => ({ env: { PORTREEVE_SMPT: 'x' }, says: /^warn variables: PORTREEVE_SMPT .* PORTREEVE_SMTP meant/ }),
  ],
  [
    'no API key',
    () => ({ env: { PORTREEVE_API_KEY: '' }, says: /^fail variables: PORTREEVE_API_KEY is missing/ }),
  ],
  [
    'a short secret',
    () => ({
      env: { PORTREEVE_SECRET: 'abc-short' },
      says: /^fail variables: PORTREEVE_SECRET must have at least 32/,
    }),
  ],
  [
    'a mail address with a typing error',
    () => ({
      env: { PORTREEVE_SMTP: 'smtp:/x:a-mail-password@y' },
      says: /^fail variables: PORTREEVE_SMTP must be/,
    }),
  ],
  [
    'half an account of SES',
    () => ({ env: { PORTREEVE_SES_REGION: '' }, says: /^fail variables: Amazon SES needs/ }),
  ],
  [
    'no audit key',
    () => ({ env: { PORTREEVE_AUDIT_KEY: '' }, says: /^warn secrets: PORTREEVE_AUDIT_KEY is not set/ }),
  ],
  [
    'an audit key that is the secret',
    () => ({
      env: { PORTREEVE_AUDIT_KEY: d.base.PORTREEVE_SECRET ?? '' },
      says: /^warn secrets: .*the same as/,
    }),
  ],
  [
    'an audit key that can be guessed',
    () => ({
      env: { PORTREEVE_AUDIT_KEY: 'password'.repeat(5) },
      says: /^warn secrets: PORTREEVE_AUDIT_KEY can be guessed/,
    }),
  ],
  [
    'another secret than that of the database',
    () => ({
      env: { PORTREEVE_SECRET: random() },
      says: /^fail secret of the database: PORTREEVE_SECRET is not the one/,
    }),
  ],
  [
    'a data folder that is a file',
    () => ({
      env: { PORTREEVE_DATA_DIR: d.backup },
      says: /^fail data folder: PORTREEVE_DATA_DIR: .* it is a file/,
    }),
  ],
  [
    'a disk that is nearly full',
    () => ({ free: () => 60 * 1024 ** 2, says: /^warn disk: The disk .* 60 MB free/ }),
  ],
  [
    'a port that another program has',
    () => ({ env: { PORT: String(d.at.hangs) }, says: /^fail port: PORT: port \d+ is in use/ }),
  ],
  [
    'a metrics port that is the port',
    () => ({
      env: { PORTREEVE_METRICS_PORT: String(d.at.closed) },
      says: /^fail port: PORTREEVE_METRICS_PORT is the same/,
    }),
  ],
  [
    'an address of another machine',
    () => ({ env: { PORTREEVE_HOST: '192.0.2.1' }, says: /^fail port: .*no address of this machine/ }),
  ],
  [
    'no backup',
    () => ({
      env: { PORTREEVE_BACKUP_FILE: join(d.folder, 'none') },
      says: /^fail backup: .*no backup at/,
    }),
  ],
  [
    'an old backup',
    () => ({
      act: async () => utimesSync(d.backup, new Date(), new Date(Date.now() - 50 * 3_600_000)),
      undo: async () => utimesSync(d.backup, new Date(), new Date()),
      says: /^warn backup: .* is 50 hours old/,
    }),
  ],
  [
    'a database that does not run',
    () => ({
      env: { DATABASE_URL: `postgres://u:a-mail-password@${d.nowhere()}/x` },
      says: /^fail database: DATABASE_URL: the database at postgres:\/\/u@.*nothing answers there/,
    }),
  ],
  [
    'a database of the release before',
    () => ({
      act: () =>
        d.asOwner(
          `create table kept_row as select * from drizzle.__drizzle_migrations where created_at = ${lastMigration}; delete from drizzle.__drizzle_migrations where created_at = ${lastMigration}`,
        ),
      undo: () =>
        d.asOwner('insert into drizzle.__drizzle_migrations select * from kept_row; drop table kept_row'),
      says: /^warn database: The next start of Portreeve \S+ runs 1 migration: \d{4}_\w+: make a backup first/,
    }),
  ],
  [
    'a database of a newer release',
    () => ({
      act: () =>
        d.asOwner(
          `insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`,
        ),
      undo: () => d.asOwner(`delete from drizzle.__drizzle_migrations where hash = 'newer'`),
      says: /^fail database: The database was brought up to date by a newer Portreeve/,
    }),
  ],
  [
    'functions of another release',
    () => ({
      act: () => d.asOwner(`update drizzle.program set digest = 'x' || digest`),
      undo: () => d.asOwner('update drizzle.program set digest = substr(digest, 2)'),
      says: /^warn database: The next start of Portreeve \S+ replaces the functions/,
    }),
  ],
  [
    "the demo's accounts",
    () => ({
      act: () =>
        d.query(`insert into staff (uid, email, role) values ('demo', 'admin@portreeve.test', 'admin')`),
      undo: () => d.query(`delete from staff where uid = 'demo'`),
      says: /^fail staff: The demo's accounts/,
    }),
  ],
  [
    'no admin',
    () => ({
      act: () => d.query(`update staff set disabled = true`),
      undo: () => d.query(`update staff set disabled = false`),
      says: /^warn staff: No admin can sign in/,
    }),
  ],
  [
    'audit rows that nobody signs',
    () => ({
      act: () =>
        d.asOwner(`begin; set local session_replication_role = replica;
          insert into audit (id, at, actor_uid, actor_role, action, content, previous, hash) values (1, now() - interval '3 hours', 'u', 'admin', 'x', 'c', 'p', 'h'); commit`),
      undo: () =>
        d.asOwner(`begin; set local session_replication_role = replica; alter table audit disable trigger user; delete from audit;
        alter table audit enable always trigger audit_no_update; alter table audit enable always trigger audit_no_delete; alter table audit enable always trigger audit_no_truncate; commit`),
      says: /^warn audit log: No head of the audit log covers the rows since/,
    }),
  ],
  [
    'a webhook endpoint that fails',
    () => ({
      act: () => d.query(`update webhook_endpoints set failing_since = now(), failures = 3`),
      undo: () => d.query(`update webhook_endpoints set failing_since = null, failures = 0`),
      says: /^warn webhook addresses: The webhook endpoint we_1 \(shop\.example\) has failed since .* \(3 attempts\)/,
    }),
  ],
  [
    'a webhook endpoint that is paused',
    () => ({
      act: () => d.query(`update webhook_endpoints set state = 'paused'`),
      undo: () => d.query(`update webhook_endpoints set state = 'active'`),
      says: /^warn webhook addresses: .* is paused/,
    }),
  ],
  [
    'a machine key that expires',
    () => ({
      act: () =>
        d.query(`insert into machine_keys (id, name, begins, digest, scopes, networks, created_by, expires_at)
          values ('mk', 'Shop', 'ptv_', 'd', '[]', '[]', 'ada', now() + interval '5 days')`),
      undo: () => d.query('delete from machine_keys'),
      says: /^warn machine keys: The machine key "Shop" expires on/,
    }),
  ],
])

test('a healthy set-up has ok lines only, and the doctor changes nothing', async () => {
  const before = readdirSync(d.folder)
  const lines = await examine(d.base, { free: plenty })
  expect(lines.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(lines.length).toBeGreaterThan(15)
  expect(readdirSync(d.folder)).toEqual(before)
})

test('all wrong variables are named, and the checks that do not need them run', async () => {
  const found = await d.problems({
    ...d.base,
    PORT: 'abc',
    PORTREEVE_LOG: 'loud',
    PORTREEVE_API_KEY: '',
    PORTREEVE_PROXIES: 'x',
  })
  expect(found.map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
    'fail variables: PORT',
    'fail variables: PORTREEVE_LOG',
    'fail variables: PORTREEVE_PROXIES',
    'fail variables: PORTREEVE_API_KEY',
  ])
})

test('without a secret the doctor makes none, and says what the start would do', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'portreeve-doctor-'))
  const { DATABASE_URL: _url, PORTREEVE_SECRET: _secret, ...env } = d.base
  const found = await d.problems({ ...env, PORTREEVE_DATA_DIR: join(empty, 'data') })
  expect(found).toContainEqual(expect.stringMatching(/^warn secrets: PORTREEVE_SECRET is not set/))
  expect(existsSync(join(empty, 'data'))).toBe(false)
  rmSync(empty, { recursive: true })
})

test('--json is an array of check, state and sentence; the code is 1 when one fails', async () => {
  const printed: string[] = []
  const run = (env: Record<string, string>, json: boolean) =>
    doctorCommand([], { json, env, print: (text) => printed.push(text) })
  expect(await run({ ...d.base, PORT: 'abc' }, true)).toBe(1)
  const lines = JSON.parse(printed[0] ?? '') as Record<string, string>[]
  for (const line of lines) expect(Object.keys(line)).toEqual(['check', 'state', 'sentence'])
  for (const { sentence } of lines) expect(sentence).toMatch(/^[A-Z].*\.$/s)
  expect(await run(d.base, false)).toBe(0)
  expect(printed.at(-1)).toMatch(/^ok {4}time stamps +The authority/)
  expect(await doctorCommand(['x'], { json: false, env: d.base })).toBe(2)
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length)
})
