import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { getTableColumns } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { inboxSettings } from './inbox-tables.ts'

const { one: _one, ...columns } = getTableColumns(inboxSettings)

/** The targets and working hours of the team inbox. */
export async function readInboxSettings(db: Db): Promise<InboxSettings> {
  const [row] = await db.select(columns).from(inboxSettings)
  if (!row) throw new Error('The settings of the team inbox are missing: the first migration writes them')
  return row
}
