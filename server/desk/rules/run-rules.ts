import { randomUUID } from 'node:crypto'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { writeAudit } from '../../core/audit/audit.ts'
import type { Context } from '../../core/call/context.ts'
import type { Transaction } from '../../core/database/db.ts'
import type { Task } from '../../core/operations/schedule.ts'
import { isConflict } from '../../core/refusal-of.ts'
import { RefusalError } from '../../core/refuse.ts'
import { colleaguesWho } from '../../staff/colleagues.ts'
import { notify } from '../../staff/notify.ts'
import { evaluate, type Moment } from './evaluate.ts'
import { subjectOf } from './event-records.ts'
import { actOn, endHold, ownerOf, roleOf } from './rule-acts.ts'
import type { Row } from './rule-records.ts'
import { compileRule } from './rule-sql.ts'
import { ruleMatches as matches, ruleQueue as queue, rules } from './rule-tables.ts'
import { nextBatch } from './run-replay.ts'

/** Events of the first batch. */
const batch = 20

type Waiting = Moment & { n: number }

interface Met {
  moment: Moment
  rule: Row
}

/** Stops a rule, and tells its owner and all who write rules. */
async function stopIn(tx: Transaction, ctx: Context, { id }: Row, why: string): Promise<void> {
  const [stopped] = await tx
    .update(rules)
    .set({ state: 'stopped', stopped: why, since: sql`now()`, version: sql`version + 1` })
    .where(and(eq(rules.id, id), inArray(rules.state, ['shadow', 'on'])))
    .returning()
  if (!stopped) return
  const writers = await colleaguesWho(tx, 'rules.write')
  await notify(
    tx,
    [...new Set([stopped.owner_uid, ...writers.map(({ uid }) => uid)])],
    'stopped',
    ['rule', id],
    null,
  )
  await writeAudit(
    tx,
    ctx.settings.auditKey,
    { uid: stopped.owner_uid, role: roleOf(stopped) },
    'rules.stop',
    {
      subject: ['rule', id],
      after: { state: 'stopped' },
      reason: why,
    },
  )
}

const stopRule = (ctx: Context, rule: Row, why: string) =>
  ctx.database.db.transaction((tx) => stopIn(tx, ctx, rule, why))

/**
 * Notes that a rule has met a record, and acts. The rule is locked until the end: its actions run one after the other, and one that
 * was turned off or written again meanwhile does nothing. A record is met once, so that a repeated event does nothing.
 */
