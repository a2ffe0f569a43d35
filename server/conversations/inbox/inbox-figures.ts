import type { InboxMetrics, InboxTimes, MetricDays } from '@portreeve/contract/conversations/inbox-metrics'
import { eq, inArray, min, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { staff } from '../../db/system-tables.ts'
import { conversationStates as states } from './inbox-tables.ts'
import { readInboxSettings } from './inbox-targets.ts'

type Kind = 'first_answer' | 'resolution'
type Figures = InboxTimes & { kind: Kind; by: string | null; day: number | null }

const none: InboxTimes = { count: 0, median: null, p90: null, within: null }

/** The figures of both kinds among some rows. */
const both = (rows: readonly Figures[]) => {
  const of = (kind: Kind): InboxTimes => {
    const { count, median, p90, within } = rows.find((row) => row.kind === kind) ?? none
    return { count, median, p90, within }
  }
  return { first_answer: of('first_answer'), resolution: of('resolution') }
}

/** The figures of the team inbox for the last days, today included. */
export async function readInboxMetrics(db: Db, days: MetricDays): Promise<InboxMetrics> {
  const settings = await readInboxSettings(db)
  const zone = settings.time_zone
  const targets = sql`case kind when 'first_answer' then ${settings.first_answer_minutes}::integer else ${settings.resolution_minutes}::integer end * 60`
  const { rows: range } = await db.execute<{ day: string; begins: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, (day at time zone ${zone})::text as begins
    from generate_series(date_trunc('day', now() at time zone ${zone}) - ${Number(days) - 1} * interval '1 day', now() at time zone ${zone}, interval '1 day') day
    order by day`)
  // A number of the day and the byte order of texts: sorting takes most of the time.
  const begins = sql.param(range.map((day) => day.begins))
  const { rows: figures } = await db.execute<Figures>(sql`
    with spans as (
      select kind collate "C" as kind, "by" collate "C" as "by", width_bucket(until, ${begins}::timestamptz[]) as day,
        working_seconds as seconds, working_seconds <= ${targets} as in_time
      from inbox_spans where until >= ${range[0]?.begins}::timestamptz)
    select kind, "by", day, count, quantiles[1] as median, quantiles[2] as p90, within
    from (
      select kind, "by", day, count(*)::integer as count, percentile_cont(array[0.5, 0.9]) within group (order by seconds) as quantiles,
        case when bool_or(in_time is not null) then (count(*) filter (where in_time))::integer end as within
      from spans group by grouping sets ((kind), (kind, "by"), (kind, day))) grouped`)
  const loads = await readLoads(db)
  const figuresOf = (uid: string | null) => both(figures.filter(({ by, day }) => by === uid && day === null))
  const uids = new Set([...figures.map(({ by }) => by), ...loads.map(({ uid }) => uid)])
  // The team's own rows have no author, as has the load without an assignee.
  if (!loads.some(({ uid }) => uid === null)) uids.delete(null)
  const names = await namesOf(db, [...uids])
  const members = [...uids].map((uid) => ({
    ...{ uid, name: uid === null ? null : (names.get(uid) ?? uid) },
    ...(loads.find((load) => load.uid === uid) ?? { open: 0, waiting_since: null }),
    ...(uid === null ? both([]) : figuresOf(uid)),
  }))
  const slowness = ({ first_answer }: (typeof members)[number]) => first_answer.median ?? -1
  return {
    from: range[0]?.day ?? '',
    to: range.at(-1)?.day ?? '',
    team: {
      open: loads.reduce((sum, { open }) => sum + open, 0),
      waiting_since: loads.reduce<string | null>(
        (oldest, { waiting_since }) =>
          waiting_since !== null && (oldest === null || waiting_since < oldest) ? waiting_since : oldest,
        null,
      ),
      ...figuresOf(null),
    },
    members: members.sort((a, b) => slowness(b) - slowness(a) || b.open - a.open),
    days: range.map(({ day }, at) => ({ day, ...both(figures.filter((row) => row.day === at + 1)) })),
  }
}

/** The open conversations of each assignee; null for those without one. */
const readLoads = (db: Db) =>
  db
    .select({
      uid: states.assignee,
      open: sql<number>`count(*)::integer`,
      waiting_since: min(states.waiting_since),
    })
    .from(states)
    .where(eq(states.state, 'open'))
    .groupBy(states.assignee)

async function namesOf(db: Db, uids: (string | null)[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ uid: staff.uid, name: sql<string>`coalesce(${staff.displayName}, ${staff.email})` })
    .from(staff)
    .where(
      inArray(
        staff.uid,
        uids.filter((uid) => uid !== null),
      ),
    )
  return new Map(rows.map(({ uid, name }) => [uid, name]))
}
