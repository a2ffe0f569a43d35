import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Data, Endpoint, Input, Refusal } from '@portreeve/contract/base/endpoint'
import { wrapped } from '@portreeve/contract/base/endpoint'
import type { Role } from '@portreeve/contract/base/rights'
import { eventOfType } from '@portreeve/contract/marketplace/event-data'
import type { User } from '@portreeve/contract/people/users'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, inject } from 'vitest'
import type { Templates } from '../adapters/email-templates.ts'
import type { FileStore } from '../adapters/file-store.ts'
import { folderStore } from '../adapters/file-store-folder.ts'
import { builtinIdentity } from '../adapters/identity-builtin.ts'
import { type Images, noImages } from '../adapters/images.ts'
import { type Mail, noMail } from '../adapters/mail.ts'
import { onlyStripe, type Payments, type Providers } from '../adapters/payments.ts'
import { noShipping, type Shipping } from '../adapters/shipping.ts'
import { type Webhooks, webhookSender } from '../adapters/webhooks.ts'
import { app, operations } from '../app.ts'
import type { Context, Settings } from '../core/call/context.ts'
import { type Database, openDatabase } from '../core/database/db.ts'
import { eventColumns, eventOf } from '../core/live/event-rows.ts'
import { makeLog } from '../core/log.ts'
import { invite } from '../staff/staff-accounts.ts'
import { dryRuns } from './dry-runs.ts'
import { makers } from './make.ts'
import { onPostgres } from './on-postgres.ts'
import { sharedDatabase } from './shared-database.ts'
import type { freshDatabase } from './template.ts'

export const address = 'http://localhost:4400'
export const apiKey = 'test-key'
export const auditKey = 'a key for the audit of tests'
export const password = 'a test password'

/** An answer as received. */
export interface Answer<D = unknown> {
  status: number
  body: { status_code: number; data: D } & Partial<Omit<Refusal, 'status_code' | 'data'>>
  headers: Record<string, string | string[] | number | undefined>
}

export interface Headers {
  [name: string]: string
}

/** A running server with an empty database, called without a port. */
export interface Harness {
  ctx: Context
  server: FastifyInstance
  /** Sends a call of the contract with a role; checks that a successful answer matches the contract. */
  call: <E extends Endpoint>(
    as: Role | { token: string } | undefined,
    endpoint: E,
    input: Input<E>,
    headers?: Headers,
  ) => Promise<Answer<Data<E>>>
  token: (role: Role) => Promise<string>
  query: <T extends object = Record<string, unknown>>(sql: string, values?: unknown[]) => Promise<T[]>
  /** Runs as the tables' owner: on PostgreSQL the server's own role has fewer rights. */
  asOwner: (sql: string) => Promise<unknown>
  addUser: (user: Partial<User> & { uid: string }) => Promise<void>
  /** Writes records, each with what the test names of it. */
  make: ReturnType<typeof makers>
}

const digest = (password: string) => createHash('sha256').update(password).digest('hex')
const fastPasswords = {
  hash: async (password: string) => digest(password),
  verify: async ({ hash, password }: { hash: string; password: string }) => hash === digest(password),
}

