import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeFolder } from './make-folder.ts'

/**
 * The text of a small file that is created once and never changes. It is written under a temporary name and linked to its own, so
 * that no reader sees a part of it and processes that start together use the same text.
 * @param isWhole whether a found text is complete. An incomplete one, such as an empty file after a full disk, is replaced
 * @throws the file system's error; the file is then unchanged.
 */
export function keptFile(path: string, make: () => string, isWhole: (text: string) => boolean): string {
  const found = readText(path)
  if (found !== undefined && isWhole(found)) return found
  const fresh = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  const copy = `${fresh}-copy`
  makeFolder(dirname(path))
  try {
    writeFlushed(fresh, make())
    if (found === undefined) linkOnce(fresh, path)
    else {
      // A plain rename could replace the text of another process. Every process installs the text that was linked first.
      const agreed = `${path}.repaired`
      linkOnce(fresh, agreed)
      writeFlushed(copy, readFileSync(agreed, 'utf8'))
      renameSync(copy, path)
    }
    flushFolder(dirname(path))
  } finally {
    rmSync(fresh, { force: true })
    rmSync(copy, { force: true })
  }
  return readFileSync(path, 'utf8')
}

/** The text of a file; undefined where there is none. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function linkOnce(from: string, to: string) {
  try {
    linkSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function writeFlushed(path: string, text: string) {
  const file = openSync(path, 'wx', 0o600)
  try {
    const bytes = Buffer.from(text)
    for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Flushes the directory entry of a new file. Windows cannot open a folder. */
function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
