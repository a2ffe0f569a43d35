import { openDatabase } from '../../../server/core/database/db.ts'
import { readSettings } from '../../../server/settings/settings.ts'

/** A decision of May about a listing, as the server has stored it then. */
export async function decidedInMay(key: string, message: string) {
  const settings = { ...process.env, PORTREEVE_API_KEY: 'unused', PORTREEVE_ENVIRONMENT: 'development' }
  const database = await openDatabase(readSettings(settings).where, { connections: 1 })
  await database.pool.query(
    `insert into review_decisions (id, kind, subject_id, owner_uid, decision, message, by_uid, by_name, at, version, snapshot, operation_id, announced_at)
     select 'may-' || key, 'listing', key, creator_uid, 'denied', $2, 'staff-moderator', 'Milo Moderator', '2026-05-12T09:30:00Z', 1,
       jsonb_build_object('title', 'A lamp with another title'), 'may-' || key, '2026-05-12T09:30:12Z' from posts where key = $1`,
    [key, message],
  )
  await database.close()
}
