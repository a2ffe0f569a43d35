import { eq, type SQL, sql } from 'drizzle-orm'
import type { Call, Settings } from '../../core/call/context.ts'
import type { Db } from '../../core/database/db.ts'
import { roles } from '../../db/role-tables.ts'

/**
 * Cents that the caller may still refund of transactions, together, today without a second person, as the environment and their role allow, in the
 * transactions' own currency. Their own refunds, their open requests and the disputes that they both opened and decided for the seller count, those of the
 * same currency. Refunds that a second person approved, that failed or that were declined do not.
 */
export async function mayAlone(
  { db, staff: me, ctx: { settings } }: Call,
  transactions: readonly string[],
): Promise<number> {
  const today = sql`date_trunc('day', now() at time zone 'utc') at time zone 'utc'`
  const these = sql`any(${sql.param(transactions)}::text[])`
  const currency = (of: SQL) =>
    sql`coalesce((select currency from transactions where id = ${of}), ${settings.currency})`
  const { rows } = await db.execute<{ currencies: string[]; here: string; today: string }>(sql`
    with meant as (select distinct ${currency(sql`given.id`)} as currency from unnest(${sql.param(transactions)}::text[]) given (id))
    select (select array_agg(currency) from meant) as currencies,
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
    where ${currency(sql`counted.of`)} in (select currency from meant)`)
  const [role] = await db
    .select({ alone: roles.refund_alone, day: roles.refund_alone_day })
    .from(roles)
    .where(eq(roles.name, me.role))
  const [spent] = rows
  if (await secondPersonBy(db, transactions, me.uid)) return 0
  const limits = limitsIn(spent?.currencies ?? [], settings, role)
  return Math.max(
    0,
    Math.min(limits.alone - Number(spent?.here ?? 0), limits.day - Number(spent?.today ?? 0)),
  )
}

/**
 * The rule that lets each refund of some transactions wait for a second person; null without one. Who has ended that for a
 * transaction by judging its case is not alone, either.
 */
export async function secondPersonBy(
  db: Db,
  transactions: readonly string[],
  uid: string,
): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select r.name from rule_matches m join rules r on r.id = m.rule_id
    where m.subject_kind = 'transaction' and m.subject_id = any(${sql.param(transactions)}::text[]) and m.second_person
      and (m.case_state in ('open', 'right') or m.case_by = ${uid}) limit 1`)
  return rows[0]?.name ?? null
}

interface Limits {
  alone: number
  day: number
}

/** A role's limits are in the environment's currency. Of another currency they leave the same share of what the environment allows. */
export function limitsIn(
  currencies: readonly string[],
  { currency, refundAlone, refundAloneDay, refundAloneOthers: others }: Settings,
  role: { [Name in keyof Limits]: number | null } | undefined,
): Limits {
  const own = { alone: refundAlone, day: refundAloneDay }
  const [one = currency, another] = currencies
  const allowed = one === currency ? own : others[one]
  if (another !== undefined || !allowed) return { alone: 0, day: 0 }
  const limit = (name: keyof Limits) => {
    const ofRole = role?.[name] ?? Number.POSITIVE_INFINITY
    if (ofRole === 0) return 0
    return ofRole >= own[name] ? allowed[name] : Math.floor((allowed[name] * ofRole) / own[name])
  }
  return { alone: limit('alone'), day: limit('day') }
}
