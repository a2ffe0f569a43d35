import { open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { ImportEntity } from '@portreeve/contract/base/import-entity'
import { lineOf } from '@portreeve/contract/marketplace/import-lines'
import { imports } from '@portreeve/contract/marketplace/imports'
import type { Database, Transaction } from '../../core/database/db.ts'
import { makeFolder } from '../../core/database/make-folder.ts'
import { checkRow } from '../import/check.ts'
import type { Reject } from '../import/file.ts'
import { FileProblem, fileProblem } from '../import/file-problem.ts'
import { danglingReferences } from '../import/references.ts'
import { countLeftOut } from './left.ts'
import { recordsOf } from './records.ts'

interface Options {
  database: Pick<Database, 'db'>
  /** Where the files are written: an empty folder, or a path at which there is none. */
  folder: string
  /** Called with each line that an import would reject. */
  onOdd: (line: Reject) => void
  onProgress?: (progress: { name: string; lines: number }) => void
  onFile?: (summary: { name: string; lines: number }) => void | Promise<void>
  signal?: AbortSignal | undefined
}

const again = 'run the export again'

/**
 * Writes all records as the files of an import, from one snapshot of the database. The files have their names only when all are
 * whole; until then they end in `.part`. Removes them when it fails or is stopped.
 * @returns how many rows of each kind no file has
 */
export async function exportFolder(options: Options): Promise<{ what: string; rows: number }[]> {
  const folder = resolve(options.folder)
  const isNew = await prepare(folder)
  const parts: { path: string; name: string }[] = []
  try {
    const left = await options.database.db.transaction(
      async (tx) => {
        for (const entity of imports) {
          const part = { path: join(folder, `${entity.file}.part`), name: join(folder, entity.file) }
          parts.push(part)
          await writeFile(tx, entity, part.path, options)
        }
        return countLeftOut(tx)
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    )
    options.signal?.throwIfAborted()
    // The people last: an import of a folder whose renaming was cut off then rejects what names them.
    for (const { path, name } of parts.toReversed()) await writing(path, () => rename(path, name))
    return left
  } catch (error) {
    for (const { path, name } of parts) for (const one of [path, name]) await rm(one, { force: true })
    if (isNew) await rmdir(folder)
    throw error
  }
}

/** Makes the folder, or checks that it is empty. Returns whether it was made. */
async function prepare(folder: string): Promise<boolean> {
  const given = 'give the path of an empty folder, or of none'
  try {
    if ((await readdir(folder)).length > 0) throw new FileProblem(`${folder} is not empty: ${given}.`)
    return false
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') throw new FileProblem(`${folder} is a file: ${given}.`)
    if (error instanceof FileProblem) throw error
    if (code !== 'ENOENT') throw fileProblem(folder, error, 'read')
  }
  await writing(folder, () => makeFolder(folder))
  return true
}

/** Writes one file. Waits for each page on the disk before it reads the next one. */
async function writeFile(
  tx: Transaction,
  entity: ImportEntity,
  path: string,
  { onOdd, onProgress, onFile, signal }: Options,
) {
  const { name, file } = entity
  const schema = lineOf(entity)
  let lines = 0
  // Only its owner may read it, because it holds personal data.
  const handle = await writing(path, () => open(path, 'wx', 0o600))
  try {
    for await (const page of recordsOf(tx, entity)) {
      signal?.throwIfAborted()
      await writing(path, () => handle.appendFile(page.map((row) => `${JSON.stringify(row)}\n`).join('')))
      const items = page.map((row, at) => ({ line: lines + at + 1, id: '', row, record: {} }))
      const dangling = await danglingReferences(tx, entity, items)
      for (const item of items) {
        const checked = checkRow(schema, item.row)
        const reason = 'reason' in checked ? checked.reason : dangling.get(item)
        if (reason !== undefined) onOdd({ file, line: item.line, reason })
      }
      lines += page.length
      onProgress?.({ name, lines })
    }
    await writing(path, () => handle.sync())
  } finally {
    await handle.close()
  }
  await onFile?.({ name, lines })
}

async function writing<Result>(path: string, write: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await write()
  } catch (error) {
    throw fileProblem(path, error, 'write', again)
  }
}
