import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { builtinIdentity } from './adapters/identity-builtin.ts'
import { drawnImages, noImages } from './adapters/images.ts'
import { noMail, smtpMail } from './adapters/mail.ts'
import { noPayments } from './adapters/payments.ts'
import { stripePayments } from './adapters/payments-stripe.ts'
import { noShipping } from './adapters/shipping.ts'
import { easypostShipping } from './adapters/shipping-easypost.ts'
import { app, operations } from './app.ts'
import { auditVerify, ledgerCheck } from './check-commands.ts'
import { noteAuditHeads } from './core/audit.ts'
import type { Context } from './core/context.ts'
import { type Database, openDatabase } from './core/db.ts'
import { metricsServer } from './core/http-house.ts'
import { makeLog } from './core/log.ts'
import { portProblem, StartError } from './core/start-error.ts'
import { startWorker } from './core/worker.ts'
import { runImport } from './import/command.ts'
import { personCommand } from './person-command.ts'
import { withReplica } from './replica/replica.ts'
import { drawImage } from './seed/images.ts'
import { tellSandbox } from './seed/known.ts'
import { seedDemo } from './seed/seed.ts'
import { sentinel } from './seed/sentinels.ts'
import { readSettings, type ServerSettings } from './settings.ts'
import { staffCommand } from './staff-command.ts'
import { fillListingWords } from './store/listing-search.ts'
import { invite } from './store/staff.ts'

// The only file that reads process.env: it picks the adapters and starts. `main.ts` serves; `main.ts import DIR`,
// `main.ts staff …` and others are commands that work on the same database.

/** Ends this process in order; until it serves there is nothing to put in order, as the databases survive a kill. */
let stop: (code: number) => void = (code) => process.exit(code)
if (process.send) {
  // Under `npm start`: when the parent dies for any reason, so does this process, and gives port and data folder free.
  process.once('disconnect', () => stop(0))
  process.channel?.unref()
  // The parent died while this file was loaded.
  if (!process.connected) process.exit()
}

const { command, words, values } = readCommand()
try {
  process.exitCode = await run()
  // A vendor or a database that does not answer would keep the process.
  if (command === 'serve') process.exit()
} catch (error) {
  console.error(inWords(error))
  process.exit(1)
}

/** The command line. A word that begins with -- and is unknown ends the process with a sentence. */
function readCommand() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { environment: { type: 'string' }, uid: { type: 'string' }, anchor: { type: 'string' } },
    })
    const [command = 'serve', ...words] = positionals
    return { command, words, values }
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

/** One sentence for the operator; where an error happened only matters to those who look for a fault of ours. */
function inWords(error: unknown): string {
  if (error instanceof StartError) return error.message
  // A failed query's message quotes whole rows; its cause is enough.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if ((cause as { code?: string }).code === '53100')
    return 'The disk of the database is full: free some space and start again.'
  const sentence = `Stopped by an error: ${cause instanceof Error ? cause.message : String(cause)}`
  if (process.env.PORTREEVE_LOG !== 'debug' || !(error instanceof Error))
    return `${sentence.replace(/\.$/, '')}. PORTREEVE_LOG=debug says where.`
  return [sentence, ...(error.stack?.split('\n').filter((line) => /^ {4}at /.test(line)) ?? [])].join('\n')
}

async function run(): Promise<number> {
  if (command === 'serve') return serve(readSettings(process.env, console.error))
  // The commands speak of the demo's databases unless a DATABASE_URL is given.
  const settings = readSettings({
    PORTREEVE_API_KEY: 'unused',
    ...process.env,
    PORTREEVE_ENVIRONMENT: values.environment ?? process.env.PORTREEVE_ENVIRONMENT ?? 'development',
  })
  const database = await openDatabase(settings.where, {
    connections: 4,
    timeout: 60_000,
    reserve: true,
    auditKey: settings.auditKey,
    warn: console.error,
  })
  try {
    if (command === 'import') return await importInto(database, settings)
    if (command === 'ledger:check') return await ledgerCheck(database, settings)
    if (command === 'person')
      return await personCommand({ db: database.db, auditKey: settings.auditKey }, words)
    if (command === 'audit:verify') return await auditVerify(database, settings, words, values.anchor)
    return await staffCommand(
      { db: database.db, identity: identityOf(database, settings), auditKey: settings.auditKey },
      words,
      values,
    )
  } finally {
    await database.close()
  }
}

async function importInto(database: Database, settings: ServerSettings): Promise<number> {
  const [folder] = words
  if (!folder || words.length > 1) {
    console.error('Usage: npm run import -- DIR [--environment development]')
    return 2
  }
  const stopping = new AbortController()
  onSignals(() => stopping.abort())
  return runImport({
    database,
    folder,
    rejectsFolder: join(settings.dataFolder, 'rejects'),
    print: (text) => process.stdout.write(text),
    isTTY: process.stdout.isTTY === true,
    signal: stopping.signal,
  })
}

