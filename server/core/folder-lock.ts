import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from './start-error.ts'

/** A folder that belongs to this process until it releases it or ends. The kernel keeps the lock, so a dead process holds none. */
export interface FolderLock {
  release: () => Promise<void>
}

/** The bytes of a unix socket's address. Newer Node pads no shorter abstract name: only a full one is the same for all versions. */
const addressBytes = 108
/** Opens a file and locks it as a whole (BSD and macOS); `fs.constants` does not list it. */
const exclusiveLock = 0x20

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** The abstract unix socket of a folder (Linux), by its inode: every path to the folder leads to it. */
export const abstractName = ({ dev, ino }: { dev: bigint; ino: bigint }) =>
  `\0portreeve-${digest(`${dev}:${ino}`)}`.padEnd(addressBytes, '-')

/** The named pipe of a folder (Windows), where paths differ only in case. */
export const pipeName = (path: string) => `\\\\.\\pipe\\portreeve-${digest(path.toLowerCase())}`

/** Takes the lock of an existing folder; undefined where a living process holds it. */
export async function lockFolder(
  folder: string,
  platform: NodeJS.Platform = process.platform,
): Promise<FolderLock | undefined> {
  switch (platform) {
    case 'linux':
    case 'android': {
      // The open folder keeps its inode number from being given to another one.
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

/** A name that one process at a time can listen on. */
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
