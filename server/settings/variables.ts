import { isIP } from 'node:net'
import { isCurrency, usual } from '@portreeve/contract/base/currency'
import { distance } from 'fastest-levenshtein'
import { z } from 'zod'
import type { S3Place } from '../adapters/file-store-s3.ts'
import { StartError } from '../core/start-error.ts'
import { providers } from './provider-variables.ts'
import { database, json, list, listed, must, oneOf, secret, web, whole } from './variable-kinds.ts'

export type Environment = Record<string, string | undefined>

const isWeb = (text: string) => /^https?:/.test(text) && URL.canParse(text)
const http = z.string().refine(isWeb, 'is no http address')
const issuers = z
  .array(
    z.strictObject({
      issuer: z.string().min(1),
      audience: z.string().min(1),
      jwks: z
        .string()
        .refine((text) => text === 'builtin' || isWeb(text), 'is neither "builtin" nor an http address'),
    }),
  )
  .min(1)

const place = z.looseObject({
  api: http,
  apiKey: z.string().min(1),
  identity: z.discriminatedUnion('kind', [
    z.looseObject({
      kind: z.literal('builtin'),
      providers: z.array(z.looseObject({ id: z.string(), name: z.string() })).optional(),
    }),
    z.looseObject({
      ...{ kind: z.literal('firebase'), address: http, apiKey: z.string().min(1) },
      tokenAddress: http.optional(),
    }),
  ]),
  links: z.record(z.string(), z.string()).optional(),
  currency: z.string().optional(),
})

/** The content of /environments.json. */
export const environments = json(
  'like {"development": {"api", "apiKey", "identity", "links"}, "production": {…}}',
  z.looseObject({ development: place, production: place }),
)

/** Named networks that the proxy list accepts. */
const networks = ['loopback', 'linklocal', 'uniquelocal']
function isProxy(one: string): boolean {
  const [ip = '', bits, ...more] = one.split('/')
  const version = isIP(ip)
  if (version === 0) return bits === undefined && networks.includes(one)
  if (bits === undefined) return true
  if (more.length > 0) return false
  return /^\d{1,3}$/.test(bits)
    ? Number(bits) <= (version === 4 ? 32 : 128)
    : version === 4 && isIP(bits) === 4
}

/** A bucket with what is before its keys, and the address of its store. */
function bucketOf(text: string): S3Place | undefined {
  if (!text.startsWith('s3://') || !URL.canParse(text)) return undefined
  const { hostname, username, pathname, searchParams } = new URL(text)
  const { endpoint, ...more } = Object.fromEntries(searchParams)
  const folder = pathname.replaceAll(/^\/+|\/+$/g, '')
  if (hostname === '' || username !== '' || Object.keys(more).length > 0) return undefined
  if (endpoint !== undefined && !isWeb(endpoint)) return undefined
  return { bucket: hostname, prefix: folder && `${folder}/`, ...(endpoint && { endpoint }) }
}

const text = z.string().optional()

