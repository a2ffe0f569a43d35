import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SesOptions } from '../adapters/email-templates-ses.ts'
import type { S3Place } from '../adapters/file-store-s3.ts'
import type { ProviderSettings } from '../adapters/sign-in-providers.ts'
import type { Settings } from '../core/call/context.ts'
import type { Where } from '../core/database/db.ts'
import { keptFile } from '../core/database/kept-file.ts'
import { folderProblem, StartError } from '../core/start-error.ts'
import { defaultLinks } from './default-links.ts'
import { minSecret } from './variable-kinds.ts'
import { type Environment, misspelledNames, parseVariables } from './variables.ts'
import { vendorSettings } from './vendor-settings.ts'

/** The demo's data: 'full' tells stories (docs/demo.md), 'fixtures' is for tests (docs/fixtures.md), 'admin' is the demo's admin alone. */
export type Demo = 'full' | 'fixtures' | 'admin'

/** The settings of one server process, from its environment variables. docs/deploy.md lists them. */
export interface ServerSettings extends Settings {
  where: Where
  /** The read replica of `where`, which answers lists and searches. */
  readUrl: string | undefined
  host: string
  port: number
  /** The company's own identity providers. */
  providers: ProviderSettings[]
  smtp: string | undefined
  stripe: { key: string; webhookSecret: string; webhookEndpoint?: string; address?: string } | undefined
  easypost: { key: string; address?: string } | undefined
  /** The SES account that stores email templates; undefined if our own database does. */
  ses: SesOptions | undefined
  /** Where the files of staff are; undefined: in the data folder. */
  files: S3Place | undefined
  /** The address of the marketplace's pictures with `{path}`, as the console has it. Undefined where this server would serve them itself. */
  storage: string | undefined
  /** In the demo: the address of the vendors' sandbox, which receives the orders. */
  sandbox: string | undefined
  /** The collector of OpenTelemetry that gets the traces. */
  traces: string | undefined
  /** Whether webhooks may go to addresses that are not public, and over http. */
  webhooksPrivate: boolean
  /** Earlier audit keys, newest first. They still verify. */
  auditKeysBefore: string[]
  logLevel: string
  tokenMinutes: number
  /** Hours after which an idle session ends. */
  sessionIdleHours: number
  /** Loopback addresses only. */
  demo: Demo | undefined
  dataFolder: string
  /** A separate port for metrics, without a token. */
  metricsPort: number | undefined
}

/** The folder of both environments' data. */
export const dataFolderOf = (given: string | undefined) =>
  given ?? fileURLToPath(new URL('../../data', import.meta.url))

