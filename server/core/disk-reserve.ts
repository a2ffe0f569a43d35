import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes that are kept for signing in and reading: two segments of PostgreSQL's log. */
const reserved = 32 * 1024 * 1024
/** Free bytes under which the disk counts as full. */
const least = 8 * 1024 * 1024
const piece = Buffer.alloc(1024 * 1024)

const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Whether the disk of a data folder is full. A file of 32 MB is kept there while it is not; when it is, the file is deleted, and
 * what is small and needed, such as the sessions of those who sign in, has room until there is more.
 */
export function isDiskFull(folder: string, free: (folder: string) => number = freeBytes): boolean {
  const file = join(folder, 'reserve')
  if (existsSync(file)) {
    if (free(folder) >= least) return false
    rmSync(file, { force: true })
    return true
  }
  if (free(folder) < reserved + 2 * least) return true
  return !reserve(file)
}

/** Really written, as a file with holes takes no room. False where it does not fit after all. */
function reserve(file: string): boolean {
  let opened: number | undefined
  try {
    opened = openSync(file, 'w', 0o600)
    for (let bytes = 0; bytes < reserved; ) bytes += writeSync(opened, piece)
    fsyncSync(opened)
    return true
  } catch {
    rmSync(file, { force: true })
    return false
  } finally {
    if (opened !== undefined) closeSync(opened)
  }
}