/** Every variable of the server, by name. */
const variables = z.object({
  DATABASE_URL: database.optional(),
  DATABASE_POOLER_URL: database.optional(),
  DATABASE_READ_URL: database.optional(),
  PORT: whole(1, 65535).optional(),
  PORTREEVE_ADDRESS: web.transform((one) => one.replace(/\/+$/, '')).optional(),
  PORTREEVE_API_KEY: text,
  PORTREEVE_AUDIT_KEY: secret.optional(),
  PORTREEVE_AUDIT_KEYS_BEFORE: list.prefault(''),
  PORTREEVE_BACKUP_FILE: text,
  PORTREEVE_CALLS_PER_ADDRESS: whole(0, 100_000_000).optional(),
  PORTREEVE_CALLS_PER_PERSON: whole(0, 100_000_000).optional(),
  PORTREEVE_CALLS_PER_KEY: whole(0, 100_000_000).prefault('1200'),
  PORTREEVE_CONSOLES: must('a list of origins like https://staff.example.com', (one) =>
    listed(one).every((origin) => URL.canParse(origin)) ? listed(one) : undefined,
  ).optional(),
  PORTREEVE_CURRENCY: must('a currency of ISO 4217, such as EUR', (one) =>
    isCurrency(one) ? one : undefined,
  ).prefault(usual),
  PORTREEVE_DATA_DIR: text,
  PORTREEVE_DEMO: oneOf('full', 'fixtures', 'admin').optional(),
  PORTREEVE_EASYPOST_ADDRESS: web.optional(),
  PORTREEVE_EASYPOST_KEY: text,
  PORTREEVE_ENVIRONMENT: oneOf('development', 'production').prefault('production'),
  PORTREEVE_ENVIRONMENTS: environments.optional(),
  PORTREEVE_FILES: must(
    'an address like s3://bucket/folder?endpoint=https://s3.example.com',
    bucketOf,
  ).optional(),
  PORTREEVE_HOST: must('a host name or address', (one) =>
    /^[\w.:%-]+$/.test(one) ? one : undefined,
  ).prefault('127.0.0.1'),
  PORTREEVE_ISSUERS: json('a list like [{"issuer", "audience", "jwks"}]', issuers).optional(),
  PORTREEVE_LEDGER_CALLS_PER_SECOND: whole(0, 1000).optional(),
  PORTREEVE_LEDGER_DAYS: whole(1, 36_500).prefault('180'),
  PORTREEVE_HISTORY_DAYS: whole(1, 36_500).prefault('400'),
  PORTREEVE_LOG: oneOf('debug', 'info', 'warn', 'error', 'trace', 'fatal', 'silent').optional(),
  PORTREEVE_MAIL_FROM: must('a sender like Support <support@marketplace.example>', (one) =>
    /^([^<>@]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(one) ? one : undefined,
  ).prefault('Support <support@marketplace.example>'),
  PORTREEVE_METRICS_PORT: whole(1, 65535).optional(),
  PORTREEVE_METRICS_TOKEN: secret.optional(),
  PORTREEVE_OPENAPI: oneOf('public', 'staff').optional(),
  PORTREEVE_PAYOUT_MINUTES: whole(0, 120).prefault('60'),
  PORTREEVE_PROVIDERS: json(
    'a list like [{"id", "name", "issuer", "client_id", "client_secret"}]',
    providers,
  ).prefault('[]'),
  PORTREEVE_PROXIES: must('a list of addresses or networks like 127.0.0.1,10.0.0.0/8', (one) =>
    listed(one).every(isProxy) ? one : undefined,
  ).optional(),
  PORTREEVE_REFUND_ALONE_CENTS: whole(0, 1_000_000_000_000).prefault('50000'),
  PORTREEVE_REFUND_ALONE_DAY_CENTS: whole(0, 1_000_000_000_000).prefault('200000'),
  PORTREEVE_REFUND_ALONE_OTHERS: must(
    'a list of limits of an order and a day like EUR:45000:180000',
    (one) => {
      const read = listed(one).map((part) => /^([A-Z]{3}):(\d{1,13}):(\d{1,13})$/.exec(part) ?? [])
      return read.every(([, currency = '']) => isCurrency(currency))
        ? Object.fromEntries(
            read.map(([, currency = '', alone, day]) => [
              currency,
              { alone: Number(alone), day: Number(day) },
            ]),
          )
        : undefined
    },
  ).prefault(''),
  PORTREEVE_REVEALS_PER_HOUR: whole(0, 100_000).prefault('30'),
  PORTREEVE_SANDBOX: web.optional(),
  PORTREEVE_SECRET: secret.optional(),
  PORTREEVE_SECRETS_BEFORE: list.prefault(''),
  PORTREEVE_SES_ADDRESS: web.optional(),
  PORTREEVE_SES_KEY: text,
  PORTREEVE_SES_REGION: text,
  PORTREEVE_SES_SECRET: text,
  PORTREEVE_SESSION_IDLE_HOURS: whole(1, 720).prefault('12'),
  PORTREEVE_SESSION_MAX_HOURS: whole(1, 8760).prefault('168'),
  PORTREEVE_SMTP: must('an address like smtps://user:password@mail.example.com', (one) =>
    /^smtps?:\/\/[^/?#]/.test(one) && URL.canParse(one) ? one : undefined,
  ).optional(),
  PORTREEVE_STREAMS_PER_PERSON: whole(1, 100_000).prefault('20'),
  PORTREEVE_STRIPE_ADDRESS: web.optional(),
  PORTREEVE_STRIPE_KEY: text,
  PORTREEVE_STRIPE_WEBHOOK_ENDPOINT: must('an id like we_1NZkvIJe0kgbwNOv', (one) =>
    /^we_\w+$/.test(one) ? one : undefined,
  ).optional(),
  PORTREEVE_STRIPE_WEBHOOK_SECRET: text,
  PORTREEVE_TIMESTAMP_URL: web.optional(),
  PORTREEVE_TOKEN_MINUTES: whole(1, 60).prefault('15'),
  PORTREEVE_TRACES: web.transform((one) => one.replace(/\/+$/, '')).optional(),
  PORTREEVE_WEBHOOKS_PRIVATE: oneOf('0', '1').prefault('0'),
})

/** Variables of other programs of this repository. */
const ofOthers = [
  'PORTREEVE_SANDBOX_ACCOUNTS',
  'PORTREEVE_SANDBOX_PROJECT',
  'PORTREEVE_CONSOLE',
  'PORTREEVE_CHROMIUM',
]

/** Parses every variable. An empty one counts as missing. Throws a StartError that names the wrong one. */
export function parseVariables(env: Environment): z.output<typeof variables> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = variables.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new StartError(`${issue?.path.join('.')} ${issue?.message}.`)
}

/** Parses a port. Throws a StartError that names the variable. */
export function portOf(env: Environment, name: string, fallback: number): number {
  const read = whole(1, 65535).safeParse(env[name] || String(fallback))
  if (read.success) return read.data
  throw new StartError(`${name} ${read.error.issues[0]?.message}.`)
}

/** A warning for each unknown variable that is a likely misspelling of a known one. */
export function misspelledNames(env: Environment): string[] {
  const known = Object.keys(variables.shape)
  return Object.keys(env)
    .filter((name) => name.startsWith('PORTREEVE_') && !known.includes(name) && !ofOthers.includes(name))
    .flatMap((name) => {
      const meant = known.find((one) => distance(one, name) <= 2)
      return meant ? [`${name} is not a variable of Portreeve and has no effect: is ${meant} meant?`] : []
    })
}
