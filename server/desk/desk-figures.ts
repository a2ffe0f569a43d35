import type { Sight } from '@portreeve/contract/base/case-kinds'
import type { MetricDays } from '@portreeve/contract/conversations/inbox-metrics'
import { agesOfDays, type Decided, type DeskMetrics, type Flow } from '@portreeve/contract/desk/desk-metrics'
import { type DeskKind, deskClasses } from '@portreeve/contract/desk/desk-ranking'
import { reasonNotGiven } from '@portreeve/contract/money/money-settings'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import type { Figures } from '../core/figures.ts'
import { isoOf } from '../db/columns.ts'
import { type Sums, splitSums, sumsOf } from '../search/sums.ts'
import { isSeen } from './sight/desk-sight.ts'

/** A count of the cases of a kind, of a class, of a day or of a person; the others are null. */
interface Count extends Record<string, unknown> {
  kind: DeskKind | null
  /** The place in `deskClasses`. */
  class: number | null
  day: string | null
  /** Who decided; '' for no one. */
  by: string | null
  /** Whether a person's count is of today or of the days before; null for the whole range. */
  isToday: boolean | null
  isDecided: boolean
  /** -1: cases that came; others: cases that left, by the time that they took. */
  bucket: number
  n: number
}

/** The middle of a bucket in seconds. */
const secondsOf = (bucket: number) => Math.round(2 ** ((bucket + 0.5) / 4))

const sum = (counts: readonly Count[]) => counts.reduce((total, { n }) => total + n, 0)

function decidedOf(counts: readonly Count[]): Decided {
  const decided = counts.filter(({ isDecided, bucket }) => isDecided && bucket >= 0)
  const total = sum(decided)
  const sorted = decided.toSorted((a, b) => a.bucket - b.bucket)
  const quantile = (part: number) => {
    let before = 0
    const found = sorted.find(({ n }) => {
      before += n
      return before >= part * total
    })
    return found ? secondsOf(found.bucket) : null
  }
  return { decided: total, median: quantile(0.5), p90: quantile(0.9) }
}

const flowOf = (counts: readonly Count[]): Flow => ({
  came: sum(counts.filter(({ bucket }) => bucket < 0)),
  left: sum(counts.filter(({ bucket }) => bucket >= 0)),
  ...decidedOf(counts),
})

/** The counts by kind, by class, by day and by person of the days since the first one: folded ones, those not folded yet, and what is still open. */
async function readCounts(db: Db, { kinds, limits }: Seen, first: string): Promise<Count[]> {
  const wanted = sql.param([...kinds])
  const today = sql`(now() at time zone 'UTC')::date`
  const { rows } = await db.execute<Count>(sql`
    select kind, class, to_char(day, 'YYYY-MM-DD') as day, by, is_today as "isToday", is_decided as "isDecided", bucket, sum(n)::int as n from (select *, by <> '' as is_decided, day = ${today} as is_today from (
      select day, kind, class, by, bucket, n from desk_days where day >= ${first}::date
      union all
      select (left_at at time zone 'UTC')::date, kind, class, by, portreeve_desk_bucket(opened_at, left_at), 1 from desk_moves
      union all
      select (opened_at at time zone 'UTC')::date, kind, class, '', -1, 1 from desk_moves
      union all
      select (opened_at at time zone 'UTC')::date, kind, class, '', -1, count(*)::int from desk_cases
      where opened_at >= ${first}::date group by 1, 2, 3) c
    where kind = any(${wanted}::text[]) and ${isSeen(limits)} and day >= ${first}::date and day <= ${today}) wanted
    group by is_decided, bucket, grouping sets ((kind), (class), (day), (by), (by, is_today))`)
  return rows
}

async function readQueues(db: Db, { kinds, limits }: Seen) {
  const { rows } = await db.execute<{ kind: DeskKind; age: number; open: number; oldest: string }>(sql`
    select kind, width_bucket(extract(epoch from now() - opened_at)::float8 / 86400, ${sql.param(agesOfDays)}::float8[])::int as age,
      count(*)::int as open, min(opened_at) as oldest from desk_cases c
    where kind = any(${sql.param([...kinds])}::text[]) and ${isSeen(limits)} and (ends_at is null or ends_at > now()) group by 1, 2`)
  return (kind: DeskKind) => {
    const own = rows.filter((row) => row.kind === kind)
    const ages = agesOfDays.map(() => 0).concat(0)
    for (const { age, open } of own) ages[age] = open
    return {
      ages,
      open: own.reduce((total, { open }) => total + open, 0),
      oldest: own.map(({ oldest }) => isoOf(oldest)).toSorted()[0] ?? null,
    }
  }
}

async function readRefunds(
  db: Db,
  first: string,
  usual: string,
): Promise<NonNullable<DeskMetrics['refunds']>> {
  const { rows } = await db.execute<{ reason: string; count: number; sums: Sums }>(sql`
    select reason, sum(count)::int as count, json_object_agg(currency, cents) as sums from (
      select coalesce(r.words, ${reasonNotGiven}) as reason, coalesce(t.currency, ${usual}) as currency, count(*) as count,
        coalesce(sum(o.cents), 0)::float8 as cents
      from operations o left join refund_reasons r on r.id = o.details ->> 'reason_id'
        left join transactions t on o.subject_kind = 'transaction' and t.id = o.subject_id
      where o.kind in ('refund', 'cancel', 'dispute_refund') and o.state = 'done' and o.created_at >= ${first}::date
      group by 1, 2) by_currency
    group by 1`)
  return rows
    .map(({ reason, count, sums }) => ({ reason, count, ...splitSums(sums, usual) }))
    .toSorted((one, other) => other.cents - one.cents || (one.reason < other.reason ? -1 : 1))
}

