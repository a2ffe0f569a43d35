import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { lockFolder } from '../server/core/database/folder-lock.ts'
import { freePort, tryPort } from './stack.ts'

// A start on the embedded database leaves nothing behind. Processes are found by a variable that children inherit, which only Linux shows.
const onLinux = process.platform === 'linux'
const root = fileURLToPath(new URL('..', import.meta.url))
const names = ['PORT', 'PORT_PRODUCTION', 'PORT_SANDBOX', 'PORT_SMTP', 'PORT_EXAMPLE']

const template = inject('template')
const environments = ['development', 'production']

let mark = ''
let folder = ''
let ports: number[] = []
let text = ''
beforeEach(async () => {
  mark = randomUUID()
  folder = await mkdtemp(join(tmpdir(), 'portreeve-start-'))
  ports = []
  for (const _ of names) ports.push(await freePort())
  if (!('folder' in template)) return
  for (const name of environments)
    await cp(join(template.folder, 'postgres'), join(folder, name, 'postgres'), { recursive: true })
})
afterEach(async () => {
  for (const pid of marked()) process.kill(pid, 'SIGKILL')
  await vi.waitFor(() => expect(marked()).toEqual([]), waiting)
  await rm(folder, { recursive: true, force: true })
})

/** The living processes of this test. */
function marked(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isZombie = / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\)/, ''))
        return !isZombie && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(mark)
      } catch {
        return false
      }
    })
    .map(Number)
}

function run(command: string, args: string[], more: Record<string, string> = {}): ChildProcess {
  text = ''
  const child = spawn(command, args, {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      START_MARK: mark,
      PORTREEVE_DATA_DIR: folder,
      ...Object.fromEntries(names.map((name, at) => [name, String(ports[at])])),
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      text += data
    })
  return child
}
const start = () => run(process.execPath, ['tools/ready.js', '--', 'tools/start.ts'])

const waiting = { timeout: 60_000, interval: 20 }
const until = (moment: () => boolean) => vi.waitFor(() => expect(moment()).toBe(true), waiting)
const moments: Record<string, () => boolean> = {
  'its parts have just been started': () => marked().length >= 4,
  'they have taken their data folders': () =>
    environments.every((name) => existsSync(join(folder, name, 'lock'))),
  'a database answers and is migrated': () =>
    environments.some((name) => existsSync(join(folder, name, '.s.PGSQL.5432'))),
}

/** No process lives, every port can be opened, and every data folder can be locked. */
async function expectNothingLeft() {
  await vi.waitFor(() => expect(marked()).toEqual([]), waiting)
  // The kernel releases a process's memory, by which it is found, before its files.
  await vi.waitFor(async () => {
    for (const port of ports) expect(await tryPort(port, '127.0.0.1')).toBeUndefined()
    for (const name of environments) {
      const lock = await lockFolder(join(folder, name))
      expect(lock).toBeDefined()
      await lock?.release()
    }
  }, waiting)
}

describe.runIf(onLinux && 'folder' in template)(
  'a start that is ended leaves nothing behind',
  { timeout: 180_000 },
  () => {
    test.each(
      Object.keys(moments).flatMap((moment) =>
        (['SIGTERM', 'SIGKILL'] as const).map((signal) => [signal, moment] as const),
      ),
    )('%s when %s', async (signal, moment) => {
      const child = start()
      const ended = once(child, 'exit')
      await until(moments[moment] ?? (() => true))
      child.kill(signal)
      expect(await ended).toEqual(signal === 'SIGKILL' ? [null, signal] : [0, null])
      await expectNothingLeft()
    })

    test('SIGTERM to npm', async () => {
      const child = run('npm', ['run', 'staff', 'list'])
      const ended = once(child, 'exit')
      await until(() => marked().length > 1)
      child.kill('SIGTERM')
      await ended
      await expectNothingLeft()
    })

    test.each(names)('%s is in use: one sentence says so', async (name) => {
      const port = ports[names.indexOf(name)] ?? 0
      const taken = createServer().listen(port, '127.0.0.1')
      await once(taken, 'listening')
      const [code] = await once(start(), 'close')
      expect({ code, text }).toEqual({
        code: 1,
        text: `${name}: port ${port} is in use: stop the program that uses it, or set ${name} to another port.\n`,
      })
      taken.close()
      await once(taken, 'close')
      await expectNothingLeft()
    })

    test('a data folder that is a file: one sentence says so, and no part is started', async () => {
      const file = join(folder, 'file')
      await writeFile(file, '')
      const child = run(process.execPath, ['tools/ready.js', '--', 'tools/start.ts'], {
        PORTREEVE_DATA_DIR: file,
      })
      const [code] = await once(child, 'close')
      expect({ code, text }).toEqual({
        code: 1,
        text: `PORTREEVE_DATA_DIR: the folder ${join(file, 'development')} cannot be used: it is a file, or lies below one: choose a folder.\n`,
      })
      await expectNothingLeft()
    })

    test('a part that fails ends the others, and only it prints the reason', async () => {
      const child = run(process.execPath, ['tools/ready.js', '--', 'tools/start.ts'], {
        PORTREEVE_LOG: 'loud',
      })
      const [code] = await once(child, 'close')
      expect(code).toBe(1)
      const sentence =
        "PORTREEVE_LOG must be debug or info or warn or error or trace or fatal or silent, not 'loud'."
      // Both servers read it.
      expect(
        new Set(
          text
            .trim()
            .split('\n')
            .filter((line) => !line.startsWith('sandbox listening')),
        ),
      ).toEqual(new Set([sentence]))
      await expectNothingLeft()
    })
  },
)
