import type { MetricDays } from '@portreeve/contract/conversations/inbox-metrics'
import { agesOfDays, type Decided, type DeskMetrics, type Flow } from '@portreeve/contract/desk/desk-metrics'
import { type DeskKind, deskClasses } from '@portreeve/contract/desk/desk-ranking'
import { reasonNotGiven } from '@portreeve/contract/money/money-settings'
import { sql } from 'drizzle-orm'
import type { Db } from '../core/database/db.ts'
import { isoOf } from '../db/columns.ts'

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
async function readCounts(db: Db, kinds: readonly DeskKind[], first: string): Promise<Count[]> {
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
      where opened_at >= ${first}::date group by 1, 2, 3) counted
    where kind = any(${wanted}::text[]) and day >= ${first}::date and day <= ${today}) wanted
    group by is_decided, bucket, grouping sets ((kind), (class), (day), (by), (by, is_today))`)
  return rows
}

async function readQueues(db: Db, kinds: readonly DeskKind[]) {
  const { rows } = await db.execute<{ kind: DeskKind; age: number; open: number; oldest: string }>(sql`
    select kind, width_bucket(extract(epoch from now() - opened_at)::float8 / 86400, ${sql.param(agesOfDays)}::float8[])::int as age,
      count(*)::int as open, min(opened_at) as oldest from desk_cases
    where kind = any(${sql.param([...kinds])}::text[]) and (ends_at is null or ends_at > now()) group by 1, 2`)
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

async function readRefunds(db: Db, first: string): Promise<NonNullable<DeskMetrics['refunds']>> {
  const { rows } = await db.execute<{ reason: string; count: number; cents: number }>(sql`
    select coalesce(r.words, ${reasonNotGiven}) as reason, count(*)::int as count, coalesce(sum(o.cents), 0)::float8 as cents
    from operations o left join refund_reasons r on r.id = o.details ->> 'reason_id'
    where o.kind in ('refund', 'cancel', 'dispute_refund') and o.state = 'done' and o.created_at >= ${first}::date
    group by 1 order by 3 desc, 1`)
  return rows
}

async function readChargebacks(db: Db, first: string): Promise<NonNullable<DeskMetrics['chargebacks']>> {
  const { rows } = await db.execute<NonNullable<DeskMetrics['chargebacks']>>(sql`
    select count(*) filter (where state = 'won')::int as won, count(*) filter (where state = 'lost')::int as lost,
      coalesce(sum(cents) filter (where state = 'won'), 0)::float8 as won_cents,
      coalesce(sum(cents) filter (where state = 'lost'), 0)::float8 as lost_cents
    from chargebacks where closed_at >= ${first}::date`)
  return rows[0] ?? { won: 0, lost: 0, won_cents: 0, lost_cents: 0 }
}

async function readDisputes(db: Db, first: string): Promise<NonNullable<DeskMetrics['disputes']>> {
  const { rows } = await db.execute<NonNullable<DeskMetrics['disputes']>>(sql`
    select count(*) filter (where outcome = 'buyer')::int as buyer, count(*) filter (where outcome = 'seller')::int as seller,
      coalesce(sum(refunded_cents), 0)::float8 as refunded_cents
    from disputes where resolved_at >= ${first}::date`)
  return rows[0] ?? { buyer: 0, seller: 0, refunded_cents: 0 }
}

interface Sight {
  kinds: readonly DeskKind[]
  /** Whose decisions are shown; null for everyone's. */
  uid: string | null
  money: boolean
}

/** The figures of the desk for the last days, today included. */
export async function readDeskMetrics(
  db: Db,
  days: MetricDays,
  { kinds, uid, money }: Sight,
): Promise<DeskMetrics> {
  const today = new Date()
  const range = Array.from({ length: Number(days) }, (_, ago) =>
    new Date(today.getTime() - ago * 86_400_000).toISOString().slice(0, 10),
  ).reverse()
  const first = range[0] ?? ''
  const [counts, queues, refunds, chargebacks, disputes] = await Promise.all([
    readCounts(db, kinds, first),
    readQueues(db, kinds),
    money ? readRefunds(db, first) : null,
    money ? readChargebacks(db, first) : null,
    money ? readDisputes(db, first) : null,
  ])
  const uids = [...new Set(counts.map(({ by }) => by))].filter(
    (by) => by !== null && by !== '' && (uid === null || by === uid),
  )
  const { rows: names } = await db.execute<{ uid: string; name: string }>(
    sql`select uid, coalesce(display_name, email) as name from staff where uid = any(${sql.param(uids)}::text[])`,
  )
  return {
    ...{ from: first, to: range.at(-1) ?? '', refunds, chargebacks, disputes },
    kinds: kinds.map((kind) => ({
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
