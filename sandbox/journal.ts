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

/** An append-only file of lines. */
export interface Journal<Entry> {
  /** Appends entries in one write. When this returns, they survive the end of the process (not of the computer). */
  add: (...entries: Entry[]) => void
  close: () => void
}

/**
 * Opens a journal and passes its lines to `apply`, one by one. Writing is synchronous on purpose: no other call can run
 * between the check, the line and the answer.
 */
export function openJournal<Entry>(path: string, apply: (entry: Entry) => void): Journal<Entry> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'a')
  const kept = readFileSync(path)
  // A kill of the process cut the text after the last line break; no caller has an answer about it.
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
        // A full disk may store a part of a line; the next line must not continue it.
        ftruncateSync(file, size)
        throw error
      }
    },
    close: () => closeSync(file),
  }
}
