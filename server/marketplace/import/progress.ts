import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { eq, sql } from 'drizzle-orm'
import type { Database, Db } from '../../core/database/db.ts'
import { importProgress } from '../../db/import-tables.ts'

const sample = 64 * 1024

/** Identifies an unchanged file: size, modification time, and a digest of its first and last bytes. */
export async function fingerprint(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size, mtimeMs } = await file.stat()
    const digest = createHash('sha256')
    for (const position of [0, Math.max(0, size - sample)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sample), 0, sample, position)
      digest.update(buffer.subarray(0, bytesRead))
    }
    return `${size}-${Math.trunc(mtimeMs)}-${digest.digest('hex').slice(0, 32)}`
  } finally {
    await file.close()
  }
}

/** The lines of this unchanged file that an interrupted import has committed; 0 after a finished one. */
export async function committedLines({ db }: Database, file: string, print: string): Promise<number> {
  const [row] = await db.select().from(importProgress).where(eq(importProgress.file, file))
  return row?.fingerprint === print ? row.lines : 0
}

/** Deletes the progress of a finished file, so that the next import reads it from the start. */
export async function forget({ db }: Database, file: string): Promise<void> {
  await db.delete(importProgress).where(eq(importProgress.file, file))
}

/** Saves the progress of a file, in the transaction that writes its rows. */
export async function saveProgress(
  tx: Db,
  progress: { file: string; fingerprint: string; lines: number },
): Promise<void> {
  await tx
    .insert(importProgress)
    .values(progress)
    .onConflictDoUpdate({
      target: importProgress.file,
      set: { fingerprint: progress.fingerprint, lines: progress.lines, updated_at: sql`now()` },
    })
}
