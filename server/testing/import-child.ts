import '../hooks.ts'
import { openDatabase, type Where } from '../core/database/db.ts'
import { importFolder } from '../marketplace/import/folder.ts'
import { importSettings } from './import-settings.ts'

// An import in a separate process, for import.test.ts to kill. Sends its parent a message per batch.
const { where, folder } = JSON.parse(process.argv[2] ?? '{}') as { where: Where; folder: string }
const database = await openDatabase(where, { connections: 2 })
await importFolder({
  database,
  settings: importSettings,
  folder,
  rejects: async () => {},
  onProgress: ({ lines }) => process.send?.({ lines }),
})
await database.close()
process.disconnect()
