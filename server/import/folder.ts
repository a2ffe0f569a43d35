import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type ImportEntity, type ImportName, imports } from '@portreeve/contract/imports'
import type { Database } from '../core/db.ts'
import { importFile, type Reject, type Summary } from './file.ts'
import { type Target, targets } from './targets.ts'

/** How far an import has come. */
export interface Progress {
  name: string
  /** Lines of the present file. */
  lines: number
  /** Bytes of all files, and how many there are. */
  bytes: number
  totalBytes: number
  /** Since the beginning, milliseconds. */
  elapsed: number
}

/** The result of a whole import. */
export interface Result {
  summaries: Summary[]
  /** Files in the folder that no entity has, by name: left out. */
  unknown: string[]
}

interface Options {
  database: Database
  folder: string
  /** Called with every rejected line, before the batch that it stood in is reported. */
  rejects: (rejects: Reject[]) => Promise<void>
  onProgress?: (progress: Progress) => void
  onFile?: (summary: Summary) => void
  signal?: AbortSignal
}

/**
 * Imports every file of a folder in the contract's order. May be run again at any time: what is already as the files say
 * stays untouched, and an import that was killed goes on after its last committed line.
 */
export async function importFolder(options: Options): Promise<Result> {
  const folder = resolve(options.folder)
  const present = new Set(await readdir(folder))
  const known: readonly ImportEntity[] = imports
  const wanted = known.filter(({ file }) => present.has(file))
  const sizes = await Promise.all(wanted.map(async ({ file }) => (await stat(join(folder, file))).size))
  const totalBytes = sizes.reduce((sum, size) => sum + size, 0)
  const started = performance.now()
  const summaries: Summary[] = []
  let before = 0
  for (const [at, entity] of wanted.entries()) {
    const summary = await importFile(entity, targets[entity.name as ImportName] as Target<unknown>, {
      database: options.database,
      path: join(folder, entity.file),
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
