import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { MailRefused, noMail } from './adapters/mail.ts'
import { countedMail } from './core/counted-mail.ts'
import { metricsText, namesOf } from './core/figures.ts'
import { registry } from './core/metrics.ts'
import { VendorRefusal } from './core/operations/operations.ts'
import { settle } from './core/operations/settle.ts'
import { operations } from './db/system-tables.ts'
import { figures } from './figures.ts'
import { mailKinds } from './staff/figures.ts'
import { apiKey, send, useServer } from './testing/harness.ts'
import { keyFor, writer } from './testing/machine.ts'

const metricsToken = 'a token for metrics, 32 characters'
const s = useServer({ settings: { metricsToken } })

/** The samples by name and labels, read now. */
async function read(database = { ...s.ctx.database }): Promise<Record<string, number>> {
  const text = await metricsText({ ...s.ctx, database }, figures)
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => line.startsWith('portreeve_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const endpoint = `insert into webhook_endpoints (id, url, secret, position, created_by)
  select 'we_one', 'https://one.example/hook', 'x', 0, uid from staff limit 1`
const delivery = (state: string) =>
  `insert into webhook_deliveries (endpoint_id, type, subject_kind, subject_id, state, created_at)
   values ('we_one', 'user.blocked', 'user', 'ana', '${state}', now() - interval '5 minutes')`
const held = `insert into held_actions (id, action, subject_kind, subject_id, items, by_uid, by_name, at, operation_id)
  values ('h1', 'posts.remove', 'listing', 'p1', '[]', 'u', 'U', now(), 'op_h1');
  insert into operations (id, kind, subject_kind, subject_id) values ('op_h1', 'held.apply', 'listing', 'p1')`
const job = (id: string) =>
  `insert into bulk_jobs (id, action, input, started_by, created_at) values ('${id}', 'posts.approve', '{}', 'u', now() - interval '1 hour')`
const difference = () =>
  s.make.difference({ kind: 'payout', about: 'pi_1', state: 'open', at: minutesAgo(30) })
const ofEndpoint = '{endpoint="we_one"}'

/** What is done, and which figures it changes: to so much, or to about so many seconds. */
const moves: [what: string, act: () => Promise<unknown>, figures: Record<string, number>][] = [
  [
    'an operation that a vendor does not take',
    () =>
      s.make.operation({
        kind: 'refund',
        subject_id: 't1',
        attempts: 12,
        created_at: minutesAgo(10),
        due_at: minutesAgo(2),
      }),
    {
      'portreeve_operations_pending{kind="refund"}': 1,
      'portreeve_operations_oldest_pending_seconds{kind="refund"}': 600,
      'portreeve_operations_attempts{kind="refund"}': 12,
      portreeve_operations_late_seconds: 120,
    },
  ],
  [
    'an operation of later',
    () => s.make.operation({ kind: 'payout', subject_id: 't2', due_at: minutesAgo(-60) }),
    { 'portreeve_operations_planned{kind="payout"}': 1, 'portreeve_operations_pending{kind="payout"}': 0 },
  ],
  [
    'a mail that is not taken',
    () => s.make.operation({ kind: 'staff.link', subject_id: 'u', attempts: 3, created_at: minutesAgo(4) }),
    { portreeve_mails_pending: 1, portreeve_mails_oldest_seconds: 240 },
  ],
  [
    'an action that is not final',
    () => s.query(held),
    { 'portreeve_held_actions{action="posts.remove"}': 1 },
  ],
  [
    'a difference of the ledger',
    difference,
    {
      'portreeve_ledger_differences_open{kind="payout"}': 1,
      portreeve_ledger_differences_oldest_seconds: 1800,
    },
  ],
  [
    'a check of the ledger',
    () =>
      s.query(
        `insert into ledger_checks (day, state, finished_at) values (current_date, 'done', now() - interval '5 minutes')`,
      ),
    { portreeve_ledger_check_age_seconds: 300 },
  ],
  [
    'a case after its deadline',
    () =>
      s.query(
        `insert into desk_cases (kind, id, opened_at, deadline_at) values ('label', 'l1', now() - interval '2 hours', now() - interval '1 minute')`,
      ),
    {
      'portreeve_desk_cases_open{kind="label"}': 1,
      'portreeve_desk_cases_overdue{kind="label"}': 1,
      'portreeve_desk_cases_oldest_seconds{kind="label"}': 7200,
    },
  ],
  [
    'a bulk job',
    () => s.query(job('job-1')),
    { 'portreeve_bulk_jobs{state="running"}': 1, portreeve_bulk_job_oldest_seconds: 3600 },
  ],
  [
    'a webhook that is not delivered, one that was given up, and events that are neither',
    async () => {
      await s.token('admin')
      await s.query(endpoint)
      await s.query(delivery('pending'))
      await s.query(delivery('dead'))
      await s.query(
        `insert into events (id, type, subject_kind, subject_id, actor)
         select coalesce(max(id), 0) + 7, 'user.blocked', 'user', 'ana', '{}' from events`,
      )
    },
    {
      [`portreeve_webhook_deliveries_pending${ofEndpoint}`]: 1,
      [`portreeve_webhook_deliveries_dead${ofEndpoint}`]: 1,
      [`portreeve_webhook_oldest_pending_seconds${ofEndpoint}`]: 300,
      [`portreeve_webhook_events_behind${ofEndpoint}`]: 7,
    },
  ],
  [
    'an endpoint that is paused',
    () => s.query(`update webhook_endpoints set state = 'paused'`),
    { [`portreeve_webhook_endpoint_paused${ofEndpoint}`]: 1 },
  ],
  [
    'rows of a program, one of them wrong',
    async () => {
      const expires_at = new Date(Date.now() + 86_400_000).toISOString()
      const program = writer(s, await keyFor(s, ['ingest.users'], { expires_at }))
      await program.rows('users', ['no JSON'])
    },
    {
      'portreeve_ingest_rows{result="rejected"}': 1,
      'portreeve_ingest_rows{result="accepted"}': 0,
      portreeve_ingest_idle_seconds: 0,
      portreeve_machine_key_ends_seconds: 86_400,
    },
  ],
  [
    'audit rows without a signed head',
    async () => {
      await s.query('update audit_head set seq = seq + 100')
      await s.asOwner(
        `insert into audit_keys (id, public_key) values ('k1', 'x');
         insert into audit_heads (n, first, last, root, heads, at, key, signature, digest, leaves)
         values (1, 1, 0, 'r', 'h', now() - interval '3 hours', 'k1', 's', 'd', '')`,
      )
    },
    {
      portreeve_audit_unsigned_rows: 100,
      portreeve_audit_rows: 100,
      portreeve_audit_head_age_seconds: 10_800,
    },
  ],
  [
    'old versions of records',
    async () => {
      await s.make.macro(...Array.from({ length: 400 }, (_, n) => ({ id: `m${n}`, text: `text ${n}` })))
      await s.query(`update macros set text = text || repeat('x', 500)`)
    },
    { portreeve_history_size_bytes: Number.NaN, portreeve_database_size_bytes: Number.NaN },
  ],
]

test.each(moves)('%s moves its figures', async (_what, act, moved) => {
  const before = await read()
  await act()
  const after = await read()
  for (const [name, value] of Object.entries(moved)) {
    const now = after[name] ?? Number.NaN
    // Sizes depend on the database.
    if (Number.isNaN(value)) expect(now, name).toBeGreaterThanOrEqual(before[name] ?? 0)
    else if (/_rows$/.test(name)) expect(now, name).toBeGreaterThanOrEqual(value)
    else expect(Math.abs(now - value), `${name} is ${now}`).toBeLessThan(name.includes('seconds') ? 60 : 0.5)
  }
  expect(after.portreeve_metrics_unread).toBe(0)
})

test('every figure has a test, a help and the unit of Prometheus', () => {
  const tested = new Set(moves.flatMap(([, , moved]) => Object.keys(moved).map((name) => name.split('{')[0])))
  expect(namesOf(figures).filter((name) => !tested.has(name))).toEqual(['portreeve_metrics_unread'])
  for (const { gauges } of figures)
    for (const [name, help] of Object.entries(gauges)) {
      expect(name).toMatch(/^portreeve_[a-z_]+$/)
      expect(name).not.toMatch(/_(ms|minutes|hours|days|total)$/)
      expect(help).toMatch(/^[A-Z1]/)
    }
})

test('a figure that cannot be read is absent, and /metrics says so and answers', async () => {
  const broken = async (text: string) =>
    text.includes('desk_cases') ? Promise.reject(new Error('gone')) : s.ctx.database.pool.query(text)
  const pool = Object.assign(Object.create(s.ctx.database.pool), { query: broken })
  const now = await read({ ...s.ctx.database, pool })
  expect(now.portreeve_metrics_unread).toBe(1)
  expect(Object.keys(now).filter((name) => name.startsWith('portreeve_desk'))).toEqual([])
  expect(now.portreeve_mails_pending).toBeGreaterThanOrEqual(0)
})

test('a database that hangs delays /metrics for two seconds, and two scrapers cost one read', async () => {
  let reads = 0
  const hanging = Object.assign(Object.create(s.ctx.database.pool), {
    query: () => {
      reads++
      return new Promise(() => {})
    },
  })
  const ctx = { ...s.ctx, database: { ...s.ctx.database, pool: hanging } }
  const from = performance.now()
  const [one, other] = await Promise.all([metricsText(ctx, figures), metricsText(ctx, figures)])
  expect(performance.now() - from).toBeLessThan(3500)
  expect(one).toContain(`portreeve_metrics_unread ${figures.length}`)
  expect(other.split('\n').length).toBe(one.split('\n').length)
  expect(reads).toBeLessThanOrEqual(figures.length)
  const known = reads
  await metricsText(ctx, figures)
  expect(reads).toBe(known)
})

test('/metrics of the server has the figures', async () => {
  const authorization = `Bearer ${metricsToken}`
  const answer = await s.server.inject({ url: '/metrics', headers: { authorization } })
  expect(answer.body).toContain('portreeve_mails_pending ')
  expect(answer.body).toContain('# HELP portreeve_desk_cases_open ')
  expect((await send(s.server, 'GET', '/metrics')).status).toBe(401)
})

const counted = async (line: string) =>
  Number(
    (await registry.metrics())
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1) ?? 0,
  )

test('operations that end and mails are counted', async () => {
  const lines = [
    'portreeve_operations_settled_total{kind="try",state="done"}',
    'portreeve_operations_settled_total{kind="try",state="failed"}',
    'portreeve_mails_total{result="refused"}',
  ]
  const before = await Promise.all(lines.map(counted))
  const mail = countedMail(noMail)
  const content = { key: 'k', from: 'a@b.example', to: 'c@d.example', subject: 's', text: 't' }
  await expect(mail.send(content)).rejects.toThrow(MailRefused)
  const run = async ({ id }: { id: string }) => {
    if (id === 'op_bad') throw new VendorRefusal('No.')
    return { reference: 'done' }
  }
  const ctx = { ...s.ctx, operations: { try: { run, answer: () => null } } }
  await s.make.operation(
    { id: 'op_good', kind: 'try', subject_id: 'x' },
    { id: 'op_bad', kind: 'try', subject_id: 'x' },
  )
  for (const id of ['op_good', 'op_bad', 'op_good'])
    for (const operation of await s.ctx.database.db.select().from(operations).where(eq(operations.id, id)))
      await settle(operation, ctx)
  // The second try finds the operation ended.
  expect(await Promise.all(lines.map(counted))).toEqual(before.map((n) => n + 1))
})

test('an open page is a live reader', async () => {
  const name = 'portreeve_live_readers'
  const before = await counted(name)
  const base = await s.server.listen({ port: 0, host: '127.0.0.1' })
  const stop = new AbortController()
  const headers = { authorization: `Bearer ${await s.token('admin')}`, 'x-api-key': apiKey }
  const answer = await fetch(`${base}/v1/realtime?topic=review`, { headers, signal: stop.signal })
  expect(answer.status).toBe(200)
  expect(await counted(name)).toBe(before + 1)
  stop.abort()
  await expect.poll(() => counted(name)).toBe(before)
})

test('every file that sends a mail has its kind in the list', () => {
  const root = new URL('.', import.meta.url).pathname
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?!node_modules|testing|adapters|core|seed).*(?<!test)\.ts$/.test(path))
    .filter((path) => /\b(sendMail|mail\.send)\(/.test(readFileSync(join(root, path), 'utf8')))
  // staff/send-mail.ts is the way of most; a kind's own file or the file beside it sends.
  expect(files.length - 1).toBe(mailKinds.length)
  expect(Object.keys(s.ctx.operations)).toEqual(expect.arrayContaining([...mailKinds]))
})
