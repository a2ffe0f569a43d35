import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

/** A running embedded database and how to reach and stop it. */
export interface Embedded {
  /** Folder of the unix socket, given to `pg` as host. */
  host: string
  /** Whether another process runs the database; it also brings the tables up to date. */
  joined: boolean
  close: () => Promise<void>
}

/** The folder of a database's socket. A socket's path may hold about 100 bytes: a longer one lies in the system's own. */
function socketFolder(dataFolder: string): string {
  const folder = resolve(dataFolder)
  if (Buffer.byteLength(join(folder, socketName)) <= 100) return folder
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `portreeve-${name}`)
}

const socketName = '.s.PGSQL.5432'

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => done(true)).once('error', () => done(false))
    socket.once('connect', () => socket.end())
  })
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The process that holds a data folder, or undefined. */
async function holder(lock: string, socket: string): Promise<number | undefined> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
  if (!pid || !isAlive(pid)) return undefined
  // A process number may have been given to somebody else since; the holder also answers on its socket,
  // or is still starting.
  for (let tries = 0; tries < 40 && isAlive(pid); tries++) {
    if (await answers(socket)) return pid
    await new Promise((done) => setTimeout(done, 250))
  }
  return undefined
}

/**
 * Starts the embedded database of a folder, or joins the one that another process of ours runs on it:
 * two PGlite on one folder silently lose rows, so the lock file is taken first and its holder alone opens the files.
 */
export async function openEmbedded(dataFolder: string): Promise<Embedded> {
  await mkdir(dataFolder, { recursive: true })
  const host = socketFolder(dataFolder)
  await mkdir(host, { recursive: true, mode: 0o700 })
  const lock = join(dataFolder, 'lock')
  const socket = join(host, socketName)
  for (let tries = 0; tries < 5; tries++) {
    const file = await open(lock, 'wx').catch(() => undefined)
    if (file) {
      await file.writeFile(String(process.pid))
      await file.close()
      return start(dataFolder, host, lock)
    }
    if (await holder(lock, socket)) return follow(dataFolder, host, socket)
    await rm(lock, { force: true })
  }
  throw new Error(`Could not take the lock of ${dataFolder}`)
}

/**
 * Uses the database that another process runs. When that process ends, this one runs it, or follows whoever was
 * quicker: an import that was begun before the server must not leave the server without a database.
 */
function follow(dataFolder: string, host: string, socket: string): Embedded {
  let closed = false
  let next: Embedded | undefined
  const takeOver = async () => {
    while (!closed && !next) {
      next = await openEmbedded(dataFolder).catch(() => undefined)
      if (!next) await new Promise((later) => setTimeout(later, 500))
    }
    if (closed) await next?.close()
  }
  const line = connect(socket)
  line.unref()
  line.on('error', () => {})
  line.once('close', () => void takeOver())
  return {
    host,
    joined: true,
    close: async () => {
      closed = true
      line.destroy()
      await next?.close()
    },
  }
}

async function start(dataFolder: string, host: string, lock: string): Promise<Embedded> {
  const worker = new Worker(new URL('./embedded-worker.js', import.meta.url), {
    workerData: { folder: join(dataFolder, 'postgres'), socket: join(host, socketName) },
  })
  try {
    await said(worker, 'ready')
  } catch (error) {
    await rm(lock, { force: true })
    throw error
  }
  return {
    host,
    joined: false,
    close: async () => {
      const closed = said(worker, 'closed')
      worker.postMessage('close')
      await Promise.race([closed, new Promise((done) => setTimeout(done, 5000))])
      await worker.terminate()
      await rm(join(host, socketName), { force: true })
      await rm(lock, { force: true })
    },
  }
}

function said(worker: Worker, word: string): Promise<void> {
  return new Promise((done, fail) => {
    worker.on('message', (message) => message === word && done())
    worker.once('error', fail)
    worker.once('exit', (code) => fail(new Error(`The embedded database ended with code ${code}`)))
  })
}
