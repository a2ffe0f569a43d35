import type { InboxMetrics, MetricDays } from '@portreeve/contract/conversations/inbox-metrics'
import { eq, inArray, min, sql } from 'drizzle-orm'
import type { Db } from '../../core/database/db.ts'
import { staff } from '../../db/system-tables.ts'
import { conversationStates as states } from './inbox-tables.ts'
import { readInboxSettings } from './inbox-targets.ts'
import { timesOf } from './span-times.ts'

type Kind = 'first_answer' | 'resolution'
/** The spans of a day, kind and author. */
type Spans = {
  day: string
  kind: Kind
  by: string
  seconds: Buffer
}

/** The figures of the team inbox for the last days, today included. */
export async function readInboxMetrics(db: Db, days: MetricDays): Promise<InboxMetrics> {
  const settings = await readInboxSettings(db)
  const { rows: range } = await db.execute<{ day: string; begins: string; ends: string }>(
    sql`select day, begins::text, ends::text from portreeve_inbox_calendar(${Number(days)})`,
  )
  const spans = await readSpans(db, range)
  const both = (some: readonly Spans[] = []) => {
    const of = (kind: Kind) => some.filter((one) => one.kind === kind).map(({ seconds }) => seconds)
    return {
      first_answer: timesOf(of('first_answer'), settings.first_answer_minutes),
      resolution: timesOf(of('resolution'), settings.resolution_minutes),
    }
  }
  const [byAuthor, byDay] = [groups(spans, 'by'), groups(spans, 'day')]
  const loads = await readLoads(db)
  const uids = new Set([...byAuthor.keys(), ...loads.map(({ uid }) => uid)])
  const names = await namesOf(db, [...uids])
  const members = [...uids].map((uid) => ({
    ...{ uid, name: uid === null ? null : (names.get(uid) ?? uid) },
    ...(loads.find((load) => load.uid === uid) ?? { open: 0, waiting_since: null }),
    ...both(uid === null ? [] : byAuthor.get(uid)),
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
      ...both(spans),
    },
    members: members.sort((a, b) => slowness(b) - slowness(a) || b.open - a.open),
    days: range.map(({ day }) => ({ day, ...both(byDay.get(day)) })),
  }
}

function groups(spans: readonly Spans[], key: 'by' | 'day'): Map<string, Spans[]> {
  const found = new Map<string, Spans[]>()
  for (const one of spans) {
    const group = found.get(one[key])
    if (group) group.push(one)
    else found.set(one[key], [one])
  }
  return found
}

/** The spans of days: from `inbox_days`, and from the spans themselves where a day has no rows yet or has changed since. */
async function readSpans(db: Db, range: { day: string; begins: string; ends: string }[]): Promise<Spans[]> {
  const [names, begins, ends] = (['day', 'begins', 'ends'] as const).map((key) =>
    sql.param(range.map((one) => one[key])),
  )
  const { rows } = await db.execute<Spans>(sql`
    with days as (
      select d.*, exists (select from inbox_days i where i.begins = d.begins and i.ends = d.ends)
        and not exists (select from inbox_changed_days c where c.begins = d.begins and c.ends = d.ends) as is_folded
      from unnest(${names}::text[], ${begins}::timestamptz[], ${ends}::timestamptz[]) d (day, begins, ends))
    select * from (select day, kind, "by", seconds from days join inbox_days using (begins, ends) where is_folded
    union all
    select day, kind, "by", string_agg(int4send(working_seconds), '' order by working_seconds)
    from days join inbox_spans on until >= begins and until < ends where not is_folded group by day, kind, "by") spans
    order by kind collate "C", "by" collate "C", day`)
  return rows
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