function identityOf(database: Database, settings: ServerSettings) {
  return builtinIdentity({
    db: database.db,
    name: settings.environment,
    address: settings.address,
    consoles: settings.consoles,
    secrets: [settings.secret, ...settings.secretsBefore],
    tokenMinutes: settings.tokenMinutes,
    sessionIdleHours: settings.sessionIdleHours,
    sessionMaxHours: settings.sessionMaxHours,
  })
}

/** What a signal does from now on; before, it ends the process at once. */
function onSignals(handler: () => void) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Those of tools/ready.js, which end the process.
    process.removeAllListeners(signal)
    process.on(signal, handler)
  }
}

async function serve(settings: ServerSettings): Promise<number> {
  onSignals(() => stop(0))
  const log = makeLog(settings.logLevel)
  const warn = (words: string) => log.warn(words)
  const primary = await openDatabase(settings.where, { auditKey: settings.auditKey, reserve: true, warn })
  const database = settings.readUrl ? withReplica(primary, { url: settings.readUrl, warn }) : primary
  const ctx: Context = {
    settings,
    database,
    identity: identityOf(database, settings),
    payments: settings.stripe ? stripePayments(settings.stripe) : noPayments,
    shipping: settings.easypost ? easypostShipping(settings.easypost) : noShipping,
    mail: settings.smtp ? smtpMail(settings.smtp) : noMail,
    images: settings.demo === 'full' ? drawnImages(drawImage) : noImages,
    ...(settings.ses ? { templates: await templatesAtSes(settings.ses) } : {}),
    log,
    operations,
    ...(settings.demo === 'full' ? { sentinel } : {}),
  }
  const filled = await database.patiently(fillListingWords)
  if (filled > 0) log.info({ listings: filled }, 'listings can be searched now')
  if (settings.demo) await makeDemo(ctx, settings.demo)
  const server = await app(ctx)
  const { host, port, metricsPort } = settings
  await onPort('PORT', host, port, () => server.listen({ host, port }))
  const metrics = metricsPort === undefined ? undefined : metricsServer()
  if (metrics && metricsPort !== undefined)
    await onPort('PORTREEVE_METRICS_PORT', host, metricsPort, () =>
      once(metrics.listen(metricsPort, host), 'listening'),
    )
  const stopWorker = startWorker(ctx)
  const stopNoting = noteAuditHeads(ctx)
  const stopTelling = settings.sandbox ? tellSandbox(ctx, settings.sandbox) : () => {}
  return new Promise((done) => {
    let stopping = false
    const stopInOrder = async () => {
      if (stopping) return
      stopping = true
      // Running calls end first; whoever hangs is cut off, as a stop must not take more than 10 s.
      setTimeout(() => process.exit(1), 9000).unref()
      stopTelling()
      stopNoting()
      metrics?.close()
      await Promise.all([server.close(), stopWorker()])
      await database.close()
      done(0)
    }
    stop = () => void stopInOrder()
    log.info({ environment: settings.environment, port: settings.port }, 'listening')
    // The parent may be gone by now; then 'disconnect' stops this process.
    process.send?.({ ready: true }, undefined, undefined, () => {})
  })
}

/** Opens a port; says in words, by its variable, why it cannot be opened. */
async function onPort(variable: string, host: string, port: number, open: () => Promise<unknown>) {
  try {
    await open()
  } catch (error) {
    throw portProblem(variable, host, port, error) ?? error
  }
}

/** Amazon's client is large: it is read only where it is used. */
async function templatesAtSes(options: NonNullable<ServerSettings['ses']>) {
  const { sesTemplates } = await import('./adapters/templates-ses.ts')
  return sesTemplates(options)
}

async function makeDemo(ctx: Context, demo: 'full' | 'admin') {
  const { db, pool } = ctx.database
  if (demo === 'full') await seedDemo({ database: ctx.database })
  // The admin comes last: where the admin is, everybody is.
  const people = [
    ['finance', 'Finn Finance'],
    ['support', 'Suki Support'],
    ['moderator', 'Milo Moderator'],
    ['admin', 'Ada Admin'],
  ] as const
  if ((await pool.query(`select 1 from staff where uid = 'staff-admin'`)).rows.length > 0) return
  for (const [role, name] of demo === 'full' ? people : people.slice(-1)) {
    const person = { uid: `staff-${role}`, email: `${role}@portreeve.test`, name }
    await ctx.identity.setPassword({ ...person, password: 'portreeve-demo' })
    if ((await pool.query('select 1 from staff where uid = $1', [person.uid])).rows.length === 0)
      await invite({ db, identity: ctx.identity, auditKey: ctx.settings.auditKey }, { ...person, role })
  }
}