async function meet(ctx: Context, { id: rule_id, written }: Row, { id, at }: Moment): Promise<void> {
  await ctx.database.db.transaction(async (tx) => {
    const [rule] = await tx.select().from(rules).where(eq(rules.id, rule_id)).for('update')
    if (!rule || rule.written !== written || (rule.state !== 'on' && rule.state !== 'shadow')) return
    const { me, lost } = await ownerOf(tx, rule)
    if (lost !== null) return stopIn(tx, ctx, rule, lost)
    const isOn = rule.state === 'on'
    const ofCase = isOn && rule.actions.case
    const [match] = await tx
      .insert(matches)
      .values({
        ...{ id: `rm_${randomUUID()}`, rule_id, written, state: isOn ? 'on' : 'shadow' },
        ...{ subject_kind: subjectOf(rule.event), subject_id: id, at },
        ...(ofCase && { case_state: 'open', case_words: ofCase.words, case_class: ofCase.class }),
      })
      .onConflictDoNothing()
      .returning()
    if (!match || !isOn) return
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(*)::int as n from rule_matches where rule_id = ${rule_id} and state = 'on' and met_at > now() - interval '1 hour'`,
    )
    if ((rows[0]?.n ?? 0) > rule.per_hour) {
      await tx.delete(matches).where(eq(matches.id, match.id))
      return stopIn(tx, ctx, rule, `It met more than ${rule.per_hour} records in an hour.`)
    }
    const did = await actOn({ tx, ctx, rule, match, me })
    await tx.update(matches).set({ did }).where(eq(matches.id, match.id))
  })
}

/** An error that another run does not have. */
const mayPass = (error: unknown) =>
  isConflict(error) ||
  (error instanceof RefusalError && error.code === 'unavailable') ||
  /^(08|53|57P|58)/.test(String((error as { cause?: { code?: string } }).cause?.code ?? ''))

/** Which rules meet which events. One that cannot be evaluated stops; the others go on. */
async function decide(ctx: Context, active: readonly Row[], waiting: readonly Waiting[]): Promise<Met[]> {
  const ready: { rule: Row; condition: SQL }[] = []
  for (const rule of active)
    try {
      const condition = await compileRule(ctx.database.db, rule.event, rule.query, ctx.settings.currency)
      ready.push({ rule, condition })
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      await stopRule(ctx, rule, `Its query has a mistake now: ${error.message}`)
    }
  const [first] = ready
  if (!first) return []
  const met = async (some: typeof ready): Promise<Met[]> => {
    const conditions = some.map(({ condition }) => condition)
    const pairs = await evaluate(ctx.database, first.rule.event, conditions, waiting)
    return pairs.flatMap(({ at, rule }) => {
      const [moment, found] = [waiting[at], some[rule]?.rule]
      return moment && found ? [{ moment, rule: found }] : []
    })
  }
  try {
    return await met(ready)
  } catch (error) {
    if (mayPass(error)) throw error
  }
  // One of them fails, or they take too long together: each is evaluated by itself.
  const found: Met[] = []
  for (const one of ready)
    try {
      found.push(...(await met([one])))
    } catch (error) {
      if (mayPass(error)) throw error
      ctx.log.error({ err: error }, 'a rule that cannot be evaluated')
      await stopRule(ctx, one.rule, 'Its query cannot be evaluated.')
    }
  return found
}

/** Lets the rules decide about the oldest events, at most so many. @returns how many there were */
export async function decideNext(ctx: Context, size = batch, stop?: AbortSignal): Promise<number> {
  const { db } = ctx.database
  const { rows: waiting } = await db.execute<Waiting & Record<string, unknown>>(sql`
    select n::int as n, subject_id as id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from rule_queue
    where event = (select event from rule_queue order by n limit 1) order by n limit ${size}`)
  if (waiting.length === 0) return 0
  const ns = waiting.map(({ n }) => n)
  const active = await db
    .select()
    .from(rules)
    .where(sql`state in ('shadow', 'on') and event = (select event from rule_queue where n = ${ns[0]})`)
    .orderBy(rules.changed_at, rules.id)
  const met = await decide(ctx, active, waiting)
  for (const { rule, moment } of met) {
    if (stop?.aborted) return 0
    try {
      await meet(ctx, rule, moment)
    } catch (error) {
      if (mayPass(error)) throw error
      ctx.log.error({ err: error }, 'a rule that acts')
      await stopRule(ctx, rule, 'It failed at a record, and did nothing there.')
    }
  }
  await db.delete(queue).where(inArray(queue.n, ns))
  return waiting.length
}

/** Ends the holds of payouts whose days are over. */
export async function endHolds(ctx: Context): Promise<void> {
  const { db } = ctx.database
  const due = await db.select({ id: matches.id }).from(matches).where(sql`holds_until < now()`)
  for (const { id } of due)
    await db.transaction(async (tx) => {
      const [match] = await tx.select().from(matches).where(eq(matches.id, id)).for('update')
      const [rule] = await tx
        .select()
        .from(rules)
        .where(eq(rules.id, match?.rule_id ?? ''))
      if (!match?.holds_until || !rule) return
      await tx.update(matches).set({ holds_until: null }).where(eq(matches.id, id))
      const { me } = await ownerOf(tx, rule)
      await endHold({ tx, ctx, rule, match, me })
    })
}

/** A task by itself: a hold that cannot end keeps no rule from its work. */
export const endRuleHolds: Task = { name: 'holds of rules that end', every: 60_000, run: endHolds }

/** Rules decide about what has happened, a second after it, with the facts of its moment. */
export const runRules: Task = {
  name: 'rules',
  every: 1000,
  run: async (ctx, stop) => {
    let [size, done] = [batch, 1]
    while (!stop.aborted && done > 0) {
      const began = performance.now()
      done = await decideNext(ctx, size, stop)
      size = nextBatch(done, performance.now() - began)
    }
  },
}
