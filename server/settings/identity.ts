import { builtinIdentity } from '../adapters/identity-builtin.ts'
import type { Database } from '../core/database/db.ts'
import type { ServerSettings } from './settings.ts'

/** The built-in identity provider, configured by the settings. */
export function identityOf(database: Database, settings: ServerSettings) {
  return builtinIdentity({
    db: database.db,
    name: settings.environment,
    address: settings.address,
    consoles: settings.consoles,
    secrets: [settings.secret, ...settings.secretsBefore],
    tokenMinutes: settings.tokenMinutes,
    sessionIdleHours: settings.sessionIdleHours,
    sessionMaxHours: settings.sessionMaxHours,
  })
}
