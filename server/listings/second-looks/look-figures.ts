import { wilson } from '@portreeve/contract/base/wilson'
import { fewestLooks, type LookFigures, lookDays } from '@portreeve/contract/listings/second-looks'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'

/** The counts of some second looks. */
export type Counts = Pick<LookFigures, 'looks' | 'agreed' | 'confirmed' | 'appeals' | 'overturned'>
export type PolicyCounts = Counts & Pick<LookFigures, 'policy' | 'name'>

const none: Counts = { looks: 0, agreed: 0, confirmed: 0, appeals: 0, overturned: 0 }

const sumOf = (rows: readonly Counts[]): Counts =>
  rows.reduce(
    (sum, row) => ({
      looks: sum.looks + row.looks,
      agreed: sum.agreed + row.agreed,
      confirmed: sum.confirmed + row.confirmed,
      appeals: sum.appeals + row.appeals,
      overturned: sum.overturned + row.overturned,
    }),
    none,
  )

/**
 * The figures that may be shown, the most second looks first. What has too few is added up as one row, which is left out where it
 * has too few itself. There is no total, from which it could be computed.
 */
export function shownOf(counts: readonly PolicyCounts[]): LookFigures[] {
  const isShown = ({ policy, looks }: PolicyCounts) => policy !== null && looks >= fewestLooks
  const others = { policy: null, name: null, ...sumOf(counts.filter((row) => !isShown(row))) }
  return [...counts.filter(isShown).sort((a, b) => b.looks - a.looks), others]
    .filter(({ looks }) => looks >= fewestLooks)
    .map((row) => ({ ...row, ...wilson(row.agreed, row.looks) }))
}

/** Counts second looks by the policy of the first decision. One under two policies counts for both. @param uid whose decisions; null for all */
export async function countLooks(db: Db, uid: string | null): Promise<PolicyCounts[]> {
  const { rows } = await db.execute<PolicyCounts & Record<string, unknown>>(sql`
    with looks as (
      select policy, count(*)::int as looks, count(*) filter (where outcomes[2] = outcomes[1])::int as agreed,
        count(*) filter (where outcomes[3] = outcomes[1])::int as confirmed
      from second_looks left join lateral unnest(policies) policy on true
      where state = 'closed' and given_at > now() - make_interval(days => ${lookDays}) and (${uid}::text is null or by_uids[1] = ${uid})
      group by policy),
    against as (
      select g ->> 'policy' as policy, count(*)::int as appeals, count(*) filter (where a.state in ('changed', 'reversed'))::int as overturned
      from appeals a join measures m on m.id = a.about left join lateral jsonb_array_elements(m.grounds) g on true
      where a.state in ('upheld', 'changed', 'reversed') and a.decided_at > now() - make_interval(days => ${lookDays})
        and m.kind in ('listing_denied', 'promotion_denied') and (${uid}::text is null or m.by_uid = ${uid})
      group by 1)
    select l.policy, p.name, l.looks, l.agreed, l.confirmed, coalesce(a.appeals, 0) as appeals, coalesce(a.overturned, 0) as overturned
    from looks l left join against a on a.policy is not distinct from l.policy left join policies p on p.id = l.policy
    order by l.looks desc, l.policy`)
  return rows
}
