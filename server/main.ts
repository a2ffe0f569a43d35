import { once } from 'node:events'
import { createServer } from 'node:net'
import { drawnImages, noImages, storedImages } from './adapters/images.ts'
import { noMail, smtpMail } from './adapters/mail.ts'
import { onlyStripe } from './adapters/payments.ts'
import { stripePayments } from './adapters/payments-stripe.ts'
import { noShipping } from './adapters/shipping.ts'
import { easypostShipping } from './adapters/shipping-easypost.ts'
import { oidcProvider } from './adapters/sign-in-providers-oidc.ts'
import { webhookSender } from './adapters/webhooks.ts'
import { app, operations } from './app.ts'
import type { Context } from './core/call/context.ts'
import { countedMail } from './core/counted-mail.ts'
import { openDatabase } from './core/database/db.ts'
import { metricsServer } from './core/http/system.ts'
import { makeLog } from './core/log.ts'
import { startSchedule } from './core/operations/schedule.ts'
import { startWorker } from './core/operations/worker.ts'
import { version } from './core/release.ts'
import { portProblem } from './core/start-error.ts'
import { tracedPort } from './core/traces.ts'
import { figures } from './figures.ts'
import { startWebhooks } from './marketplace/webhook-worker.ts'
import { withReplica } from './replica/replica.ts'
import { sentinel } from './seed/fixtures/sentinels.ts'
import { drawImage } from './seed/images.ts'
import { registerOrders } from './seed/known.ts'
import { dateTeamInbox, seedDemo, seedFixtures } from './seed/seed.ts'
import { fileStoreOf } from './settings/file-stores.ts'
import { identityOf } from './settings/identity.ts'
import { onSignals, sentenceOf } from './settings/process.ts'
import { program } from './settings/program.ts'
import { type Demo, readSettings, type ServerSettings } from './settings/settings.ts'
import { invite } from './staff/staff-accounts.ts'
import { tasks } from './tasks.ts'

// The server: it reads process.env, picks the adapters and starts. The operators' commands are in portreeve.ts.

/** Stops this process. Until it serves, a plain exit is enough, because the databases survive a kill. */
let stop: (code: number) => void = (code) => process.exit(code)
if (process.send) {
  // Under `npm start`: stop when the parent dies for any reason, so that port and data folder are free again.
  process.once('disconnect', () => stop(0))
  process.channel?.unref()
  // The parent died while this file was loaded.
  if (!process.connected) process.exit()
}

if (process.argv.length > 2) {
  console.error(`The server takes no words. The commands are: ${program} --help`)
  process.exit(2)
}
try {
  process.exitCode = await serve(readSettings(process.env, console.error))
  // Exit explicitly: a pending call to a vendor or database would keep the process alive.
  process.exit()
} catch (error) {
  console.error(sentenceOf(error, process.env))
  process.exit(1)
}

