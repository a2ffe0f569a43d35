import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../core/call/context.ts'
import type { Task } from '../../core/operations/schedule.ts'
import { evaluate, type Moment } from './evaluate.ts'
import { subjectOf } from './event-records.ts'
import { endsOf, eventsIn } from './replay-events.ts'
import { compileRule } from './rule-sql.ts'
import { ruleReplays } from './rule-tables.ts'

type Replay = typeof ruleReplays.$inferSelect

/** Events of the first batch, and of the largest; batches at once. */
const firstBatch = 20
const largestBatch = 2000
const atOnce = 2
/** Milliseconds that a batch should take. The plan of twenty rules takes about fifty; an embedded database serves no other call meanwhile. */
const aims = { embedded: 150, server: 1000 }

/** Takes a replay that has no valid lease. After a server was killed, its lease expires, and another server continues the replay. */
async function takeReplay({ database: { db } }: Context): Promise<Replay | undefined> {
  const [taken] = await db
    .update(ruleReplays)
    .set({ state: 'running', leased_until: sql`now() + interval '5 minutes'` })
    .where(
      sql`${ruleReplays.id} = (select id from rule_replays where state in ('waiting', 'running')
        and coalesce(leased_until, '-infinity') < now() order by made_at limit 1 for update skip locked)`,
    )
    .returning()
  return taken
}

/** Writes the events of a replay down, in their order. */
async function countEvents({ database: { db } }: Context, { id, event, from, to }: Replay): Promise<number> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`delete from rule_replay_events where replay_id = ${id}`)
    const { rowCount } =
      await tx.execute(sql`insert into rule_replay_events (replay_id, n, subject_kind, subject_id, at)
      select ${id}, row_number() over (order by at, id), ${subjectOf(event)}, id, at from (${eventsIn[event]({ from, to })}) events`)
    await tx.execute(sql`update rule_replays set total = ${rowCount ?? 0} where id = ${id}`)
    return rowCount ?? 0
  })
}

/** Notes how far a replay is, and renews the lease. @returns false where staff have stopped it */
async function progress({ database: { db } }: Context, { id }: Replay, done: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update rule_replays set done = greatest(done, ${done}),
    leased_until = now() + interval '5 minutes' where id = ${id} and state = 'running'`)
  return (rowCount ?? 0) > 0
}

/** The events of the next batch, after one of so many that took so long and should take `aim` milliseconds. */
export const nextBatch = (events: number, ms: number, aim = aims.embedded): number =>
  Math.max(1, Math.min(largestBatch, 2 * events, Math.round((events * aim) / Math.max(ms, 1))))

async function replay(ctx: Context, one: Replay, stop: AbortSignal): Promise<void> {
  const { db, embedded } = ctx.database
  const aim = embedded ? aims.embedded : aims.server
  const conditions: SQL[] = []
  for (const query of one.queries)
    conditions.push(await compileRule(db, one.event, query, ctx.settings.currency))
  const total = one.total ?? (await countEvents(ctx, one))
  let next = one.done
  let perBatch = firstBatch
  let ended = false
  /** The first events of the batches that run: what is before all of them is done. */
  const running = new Set<number>()
  const work = async () => {
    while (next < total && !ended && !stop.aborted) {
      const [first, last] = [next, Math.min(next + perBatch, total)]
      next = last
      running.add(first)
      const began = performance.now()
      const { rows } = await db.execute<Moment & { n: number } & Record<string, unknown>>(sql`
        select n::int as n, subject_id as id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
        from rule_replay_events where replay_id = ${one.id} and n > ${first} and n <= ${last} order by n`)
      const met = await evaluate(ctx.database, one.event, conditions, rows)
      const places = met.map(({ at }) => rows[at]?.n)
      if (met.length > 0)
        await db.execute(sql`update rule_replay_events e set met = m.met from (
          select n, array_agg(rule order by rule) as met
          from unnest(${sql.param(places)}::bigint[], ${sql.param(met.map(({ rule }) => rule))}::smallint[]) as pair(n, rule) group by n) m
          where e.replay_id = ${one.id} and e.n = m.n`)
      perBatch = nextBatch(last - first, performance.now() - began, aim)
      running.delete(first)
      if (!(await progress(ctx, one, Math.min(next, total, ...running)))) ended = true
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  if (ended) await forgetEvents(ctx, one)
  else if (!stop.aborted) await finish(ctx, one)
}

/** Deletes the events of a replay that has no result. */
const forgetEvents = ({ database: { db } }: Context, { id }: Pick<Replay, 'id'>) =>
  db.execute(sql`delete from rule_replay_events where replay_id = ${id}`)

/** Notes how each event ended, and forgets those that say nothing: no query met them, and they ended well. */
async function finish({ database: { db } }: Context, { id, event }: Replay): Promise<void> {
  const { from, outcome, cents, currency } = endsOf[event]
  await db.transaction(async (tx) => {
    await tx.execute(sql`update rule_replay_events e set outcome = found.outcome, cents = found.cents, currency = found.currency from (
        select e.n, own.outcome, own.cents, own.currency from rule_replay_events e
        cross join lateral (select ${outcome} as outcome, ${cents} as cents, ${currency} as currency from ${from}) own where e.replay_id = ${id}) found
      where e.replay_id = ${id} and e.n = found.n and (e.met <> '{}' or found.outcome <> 'good')`)
    await tx.execute(
      sql`delete from rule_replay_events where replay_id = ${id} and met = '{}' and coalesce(outcome, 'good') = 'good'`,
    )
    await tx.execute(
      sql`update rule_replays set state = 'done', done = total, leased_until = null where id = ${id} and state = 'running'`,
    )
  })
}

/** Works off the replays of rules, one at a time. */
export const runReplays = {
  name: 'replays of rules',
  every: 2000,
  run: async (ctx, stop) => {
    const one = await takeReplay(ctx)
    if (!one) return undefined
    try {
      await replay(ctx, one, stop)
    } catch (error) {
      ctx.log.error({ err: error }, 'replay of rules')
      const words = error instanceof Error ? error.message.slice(0, 2000) : 'It failed.'
      await ctx.database.db.execute(
        sql`update rule_replays set state = 'failed', failure = ${words}, leased_until = null where id = ${one.id} and state = 'running'`,
      )
      await forgetEvents(ctx, one)
    }
    return 100
  },
} satisfies Task
