import { createHmac, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SesOptions } from './adapters/templates-ses.ts'
import type { Settings } from './core/context.ts'
import type { Where } from './core/db.ts'

type Environment = Record<string, string | undefined>

/** A setting that is missing or makes no sense, in words for the operator. */
export class SettingError extends Error {}

/** What one server process is told by its environment variables; docs/deploy.md lists them. */
export interface ServerSettings extends Settings {
  where: Where
  /** A PostgreSQL that follows the one of `where` and answers lists and searches. */
  readUrl: string | undefined
  host: string
  port: number
  smtp: string | undefined
  stripe: { key: string; webhookSecret: string; address?: string } | undefined
  easypost: { key: string; address?: string } | undefined
  /** Where e-mail templates are kept, if not in the own database. */
  ses: SesOptions | undefined
  /** In the demo: where the vendors' sandbox is told of the orders. */
  sandbox: string | undefined
  /** Earlier secrets and audit keys, newest first: what they encrypted or signed is still read. */
  secretsBefore: string[]
  auditKeysBefore: string[]
  logLevel: string
  tokenMinutes: number
  /** Hours after which a session that no page uses ends. */
  sessionIdleHours: number
  /** 'full' seeds demo data, 'admin' makes the demo's admin only. Loopback addresses only. */
  demo: 'full' | 'admin' | undefined
  dataFolder: string
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** Reads and checks every variable; throws SettingError naming the one that is wrong. */
export function readSettings(env: Environment): ServerSettings {
  const environment = oneOf(env, 'PORTREEVE_ENVIRONMENT', ['development', 'production'], 'production')
  const host = env.PORTREEVE_HOST || '127.0.0.1'
  const port = whole(env, 'PORT', environment === 'development' ? 4400 : 4500, 1, 65535)
  const address = (env.PORTREEVE_ADDRESS || `http://localhost:${port}`).replace(/\/+$/, '')
  if (!URL.canParse(address)) throw new SettingError(`PORTREEVE_ADDRESS is no address: ${address}`)
  const demo = env.PORTREEVE_DEMO ? oneOf(env, 'PORTREEVE_DEMO', ['full', 'admin'], 'admin') : undefined
  if (demo && !loopback.test(host))
    throw new SettingError(
      `The demo's known password must not leave this machine: PORTREEVE_HOST is ${host}. Use npm run serve.`,
    )
  const dataFolder = join(
    env.PORTREEVE_DATA_DIR || fileURLToPath(new URL('../data', import.meta.url)),
    environment,
  )
  if (env.DATABASE_READ_URL && !env.DATABASE_URL)
    throw new SettingError('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.')
  const apiKey = env.PORTREEVE_API_KEY || (demo ? `portreeve-${environment}` : '')
  if (!apiKey)
    throw new SettingError(
      'PORTREEVE_API_KEY is missing: the public key that the console sends with every call.',
    )
  const consoles = list(env.PORTREEVE_CONSOLES) ?? [address]
  const builtin = { issuer: address, audience: address, jwks: 'builtin' }
  const secrets = [
    env.PORTREEVE_SECRET || keptSecret(dataFolder),
    ...(list(env.PORTREEVE_SECRETS_BEFORE) ?? []),
  ]
  // One of its own outlives a change of the secret; a derived one tells nothing of it.
  const derived = (secret: string) => createHmac('sha256', secret).update('portreeve audit').digest('hex')
  const auditKeys = env.PORTREEVE_AUDIT_KEY
    ? [env.PORTREEVE_AUDIT_KEY, ...(list(env.PORTREEVE_AUDIT_KEYS_BEFORE) ?? [])]
    : secrets.map(derived)
  return {
    environment,
    host,
    port,
    address,
    apiKey,
    consoles: demo ? consoles.flatMap(bothLoopbackNames) : consoles,
    environments: json(env, 'PORTREEVE_ENVIRONMENTS') ?? ownEnvironments(address, apiKey),
    consoleFolder: fileURLToPath(new URL('../console/dist', import.meta.url)),
    issuers: (json(env, 'PORTREEVE_ISSUERS') as Settings['issuers'] | undefined) ?? [builtin],
    proxies: env.PORTREEVE_PROXIES || undefined,
    payoutDelay: whole(env, 'PORTREEVE_PAYOUT_MINUTES', 60, 0, 120) * 60,
    refundAlone: whole(env, 'PORTREEVE_REFUND_ALONE_CENTS', 50_000, 0, 1_000_000_000_000),
    refundAloneDay: whole(env, 'PORTREEVE_REFUND_ALONE_DAY_CENTS', 200_000, 0, 1_000_000_000_000),
    // Many people of an office, or tests, come from one address.
    callsPerAddress: whole(env, 'PORTREEVE_CALLS_PER_ADDRESS', demo ? 0 : 12_000, 0, 100_000_000),
    callsPerPerson: whole(env, 'PORTREEVE_CALLS_PER_PERSON', demo ? 0 : 1200, 0, 100_000_000),
    revealsPerHour: whole(env, 'PORTREEVE_REVEALS_PER_HOUR', 30, 0, 100_000),
    mailFrom: env.PORTREEVE_MAIL_FROM || 'Support <support@marketplace.example>',
    where: env.DATABASE_URL ? { url: env.DATABASE_URL } : { folder: dataFolder },
    readUrl: env.DATABASE_READ_URL || undefined,
    secret: secrets[0] ?? '',
    secretsBefore: secrets.slice(1),
    auditKey: auditKeys[0] ?? '',
    auditKeysBefore: auditKeys.slice(1),
    smtp: env.PORTREEVE_SMTP || undefined,
    stripe: env.PORTREEVE_STRIPE_KEY
      ? {
          key: env.PORTREEVE_STRIPE_KEY,
          webhookSecret: env.PORTREEVE_STRIPE_WEBHOOK_SECRET ?? '',
          ...(env.PORTREEVE_STRIPE_ADDRESS ? { address: env.PORTREEVE_STRIPE_ADDRESS } : {}),
        }
      : undefined,
    easypost: env.PORTREEVE_EASYPOST_KEY
      ? {
          key: env.PORTREEVE_EASYPOST_KEY,
          ...(env.PORTREEVE_EASYPOST_ADDRESS ? { address: env.PORTREEVE_EASYPOST_ADDRESS } : {}),
        }
      : undefined,
    ses: ses(env),
    sandbox: (demo && env.PORTREEVE_SANDBOX) || undefined,
    logLevel: env.PORTREEVE_LOG || (demo ? 'warn' : 'info'),
    tokenMinutes: whole(env, 'PORTREEVE_TOKEN_MINUTES', 15, 1, 60),
    sessionIdleHours: whole(env, 'PORTREEVE_SESSION_IDLE_HOURS', 12, 1, 720),
    sessionMaxHours: whole(env, 'PORTREEVE_SESSION_MAX_HOURS', 168, 1, 8760),
    demo,
    dataFolder,
  }
}

/** All of Amazon SES's settings or none. */
function ses(env: Environment): SesOptions | undefined {
  const { PORTREEVE_SES_KEY: key, PORTREEVE_SES_SECRET: secret, PORTREEVE_SES_REGION: region } = env
  if (!key && !secret && !region) return undefined
  if (!key || !secret || !region)
    throw new SettingError(
      'Amazon SES needs PORTREEVE_SES_KEY, PORTREEVE_SES_SECRET and PORTREEVE_SES_REGION together.',
    )
  return { key, secret, region, ...(env.PORTREEVE_SES_ADDRESS ? { address: env.PORTREEVE_SES_ADDRESS } : {}) }
}

function oneOf<const T extends string>(
  env: Environment,
  name: string,
  values: readonly T[],
  otherwise: T,
): T {
  const value = env[name] || otherwise
  if (!(values as readonly string[]).includes(value))
    throw new SettingError(`${name} must be ${values.join(' or ')}, not '${value}'.`)
  return value as T
}

function whole(env: Environment, name: string, otherwise: number, least: number, most: number): number {
  const value = Number(env[name] || otherwise)
  if (!Number.isInteger(value) || value < least || value > most)
    throw new SettingError(`${name} must be a whole number from ${least} to ${most}, not '${env[name]}'.`)
  return value
}

function json(env: Environment, name: string): object | undefined {
  const value = env[name]
  if (!value) return undefined
  try {
    return JSON.parse(value) as object
  } catch {
    throw new SettingError(`${name} is not valid JSON.`)
  }
}

const list = (value: string | undefined) =>
  value
    ?.split(',')
    .map((one) => one.trim())
    .filter(Boolean)

const bothLoopbackNames = (origin: string) => [
  origin,
  origin.replace('//localhost:', '//127.0.0.1:'),
  origin.replace('//127.0.0.1:', '//localhost:'),
]

/** The key of sessions: given, or made once and kept in the data folder. */
function keptSecret(folder: string): string {
  const file = join(folder, 'secret')
  mkdirSync(folder, { recursive: true })
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    // Kept already, perhaps by a process that starts at the same moment.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}

/** Where staff are taken by the console's external links, unless PORTREEVE_ENVIRONMENTS says otherwise (D-025). */
export const usualLinks = (address: string, test: boolean) => {
  const dashboard = `https://dashboard.stripe.com${test ? '/test' : ''}`
  return {
    listing: 'https://marketplace.example/posts/{id}',
    storage: `${address}/images/{path}`,
    ip: 'https://ipinfo.io/{ip}',
    push: 'https://dashboard.onesignal.com/players/{id}',
    payment: `${dashboard}/payments/{id}`,
    customer: `${dashboard}/customers/{id}`,
    connect: `${dashboard}/connect/accounts/{id}`,
    trackingSearch: 'https://duckduckgo.com/?q={number}',
  }
}

/** One environment alone: both names lead to this server. */
function ownEnvironments(address: string, apiKey: string) {
  const own = { api: address, apiKey, identity: { kind: 'builtin' }, links: usualLinks(address, false) }
  return { development: own, production: own }
}
