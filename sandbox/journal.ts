import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** A file to which lines are only ever added. */
export interface Journal<Entry> {
  /** Adds entries, all of them in one write. They are safe from the end of the process (not of the computer) when this returns. */
  add: (...entries: Entry[]) => void
  close: () => void
}

/**
 * Opens a journal and hands what it holds to `apply`, line by line. Writing is synchronous on purpose: nobody can come
 * between the check, the line and the answer.
 */
export function openJournal<Entry>(path: string, apply: (entry: Entry) => void): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true })
  const file = openSync(path, 'a')
  const kept = readFileSync(path)
  // What follows the last line break was being written when the process was killed; nobody was told that it happened.
  const end = kept.lastIndexOf('\n') + 1
  if (end < kept.length) truncateSync(path, end)
  for (const line of kept.subarray(0, end).toString('utf8').split('\n')) {
    if (line !== '') apply(JSON.parse(line) as Entry)
  }
  return {
    add: (...entries) => {
      if (entries.length === 0) return
      const bytes = Buffer.from(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
      const { size } = fstatSync(file)
      try {
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
      } catch (error) {
        // A full disk takes a part of a line; the next line must not continue it.
        ftruncateSync(file, size)
        throw error
      }
    },
    close: () => closeSync(file),
  }
}
