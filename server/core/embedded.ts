import { createHash } from 'node:crypto'
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { damagedProblem, folderProblem, StartError } from './start-error.ts'

/** A running embedded database and how to reach and stop it. */
export interface Embedded {
  /** Folder of the unix socket, given to `pg` as host. */
  host: string
  /** Whether another process runs the database; it also brings the tables up to date. */
  joined: boolean
  close: () => Promise<void>
}

interface Options {
  /** Receives a sentence for the operator when the database ends and is opened again. */
  warn?: (words: string) => void
  /** Called before the database is opened, with the lock. */
  makeRoom?: () => void
  /** Another lock, for a test that the lock is needed. */
  lock?: (folder: string) => Promise<FolderLock | undefined>
  /** Milliseconds to wait for a process that holds the folder and does not answer. */
  patience?: number
}

/** Where the parts of a data folder's database are. */
interface Place {
  folder: string
  /** Folder of the socket. */
  host: string
  socket: string
  /** The process number of the holder, for messages only. */
  pidFile: string
}

/** The time in which this process runs the database itself, or uses the one of another process. */
interface Tenure {
  joined: boolean
  /** Fulfilled when the database can no longer be used and this process holds no lock; the reason where one is known. */
  over: Promise<string | undefined>
  close: () => Promise<void>
}

const socketName = '.s.PGSQL.5432'
/** Milliseconds between two attempts to take a folder. */
const betweenTries = 100
/** Milliseconds between two attempts to open a database that cannot be opened. */
const betweenFailures = 1000
/** Milliseconds for the database to close in order. */
const closing = 5000

/** A socket's path may hold about 100 bytes: that of a longer folder lies in the system's temporary folder. */
function socketFolder(folder: string): string {
  if (Buffer.byteLength(join(folder, socketName)) <= 100) return folder
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `portreeve-${name}`)
}

async function placeOf(dataFolder: string): Promise<Place> {
  try {
    await mkdir(dataFolder, { recursive: true })
    const folder = await realpath(dataFolder)
    const host = socketFolder(folder)
    await mkdir(host, { recursive: true, mode: 0o700 })
    return { folder, host, socket: join(host, socketName), pidFile: join(folder, 'lock') }
  } catch (error) {
    throw folderProblem(dataFolder, error)
  }
}

/**
 * Runs the embedded database of a folder, or uses the one that another process runs on it: two PGlite on one folder lose rows
 * and destroy the folder, so only the holder of the folder's lock opens its files. When the database ends (its process died, or it
 * failed in this one), this process takes its place or uses that of the process that was quicker.
 */
export async function openEmbedded(dataFolder: string, options: Options = {}): Promise<Embedded> {
  const place = await placeOf(dataFolder)
  let closed = false
  const isClosed = () => closed
  let tenure = await take(place, options, isClosed)
  const { host } = place
  const { joined } = tenure
  const kept = (async () => {
    while (!closed) {
      const reason = await tenure.over
      if (closed) return
      options.warn?.(
        `The embedded database in ${place.folder} has ended${reason ? ` (${reason})` : ''} and is opened again.`,
      )
      tenure = await takeAgain(place, options, isClosed, tenure)
      // Closed while the folder was taken.
      if (closed) await tenure.close()
    }
  })()
  return {
    host,
    joined,
    close: async () => {
      closed = true
      await tenure.close()
      await kept
    },
  }
}

/** Takes a folder as often as is needed. */
async function takeAgain(place: Place, options: Options, isClosed: () => boolean, before: Tenure) {
  let told = ''
  while (!isClosed()) {
    try {
      return await take(place, options, isClosed)
    } catch (error) {
      const words = `The embedded database in ${place.folder} cannot be opened: ${(error as Error).message}`
      if (words !== told && !isClosed()) options.warn?.(words)
      told = words
      if (!isClosed()) await pause(betweenFailures, undefined, { ref: false })
    }
  }
  return before
}

async function take(place: Place, options: Options, isClosed: () => boolean): Promise<Tenure> {
  const { lock = lockFolder, patience = 30_000 } = options
  const until = performance.now() + patience
  for (;;) {
    const mine = await lock(place.folder)
    // Also with the lock: a process of another container has a network, and with it a lock, of its own.
    const line = await reach(place.socket)
    if (line) {
      await mine?.release()
      return follow(line)
    }
    if (mine) return run(place, mine, options.makeRoom)
    if (isClosed() || performance.now() > until) throw new StartError(await heldBy(place))
    await pause(betweenTries)
  }
}

async function heldBy({ folder, pidFile }: Place): Promise<string> {
  const pid = await readFile(pidFile, 'utf8').catch(() => '')
  return `The data folder ${folder} is in use by another process${pid && ` (${pid})`} whose database does not answer: stop that process and start again.`
}

/** A connection to a running database, or undefined. */
function reach(socket: string): Promise<Socket | undefined> {
  return new Promise((done) => {
    const line = connect(socket)
    line.on('error', () => done(undefined))
    line.once('connect', () => done(line))
  })
}

/** Uses the database of another process until the connection to it ends. */
function follow(line: Socket): Tenure {
  line.unref()
  const over = new Promise<undefined>((done) => line.once('close', () => done(undefined)))
  return {
    joined: true,
    over,
    close: async () => {
      line.destroy()
      await over
    },
  }
}

/** Runs the database in a thread of this process. The lock goes when the thread has ended, never before. */
async function run(
  { folder, host, socket, pidFile }: Place,
  lock: FolderLock,
  makeRoom?: () => void,
): Promise<Tenure> {
  makeRoom?.()
  // A full disk cannot note the number; the database can still be read.
  await writeFile(pidFile, String(process.pid)).catch(() => {})
  const files = join(folder, 'postgres')
  const worker = new Worker(new URL('./embedded-worker.js', import.meta.url), {
    workerData: { folder: files, socket: join(host, socketName) },
  })
  let failure: Error | undefined
  worker.on('error', (error) => {
    failure = error
  })
  const over = new Promise<void>((done) => worker.once('exit', () => done())).then(async () => {
    await rm(socket, { force: true }).catch(() => {})
    await writeFile(pidFile, '').catch(() => {})
    await lock.release()
    return failure?.message
  })
  const ready = new Promise<true>((done) => worker.once('message', () => done(true)))
  if (!(await Promise.race([ready, over.then(() => false)])))
    throw damagedProblem(files, failure ?? new Error('its thread has ended'))
  return {
    joined: false,
    over,
    close: async () => {
      worker.postMessage('close')
      const late = setTimeout(() => void worker.terminate(), closing)
      await over
      clearTimeout(late)
    },
  }
}
