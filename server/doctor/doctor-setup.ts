import { existsSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { Nameless } from '../core/database/db-pool.ts'
import { openEmbedded } from '../core/database/embedded.ts'
import { readText } from '../core/database/kept-file.ts'
import { databaseProblem, StartError } from '../core/start-error.ts'
import { turns } from '../core/turns.ts'
import { dataFolderOf, readSettings, type ServerSettings } from '../settings/settings.ts'
import { minSecret } from '../settings/variable-kinds.ts'
import type { Environment } from '../settings/variables.ts'

/** The variables that lead to the database. */
export const databaseVariables = /^(DATABASE_|PORTREEVE_(DATA_DIR|ENVIRONMENT)$)/

/** What a check found. A sentence says what is wrong and what to do. */
export interface Found {
  state: 'ok' | 'warn' | 'fail'
  sentence: string
}

const made =
  (state: Found['state']) =>
  (sentence: string): Found => ({ state, sentence })
export const [ok, warn, fail] = [made('ok'), made('warn'), made('fail')]

/** The problems that there are, without the gaps; the good sentence where there is none. */
export const orOk = (problems: (Found | false | undefined | '')[], sentence: string): Found[] => {
  const found = problems.filter((one) => typeof one === 'object')
  return found.length > 0 ? found : [ok(sentence)]
}

/** A check of a set-up. It finds nothing where it does not apply. */
export interface Check {
  name: string
  /** The variables that it needs: it is left out while one of them is wrong. */
  reads: RegExp
  run: (set: SetUp) => Promise<Found[]>
}

/** The set-up that a doctor looks at. */
export interface SetUp {
  env: Environment
  settings: ServerSettings
  /** Whether no data folder has a secret, and none is given: the start makes one. */
  isSecretNew: boolean
  /** Opens the database once; undefined where the first start makes the embedded one. @throws StartError in words */
  connect: () => Promise<pg.Client | undefined>
  /** The rows of a statement; undefined where there is no database, or not yet these tables. */
  rows: <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[] | undefined>
  /** Free bytes of a folder's disk. */
  free: (folder: string) => number
  close: () => Promise<void>
}

/** Milliseconds for the answer of a part. A check as a whole has a second more (doctor.ts). */
export const patience = 4000

const variable = /\b(?:PORTREEVE_[A-Z_]+|DATABASE_[A-Z_]+|PORT)\b/g

/** Stands for a secret that is not known: without one, reading the settings would make one in the data folder. */
const unknownSecret = 'a secret that this program does not know'
const secretFollows = /^PORTREEVE_(SECRET|DATA_DIR|ENVIRONMENT)$/

/** Whether the data folder has a secret. */
function hasSecret({ PORTREEVE_DATA_DIR: parent, PORTREEVE_ENVIRONMENT: name }: Environment): boolean {
  try {
    const text = readText(join(dataFolderOf(parent || undefined), name || 'production', 'secret'))
    return text !== undefined && text.trim().length >= minSecret
  } catch {
    return false
  }
}

/**
 * Reads the settings as `serve` does, and goes on after a variable that is wrong without it.
 * @returns the sentences about wrong variables with their names, and the settings without them
 */
export function readAll(given: Environment) {
  const env: Environment = { ...given }
  const problems = new Map<string, string[]>()
  const warnings: string[] = []
  const isSecretNew = !env.PORTREEVE_SECRET && !hasSecret(env)
  if (isSecretNew) env.PORTREEVE_SECRET = unknownSecret
  for (;;)
    try {
      const settings = readSettings(env, (words) => warnings.push(words))
      return { env, settings, isSecretNew, problems, warnings: [...new Set(warnings)] }
    } catch (error) {
      if (!(error instanceof StartError) || problems.has(error.message)) throw error
      const named = error.message.match(variable) ?? []
      problems.set(error.message, named)
      const wrong = named.filter((name) => env[name])
      for (const name of wrong) delete env[name]
      if (wrong.some((name) => secretFollows.test(name))) env.PORTREEVE_SECRET ||= unknownSecret
      const [missing] = named
      if (wrong.length === 0 && missing !== undefined) env[missing] = 'unused'
    }
}

/** Takes keys, secrets and the passwords of addresses out of a sentence, such as one that a vendor's message quotes. */
export function withoutSecrets(env: Environment, sentence: string): string {
  const values = Object.entries(env).flatMap(([name, value = '']) => {
    const isSecret = /(KEY|SECRET|TOKEN)S?(_BEFORE)?$/.test(name) && name !== 'PORTREEVE_API_KEY'
    const [, password = ''] = /:\/*[^:/@]*:([^@]+)@/.exec(value) ?? []
    const inJson = [...value.matchAll(/"client_secret"\s*:\s*"([^"]+)"/g)].map(([, secret = '']) => secret)
    return [...(isSecret ? value.split(',') : []), ...inJson, password, decoded(password)]
  })
  return values
    .filter((value) => value.length > 2)
    .toSorted((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, '…'), sentence)
}

/** The text of a password in an address; itself where it has another '%'. */
const decoded = (text: string) => (/%(?![\da-f]{2})/i.test(text) ? text : decodeURIComponent(text))

/** The set-up of an environment. @param read what `readAll` returned */
export function setUpOf(
  { env, settings, isSecretNew }: ReturnType<typeof readAll>,
  free = (folder: string) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  },
): SetUp {
  const closing: (() => Promise<unknown>)[] = []
  let client: Promise<pg.Client | undefined> | undefined
  const connect = () => {
    client ??= open(settings, closing)
    return client
  }
  const inTurn = turns(1)
  return {
    ...{ env, settings, isSecretNew, free, connect },
    rows: async <Row extends object>(statement: string, values: unknown[] = []) => {
      const connected = await connect().catch(() => undefined)
      if (!connected) return undefined
      try {
        return (await inTurn(() => connected.query<Row & pg.QueryResultRow>(statement, values))).rows
      } catch (error) {
        // The tables are those of another release, or not for this user: the checks of the schema and the rights say so.
        if (['42P01', '42703', '3F000', '42501'].includes((error as { code?: string }).code ?? ''))
          return undefined
        throw error
      }
    },
    close: async () => {
      await client?.catch(() => {})
      for (const close of closing.toReversed()) await close().catch(() => {})
    },
  }
}

async function open(
  { where }: ServerSettings,
  closing: (() => Promise<unknown>)[],
): Promise<pg.Client | undefined> {
  if ('url' in where) return connectTo('DATABASE_URL', where.url, closing)
  // Opening it would make it.
  if (!existsSync(join(where.folder, 'postgres'))) return undefined
  const embedded = await openEmbedded(where.folder, { timeout: patience })
  closing.push(embedded.close)
  const client = new Nameless({ host: embedded.host, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  closing.push(() => client.end())
  return client
}

/** A connection to a database of PostgreSQL. @throws StartError that names the variable of its address */
export async function connectTo(
  name: string,
  url: string,
  closing: (() => Promise<unknown>)[],
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw databaseProblem(name, url, error) ?? error
  }
  closing.push(() => client.end())
  return client
}
