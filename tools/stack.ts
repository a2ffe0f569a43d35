import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { exampleKey, NoKey } from './example-key.ts'
import { makePart, NotStarted, type Part } from './part.ts'

export interface Ports {
  development: number
  production: number
  sandbox: number
  smtp: number
}

/** The running product: both environments, the vendors' sandbox, and the example marketplace where there is one. */
export interface Stack {
  parts: Part[]
  stop: () => Promise<void>
}

/** The addresses of an environment, in the shape of /environments.json. */
function environmentAt(name: 'development' | 'production', ports: Ports, example?: { port: number }) {
  const api = `http://localhost:${ports[name]}`
  const dashboard = `https://dashboard.stripe.com${name === 'development' ? '/test' : ''}`
  return {
    api,
    apiKey: `portreeve-${name}`,
    identity: { kind: 'builtin' },
    links: {
      listing: `${example ? `http://localhost:${example.port}` : 'https://marketplace.example'}/posts/{id}`,
      storage: `${api}/images/{path}`,
      ip: 'https://ipinfo.io/{ip}',
      push: 'https://dashboard.onesignal.com/players/{id}',
      payment: `${dashboard}/payments/{id}`,
      customer: `${dashboard}/customers/{id}`,
      connect: `${dashboard}/connect/accounts/{id}`,
      trackingSearch: 'https://duckduckgo.com/?q={number}',
    },
  }
}

/**
 * Starts everything on this machine and waits until it answers. When a part fails, or `stopping` is aborted, all parts end before this rejects.
 * @param options.ended receives the name of a part that ends by itself after the start.
 */
export async function startStack(options: {
  ports: Ports
  dataFolder: string | undefined
  /** Addresses of databases on PostgreSQL; default: embedded ones in the data folder. */
  databases?: { development: string; production: string }
  host: string | undefined
  /** Development's data. */
  demo: 'full' | 'fixtures'
  /** Starts the example marketplace, which writes to development, with a data folder. */
  example?: { port: number; folder: string }
  /** The file for what the parts print; default: the output of this process. */
  log?: string
  ended: (name: string) => void
  stopping?: AbortSignal
}): Promise<Stack> {
  const { ports } = options
  const output = options.log === undefined ? ('inherit' as const) : openSync(options.log, 'a')
  const part = (name: string, file: string, settings: Record<string, string>) =>
    makePart(name, file, options.ended, output, settings)
  const own = {
    ...(options.dataFolder ? { PORTREEVE_DATA_DIR: options.dataFolder } : {}),
    ...(options.host ? { PORTREEVE_HOST: options.host } : {}),
  }
  const consoles = [ports.development, ports.production].map((port) => `http://localhost:${port}`).join(',')
  const environments = JSON.stringify({
    development: environmentAt('development', ports, options.example),
    production: environmentAt('production', ports),
  })
  const sandbox = `http://127.0.0.1:${ports.sandbox}`
  const server = (name: 'development' | 'production', demo: string) =>
    part(name, 'server/main', {
      ...own,
      PORTREEVE_ENVIRONMENT: name,
      ...(options.databases && { DATABASE_URL: options.databases[name] }),
      PORT: String(ports[name]),
      PORTREEVE_ADDRESS: `http://localhost:${ports[name]}`,
      PORTREEVE_DEMO: demo,
      // A journey waits for a check of the ledger; its own sales are from yesterday.
      ...(demo === 'fixtures' && { PORTREEVE_LEDGER_DAYS: '3' }),
      PORTREEVE_CONSOLES: consoles,
      PORTREEVE_ENVIRONMENTS: environments,
      PORTREEVE_STRIPE_KEY: 'sk_test_portreeve',
      PORTREEVE_STRIPE_WEBHOOK_SECRET: 'whsec_portreeve',
      PORTREEVE_STRIPE_ADDRESS: sandbox,
      PORTREEVE_EASYPOST_KEY: 'EZTK_portreeve',
      PORTREEVE_EASYPOST_ADDRESS: sandbox,
      PORTREEVE_SANDBOX: sandbox,
      // Development stores email templates in its own database, production at Amazon SES: both can be tried.
      ...(name === 'production' && {
        PORTREEVE_SES_KEY: 'AKIAPORTREEVE',
        PORTREEVE_SES_SECRET: 'portreeve',
        PORTREEVE_SES_REGION: 'us-east-1',
        PORTREEVE_SES_ADDRESS: `${sandbox}/ses`,
        // Hide the warnings of Amazon's client about future versions of Node.js.
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      }),
      PORTREEVE_SMTP: `smtp://127.0.0.1:${ports.smtp}?ignoreTLS=true`,
    })
  const parts = [
    part('sandbox', 'sandbox/main', {
      ...own,
      PORT: String(ports.sandbox),
      SMTP_PORT: String(ports.smtp),
      STRIPE_WEBHOOKS: [ports.development, ports.production]
        // As PORTREEVE_ADDRESS: the server looks for its endpoint by that.
        .map((port) => `http://localhost:${port}/webhooks/stripe`)
        .join(','),
    }),
    server('development', options.demo),
    server('production', 'admin'),
  ]
  const startExample = async ({ port, folder }: NonNullable<typeof options.example>) => {
    const { api, apiKey } = environmentAt('development', ports)
    const made = await exampleKey(api, apiKey, join(folder, 'example', 'key'), port).catch((error) => {
      // The demo works without it.
      if (!(error instanceof NoKey)) throw error
      console.error(error.message)
    })
    if (made === undefined) return
    const example = part('example', 'example/main', {
      PORT: String(port),
      PORTREEVE_DATA_DIR: folder,
      PORTREEVE_ADDRESS: api,
      PORTREEVE_KEY: made.key,
      ...(made.secret !== undefined && { PORTREEVE_ACTION_SECRET: made.secret }),
      STRIPE_ADDRESS: sandbox,
      STRIPE_KEY: 'sk_test_portreeve',
    })
    parts.push(example)
    await example.start()
  }
  const stop = async () => {
    await Promise.all(parts.map((part) => part.stop()))
    if (output !== 'inherit') closeSync(output)
  }
  const stopped = new Promise<never>((_, fail) => {
    const end = () => fail(new NotStarted('stopped'))
    if (options.stopping?.aborted) end()
    options.stopping?.addEventListener('abort', end, { once: true })
  })
  try {
    await Promise.race([stopped, Promise.all(parts.map((part) => part.start()))])
    if (options.example) await Promise.race([stopped, startExample(options.example)])
  } catch (error) {
    await stop()
    throw error
  }
  return { parts, stop }
}

/** Tries to open a port; returns the error if it cannot. */
export function tryPort(port: number, host: string): Promise<Error | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', done)
    probe.listen(port, host, () => probe.close(() => done(undefined)))
  })
}

// Below the ports that systems give to clients' connections (32768 upwards) and to `listen(0)`: one of those can be taken between the moment
// it is found free and the moment it is used. Each process has a block, so that two at once, as tests are, do not find the same.
let nextPort = 10_000 + (process.pid % 2_000) * 11

/** A free port that this process has not given before. */
export async function freePort(): Promise<number> {
  const port = nextPort
  nextPort = port < 32_000 ? port + 1 : 10_000
  return (await tryPort(port, '127.0.0.1')) ? freePort() : port
}
