import { open, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { type ImportName, imports } from '@portreeve/contract/marketplace/imports'
import type { Database } from '../../core/database/db.ts'
import type { Door } from './door.ts'
import { importFile, type Reject, type Summary } from './file.ts'
import { fileProblem } from './file-problem.ts'
import { type Target, targets } from './targets.ts'

/** The progress of an import. */
export interface Progress {
  name: string
  /** Lines of the current file. */
  lines: number
  /** Bytes read of all files, and their total. */
  bytes: number
  totalBytes: number
  /** Milliseconds since the start. */
  elapsed: number
}

/** The result of a whole import. */
export interface Result {
  summaries: Summary[]
  /** Names of files that belong to no entity. They are skipped. */
  unknown: string[]
}

interface Options {
  database: Database
  settings: Door['settings']
  folder: string
  /** Called with every rejected line, before its batch is reported. */
  rejects: (rejects: Reject[]) => Promise<void>
  onProgress?: (progress: Progress) => void
  onFile?: (summary: Summary) => void
  signal?: AbortSignal
}

/**
 * Imports every file of a folder in the contract's order. May be run again at any time: rows that equal the files stay untouched,
 * and an interrupted import resumes after its last committed line.
 */
export async function importFolder(options: Options): Promise<Result> {
  const folder = resolve(options.folder)
  const present = new Set(await reading(folder, () => readdir(folder)))
  const known: readonly ImportEntity[] = imports
  const wanted = known.filter(({ file }) => present.has(file))
  // Check that every file is readable before the first import.
  const sizes = await Promise.all(wanted.map(({ file }) => sizeOf(join(folder, file))))
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  const started = performance.now()
  const summaries: Summary[] = []
  let before = 0
  for (const [at, entity] of wanted.entries()) {
    const path = join(folder, entity.file)
    const summary = await importFile(entity, targets[entity.name as ImportName] as Target<unknown>, {
      database: options.database,
      settings: options.settings,
      path,
      rejects: options.rejects,
      signal: options.signal,
      onBatch: (lines, bytes) =>
        options.onProgress?.({
          name: entity.name,
          lines,
          bytes: before + bytes,
          totalBytes,
          elapsed: performance.now() - started,
        }),
    })
    before += sizes[at] ?? 0
    summaries.push(summary)
    options.onFile?.(summary)
  }
  const files = new Set(known.map(({ file }): string => file))
  const unknown = [...present].filter((file) => file.endsWith('.ndjson') && !files.has(file)).sort()
  return { summaries, unknown }
}

async function reading<Result>(path: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (error) {
    throw fileProblem(path, error, 'read')
  }
}

/** The size of a readable file in bytes. */
const sizeOf = (path: string) =>
  reading(path, async () => {
    const file = await open(path)
    try {
      const found = await file.stat()
      if (found.isDirectory()) throw Object.assign(new Error('is a folder'), { code: 'EISDIR' })
      return found.size
    } finally {
      await file.close()
    }
  })
