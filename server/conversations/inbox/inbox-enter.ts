import { sql } from 'drizzle-orm'
import type { OperationKind } from '../../core/call/context.ts'
import { publish } from '../../core/live/live.ts'
import { Again } from '../../core/operations/operations.ts'

/** Conversations that enter the inbox in one transaction. */
const batch = 500
/** Milliseconds for which one attempt works, well below the operation's lease. */
const turn = 10_000

/**
 * Puts the older conversations of a new staff account into the team inbox, newest first. The trigger `staff_inbox` begins it.
 * The operation's details hold the position, so that a restart continues there.
 */
export const enterOperation: OperationKind = {
  run: async (operation, { database }) => {
    const until = Date.now() + turn
    while (
      await database.db.transaction(async (tx) => {
        const { rows } = await tx.execute<{ entered: number }>(sql`
          with position as (
            select details->>'before' as date, details->>'before_id' as id from operations where id = ${operation.id} for update),
          older as (
            select m.conversation_id as id, m.date from position, conversation_members m
            where m.uid = ${operation.subject_id}
              and (m.date, m.conversation_id) < (coalesce(position.date::timestamptz, 'infinity'), coalesce(position.id, ''))
            order by m.date desc, m.conversation_id desc limit ${batch}),
          reached as (
            update operations set details = details || jsonb_build_object('before', last.date, 'before_id', last.id)
            from (select id, date from older order by date, id limit 1) last where operations.id = ${operation.id})
          select portreeve_enter_inbox(ids), cardinality(ids) as entered
          from (select array_agg(id) as ids from older) found where ids is not null`)
        return rows[0]?.entered === batch
      })
    )
      if (Date.now() > until) throw new Again('More conversations wait')
    return { reference: 'entered' }
  },
  settled: async ({ subject_id }, db) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select conversation_id as id from conversation_states where account = ${subject_id} limit 1`,
    )
    const [first] = rows
    if (first) await publish(db, 'inbox', { id: first.id, what: 'imported', by: 'import', name: null })
  },
  answer: () => null,
}