/** The environment of an operator's command that names none: production where only production has data. */
export function environmentWithData(env: Environment): Settings['environment'] {
  const hasData = (name: string) => existsSync(join(dataFolderOf(env.PORTREEVE_DATA_DIR || undefined), name))
  return hasData('production') && !hasData('development') ? 'production' : 'development'
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/**
 * Reads and checks every variable.
 * @param warn receives a sentence about each variable that is accepted but should be changed
 * @throws StartError with one sentence that names the variable that is wrong.
 */
export function readSettings(env: Environment, warn: (words: string) => void = () => {}): ServerSettings {
  const read = parseVariables(env)
  const environment = read.PORTREEVE_ENVIRONMENT
  const host = read.PORTREEVE_HOST
  const port = read.PORT ?? (environment === 'development' ? 4400 : 4500)
  const address = read.PORTREEVE_ADDRESS ?? `http://localhost:${port}`
  const demo = read.PORTREEVE_DEMO
  if (demo && !loopback.test(host))
    throw new StartError(
      `The demo's known password must not leave this machine: PORTREEVE_HOST is ${host}. Use npm run serve.`,
    )
  const dataFolder = join(dataFolderOf(read.PORTREEVE_DATA_DIR), environment)
  if (read.DATABASE_READ_URL && !read.DATABASE_URL)
    throw new StartError('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.')
  if (read.DATABASE_POOLER_URL && !read.DATABASE_URL)
    throw new StartError('DATABASE_POOLER_URL needs DATABASE_URL, the address of PostgreSQL itself.')
  const apiKey = read.PORTREEVE_API_KEY ?? (demo ? `portreeve-${environment}` : '')
  if (!apiKey)
    throw new StartError(
      'PORTREEVE_API_KEY is missing: the public key that the console sends with every call.',
    )
  for (const words of misspelledNames(env)) warn(words)
  const secrets = [read.PORTREEVE_SECRET ?? keptSecret(dataFolder), ...read.PORTREEVE_SECRETS_BEFORE]
  // A key of its own survives a change of the secret. A derived key does not reveal the secret.
  const derived = (secret: string) => createHmac('sha256', secret).update('portreeve audit').digest('hex')
  const auditKeys = read.PORTREEVE_AUDIT_KEY
    ? [read.PORTREEVE_AUDIT_KEY, ...read.PORTREEVE_AUDIT_KEYS_BEFORE]
    : secrets.map(derived)
  // Only warn: refusing a short earlier value would make it impossible to replace.
  for (const name of ['PORTREEVE_SECRETS_BEFORE', 'PORTREEVE_AUDIT_KEYS_BEFORE'] as const)
    if (read[name].some((value) => value.length < minSecret))
      warn(
        `${name} holds a value of less than ${minSecret} characters: leave it out as soon as it is not needed.`,
      )
  const consoles = read.PORTREEVE_CONSOLES ?? [address]
  return {
    environment,
    host,
    port,
    address,
    apiKey,
    consoles: demo ? consoles.flatMap(bothLoopbackNames) : consoles,
    environments: read.PORTREEVE_ENVIRONMENTS ?? ownEnvironments(address, apiKey, read),
    storage: storageOf(read, address),
    consoleFolder: fileURLToPath(new URL('../../console/dist', import.meta.url)),
    issuers: issuersOf(read, address),
    providers: read.PORTREEVE_PROVIDERS,
    proxies: read.PORTREEVE_PROXIES,
    currency: read.PORTREEVE_CURRENCY,
    payoutDelay: read.PORTREEVE_PAYOUT_MINUTES * 60,
    refundAlone: read.PORTREEVE_REFUND_ALONE_CENTS,
    refundAloneDay: read.PORTREEVE_REFUND_ALONE_DAY_CENTS,
    refundAloneOthers: read.PORTREEVE_REFUND_ALONE_OTHERS,
    // Many people of an office share one address, and so do tests.
    callsPerAddress: read.PORTREEVE_CALLS_PER_ADDRESS ?? (demo ? 0 : 12_000),
    callsPerPerson: read.PORTREEVE_CALLS_PER_PERSON ?? (demo ? 0 : 1200),
    callsPerKey: read.PORTREEVE_CALLS_PER_KEY,
    ledgerDays: read.PORTREEVE_LEDGER_DAYS,
    historyDays: read.PORTREEVE_HISTORY_DAYS,
    timestampUrl: read.PORTREEVE_TIMESTAMP_URL,
    ledgerCallsPerSecond: read.PORTREEVE_LEDGER_CALLS_PER_SECOND ?? (demo ? 0 : 20),
    streamsPerPerson: read.PORTREEVE_STREAMS_PER_PERSON,
    revealsPerHour: read.PORTREEVE_REVEALS_PER_HOUR,
    mailFrom: read.PORTREEVE_MAIL_FROM,
    where: whereOf(read, dataFolder),
    readUrl: read.DATABASE_READ_URL,
    secret: secrets[0] ?? '',
    secretsBefore: secrets.slice(1),
    webhooksPrivate: read.PORTREEVE_WEBHOOKS_PRIVATE === '1' || demo !== undefined,
    auditKey: auditKeys[0] ?? '',
    auditKeysBefore: auditKeys.slice(1),
    smtp: read.PORTREEVE_SMTP,
    ...vendorSettings(read),
    files: read.PORTREEVE_FILES,
    traces: read.PORTREEVE_TRACES,
    sandbox: demo && read.PORTREEVE_SANDBOX,
    logLevel: read.PORTREEVE_LOG ?? (demo ? 'warn' : 'info'),
    tokenMinutes: read.PORTREEVE_TOKEN_MINUTES,
    sessionIdleHours: read.PORTREEVE_SESSION_IDLE_HOURS,
    sessionMaxHours: read.PORTREEVE_SESSION_MAX_HOURS,
    demo,
    dataFolder,
    metricsToken: read.PORTREEVE_METRICS_TOKEN,
    metricsPort: read.PORTREEVE_METRICS_PORT,
    // The demo listens only on this machine.
    openApi: read.PORTREEVE_OPENAPI ?? (demo ? 'public' : 'staff'),
  }
}

type Read = ReturnType<typeof parseVariables>

function issuersOf({ PORTREEVE_ISSUERS, PORTREEVE_PROVIDERS }: Read, address: string): Settings['issuers'] {
  const issuers = PORTREEVE_ISSUERS ?? [{ issuer: address, audience: address, jwks: 'builtin' }]
  if (PORTREEVE_PROVIDERS.length > 0 && !issuers.some(({ jwks }) => jwks === 'builtin'))
    throw new StartError(
      'PORTREEVE_PROVIDERS needs the built-in sign-in, which makes the sessions: add it to PORTREEVE_ISSUERS.',
    )
  return issuers
}

/** Where the marketplace keeps its pictures. */
function storageOf(
  { PORTREEVE_ENVIRONMENTS, PORTREEVE_ENVIRONMENT }: Read,
  address: string,
): string | undefined {
  const storage = PORTREEVE_ENVIRONMENTS?.[PORTREEVE_ENVIRONMENT].links?.storage
  return storage?.startsWith(`${address}/`) ? undefined : storage
}

function whereOf({ DATABASE_URL: url, DATABASE_POOLER_URL: pooler }: Read, folder: string) {
  if (url === undefined) return { folder }
  return pooler === undefined ? { url } : { url, pooler }
}

const bothLoopbackNames = (origin: string) => [
  origin,
  origin.replace('//localhost:', '//127.0.0.1:'),
  origin.replace('//127.0.0.1:', '//localhost:'),
]

/** The secret of the data folder, generated at the first start. */
function keptSecret(folder: string): string {
  try {
    return keptFile(
      join(folder, 'secret'),
      () => randomBytes(32).toString('hex'),
      (text) => text.trim().length >= minSecret,
    ).trim()
  } catch (error) {
    throw folderProblem(folder, error)
  }
}

/** A single environment: both names point to this server. */
function ownEnvironments(address: string, apiKey: string, read: Read) {
  const shown = read.PORTREEVE_PROVIDERS.map(({ id, name }) => ({ id, name }))
  const identity = { kind: 'builtin', ...(shown.length > 0 && { providers: shown }) }
  const currency = read.PORTREEVE_CURRENCY
  const own = { api: address, apiKey, identity, currency, links: defaultLinks(address, false) }
  return { development: own, production: own }
}
