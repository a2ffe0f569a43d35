import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import { freePort } from '../../tools/stack.ts'
import { stripeEvents } from '../adapters/stripe-events.ts'
import { sealedAs } from '../core/audit/audit-keys.ts'
import { type Database, openDatabase, type Where } from '../core/database/db.ts'
import { seal } from '../core/identity/sealed.ts'
import { examine } from '../doctor/doctor.ts'
import { onPostgres } from './on-postgres.ts'
import { freshDatabase } from './template.ts'

export const random = () => randomBytes(32).toString('hex')
/** Variables with one address in them. */
export const issuers = (jwks: string) =>
  JSON.stringify([{ issuer: 'https://id.example', audience: 'shop', jwks }])
export const stored = (storage: string) => {
  const one = { api: 'https://x.example', apiKey: 'k', identity: { kind: 'builtin' }, links: { storage } }
  return JSON.stringify({ development: one, production: one })
}
const sealed = (secret: string) =>
  `delete from audit_keys; insert into audit_keys (id, public_key, private_key)
   values ('k1', 'x', '${seal({ secret, secretsBefore: [] }, sealedAs('k1'), 'key')}')`
export const plenty = () => 50 * 1024 ** 3

/** A set-up that is broken in one place, and what the doctor says of it. */
export interface Broken {
  env?: Record<string, string>
  act?: () => Promise<unknown>
  undo?: () => Promise<unknown>
  free?: () => number
  says: RegExp
}

/** The lines that are not ok. Neither they nor the others have a secret. */
async function problems(env: Record<string, string>, free = plenty) {
  const lines = await examine(env, { free })
  const text = JSON.stringify(lines)
  for (const [name, value] of Object.entries(env))
    if (/SECRET|AUDIT_KEY|STRIPE_KEY|SES_KEY|EASYPOST_KEY/.test(name) && value)
      expect(text).not.toContain(value)
  expect(text).not.toContain('a-mail-password')
  return lines
    .filter(({ state }) => state !== 'ok')
    .map(({ check, state, sentence }) => `${state} ${check}: ${sentence}`)
}

/** A healthy set-up with all vendors, for the tests of a file. Filled before the first one. */
export function useSetUp() {
  const stripeKey = ['sk', 'live', random()].join('_')
  const folder = mkdtempSync(join(tmpdir(), 'portreeve-doctor-'))
  const backup = join(folder, 'backup.dump')
  const closing: (() => unknown)[] = []
  let sandbox: Sandbox
  let database: Database
  let where: Where
  const base: Record<string, string> = {}
  /** The address of a listener of each kind. */
  const at = { ok: '', old: '', missing: '', hangs: 0, closed: 0 }

  const listen = (server: Server) =>
    new Promise<number>((done) => {
      closing.push(() => server.close())
      server.listen(0, '127.0.0.1', () => done((server.address() as AddressInfo).port))
    })
  const web = async (handler: RequestListener) => `http://127.0.0.1:${await listen(createHttp(handler))}`
  const query = (text: string) => database.pool.query(text)
  /** As the tables' owner. */
  const asOwner = (text: string) => ('url' in where ? onPostgres(where.url, text) : query(text))
  const atStripe = (more: object) =>
    fetch(`${sandbox.url}/stripe/dashboard/webhook_endpoints`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ url: 'https://staff.example.com/webhooks/stripe', status: 'enabled', ...more }),
    })

  beforeAll(async () => {
    const fresh = await freshDatabase(inject('template'))
    where = fresh.where
    if ('folder' in where) symlinkSync(where.folder, join(folder, 'production'))
    database = await openDatabase(where)
    sandbox = await startSandbox({
      port: 0,
      smtpPort: 0,
      host: '127.0.0.1',
      folder: join(folder, 'vendors'),
      stripeKey,
    })
    closing.push(sandbox.close, database.close, fresh.remove)
    const keys = JSON.stringify({ keys: [{ kty: 'OKP' }] })
    at.ok = await web((_request, response) => response.end(keys))
    at.old = await web((_request, response) =>
      response.writeHead(200, { date: new Date(Date.now() - 3_600_000).toUTCString() }).end(keys),
    )
    at.missing = await web((_request, response) => response.writeHead(404).end('{}'))
    at.hangs = await listen(createServer(() => {}))
    at.closed = await freePort()
    writeFileSync(backup, 'x')
    Object.assign(base, {
      PORTREEVE_ENVIRONMENT: 'production',
      PORTREEVE_API_KEY: 'public',
      PORTREEVE_SECRET: random(),
      PORTREEVE_AUDIT_KEY: random(),
      PORTREEVE_DATA_DIR: folder,
      PORTREEVE_ADDRESS: 'https://staff.example.com',
      PORTREEVE_BACKUP_FILE: backup,
      PORTREEVE_SMTP: sandbox.smtp.replace('//', '//mailer:a-mail-password@'),
      PORTREEVE_STRIPE_KEY: stripeKey,
      PORTREEVE_STRIPE_ADDRESS: sandbox.url,
      PORTREEVE_STRIPE_WEBHOOK_SECRET: random(),
      PORTREEVE_EASYPOST_KEY: 'EZTK_portreeve',
      PORTREEVE_EASYPOST_ADDRESS: sandbox.url,
      PORTREEVE_SES_KEY: 'AKIAPORTREEVE',
      PORTREEVE_SES_SECRET: random(),
      PORTREEVE_SES_REGION: 'us-east-1',
      PORTREEVE_SES_ADDRESS: `${sandbox.url}/ses`,
      PORTREEVE_ISSUERS: issuers(at.ok),
      PORTREEVE_ENVIRONMENTS: stored(at.ok),
      PORTREEVE_TIMESTAMP_URL: at.ok,
      PORT: String(at.closed),
      ...('url' in where ? { DATABASE_URL: where.url } : {}),
    })
    await atStripe({ enabled_events: [...stripeEvents], api_version: null })
    await query(`insert into staff (uid, email, role) values ('ada', 'ada@shop.example', 'admin')`)
    await query(
      `insert into webhook_endpoints (id, url, secret, position, created_by) values ('we_1', 'https://shop.example/secret-path', 'x', 0, 'ada')`,
    )
    await asOwner(sealed(base.PORTREEVE_SECRET ?? ''))
  }, 60_000)

  afterAll(async () => {
    for (const close of closing) await close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    ...{ base, at, folder, backup, stripeKey, query, asOwner, atStripe, problems },
    /** An address at which nothing answers. */
    nowhere: () => `127.0.0.1:${at.closed}`,
    /** A test for each broken set-up. */
    each: (setUps: [name: string, broken: () => Broken][]) =>
      test.each(setUps)('%s: one sentence', async (_name, made) => {
        const { env = {}, act, undo, free, says } = made()
        await act?.()
        try {
          expect(await problems({ ...base, ...env }, free)).toEqual([expect.stringMatching(says)])
        } finally {
          await undo?.()
        }
      }),
  }
}
