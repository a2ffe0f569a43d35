import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { type Stack, startStack } from './stack.ts'

// `npm start`: the whole product on this machine, with demo data in development. `--watch` (npm run dev) also rebuilds
// the console and restarts a server when its files change.
const { env } = process
const port = (name: string, usual: number) => Number(env[name] || usual)
const ports = {
  development: port('PORT', 4400),
  production: port('PORT_PRODUCTION', 4500),
  sandbox: port('PORT_SANDBOX', 4600),
  smtp: port('PORT_SMTP', 4625),
}
const began = Date.now()

let stack: Stack | undefined
let stopping = false
const stop = async (code: number) => {
  if (stopping) return
  stopping = true
  await stack?.stop()
  process.exit(code)
}

try {
  stack = await startStack({
    ports,
    dataFolder: env.PORTREEVE_DATA_DIR,
    host: env.PORTREEVE_HOST,
    ended: (name) => {
      if (stopping) return
      console.error(`The ${name} part has stopped; stopping the others.`)
      void stop(1)
    },
  })
  process.once('SIGINT', () => void stop(0))
  process.once('SIGTERM', () => void stop(0))
  if (process.argv.includes('--watch')) watchFiles(stack.parts)
  console.info(`
Portreeve runs (started in ${((Date.now() - began) / 1000).toFixed(1)} s).

  Development, with demo data   http://localhost:${ports.development}
  Production, empty             http://localhost:${ports.production}
  Vendors' sandbox              http://localhost:${ports.sandbox}/mail

  Sign in as admin@portreeve.test, moderator@portreeve.test, support@portreeve.test or
  finance@portreeve.test (production: the admin only). The password is portreeve-demo.

  Import a marketplace:  npm run import -- DIR
  Stop with Ctrl+C.
`)
} catch (error) {
  console.error(`Portreeve could not start: ${(error as Error).message}`)
  process.exit(1)
}

function watchFiles(parts: { name: string; restart: () => Promise<void> }[]) {
  spawn('npm', ['exec', '-w', 'console', '--', 'vite', 'build', '--watch', '--logLevel', 'warn'], {
    stdio: 'inherit',
  })
  let waiting: NodeJS.Timeout | undefined
  for (const folder of ['server', 'contract', 'sandbox'])
    watch(folder, { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts')) return
      clearTimeout(waiting)
      waiting = setTimeout(() => {
        console.info(`${folder}/${file} changed: restarting`)
        for (const part of parts) part.restart().catch((error) => console.error(String(error)))
      }, 300)
    })
}