async function serve(settings: ServerSettings): Promise<number> {
  onSignals(() => stop(0))
  const log = makeLog(settings.logLevel)
  const warn = (words: string) => log.warn(words)
  const { host, port, metricsPort } = settings
  // Before the database: a start that cannot succeed migrates nothing.
  await onPort('PORT', host, port, () => tryPort(host, port))
  if (metricsPort !== undefined)
    await onPort('PORTREEVE_METRICS_PORT', host, metricsPort, () => tryPort(host, metricsPort))
  const endTraces = await startTraces(settings)
  const primary = await openDatabase(settings.where, { reserve: true, warn })
  const database = settings.readUrl ? withReplica(primary, { url: settings.readUrl, warn }) : primary
  const drawn = settings.demo && settings.demo !== 'admin' ? drawnImages(drawImage) : undefined
  const ctx: Context = {
    settings,
    database,
    identity: identityOf(database, settings),
    providers: settings.providers.map((one) => tracedPort('provider', oidcProvider(one))),
    payments: onlyStripe(settings.stripe && tracedPort('stripe', stripePayments(settings.stripe))),
    shipping: settings.easypost ? tracedPort('easypost', easypostShipping(settings.easypost)) : noShipping,
    mail: countedMail(settings.smtp ? tracedPort('mail', smtpMail(settings.smtp)) : noMail),
    webhooks: tracedPort('webhooks', webhookSender({ isPrivateAllowed: settings.webhooksPrivate })),
    images: drawn ?? noImages,
    photos: drawn ?? (settings.storage ? storedImages(settings.storage) : noImages),
    files: await fileStoreOf(settings),
    ...(settings.ses ? { templates: await templatesAtSes(settings.ses) } : {}),
    log,
    operations,
    ...(settings.demo === 'fixtures' ? { sentinel } : {}),
  }
  if (settings.demo) await makeDemo(ctx, settings.demo)
  const server = await app(ctx)
  await onPort('PORT', host, port, () => server.listen({ host, port }))
  const metrics = metricsPort === undefined ? undefined : metricsServer(ctx, figures)
  if (metrics && metricsPort !== undefined)
    await onPort('PORTREEVE_METRICS_PORT', host, metricsPort, () =>
      once(metrics.listen(metricsPort, host), 'listening'),
    )
  const ofSandbox = settings.sandbox ? [registerOrders(settings.sandbox)] : []
  const stops = [startWorker(ctx), startWebhooks(ctx), startSchedule(ctx, [...tasks, ...ofSandbox])]
  return new Promise((done) => {
    let stopping = false
    const stopInOrder = async () => {
      if (stopping) return
      stopping = true
      // Running calls finish first. Cut off hanging ones, because a stop must not take more than 10 s.
      setTimeout(() => process.exit(1), 9000).unref()
      metrics?.close()
      await Promise.all([server.close(), ...stops.map((end) => end())])
      await database.close()
      await endTraces?.()
      done(0)
    }
    stop = () => void stopInOrder()
    log.info({ environment: settings.environment, port: settings.port }, 'listening')
    // Ignore an error: if the parent has died, 'disconnect' stops this process.
    process.send?.({ ready: true }, undefined, undefined, () => {})
  })
}

/** Opens a port. Throws a StartError that names its variable when the port cannot be opened. */
async function onPort(variable: string, host: string, port: number, open: () => Promise<unknown>) {
  try {
    await open()
  } catch (error) {
    throw portProblem(variable, host, port, error) ?? error
  }
}

/** Opens a port and closes it. */
async function tryPort(host: string, port: number) {
  const tried = createServer().listen(port, host)
  await once(tried, 'listening')
  await once(tried.close(), 'close')
}

/** Loads OpenTelemetry only where it is used. Returns a function that sends the rest. */
async function startTraces({ traces, environment }: ServerSettings) {
  if (!traces) return undefined
  const { sendTraces } = await import('./adapters/traces-otlp.ts')
  return sendTraces({ address: traces, environment, version })
}

/** Loads Amazon's client only where it is used, because it is large. */
async function templatesAtSes(options: NonNullable<ServerSettings['ses']>) {
  const { sesTemplates } = await import('./adapters/email-templates-ses.ts')
  return tracedPort('ses', sesTemplates(options))
}

async function makeDemo({ database, identity, settings }: Context, demo: Demo) {
  const { db, pool } = database
  const { auditKey } = settings
  if (demo === 'full') await seedDemo({ database, auditKey })
  if (demo === 'fixtures') await seedFixtures({ database })
  // Add the admin last: if the admin exists, so do all others.
  const people = [
    ['finance', 'Finn Finance'],
    ['support', 'Suki Support'],
    ['moderator', 'Milo Moderator'],
    ['admin', 'Ada Admin'],
  ] as const
  if ((await pool.query(`select 1 from staff where uid = 'staff-admin'`)).rows.length > 0) return
  for (const [role, name] of demo === 'admin' ? people.slice(-1) : people) {
    const person = { uid: `staff-${role}`, email: `${role}@portreeve.test`, name }
    await identity.setPassword({ ...person, password: 'portreeve-demo' })
    if ((await pool.query('select 1 from staff where uid = $1', [person.uid])).rows.length === 0)
      await invite({ db, identity, auditKey }, { ...person, role })
  }
  if (demo !== 'admin') await dateTeamInbox(database)
}
