import { inboxSettings as contract } from '@portreeve/contract/conversations/inbox-settings'
import { sql } from 'drizzle-orm'
import { implement } from '../../core/call/implement.ts'
import { pick } from '../../core/call/whole-record.ts'
import { refuse } from '../../core/refuse.ts'
import { inboxSettings as table } from './inbox-tables.ts'
import { readInboxSettings } from './inbox-targets.ts'

export const inboxSettings = implement('inboxSettings', contract, {
  get: (_input, { db }) => readInboxSettings(db),

  save: async ({ body }, call) => {
    await call.db.select().from(table).for('update')
    const before = await readInboxSettings(call.db)
    const set = body.weekdays ? { ...body, weekdays: body.weekdays.toSorted((a, b) => a - b) } : body
    const after = { ...before, ...set }
    if (after.opens_at >= after.closes_at)
      refuse('refused', 'Not working hours', 'The working hours end later than they begin, on the same day.')
    const { rows } = await call.db.execute(
      sql`select from pg_timezone_names where name = ${after.time_zone} limit 1`,
    )
    if (rows.length === 0)
      refuse('refused', 'No such time zone', `The database does not know the time zone ${after.time_zone}.`)
    if (Object.keys(set).length > 0) await call.db.update(table).set(set)
    call.did(null, { before: pick(before, Object.keys(set)), after: set })
    return readInboxSettings(call.db)
  },
})
