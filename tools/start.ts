import { type ChildProcess, fork } from 'node:child_process'
import { accessSync, constants, watch } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeFolder } from '../server/core/database/make-folder.ts'
import { folderProblem, portProblem, StartError } from '../server/core/start-error.ts'
import { program } from '../server/settings/program.ts'
import { portOf } from '../server/settings/variables.ts'
import { NotStarted } from './part.ts'
import { type Ports, type Stack, startStack, tryPort } from './stack.ts'

// `npm start`: the whole product on this machine, with demo data in development. `--watch` (npm run dev) also rebuilds
// the console and restarts a server when its files change.
const { env } = process
const began = Date.now()
const names = {
  development: ['PORT', 4400],
  production: ['PORT_PRODUCTION', 4500],
  sandbox: ['PORT_SANDBOX', 4600],
  smtp: ['PORT_SMTP', 4625],
  example: ['PORT_EXAMPLE', 4700],
} as const
const dataFolder = env.PORTREEVE_DATA_DIR || fileURLToPath(new URL('../data', import.meta.url))

let stack: Stack | undefined
let builder: ChildProcess | undefined
const stopping = new AbortController()
const stop = async (code: number) => {
  if (stopping.signal.aborted) return
  // An unfinished start stops its parts itself.
  stopping.abort()
  builder?.kill()
  if (!stack) return
  await stack.stop()
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Replace the handlers of tools/ready.js, which end the process at once.
  process.removeAllListeners(signal)
  process.on(signal, () => void stop(0))
}

try {
  const demo = demoOf(env.PORTREEVE_DEMO)
  // The fixtures are the data of the tests alone.
  const hasExample = demo === 'full'
  const { example, ...ports } = await freePorts(hasExample)
  makeDataFolders()
  stack = await startStack({
    ports,
    dataFolder: env.PORTREEVE_DATA_DIR,
    host: env.PORTREEVE_HOST,
    demo,
    ...(hasExample && { example: { port: example, folder: dataFolder } }),
    ended: (name) => {
      if (stopping.signal.aborted) return
      console.error(`The ${name} part has stopped; stopping the others.`)
      void stop(1)
    },
    stopping: stopping.signal,
  })
  if (process.argv.includes('--watch')) watchFiles(stack.parts)
  console.info(`
Portreeve runs (started in ${((Date.now() - began) / 1000).toFixed(1)} s).

  Development, with demo data   http://localhost:${ports.development}
  Production, empty             http://localhost:${ports.production}
  Vendors' sandbox              http://localhost:${ports.sandbox}/mail${
    stack.parts.some(({ name }) => name === 'example')
      ? `\n  A marketplace beside it       http://localhost:${example}`
      : ''
  }

  Sign in as admin@portreeve.test, moderator@portreeve.test, support@portreeve.test or
  finance@portreeve.test (production: the admin only). The password is portreeve-demo.

  Import a marketplace:  ${program} import DIR
  Stop with Ctrl+C.
`)
} catch (error) {
  if (stopping.signal.aborted) process.exit(0)
  // A part that failed has printed the reason.
  if (!(error instanceof NotStarted)) console.error((error as Error).message)
  process.exit(1)
}

/** Development's data: the demo that tells stories, or the fixtures of the tests. */
function demoOf(word: string | undefined): 'full' | 'fixtures' {
  if (word === undefined || word === '' || word === 'full') return 'full'
  if (word === 'fixtures') return 'fixtures'
  throw new StartError(`PORTREEVE_DEMO is ${word}, but must be full or fixtures.`)
}

/** The ports, before anything is started. Throws StartError with the variable of a port that is in use or given twice. */
async function freePorts(hasExample: boolean): Promise<Ports & { example: number }> {
  const ports = {} as Ports & { example: number }
  for (const part of ['development', 'production', 'sandbox', 'smtp', 'example'] as const) {
    if (part === 'example' && !hasExample) continue
    const [name, usual] = names[part]
    const port = portOf(env, name, usual)
    const other = Object.entries(ports).find(([, taken]) => taken === port)?.[0] as
      | keyof typeof ports
      | undefined
    if (other) throw new StartError(`${name} must be another port than ${names[other][0]}: both are ${port}.`)
    const host = (part === 'development' || part === 'production') && env.PORTREEVE_HOST
    const error = await tryPort(port, host || '127.0.0.1')
    if (error) throw portProblem(name, host || '127.0.0.1', port, error) ?? error
    ports[part] = port
  }
  return ports
}

/** Makes the data folder of each part, before any is started. Throws StartError where a part could not write. */
function makeDataFolders() {
  for (const part of ['development', 'production', 'sandbox', 'example']) {
    const own = join(dataFolder, part)
    try {
      makeFolder(own)
      accessSync(own, constants.W_OK)
    } catch (error) {
      throw folderProblem(own, error)
    }
  }
}

/** Vite ends with this process in every case. */
const withParent = 'data:text/javascript,process.once("disconnect",()=>process.exit())'

function watchFiles(parts: { name: string; restart: () => Promise<void> }[]) {
  const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
  builder = fork(vite, ['build', '--watch', '--logLevel', 'warn'], {
    cwd: fileURLToPath(new URL('../console', import.meta.url)),
    execArgv: ['--import', withParent],
  })
  let waiting: NodeJS.Timeout | undefined
  for (const folder of ['server', 'contract', 'sandbox', 'client', 'example'])
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts')) return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        console.info(`${folder}/${file} changed: restarting`)
        for (const part of parts) part.restart().catch((error) => console.error(String(error)))
      }, 300)
    })
}
