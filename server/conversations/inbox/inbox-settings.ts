import {
  inboxSettings as contract,
  type InboxSettings,
} from '@portreeve/contract/conversations/inbox-settings'
import { sql } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { pick } from '../../core/call/whole-record.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { inboxSettings as table } from './inbox-tables.ts'
import { readInboxSettings } from './inbox-targets.ts'

/** Refuses with refused hours that end before they begin, and a time zone that the database does not know. */
export async function checkHours(db: Db, { opens_at, closes_at, time_zone }: InboxSettings): Promise<void> {
  if (opens_at >= closes_at)
    refuse('refused', 'Not working hours', 'The working hours end later than they begin, on the same day.')
  const { rows } = await db.execute(sql`select from pg_timezone_names where name = ${time_zone} limit 1`)
  if (rows.length === 0)
    refuse('refused', 'No such time zone', `The database does not know the time zone ${time_zone}.`)
}

export const inboxSettings = implement('inboxSettings', contract, {
  get: (_input, { db }) => readInboxSettings(db),

  save: async ({ body }, call) => {
    await call.db.select().from(table).for('update')
    const before = await readInboxSettings(call.db)
    const set = body.weekdays ? { ...body, weekdays: body.weekdays.toSorted((a, b) => a - b) } : body
    const after = { ...before, ...set }
    await checkHours(call.db, after)
    if (Object.keys(set).length > 0) await call.db.update(table).set(set)
    call.did(null, { before: pick(before, Object.keys(set)), after: set })
    return readInboxSettings(call.db)
  },
})