/** Starts a server for a test file and stops it afterwards. Filled before the first test. */
export function useServer(
  options: {
    mail?: Mail
    photos?: Images
    files?: FileStore
    payments?: Payments | Providers
    shipping?: Shipping
    webhooks?: Webhooks
    templates?: Templates
    /** Makes the server's database; default: a copy of the template. */
    fresh?: () => ReturnType<typeof freshDatabase>
    /** Replaces the database before the server starts. */
    extend?: (database: Database) => Database
    settings?: Partial<Settings>
    sentinel?: Context['sentinel']
    providers?: Context['providers']
    /** 'scrypt': passwords are hashed as in production, which takes a tenth of a second each. */
    passwords?: 'scrypt'
  } = {},
): Harness {
  const harness = {} as Harness
  const closing: (() => Promise<unknown>)[] = []
  const tokens = new Map<Role, string>()

  beforeAll(async () => {
    const fresh = await (options.fresh?.() ?? sharedDatabase(inject('template')))
    const opened = await openDatabase(fresh.where)
    const database = options.extend?.(opened) ?? opened
    const settings: Settings = {
      environment: 'development',
      apiKey,
      address,
      consoles: [address],
      environments: { development: { api: address }, production: { api: 'http://localhost:4500' } },
      consoleFolder: undefined,
      issuers: [{ issuer: address, audience: address, jwks: 'builtin' }],
      proxies: undefined,
      currency: 'USD',
      payoutDelay: 3600,
      refundAlone: 50_000,
      refundAloneDay: 200_000,
      refundAloneOthers: {},
      ...{ callsPerAddress: 0, callsPerPerson: 0, callsPerKey: 0 },
      ...{ ledgerDays: 180, ledgerCallsPerSecond: 0, historyDays: 400 },
      ...{ streamsPerPerson: 20, revealsPerHour: 30 },
      auditKey,
      mailFrom: 'support@marketplace.example',
      secret: randomBytes(32).toString('hex'),
      secretsBefore: [],
      sessionMaxHours: 168,
      metricsToken: undefined,
      openApi: 'public',
      ...options.settings,
    }
    const identity = builtinIdentity({
      db: database.db,
      name: 'test',
      address,
      consoles: [address],
      secrets: [settings.secret],
      tokenMinutes: 15,
      sessionIdleHours: 12,
      sessionMaxHours: settings.sessionMaxHours,
      ...(options.passwords === 'scrypt' ? {} : { passwords: fastPasswords }),
    })
    const ctx: Context = {
      settings,
      database,
      identity,
      providers: options.providers ?? [],
      mail: options.mail ?? noMail,
      payments:
        options.payments && 'byName' in options.payments ? options.payments : onlyStripe(options.payments),
      shipping: options.shipping ?? noShipping,
      images: noImages,
      photos: options.photos ?? noImages,
      files: options.files ?? temporaryStore(closing),
      webhooks: options.webhooks ?? webhookSender({ isPrivateAllowed: false }),
      ...(options.templates ? { templates: options.templates } : {}),
      log: makeLog(process.env.TEST_LOG ?? 'silent'),
      operations,
      ...(options.sentinel ? { sentinel: options.sentinel } : {}),
    }
    const server = await app(ctx)
    closing.push(() => server.close(), database.close, fresh.remove)

    const token = async (role: Role) => {
      const known = tokens.get(role)
      if (known) return known
      const made = await signIn(ctx, server, role)
      tokens.set(role, made)
      return made
    }
    const make = makers(database.db)
    const compared = dryRuns()
    Object.assign(harness, {
      ctx,
      server,
      token,
      make,
      query: async (sql: string, values?: unknown[]) => (await database.pool.query(sql, values)).rows,
      asOwner: (sql: string) =>
        'url' in fresh.where ? onPostgres(fresh.where.url, sql) : database.pool.query(sql),
      call: async (
        as: Role | { token: string } | undefined,
        endpoint: Endpoint,
        input: Input<Endpoint>,
        headers?: Headers,
      ) => {
        const bearer = typeof as === 'string' ? await token(as) : as?.token
        const path = pathOf(endpoint, input as { params?: object; query?: object })
        const sent = { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...headers }
        const real = () => send(server, endpoint.method, path, input.body, sent)
        const dry = () => send(server, endpoint.method, path, input.body, { ...sent, 'dry-run': 'true' })
        const answer = await (endpoint.method === 'GET' ? real() : compared(database, endpoint, dry, real))
        if (answer.status === 200) wrapped(endpoint.data).strict().parse(answer.body)
        return answer
      },
      addUser: make.user,
    } satisfies Omit<Harness, 'call'> & { call: unknown })
  })

  afterAll(async () => {
    await checkEvents(harness.ctx)
    for (const close of closing) await close()
  })
  return harness
}

/** A store in a folder that is removed afterwards. */
function temporaryStore(closing: (() => Promise<unknown>)[]): FileStore {
  const folder = join(tmpdir(), `portreeve-files-${randomUUID()}`)
  closing.push(() => rm(folder, { recursive: true, force: true }))
  return folderStore(folder)
}

type EventRow = Parameters<typeof eventOf>[0] & Record<string, unknown>

/** Every event that the file's calls wrote matches the contract. A planted one has no actor. */
async function checkEvents({ database }: Context): Promise<void> {
  const { rows } = await database.db
    .execute<EventRow>(sql`select ${eventColumns} from events where data is not null and actor ? 'uid'`)
    // A test may have closed the database.
    .catch(() => ({ rows: [] }))
  for (const row of rows) expect(eventOfType(row.type).strict().parse(eventOf(row))).toBeTruthy()
}

/** Creates the staff member of a role, signs them in as the console does, and returns their identity token. */
async function signIn(ctx: Context, server: FastifyInstance, role: Role): Promise<string> {
  const email = `${role}@portreeve.test`
  await invite(
    { db: ctx.database.db, identity: ctx.identity, auditKey },
    { uid: `staff-${role}`, email, name: `The ${role}`, role, password },
  )
  const session = await server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address },
    payload: { email, password },
  })
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const answer = await server.inject({ method: 'GET', url: '/identity/token', headers: { cookie } })
  return (answer.json() as { token: string }).token
}

export function pathOf(endpoint: Endpoint, input: { params?: object; query?: object }): string {
  const params = (input.params ?? {}) as Record<string, string>
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>).toString()
  return query ? `${path}?${query}` : path
}

/** Sends a raw request, with the right API key by default. */
export async function send(
  server: FastifyInstance,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  url: string,
  body?: unknown,
  headers: Headers = {},
): Promise<Answer> {
  const response = await server.inject({
    method,
    url,
    headers: {
      'x-api-key': apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  let parsed: unknown
  try {
    parsed = response.json()
  } catch {
    parsed = { status_code: -1, data: response.body }
  }
  return { status: response.statusCode, body: parsed as Answer['body'], headers: response.headers }
}
