import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The lock of a folder. This process holds it until it releases it or ends; the kernel releases the lock of a dead process. */
export interface FolderLock {
  release: () => Promise<void>
}

/** The length of a unix socket's address in bytes. Node versions pad a shorter abstract name differently, so the name fills it. */
const addressBytes = 108
/** The flag that opens a file and locks it exclusively (BSD and macOS); missing from `fs.constants`. */
const exclusiveLock = 0x20

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** The abstract unix socket of a folder (Linux). It is named by the inode, so that every path to the folder gives the same name. */
export const abstractName = ({ dev, ino }: { dev: bigint; ino: bigint }) =>
  `\0portreeve-${digest(`${dev}:${ino}`)}`.padEnd(addressBytes, '-')

/** The named pipe of a folder (Windows). Paths are case-insensitive there. */
export const pipeName = (path: string) => `\\\\.\\pipe\\portreeve-${digest(path.toLowerCase())}`

/** Locks an existing folder. Returns undefined if a living process holds the lock. */
export async function lockFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<FolderLock | undefined> {
  switch (platform) {
    case 'linux':
    case 'android': {
      // Keep the folder open, so that its inode number is not reused.
      const directory = await open(folder, 'r')
      const lock = await listen(abstractName(await directory.stat({ bigint: true })))
      if (!lock) await directory.close()
      return lock && { release: () => lock.release().then(() => directory.close()) }
    }
    case 'win32':
      return listen(pipeName(await realpath(folder)))
    case 'darwin':
    case 'freebsd':
    case 'netbsd':
    case 'openbsd':
      return lockFile(join(folder, 'lock'))
    default:
      throw new StartError(
        `The embedded database cannot lock its folder on ${platform}: set DATABASE_URL to a PostgreSQL database.`,
      )
  }
}

/** Locks by listening: only one process at a time can listen on a name. */
function listen(path: string): Promise<FolderLock | undefined> {
  const server = createServer((socket) => socket.destroy())
  return new Promise((done, fail) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(undefined) : fail(error),
    )
    server.listen({ path, exclusive: true }, () => {
      server.unref()
      done({ release: () => new Promise((released) => server.close(() => released())) })
    })
  })
}

async function lockFile(path: string): Promise<FolderLock | undefined> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | exclusiveLock
  let file: FileHandle
  try {
    file = await open(path, flags, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined
    throw error
  }
  return { release: () => file.close() }
}
