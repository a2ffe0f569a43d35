import type { RuleEvent } from '@portreeve/contract/desk/rule-fields'
import type { Rule, RuleMatch } from '@portreeve/contract/desk/rules'
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Call } from '../../core/call/context.ts'
import { newestFirst, pageSize } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { staff } from '../../db/system-tables.ts'
import { recordOf } from './event-records.ts'
import { type Ended, figuresOf } from './figures.ts'
import { gotWorse, newestOf, settledAfter } from './got-worse.ts'
import { endsOf } from './replay-events.ts'
import { rules } from './rule-tables.ts'

export type Row = typeof rules.$inferSelect

const none = () => refuse('not_found', 'No such rule', 'There is no such rule.')

/** A rule, locked until the call's transaction ends. Refuses with conflict one that has changed since the caller read it. */
export async function lockRule({ db, expected }: Pick<Call, 'db' | 'expected'>, id: string): Promise<Row> {
  const [row] = await db.select().from(rules).where(eq(rules.id, id)).for('update')
  if (!row) return none()
  if (expected !== undefined && expected !== row.version)
    refuse('conflict', 'Changed meanwhile', 'The rule has changed since you read it. Look at it again.')
  return row
}

/** How a match `e` ended: as a person has judged its case, or else as its record says. */
const outcomeOf = (outcome: SQL) =>
  sql`case e.case_state when 'right' then 'judged right' when 'wrong' then 'good' else coalesce(${outcome}, 'gone') end`

interface Counted extends Record<string, unknown>, Ended {
  rule_id: string
  span: 'newest' | 'earlier' | 'open'
}

/** The matches of the last 90 days of rules of one event, as they are written now, by how they ended. */
const countMatches = (event: RuleEvent, ids: readonly string[], usual: string) => {
  const { from, outcome, cents, currency } = endsOf[event]
  return sql`
    select rule_id, outcome, currency, span, count(*)::int as n, coalesce(sum(cents), 0)::float8 as cents from (
      select rule_id, outcome, cents, coalesce(currency, ${usual}) as currency,
        case when not settled then 'open' when row_number() over (partition by rule_id, settled order by at desc) <= ${newestOf} then 'newest'
          else 'earlier' end as span
      from (
        select e.rule_id, e.at, ${outcomeOf(sql`own.outcome`)} as outcome, own.cents, own.currency,
          coalesce(e.case_state in ('right', 'wrong'), false) or e.at < now() - ${settledAfter}::interval as settled
        from rules r cross join lateral (
          select * from rule_matches m where m.rule_id = r.id and m.written = r.written and m.at > now() - interval '90 days'
          order by m.at desc limit 5000) e
        left join lateral (select ${outcome} as outcome, ${cents} as cents, ${currency} as currency from ${from}) own on true
        where r.id = any(${sql.param(ids)}::text[])) met) placed
    group by 1, 2, 3, 4`
}

/** Rules as their readers see them, by name. */
export async function readRules({ db, ctx }: Pick<Call, 'db' | 'ctx'>, where: SQL): Promise<Rule[]> {
  const onBy = alias(staff, 'on_by_staff')
  const found = await db
    .select({
      row: getTableColumns(rules),
      owner: sql<string>`coalesce(${staff.displayName}, ${staff.email}, '')`,
      onBy: sql<string>`coalesce(${onBy.displayName}, ${onBy.email}, '')`,
      waiting: sql<number>`(select count(*)::int from rule_matches m where m.rule_id = ${rules.id} and m.case_state = 'open')`,
    })
    .from(rules)
    .innerJoin(staff, eq(staff.uid, rules.owner_uid))
    .leftJoin(onBy, eq(onBy.uid, rules.on_by))
    .where(where)
    .orderBy(sql`lower(${rules.name})`, rules.id)
  const usual = ctx.settings.currency
  const counted: Counted[] = []
  for (const event of new Set(found.map(({ row }) => row.event))) {
    const ids = found.filter(({ row }) => row.event === event).map(({ row }) => row.id)
    counted.push(...(await db.execute<Counted>(countMatches(event, ids, usual))).rows)
  }
  return found.map(({ row, owner, onBy: second, waiting }) => {
    const { owner_uid, on_by, written: _, ...rest } = row
    const own = counted.filter(({ rule_id }) => rule_id === row.id)
    const of = (span: Counted['span']) => own.filter((one) => one.span === span)
    return {
      ...rest,
      owner: { uid: owner_uid, name: owner },
      on_by: on_by === null ? null : { uid: on_by, name: second },
      figures: figuresOf(own, usual),
      worse: gotWorse(of('newest'), of('earlier')),
      waiting,
    }
  })
}

export async function readRule(call: Pick<Call, 'db' | 'ctx'>, id: string): Promise<Rule> {
  const [rule] = await readRules(call, sql`${rules.id} = ${id}`)
  return rule ?? none()
}

interface FoundMatch extends Record<string, unknown> {
  id: string
  kind: RuleMatch['subject']['kind']
  subject: string
  title: string | null
  at: string
  end: string | null
  cents: number | null
  currency: string | null
  state: 'shadow' | 'on'
  did: string[]
  case_words: string | null
  case_class: string
  case_state: string
  case_by: string | null
  case_at: string | null
}

type About = Pick<Row, 'id' | 'name' | 'query' | 'event'>

/** The matches of a rule, the newest first: one page and a row more. */
export async function readMatches(
  db: Db,
  { id: rule, name, query, event }: About,
  where: SQL,
  cursor?: string,
): Promise<RuleMatch[]> {
  const { kind, id, title, from } = recordOf[event]
  const ends = endsOf[event]
  const newest = newestFirst(sql`e.at`, sql`e.id`)
  const { rows } = await db.execute<FoundMatch>(sql`
    select e.id, ${kind} as kind, ${id} as subject, ${title} as title, e.at, e.end, e.cents::float8 as cents, e.currency,
      e.state, e.did, e.case_words, e.case_class, e.case_state, coalesce(s.display_name, s.email) as case_by, e.case_at
    from (select e.*, ${outcomeOf(sql`own.outcome`)} as end, own.cents, own.currency from rule_matches e
      left join lateral (select ${ends.outcome} as outcome, ${ends.cents} as cents, ${ends.currency} as currency from ${ends.from}) own on true
      where e.rule_id = ${rule}) e ${from} left join staff s on s.uid = e.case_by
    where ${where} and ${newest.after(cursor) ?? sql`true`} order by ${newest.order} limit ${pageSize + 1}`)
  const iso = (time: string) => new Date(time).toISOString()
  return rows.map((row) => ({
    ...{ id: row.id, subject: { kind: row.kind, id: row.subject, title: row.title } },
    ...{ at: iso(row.at), end: row.end, cents: row.cents, state: row.state, did: row.did },
    ...(row.currency !== null && { currency: row.currency }),
    rule: { id: rule, name, query, event },
    case:
      row.case_words === null
        ? null
        : ({
            ...{ words: row.case_words, class: row.case_class, state: row.case_state, by: row.case_by },
            at: row.case_at && iso(row.case_at),
          } as RuleMatch['case']),
  }))
}

/** One match with its case. Refuses with not_found. */
export async function readMatch(db: Db, id: string): Promise<RuleMatch> {
  const { rows } = await db.execute<About & Record<string, unknown>>(sql`
    select r.id, r.name, r.query, r.event from rule_matches m join rules r on r.id = m.rule_id where m.id = ${id}`)
  const [about] = rows
  const [match] = about ? await readMatches(db, about, sql`e.id = ${id}`) : []
  return match ?? refuse('not_found', 'No such record', 'No rule has met this, or the rule is deleted.')
}