async function readChargebacks(
  db: Db,
  first: string,
  usual: string,
): Promise<NonNullable<DeskMetrics['chargebacks']>> {
  const sums = (state: string) =>
    sumsOf(sql`cents`, sql`chargebacks where closed_at >= ${first}::date and state = ${state}`)
  const { rows } = await db.execute<{ won: number; lost: number; won_sums: Sums; lost_sums: Sums }>(sql`
    select count(*) filter (where state = 'won')::int as won, count(*) filter (where state = 'lost')::int as lost,
      ${sums('won')} as won_sums, ${sums('lost')} as lost_sums
    from chargebacks where closed_at >= ${first}::date`)
  const [row] = rows
  return {
    ...{ won: row?.won ?? 0, lost: row?.lost ?? 0 },
    won_sum: splitSums(row?.won_sums, usual),
    lost_sum: splitSums(row?.lost_sums, usual),
  }
}

async function readDisputes(
  db: Db,
  first: string,
  usual: string,
): Promise<NonNullable<DeskMetrics['disputes']>> {
  const { rows } = await db.execute<{ buyer: number; seller: number; sums: Sums }>(sql`
    select count(*) filter (where outcome = 'buyer')::int as buyer, count(*) filter (where outcome = 'seller')::int as seller,
      ${sumsOf(
        sql`d.refunded_cents`,
        sql`disputes d join transactions t on t.id = d.transaction_id where d.resolved_at >= ${first}::date and d.refunded_cents is not null`,
      )} as sums
    from disputes where resolved_at >= ${first}::date`)
  const [row] = rows
  return { buyer: row?.buyer ?? 0, seller: row?.seller ?? 0, refunded: splitSums(row?.sums, usual) }
}

/** The cases that are counted. */
interface Seen {
  kinds: readonly DeskKind[]
  limits: Sight
}

interface Shown extends Seen {
  /** Whose decisions are shown; null for everyone's. */
  uid: string | null
  money: boolean
  /** The environment's currency. */
  usual: string
}

/** The figures of the desk for the last days, today included. */
export async function readDeskMetrics(
  db: Db,
  days: MetricDays,
  { uid, money, usual, ...seen }: Shown,
): Promise<DeskMetrics> {
  const today = new Date()
  const range = Array.from({ length: Number(days) }, (_, ago) =>
    new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
  ).reverse()
  const first = range[0] ?? ''
  const [counts, queues, refunds, chargebacks, disputes] = await Promise.all([
    readCounts(db, seen, first),
    readQueues(db, seen),
    money ? readRefunds(db, first, usual) : null,
    money ? readChargebacks(db, first, usual) : null,
    money ? readDisputes(db, first, usual) : null,
  ])
  const uids = [...new Set(counts.map(({ by }) => by))].filter(
    (by) => by !== null && by !== '' && (uid === null || by === uid),
  )
  const { rows: names } = await db.execute<{ uid: string; name: string }>(
    sql`select uid, coalesce(display_name, email) as name from staff where uid = any(${sql.param(uids)}::text[])`,
  )
  return {
    ...{ from: first, to: range.at(-1) ?? '', refunds, chargebacks, disputes },
    kinds: seen.kinds.map((kind) => ({
      kind,
      ...queues(kind),
      ...flowOf(counts.filter((one) => one.kind === kind)),
    })),
    classes: deskClasses.map((name, place) => ({
      class: name,
      ...flowOf(counts.filter((one) => one.class === place)),
    })),
    days: range.map((day) => ({ day, ...flowOf(counts.filter((one) => one.day === day)) })),
    people: names
      .map((person) => {
        const own = counts.filter(({ by }) => by === person.uid)
        return {
          ...person,
          ...decidedOf(own.filter(({ isToday }) => isToday === null)),
          today: decidedOf(own.filter(({ isToday }) => isToday)).decided,
        }
      })
      .sort((a, b) => b.decided - a.decided),
  }
}

/** What /metrics says about the desk: its queues, and the bulk jobs. */
export const deskFigures: Figures = {
  subject: 'desk',
  gauges: {
    portreeve_desk_cases_open: 'Open cases by kind, those that are snoozed too',
    portreeve_desk_cases_oldest_seconds: 'Age of the oldest open case, by kind',
    portreeve_desk_cases_overdue: 'Open cases whose deadline is over, by kind',
    portreeve_bulk_jobs: 'Bulk jobs of the last month, by state',
    portreeve_bulk_job_oldest_seconds: 'Age of the oldest bulk job that runs',
  },
  query: `
    with cases as (
      select kind, count(*) as open, extract(epoch from now() - min(opened_at)) as age,
        count(*) filter (where deadline_at < now()) as overdue
      from desk_cases where ends_at is null or ends_at > now() group by kind)
    select f.name, jsonb_build_object('kind', kind) as labels, f.value from cases cross join lateral (values
      ('portreeve_desk_cases_open', open::float8), ('portreeve_desk_cases_oldest_seconds', age::float8),
      ('portreeve_desk_cases_overdue', overdue::float8)) f(name, value)
    union all
    select 'portreeve_bulk_jobs', jsonb_build_object('state', state), count(*)::float8 from bulk_jobs group by state
    union all
    select 'portreeve_bulk_job_oldest_seconds', '{}', coalesce(max(extract(epoch from now() - created_at)), 0)::float8
    from bulk_jobs where state in ('running', 'undoing')`,
}
