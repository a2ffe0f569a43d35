import { eq, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { roles } from '../../db/role-tables.ts'

/**
 * Cents that the caller may still refund of transactions, together, today without a second person, as the environment and their role allow. Their own refunds, their open
 * requests and the disputes that they both opened and decided for the seller count. Refunds that a second person approved, that failed or that were declined do not.
 * The limits are in the environment's currency: of another currency the caller refunds nothing alone, and it does not count.
 */
export async function mayAlone(
  { db, staff: me, ctx }: Call,
  transactions: readonly string[],
): Promise<number> {
  const today = sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`
  const these = sql`any(${sql.param(transactions)}::text[])`
  const { rows } = await db.execute<{ other: boolean; here: string; today: string }>(sql`
    select exists (select from transactions where id = ${these} and currency <> ${ctx.settings.currency}) as other,
      coalesce(sum(cents) filter (where of = ${these}), 0)::text as here,
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
    ) counted
    where not exists (select from transactions t where t.id = counted.of and t.currency <> ${ctx.settings.currency})`)
  const [role] = await db
    .select({ here: roles.refund_alone, today: roles.refund_alone_day })
    .from(roles)
    .where(eq(roles.name, me.role))
  const refundAlone = Math.min(ctx.settings.refundAlone, role?.here ?? Number.POSITIVE_INFINITY)
  const refundAloneDay = Math.min(ctx.settings.refundAloneDay, role?.today ?? Number.POSITIVE_INFINITY)
  const spent = rows[0]
  if (spent?.other) return 0
  return Math.max(
    0,
    Math.min(refundAlone - Number(spent?.here ?? 0), refundAloneDay - Number(spent?.today ?? 0)),
  )
}
