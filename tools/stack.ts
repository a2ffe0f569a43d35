import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exampleKey, NoKey } from './example-key.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Whether this is the source, which needs tsx, or the compiled package. */
const isSource = import.meta.url.endsWith('.ts')

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

/** A start that was stopped, or of which a part has failed and printed the reason. Nothing runs any more. */
export class NotStarted extends Error {}

/**
 * Starts everything on this machine and waits until it answers. When a part fails, or `stopping` is aborted, all parts end before this rejects.
 * @param options.ended receives the name of a part that ends by itself after the start.
 */
export async function startStack(options: {
  ports: Ports
  dataFolder: string | undefined
  host: string | undefined
  /** Development's data. */
  demo: 'full' | 'fixtures'
  /** Starts the example marketplace, which writes to development, with a data folder. */
  example?: { port: number; folder: string }
  ended: (name: string) => void
  stopping?: AbortSignal
}): Promise<Stack> {
  const { ports } = options
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
    makePart(name, 'server/main', options.ended, {
      ...own,
      PORTREEVE_ENVIRONMENT: name,
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
    makePart('sandbox', 'sandbox/main', options.ended, {
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
    const key = await exampleKey(api, apiKey, join(folder, 'example', 'key')).catch((error) => {
      // The demo works without it.
      if (!(error instanceof NoKey)) throw error
      console.error(error.message)
    })
    if (key === undefined) return
    const example = makePart('example', 'example/main', options.ended, {
      PORT: String(port),
      PORTREEVE_DATA_DIR: folder,
      PORTREEVE_ADDRESS: api,
      PORTREEVE_KEY: key,
      STRIPE_ADDRESS: sandbox,
      STRIPE_KEY: 'sk_test_portreeve',
    })
    parts.push(example)
    await example.start()
  }
  const stop = async () => void (await Promise.all(parts.map((part) => part.stop())))
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

/** Milliseconds after which a part that has not stopped is killed. */
const stopTimeout = 12_000

interface StartedPart extends Part {
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** A part that can be started and stopped. It ends with this process, also by kill -9: its channel to this one closes. */
function makePart(
  name: string,
  file: string,
  ended: (name: string) => void,
  settings: Record<string, string>,
): StartedPart {
  // DATABASE_URL and the like are for `npm run serve`; the demo runs on its own folder.
  const {
    DATABASE_URL: _url,
    DATABASE_POOLER_URL: _pooler,
    DATABASE_READ_URL: _read,
    PORTREEVE_API_KEY: _key,
    ...environment
  } = process.env
  let child: ChildProcess | undefined
  let stopping = false
  const start = () =>
    new Promise<void>((done, fail) => {
      let ready = false
      stopping = false
      const started = fork(join(root, isSource ? `${file}.ts` : `${file}.js`), {
        cwd: root,
        execArgv: isSource ? ['--import', 'tsx'] : [],
        env: { ...environment, ...settings },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        // Ctrl+C reaches only the parent, which then stops its parts.
        detached: true,
      })
      child = started
      started.once('message', () => {
        ready = true
        done()
      })
      started.once('error', fail)
      started.once('exit', (code, signal) => {
        // A part that ends with a code has printed the reason.
        fail(code === null ? new Error(`${name} was ended by ${signal}`) : new NotStarted(name))
        if (ready && !stopping) ended(name)
      })
    })
  const stop = () =>
    new Promise<void>((done) => {
      stopping = true
      const running = child
      // A process that could not be started has no number.
      if (!running?.pid || running.exitCode !== null || running.signalCode !== null) return done()
      const late = setTimeout(() => running.kill('SIGKILL'), stopTimeout)
      running.once('exit', () => {
        clearTimeout(late)
        done()
      })
      running.kill('SIGTERM')
    })
  return {
    name,
    start,
    stop,
    restart: async () => {
      await stop()
      await start()
    },
  }
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
