import { sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'

/**
 * Cents that the caller may still refund of transactions, together, today without a second person. Their own refunds, their open
 * requests and the disputes that they both opened and decided for the seller count. Refunds that a second person approved, that failed or that were declined do not.
 */
export async function mayAlone(
  { db, staff: me, ctx }: Call,
  transactions: readonly string[],
): Promise<number> {
  const today = sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`
  const these = sql`any(${sql.param(transactions)}::text[])`
  const { rows } = await db.execute<{ here: string; today: string }>(sql`
    select coalesce(sum(cents) filter (where of = ${these}), 0)::text as here,
      coalesce(sum(cents) filter (where at >= ${today}), 0)::text as today
    from (
      select subject_id as of, cents, created_at as at from operations
      where started_by = ${me.uid} and approval_id is null and state in ('pending', 'done')
        and ((subject_kind = 'transaction' and subject_id = ${these}) or created_at >= ${today})
      union all
      select transaction_id, released_alone, resolved_at from disputes
      where decided_by = ${me.uid} and released_alone is not null
      union all
      select transaction_id, cents, asked_at from approvals
      where asked_by = ${me.uid} and state = 'asked' and expires_at > now()
        and (transaction_id = ${these} or asked_at >= ${today})
    ) counted`)
  const { refundAlone, refundAloneDay } = ctx.settings
  const spent = rows[0]
  return Math.max(
    0,
    Math.min(refundAlone - Number(spent?.here ?? 0), refundAloneDay - Number(spent?.today ?? 0)),
  )
}
