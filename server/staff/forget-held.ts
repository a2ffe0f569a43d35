import { takeBackDays } from '@portreeve/contract/staff/held'
import { sql } from 'drizzle-orm'
import { writeAudits } from '../core/audit/audit.ts'
import type { AuditEntry, Context } from '../core/call/context.ts'
import type { Task } from '../core/operations/schedule.ts'

/** The action of the audit rows. */
export const erasedAction = 'held.erased'

/** Held actions of one transaction: their audit rows hold the chain's head. */
const most = 500

/**
 * Deletes held actions that cannot be taken back any more, and so erases the records that they deleted. An audit row says so for
 * each, beside that of its deletion. A deleted listing stays, hidden: orders name it.
 */
export const forgetHeld: Task = {
  name: 'deletion of held actions',
  every: 600_000,
  run: async (ctx, stop) => {
    while (!stop.aborted && (await eraseSome(ctx)) === most);
  },
}

const eraseSome = ({ database, settings, log }: Context): Promise<number> =>
  database.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      kind: 'listing' | 'user' | 'question'
      id: string
      action: string
      erased: number
    }>(sql`
      with old as (
        select id from held_actions where at < now() - make_interval(days => ${takeBackDays}) order by at limit ${most}
        for update skip locked),
      gone as (select held_id, count(*)::int as n from deleted_records
        where held_id in (select id from old) and kind <> 'listing' group by held_id)
      delete from held_actions h using old left join gone on gone.held_id = old.id where h.id = old.id
      returning h.subject_kind as kind, h.subject_id as id, h.action, coalesce(gone.n, 0) as erased`)
    const said = rows.flatMap(({ kind, id, action, erased }): [string, AuditEntry][] =>
      erased === 0 ? [] : [[erasedAction, { subject: [kind, id], after: { action, erased } }]],
    )
    if (said.length > 0) log.info({ erased: said.length }, 'deletions became final')
    await writeAudits(tx, settings.auditKey, { uid: 'portreeve', role: 'machine' }, said)
    return rows.length
  })
