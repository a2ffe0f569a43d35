import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { folderProblem, portProblem } from '../core/start-error.ts'
import { type Check, type Found, fail, ok, orOk, patience, warn } from './doctor-setup.ts'

const megabyte = 1024 * 1024
/** Free bytes below which the embedded database counts as full at its first start (core/database/disk-reserve.ts). */
const fullBelow = 48 * megabyte
/** Free bytes below which the disk needs a look. */
const littleBelow = 1024 * megabyte

/** The folder, or the nearest one above it that exists: there the start makes it. */
const existing = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existing(dirname(folder))

const folder: Check = {
  name: 'data folder',
  reads: /^PORTREEVE_(DATA_DIR|ENVIRONMENT)$/,
  run: async ({ settings: { dataFolder } }) => {
    const at = existing(dataFolder)
    try {
      if (!statSync(at).isDirectory()) throw Object.assign(new Error('no folder'), { code: 'ENOTDIR' })
      accessSync(at, constants.W_OK | constants.X_OK)
    } catch (error) {
      return [fail(folderProblem(dataFolder, error).message)]
    }
    const { uid } = statSync(at)
    const own = process.getuid?.()
    if (at === dataFolder && own !== undefined && uid !== own)
      return [
        warn(
          `The data folder ${dataFolder} belongs to the user ${uid} and not to ${userInfo().username} (${own}), so that only they can keep others out of it: run "chown -R ${own}" on it, or run as its owner.`,
        ),
      ]
    return [ok(`The user ${userInfo().username} may write the data folder ${dataFolder}.`)]
  },
}

const disk: Check = {
  name: 'disk',
  reads: /^(DATABASE_URL|PORTREEVE_(DATA_DIR|ENVIRONMENT))$/,
  run: async ({ settings: { dataFolder, where }, free }) => {
    const bytes = free(existing(dataFolder))
    const left = `The disk of the data folder has ${Math.round(bytes / megabyte)} MB free`
    if ('folder' in where && bytes < fullBelow)
      return [fail(`${left}, and the database needs ${fullBelow / megabyte}: free some space.`)]
    return [bytes < littleBelow ? warn(`${left}: free some space before it is full.`) : ok(`${left}.`)]
  },
}

/** Whether the ports can be opened. A running Portreeve on PORT is no problem: the next start takes its place. */
const ports: Check = {
  name: 'port',
  reads: /^(PORT|PORTREEVE_(HOST|METRICS_PORT|ENVIRONMENT))$/,
  run: async ({ settings: { host, port, metricsPort } }) => {
    const running = await runningAt(host, port)
    if (running !== undefined) return [ok(`Portreeve ${running} runs on port ${port}.`)]
    if (metricsPort === port)
      return [fail('PORTREEVE_METRICS_PORT is the same as PORT: set one of them to another port.')]
    const problems = [
      await openOnce('PORT', host, port),
      metricsPort !== undefined && (await openOnce('PORTREEVE_METRICS_PORT', host, metricsPort)),
    ]
    return orOk(problems, `Port ${port} of ${host} is free.`)
  },
}

/** The version of the Portreeve that answers on a port; undefined where none does. */
async function runningAt(host: string, port: number): Promise<string | undefined> {
  const to =
    host === '0.0.0.0' ? '127.0.0.1' : host.includes(':') ? `[${host === '::' ? '::1' : host}]` : host
  try {
    const answer = await fetch(`http://${to}:${port}/healthz`, { signal: AbortSignal.timeout(patience / 2) })
    const { version } = (await answer.json()) as { version?: unknown }
    return typeof version === 'string' ? version : undefined
  } catch {
    return undefined
  }
}

const openOnce = (name: string, host: string, port: number) =>
  new Promise<Found | undefined>((done) => {
    const server = createServer()
    server.once('error', (error) =>
      done(fail(portProblem(name, host, port, error)?.message ?? `${name}: ${error.message}.`)),
    )
    server.listen({ host, port }, () => server.close(() => done(undefined)))
  })

/** Hours after which a daily backup is late. */
const backupHours = 26

const backup: Check = {
  name: 'backup',
  reads: /^PORTREEVE_BACKUP_FILE$/,
  run: async ({ env: { PORTREEVE_BACKUP_FILE: path } }) => {
    if (!path) return []
    const newest = existsSync(path) ? newestIn(path) : undefined
    if (!newest)
      return [fail(`There is no backup at ${path}: correct PORTREEVE_BACKUP_FILE, and see that backups run.`)]
    const { file, size, mtimeMs } = newest
    const hours = Math.floor((Date.now() - mtimeMs) / 3_600_000)
    const look = 'look at the program that makes it'
    return orOk(
      [
        size === 0 && fail(`The newest backup ${file} is empty: ${look}.`),
        hours >= backupHours && warn(`The newest backup ${file} is ${hours} hours old: ${look}.`),
      ],
      `The newest backup is ${hours} hours old.`,
    )
  },
}

const newestIn = (path: string) =>
  (statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path])
    .map((file) => ({ file, size: statSync(file).size, mtimeMs: statSync(file).mtimeMs }))
    .toSorted((one, other) => other.mtimeMs - one.mtimeMs)
    .at(0)

/** Characters of which a random value has more kinds. */
const fewKinds = 8

const secrets: Check = {
  name: 'secrets',
  reads: /^PORTREEVE_(SECRET|AUDIT_KEY|ENVIRONMENT|DATA_DIR|DEMO)$/,
  run: async ({ settings, env, isSecretNew }) => {
    if (settings.environment !== 'production') return [ok('The environment is no production.')]
    const make = 'set it to random characters (openssl rand -hex 32)'
    const weak = (['PORTREEVE_SECRET', 'PORTREEVE_AUDIT_KEY'] as const).find(
      (name) => env[name] !== undefined && new Set(env[name]).size < fewKinds,
    )
    const problems: [is: boolean, sentence: string][] = [
      [
        settings.demo !== undefined,
        'PORTREEVE_DEMO makes an account with a known password in production: leave it out.',
      ],
      [
        isSecretNew,
        `PORTREEVE_SECRET is not set, and the first start would make one in ${settings.dataFolder}: ${make}, and keep it elsewhere too, as no sign-in works without it.`,
      ],
      [
        !env.PORTREEVE_AUDIT_KEY,
        `PORTREEVE_AUDIT_KEY is not set, so that PORTREEVE_SECRET is enough to forge the audit log: ${make}, on a database with rows as docs/deploy.md says (Changing keys).`,
      ],
      [
        settings.auditKey === settings.secret,
        `PORTREEVE_AUDIT_KEY is the same as PORTREEVE_SECRET: ${make} (docs/deploy.md, Changing keys).`,
      ],
      [weak !== undefined, `${weak} can be guessed: ${make} (docs/deploy.md, Changing keys).`],
    ]
    const first = problems.find(([is]) => is)
    return [first ? warn(first[1]) : ok('The secret and the key of the audit log are set.')]
  },
}

/** The checks of the machine itself. */
export const machineChecks: readonly Check[] = [folder, disk, ports, secrets, backup]
