import { join } from 'node:path'
import type { Account } from './firebase.ts'
import { startSandbox } from './sandbox.ts'

// `npm start` runs this beside the servers. It is the only file of the sandbox that reads process.env.
let stop: () => void = () => process.exit()
if (process.send) {
  // End with the parent, however it dies.
  process.once('disconnect', () => stop())
  // The parent died while this file was loaded.
  if (!process.connected) process.exit()
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop())

const { env } = process
const host = env.HOST ?? '127.0.0.1'
const sandbox = await start().catch((error: NodeJS.ErrnoException & { port?: number }) => {
  const port = error.port ?? ''
  console.error(
    error.code === 'EADDRINUSE'
      ? `The sandbox's port ${port} is in use: stop the program that uses it, or set PORT or SMTP_PORT to another one.`
      : `The sandbox cannot start: ${error.message}.`,
  )
  process.exit(1)
})

async function start() {
  return startSandbox({
    port: portOf('PORT', 4600),
    smtpPort: portOf('SMTP_PORT', 4625),
    host,
    folder: join(env.PORTREEVE_DATA_DIR ?? 'data', 'sandbox'),
    // A JSON list of {uid, email, password}.
    accounts: JSON.parse(env.PORTREEVE_SANDBOX_ACCOUNTS ?? '[]') as Account[],
    ...(env.PORTREEVE_SANDBOX_PROJECT ? { project: env.PORTREEVE_SANDBOX_PROJECT } : {}),
    stripeKey: env.STRIPE_KEY || undefined,
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET || undefined,
    // Addresses separated by commas.
    stripeWebhooks: env.STRIPE_WEBHOOKS?.split(',').filter(Boolean),
    ...(env.STRIPE_LONGEST_REPEAT ? { stripeLongestRepeat: Number(env.STRIPE_LONGEST_REPEAT) } : {}),
    easypostKey: env.EASYPOST_KEY || undefined,
    ...(env.SES_KEY ? { sesKey: env.SES_KEY } : {}),
  })
}

function portOf(name: string, usual: number): number {
  const port = Number(env[name] || usual)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`${name} must be a whole number from 0 to 65535, not '${env[name]}'`)
  return port
}

let stopping = false
stop = async () => {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(1), 5000).unref()
  await sandbox.close()
  // The channel to the parent would keep the process alive.
  if (process.connected) process.disconnect()
}
// Last: the parent may end the process as soon as it reads this.
console.info(`sandbox listening on ${sandbox.url}, mail on ${sandbox.smtp}`)
process.send?.({ ready: true })
