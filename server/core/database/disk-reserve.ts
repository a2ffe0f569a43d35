import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes reserved for sign-ins and reads: two segments of PostgreSQL's write-ahead log. */
const reserved = 32 * 1024 * 1024
/** Free bytes below which the disk counts as full. */
const minFree = 8 * 1024 * 1024
const piece = Buffer.alloc(1024 * 1024)

const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/**
 * Whether the disk of a data folder is full. While it is not, a file reserves 32 MB. When it is, the file is deleted, which frees
 * space for small necessary writes, such as sessions, until the operator frees more.
 */
export function isDiskFull(folder: string, free: (folder: string) => number = freeBytes): boolean {
  const file = join(folder, 'reserve')
  if (existsSync(file)) {
    if (free(folder) >= minFree) return false
    rmSync(file, { force: true })
    return true
  }
  if (free(folder) < reserved + 2 * minFree) return true
  return !reserve(file)
}

/** Writes real bytes, because a sparse file takes no space. Returns false where they do not fit. */
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
