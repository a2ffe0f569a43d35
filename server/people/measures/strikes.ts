import type { StrikeRule } from '@portreeve/contract/people/policies'
import type { UserOverview } from '@portreeve/contract/people/user-overview'
import { sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { isoOf } from '../../db/columns.ts'
import { measures, policies } from './measure-tables.ts'

/** The decisions that count. A restriction or a block is what strikes lead to, and a held payout is no judgement. */
const counted = [
  ...['listing_denied', 'listing_deleted', 'listings_deleted', 'promotion_denied'],
  ...['question_deleted', 'questions_deleted', 'conversations_deleted', 'warned'],
]

interface Found extends Record<string, unknown> {
  policy: string
  name: string
  rule: StrikeRule
  count: number
  expires_at: string | null
  newest: string
}

/**
 * The strikes of a person under each policy that counts some, and what they propose. A decision that was taken back counts none, nor
 * one in whose place an appeal has put a milder one, which counts. Decisions of one day (UTC) are one strike: ten listings that are deleted
 * together are one mistake.
 */
export async function strikesOf(db: Db, uid: string): Promise<UserOverview['strikes']> {
  const { rows } = await db.execute<Found>(sql`
    select p.id as policy, p.name, p.strikes as rule, count(distinct (m.at at time zone 'UTC')::date)::int as count,
      min(m.at) + make_interval(days => (p.strikes ->> 'days')::int) as expires_at, max(m.at) as newest
    from ${measures} m cross join lateral jsonb_array_elements(m.grounds) g join ${policies} p on p.id = g ->> 'policy'
    where m.uid = ${uid} and m.kind = any(${sql.param(counted)}::text[]) and p.strikes is not null
      and m.ended_how is distinct from 'undone'
      and not exists (select from appeals a where a.about = m.id and a.state = 'changed' and m.ended_how = 'replaced')
      and ((p.strikes ->> 'days') is null or m.at + make_interval(days => (p.strikes ->> 'days')::int) > now())
    group by p.id, p.name, p.strikes order by count desc, p.name`)
  if (rows.length === 0) return []
  const taken = await db.execute<{ kind: string; at: string; holds: boolean }>(sql`
    select kind, max(at) as at, bool_or(ended_at is null) as holds from ${measures} m
    where uid = ${uid} and subject_kind = 'user' and ended_how is distinct from 'undone' group by kind`)
  return rows.map(({ policy, name, rule, count, expires_at, newest }) => {
    const step = rule.steps.findLast(({ strikes }) => strikes <= count)
    const isDone =
      step &&
      taken.rows.some(
        ({ kind, at, holds }) =>
          (kind === 'blocked' && holds) || (kind === step.kind && (holds || isoOf(at) >= isoOf(newest))),
      )
    return {
      ...{ policy, name, count, expires_at: expires_at === null ? null : isoOf(expires_at) },
      proposed: step && !isDone ? { kind: step.kind, days: step.days } : null,
    }
  })
}
