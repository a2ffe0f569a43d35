import { join } from 'node:path'
import type { Account } from './firebase.ts'
import { startSandbox } from './sandbox.ts'

// Started beside the servers by `npm start`; the only file of the sandbox that reads process.env.
const { env } = process
const host = env.HOST ?? '127.0.0.1'
const sandbox = await startSandbox({
  port: Number(env.PORT ?? 4600),
  smtpPort: Number(env.SMTP_PORT ?? 4625),
  host,
  folder: join(env.PORTREEVE_DATA_DIR ?? 'data', 'sandbox'),
  // A JSON list of {uid, email, password}.
  accounts: JSON.parse(env.PORTREEVE_SANDBOX_ACCOUNTS ?? '[]') as Account[],
  ...(env.PORTREEVE_SANDBOX_PROJECT ? { project: env.PORTREEVE_SANDBOX_PROJECT } : {}),
  stripeKey: env.STRIPE_KEY || undefined,
  stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET || undefined,
  // Addresses separated by commas.
  stripeWebhooks: env.STRIPE_WEBHOOKS?.split(',').filter(Boolean),
  easypostKey: env.EASYPOST_KEY || undefined,
  ...(env.SES_KEY ? { sesKey: env.SES_KEY } : {}),
})
let stopping = false
async function stop() {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), 5000).unref()
  await sandbox.close()
  // The channel to the parent would keep the process alive.
  if (process.connected) process.disconnect()
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
// When the parent dies, so does this process.
process.once('disconnect', stop)

// Only now, as whoever waits for this may end the process at once.
console.info(`sandbox listening on ${sandbox.url}, mail on ${sandbox.smtp}`)
process.send?.({ ready: true })
