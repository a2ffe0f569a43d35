import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Whether this is the source, which needs tsx, or the compiled package. */
const isSource = import.meta.url.endsWith('.ts')

/** One process of the running product. */
export interface Part {
  name: string
  restart: () => Promise<void>
}

/** A start that was stopped, or of which a part has failed and printed the reason. Nothing runs any more. */
export class NotStarted extends Error {}

/** Milliseconds after which a part that has not stopped is killed. */
const stopTimeout = 12_000

interface StartedPart extends Part {
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** A part that can be started and stopped. It ends with this process, also by kill -9: its channel to this one closes. */
export function makePart(
  name: string,
  file: string,
  ended: (name: string) => void,
  output: 'inherit' | number,
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
        stdio: ['ignore', output, output, 'ipc'],
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
