import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Imports records while the server runs, as `npm run portreeve -- import DIR` does beside it. */
export async function importRows(file: string, rows: object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'portreeve-reports-'))
  try {
    writeFileSync(join(folder, `${file}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'server/portreeve.ts', 'import', folder],
      {
        cwd: fileURLToPath(new URL('../..', import.meta.url)),
      },
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
