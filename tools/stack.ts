import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Ports {
  development: number
  production: number
  sandbox: number
  smtp: number
}

/** One process of the running product. */
export interface Part {
  name: string
  restart: () => Promise<void>
}

/** The running product: both environments and the vendors' sandbox. */
export interface Stack {
  parts: Part[]
  stop: () => Promise<void>
}

/** Where the console finds an environment, in the shape of /environments.json. */
function environmentAt(name: 'development' | 'production', ports: Ports) {
  const api = `http://localhost:${ports[name]}`
  const dashboard = `https://dashboard.stripe.com${name === 'development' ? '/test' : ''}`
  return {
    api,
    apiKey: `portreeve-${name}`,
    identity: { kind: 'builtin' },
    links: {
      listing: 'https://marketplace.example/posts/{id}',
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

/** Starts everything on this machine and waits until it answers. `ended` is told when a part ends by itself. */
export async function startStack(options: {
  ports: Ports
  dataFolder: string | undefined
  host: string | undefined
  ended: (name: string) => void
}): Promise<Stack> {
  const { ports } = options
  const own = {
    ...(options.dataFolder ? { PORTREEVE_DATA_DIR: options.dataFolder } : {}),
    ...(options.host ? { PORTREEVE_HOST: options.host } : {}),
  }
  const consoles = [ports.development, ports.production].map((port) => `http://localhost:${port}`).join(',')
  const environments = JSON.stringify({
    development: environmentAt('development', ports),
    production: environmentAt('production', ports),
  })
  const sandbox = `http://127.0.0.1:${ports.sandbox}`
  const server = (name: 'development' | 'production', demo: string) =>
    startPart(name, 'server/main.ts', options.ended, {
      ...own,
      PORTREEVE_ENVIRONMENT: name,
      PORT: String(ports[name]),
      PORTREEVE_ADDRESS: `http://localhost:${ports[name]}`,
      PORTREEVE_DEMO: demo,
      PORTREEVE_CONSOLES: consoles,
      PORTREEVE_ENVIRONMENTS: environments,
      PORTREEVE_STRIPE_KEY: 'sk_test_portreeve',
      PORTREEVE_STRIPE_WEBHOOK_SECRET: 'whsec_portreeve',
      PORTREEVE_STRIPE_ADDRESS: sandbox,
      PORTREEVE_EASYPOST_KEY: 'EZTK_portreeve',
      PORTREEVE_EASYPOST_ADDRESS: sandbox,
      PORTREEVE_SANDBOX: sandbox,
      // Development keeps e-mail templates in its own database, production at Amazon SES: both can be tried.
      ...(name === 'production' && {
        PORTREEVE_SES_KEY: 'AKIAPORTREEVE',
        PORTREEVE_SES_SECRET: 'portreeve',
        PORTREEVE_SES_REGION: 'us-east-1',
        PORTREEVE_SES_ADDRESS: `${sandbox}/ses`,
        // What Amazon's client says about future versions of Node.js would stand between our own lines.
        AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
      }),
      PORTREEVE_SMTP: `smtp://127.0.0.1:${ports.smtp}?ignoreTLS=true`,
    })
  const parts = await Promise.all([
    startPart('sandbox', 'sandbox/main.ts', options.ended, {
      ...own,
      PORT: String(ports.sandbox),
      SMTP_PORT: String(ports.smtp),
      STRIPE_WEBHOOKS: [ports.development, ports.production]
        .map((port) => `http://127.0.0.1:${port}/webhooks/stripe`)
        .join(','),
    }),
    server('development', 'full'),
    server('production', 'admin'),
  ])
  return { parts, stop: async () => void (await Promise.all(parts.map((part) => part.stop()))) }
}

async function startPart(
  name: string,
  file: string,
  ended: (name: string) => void,
  settings: Record<string, string>,
): Promise<Part & { stop: () => Promise<void> }> {
  // DATABASE_URL and the like are for `npm run serve`; the trial runs on its own folder.
  const { DATABASE_URL: _url, PORTREEVE_API_KEY: _key, ...environment } = process.env
  let child: ChildProcess
  let stopping = false
  const start = () =>
    new Promise<void>((done, fail) => {
      child = fork(join(root, file), {
        cwd: root,
        execArgv: ['--import', 'tsx'],
        env: { ...environment, ...settings },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // Ctrl+C reaches the parent alone, which then stops its parts one way.
        detached: true,
      })
      child.once('message', () => done())
      child.once('error', fail)
      child.once('exit', (code) => {
        fail(new Error(`${name} ended with code ${code}`))
        if (!stopping) ended(name)
      })
    })
  const stop = () =>
    new Promise<void>((done) => {
      stopping = true
      if (child.exitCode !== null || child.signalCode !== null) return done()
      child.once('exit', () => done())
      child.kill('SIGTERM')
    })
  await start()
  return {
    name,
    stop,
    restart: async () => {
      await stop()
      stopping = false
      await start()
    },
  }
}

/** A port that nobody uses at the moment. */
export function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? done(address.port) : fail(new Error('no port')),
      )
    })
  })
}
