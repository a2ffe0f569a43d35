import { createHash } from 'node:crypto'
import { lstat, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { damagedProblem, folderProblem, StartError } from '../start-error.ts'
import { type FolderLock, lockFolder } from './folder-lock.ts'
import { makeFolder, makePrivate } from './make-folder.ts'

/** A running embedded database and how to reach and stop it. */
export interface Embedded {
  /** Folder of the unix socket, given to `pg` as host. */
  host: string
  /** Whether another process runs the database. That process also migrates the tables. */
  joined: boolean
  close: () => Promise<void>
}

interface Options {
  /** Receives a sentence for the operator when the database stops and is reopened. */
  warn?: (words: string) => void
  /** Called under the lock, before the database opens. */
  makeRoom?: () => void
  /** Replaces the lock, in the test that shows the lock is needed. */
  lock?: (folder: string) => Promise<FolderLock | undefined>
  /** Milliseconds to wait for a process that holds the lock and does not respond. */
  timeout?: number
}

/** The paths of a data folder's database. */
interface Place {
  folder: string
  /** Folder of the socket. */
  host: string
  socket: string
  /** Holds the process id of the lock owner, for messages only. */
  pidFile: string
}

/** One period in which this process runs the database, or uses that of another process. */
interface Tenure {
  joined: boolean
  /** Resolves when the database is unusable and this process holds no lock, with the reason where one is known. */
  over: Promise<string | undefined>
  close: () => Promise<void>
}

const socketName = '.s.PGSQL.5432'
/** Milliseconds between two attempts to lock a folder. */
const betweenTries = 100
/** Milliseconds between two attempts to open a database that fails to open. */
const betweenFailures = 1000
/** Timeout in milliseconds for an orderly close. */
const closing = 5000

/** A socket's path is limited to about 100 bytes. For a longer folder the socket is in the system's temporary folder. */
function socketFolder(folder: string): string {
  if (Buffer.byteLength(join(folder, socketName)) <= 100) return folder
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
  return join(tmpdir(), `portreeve-${name}`)
}

async function placeOf(dataFolder: string, warn: Options['warn']): Promise<Place> {
  try {
    makeFolder(dataFolder)
    const folder = await realpath(dataFolder)
    const host = socketFolder(folder)
    if (!makePrivate(folder))
      warn?.(`The data folder ${folder} belongs to another user: only they can keep others out of it.`)
    if (host !== folder) await claimSocketFolder(host, folder)
    return { folder, host, socket: join(host, socketName), pidFile: join(folder, 'lock') }
  } catch (error) {
    throw error instanceof StartError ? error : folderProblem(dataFolder, error)
  }
}

/**
 * Makes the socket's folder in the temporary folder, where any user could make it first and answer in the database's place.
 * @throws a StartError unless it belongs to this user, or to the owner of the data
 */
async function claimSocketFolder(host: string, folder: string): Promise<void> {
  makeFolder(host)
  const found = await lstat(host)
  const owners = [process.getuid?.(), (await stat(folder)).uid]
  if (found.isDirectory() && owners.includes(found.uid) && makePrivate(host)) return
  throw new StartError(
    `${host}, where the database of ${folder} would listen, belongs to another user: remove it, or give PORTREEVE_DATA_DIR a shorter path.`,
  )
}

/**
 * Runs the embedded database of a folder, or connects to the process that runs it. Two PGlite instances on one folder lose rows
 * and destroy it, so only the owner of the folder's lock opens its files. When the database stops (its process dies, or it fails
 * in this one), this process takes the lock or connects to the process that was faster.
 */
export async function openEmbedded(dataFolder: string, options: Options = {}): Promise<Embedded> {
  const place = await placeOf(dataFolder, options.warn)
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
      // The caller closed the database during the takeover.
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

/** Retries until the folder is taken or the database is closed. */
async function takeAgain(place: Place, options: Options, isClosed: () => boolean, before: Tenure) {
  let lastWarning = ''
  while (!isClosed()) {
    try {
      return await take(place, options, isClosed)
    } catch (error) {
      const words = `The embedded database in ${place.folder} cannot be opened: ${(error as Error).message}`
      if (words !== lastWarning && !isClosed()) options.warn?.(words)
      lastWarning = words
      if (!isClosed()) await pause(betweenFailures, undefined, { ref: false })
    }
  }
  return before
}

async function take(place: Place, options: Options, isClosed: () => boolean): Promise<Tenure> {
  const { lock = lockFolder, timeout = 30_000 } = options
  const until = performance.now() + timeout
  for (;;) {
    const mine = await lock(place.folder)
    // Check even with the lock: a process in another container has its own network namespace, and therefore its own lock.
    const connection = await reach(place.socket)
    if (connection) {
      await mine?.release()
      return follow(connection)
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
    const connection = connect(socket)
    connection.on('error', () => done(undefined))
    connection.once('connect', () => done(connection))
  })
}

/** Uses the database of another process until the connection closes. */
function follow(connection: Socket): Tenure {
  connection.unref()
  const over = new Promise<undefined>((done) => connection.once('close', () => done(undefined)))
  return {
    joined: true,
    over,
    close: async () => {
      connection.destroy()
      await over
    },
  }
}

/** Runs the database in a worker thread. Releases the lock only after the thread has ended. */
async function run(
  { folder, host, socket, pidFile }: Place,
  lock: FolderLock,
  makeRoom?: () => void,
): Promise<Tenure> {
  makeRoom?.()
  // On a full disk the process id cannot be written, but the database is still readable.
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
  makePrivate(files)
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
