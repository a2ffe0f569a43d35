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
import { noteAuditHeads } from './core/audit.ts'
import { anchorOf, checkAudit } from './core/audit-check.ts'
import type { Context } from './core/context.ts'
import { type Database, openDatabase } from './core/db.ts'
import { makeLog } from './core/log.ts'
import { startWorker } from './core/operations.ts'
import { runImport } from './import/command.ts'
import { personCommand } from './person-command.ts'
import { drawImage } from './seed/images.ts'
import { tellSandbox } from './seed/known.ts'
import { seedDemo } from './seed/seed.ts'
import { sentinel } from './seed/sentinels.ts'
import { readSettings, type ServerSettings, SettingError } from './settings.ts'
import { staffCommand } from './staff-command.ts'
import { checkLedger } from './store/ledger-check.ts'
import { fillListingWords } from './store/listing-search.ts'
import { invite } from './store/staff.ts'
import { keepSamples } from './store/trigrams.ts'

// The only file that reads process.env: it picks the adapters and starts. `main.ts` serves; `main.ts import DIR` and
// `main.ts staff …` are the two commands that work on the same database.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { environment: { type: 'string' }, uid: { type: 'string' }, anchor: { type: 'string' } },
})
const [command = 'serve', ...words] = positionals

try {
  process.exitCode = await run()
  // A vendor or a database that does not answer would keep the process.
  if (command === 'serve') process.exit()
} catch (error) {
  if (error instanceof SettingError) {
    console.error(error.message)
    process.exit(2)
  }
  // A failed query's message quotes whole rows; its cause and where it happened are enough.
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  console.error(`Stopped by an error: ${cause instanceof Error ? cause.message : String(cause)}`)
  if (error instanceof Error)
    console.error(
      error.stack
        ?.split('\n')
        .filter((line) => /^ {4}at /.test(line))
        .join('\n'),
    )
  process.exit(1)
}

async function run(): Promise<number> {
  if (command === 'serve') return serve(readSettings(process.env))
  // The two commands speak of the demo's databases unless a DATABASE_URL is given.
  const settings = readSettings({
    PORTREEVE_API_KEY: 'unused',
    ...process.env,
    PORTREEVE_ENVIRONMENT: values.environment ?? process.env.PORTREEVE_ENVIRONMENT ?? 'development',
  })
  const database = await openDatabase(settings.where, {
    connections: 4,
    patience: 60_000,
    auditKey: settings.auditKey,
    warn: console.error,
  })
  try {
    if (command === 'import') return await importInto(database, settings)
    if (command === 'ledger:check') return await ledgerCheck(database, settings)
    if (command === 'person')
      return await personCommand({ db: database.db, auditKey: settings.auditKey }, words)
    if (command === 'audit:verify') return await auditVerify(database, settings)
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
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  return runImport({
    database,
    folder,
    rejectsFolder: join(settings.dataFolder, 'rejects'),
    print: (text) => process.stdout.write(text),
    isTTY: process.stdout.isTTY === true,
    signal: stop.signal,
  })
}

/** Says every row of the audit that is not as the server wrote it; 1 when there is one. */
async function auditVerify(database: Database, settings: ServerSettings): Promise<number> {
  const anchor = values.anchor === undefined ? undefined : anchorOf(values.anchor)
  if (words.length > 0 || (values.anchor !== undefined && !anchor)) {
    console.error('Usage: npm run audit:verify [-- --environment development] [-- --anchor SEQ:HASH]')
    return 2
  }
  const { rows, faults, head } = await checkAudit(
    database.db,
    [settings.auditKey, ...settings.auditKeysBefore],
    console.error,
    anchor,
  )
  if (faults > 1 && faults >= rows)
    console.error('Not one row fits: are PORTREEVE_AUDIT_KEY and PORTREEVE_SECRET those of the server?')
  console.info(`${rows} rows verified, head ${head}${faults > 0 ? `: ${faults} faults` : ''}`)
  return faults > 0 ? 1 : 0
}

/** Says what is wrong with the ledger; 1 when anything is. */
async function ledgerCheck(database: Database, settings: ServerSettings): Promise<number> {
  const { checked, faults } = await checkLedger(
    database.db,
    settings.stripe && stripePayments(settings.stripe),
  )
  for (const fault of faults) console.error(fault)
  console.info(
    `${checked} transactions with entries checked${settings.stripe ? ' against the payment provider' : ''}: ${faults.length} faults`,
  )
  return faults.length > 0 ? 1 : 0
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

async function serve(settings: ServerSettings): Promise<number> {
  const log = makeLog(settings.logLevel)
  const database = await openDatabase(settings.where, {
    auditKey: settings.auditKey,
    readUrl: settings.readUrl,
    warn: (words) => log.warn(words),
  })
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
  await server.listen({ host: settings.host, port: settings.port })
  const stopWorker = startWorker(ctx)
  const stopNoting = noteAuditHeads(ctx)
  const stopSampling = keepSamples(ctx)
  const stopTelling = settings.sandbox ? tellSandbox(ctx, settings.sandbox) : () => {}
  return new Promise((done) => {
    let stopping = false
    const stop = async () => {
      if (stopping) return
      stopping = true
      // Running calls end first; whoever hangs is cut off, as a stop must not take more than 10 s.
      setTimeout(() => process.exit(1), 9000).unref()
      stopTelling()
      stopNoting()
      stopSampling()
      await Promise.all([server.close(), stopWorker()])
      await database.close()
      done(0)
    }
    process.once('SIGTERM', stop)
    process.once('SIGINT', stop)
    // Under `npm start`: when the parent dies, so does this process, and gives the data folder free.
    process.once('disconnect', stop)
    log.info({ environment: settings.environment, port: settings.port }, 'listening')
    // The parent may be gone by now; then 'disconnect' stops us.
    process.send?.({ ready: true }, undefined, undefined, () => {})
  })
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
