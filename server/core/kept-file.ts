import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * The text of a small file that is made once and never changes. It is written under another name and gets its own by a link, so
 * that it is never there in part, and processes that start together use the same one.
 * @param isWhole whether a text that was found is complete; one that is not, such as an empty file that a full disk left, is made anew
 * @throws the file system's error; the file is then as it was.
 */
export function keptFile(path: string, make: () => string, isWhole: (text: string) => boolean): string {
  const found = readText(path)
  if (found !== undefined && isWhole(found)) return found
  const fresh = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`
  const copy = `${fresh}-copy`
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFlushed(fresh, make())
    if (found === undefined) linkOnce(fresh, path)
    else {
      // A rename alone would put the text of one process in the place of another's: all put the first that was linked.
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

function readText(path: string): string | undefined {
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

/** The name of a new file is on the disk only after this. Windows cannot open a folder. */
function flushFolder(folder: string) {
  if (process.platform === 'win32') return
  const file = openSync(folder, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
