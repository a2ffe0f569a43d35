import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../server/core/database/db.ts'
import { importFolder } from '../../server/marketplace/import/folder.ts'
import { readSettings } from '../../server/settings/settings.ts'

/**
 * Imports records while the server runs, as `npm run portreeve -- import DIR` does beside it, but without a process of its own.
 * @param env the settings of the server
 */
export async function importRows(file: string, rows: object[], env: NodeJS.ProcessEnv = process.env) {
  const settings = readSettings({
    ...env,
    PORTREEVE_API_KEY: 'unused',
    PORTREEVE_ENVIRONMENT: 'development',
  })
  const database = await openDatabase(settings.where, { connections: 1 })
  const folder = mkdtempSync(join(tmpdir(), 'portreeve-rows-'))
  try {
    writeFileSync(join(folder, `${file}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    const rejected: unknown[] = []
    await importFolder({ database, settings, folder, rejects: async (lines) => void rejected.push(...lines) })
    if (rejected.length > 0) throw new Error(`Not imported: ${JSON.stringify(rejected)}`)
  } finally {
    rmSync(folder, { recursive: true })
    await database.close()
  }
}
