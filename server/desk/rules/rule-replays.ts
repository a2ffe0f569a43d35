import { randomUUID } from 'node:crypto'
import type { Replay, ReplayEvent, ReplayPart } from '@portreeve/contract/desk/rule-replays'
import { ruleReplays as contract, replayDays } from '@portreeve/contract/desk/rule-replays'
import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Call } from '../../core/call/context.ts'
import { implement } from '../../core/call/implement.ts'
import { newestFirst, page, pageSize } from '../../core/call/page.ts'
import type { Db } from '../../core/database/db.ts'
import { refuse } from '../../core/refuse.ts'
import { recordOf } from './event-records.ts'
import { type Ended, figuresOf, sumOf } from './figures.ts'
import { compileRule } from './rule-sql.ts'
import { ruleReplays as replays } from './rule-tables.ts'

type Row = typeof replays.$inferSelect

interface Found extends Record<string, unknown>, Omit<ReplayEvent, 'subject' | 'currency'> {
  kind: ReplayEvent['subject']['kind']
  id: string
  title: string | null
  currency: string | null
  /** Its place among the events, for the cursor. */
  place: string
}

interface Counted extends Record<string, unknown>, Ended {
  replay_id: string
  query: number
}

/** What each query of the finished replays met, by how it ended; place -1 has all that did not end well. */
async function countsOf(
  { db, ctx: { settings } }: Pick<Call, 'db' | 'ctx'>,
  rows: readonly Row[],
): Promise<Counted[]> {
  const done = rows.filter(({ state }) => state === 'done').map(({ id }) => id)
  const { rows: counted } = await db.execute<Counted>(sql`
    select replay_id, query, outcome, coalesce(currency, ${settings.currency}) as currency, count(*)::int as n, coalesce(sum(cents), 0)::float8 as cents
    from (select replay_id, unnest(met)::int as query, coalesce(outcome, 'gone') as outcome, cents, currency from rule_replay_events
      where replay_id = any(${sql.param(done)}::text[])
      union all select replay_id, -1, outcome, cents, currency from rule_replay_events
      where replay_id = any(${sql.param(done)}::text[]) and outcome <> 'good') e
    group by 1, 2, 3, 4`)
  return counted
}

const asReplay = ({ queries, ...row }: Row, counted: readonly Counted[], usual: string): Replay => {
  const own = counted.filter(({ replay_id }) => replay_id === row.id)
  const bad = sumOf(own.filter(({ query }) => query === -1))
  const results = queries.map((query, place) => {
    const figures = figuresOf(
      own.filter((one) => one.query === place),
      usual,
    )
    return { query, ...figures, missed: bad - figures.met + (figures.ends.good ?? 0) }
  })
  const { id, event, from, to, state, total, done, failure, made_by, made_at } = row
  return {
    ...{ id, event, queries, from, to, state, total, done, failure, made_by, made_at },
    results: state === 'done' ? results : [],
  }
}

async function readReplays(call: Pick<Call, 'db' | 'ctx'>, rows: readonly Row[]): Promise<Replay[]> {
  const counted = await countsOf(call, rows)
  return rows.map((row) => asReplay(row, counted, call.ctx.settings.currency))
}

const inPart: Readonly<Record<ReplayPart, (place: number) => SQL>> = {
  bad: (place) => sql`${place} = any(e.met) and e.outcome is distinct from 'good'`,
  good: (place) => sql`${place} = any(e.met) and e.outcome = 'good'`,
  missed: (place) => sql`${place} <> all(e.met) and e.outcome <> 'good'`,
}

async function readReplay(db: Db, id: string): Promise<Row> {
  const [row] = await db.select().from(replays).where(eq(replays.id, id))
  return row ?? refuse('not_found', 'No such replay', 'There is no such replay.')
}

export const ruleReplays = implement('ruleReplays', contract, {
  get: async ({ params }, call) => {
    const row = await readReplay(call.db, params.id)
    return asReplay(row, await countsOf(call, [row]), call.ctx.settings.currency)
  },

  events: async ({ params, query: { query, part, cursor } }, call) => {
    const { event } = await readReplay(call.db, params.id)
    const { kind, id, title, from } = recordOf[event]
    const newest = newestFirst(sql`e.at`, sql`lpad(e.n::text, 12, '0')`)
    const { rows } = await call.db.execute<Found>(sql`
      select ${kind} as kind, ${id} as id, ${title} as title, e.at, e.outcome as end, e.cents::float8 as cents, e.currency,
        lpad(e.n::text, 12, '0') as place
      from rule_replay_events e ${from}
      where e.replay_id = ${params.id} and ${inPart[part](Number(query))} and ${newest.after(cursor) ?? sql`true`}
      order by ${newest.order} limit ${pageSize + 1}`)
    return page(call, rows, ({ at, place }) => ({ time: at, id: place })).map(
      ({ kind, id, title, at, end, cents, currency }) => ({
        ...{ subject: { kind, id, title }, at: new Date(at).toISOString(), end, cents },
        ...(currency !== null && { currency }),
      }),
    )
  },

  list: async (_input, call) =>
    readReplays(
      call,
      await call.db.select().from(replays).orderBy(desc(replays.made_at), replays.id).limit(50),
    ),

  start: async ({ body: { event, queries } }, call) => {
    for (const query of queries) await compileRule(call.db, event, query, call.ctx.settings.currency)
    const [row] = await call.db
      .insert(replays)
      .values({
        ...{ id: `rr_${randomUUID()}`, event, queries, to: new Date().toISOString() },
        from: new Date(Date.now() - replayDays * 86_400_000).toISOString(),
        made_by: call.staff.displayName ?? call.staff.email,
      })
      .returning()
    if (!row) throw new Error('The replay was not written')
    call.did(null, { after: { replay: row.id, event, queries } })
    return asReplay(row, [], call.ctx.settings.currency)
  },

  stop: async ({ params }, call) => {
    const [row] = await call.db.select().from(replays).where(eq(replays.id, params.id)).for('update')
    if (!row) refuse('not_found', 'No such replay', 'There is no such replay.')
    if (row.state !== 'waiting' && row.state !== 'running')
      refuse('conflict', 'Not running', 'This replay has ended already.')
    const [now] = await call.db
      .update(replays)
      .set({ state: 'stopped', leased_until: null })
      .where(eq(replays.id, row.id))
      .returning()
    call.did(null, { before: { state: row.state }, after: { state: 'stopped', replay: row.id } })
    return asReplay(now ?? row, [], call.ctx.settings.currency)
  },
})
