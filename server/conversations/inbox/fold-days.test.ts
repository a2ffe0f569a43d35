import type { InboxTimes } from '@portreeve/contract/conversations/inbox-metrics'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { foldDays } from './fold-days.ts'
import { readInboxMetrics } from './inbox-figures.ts'

const s = useServer()
const onPostgres = process.env.DATABASE_URL !== undefined
const kinds = ['first_answer', 'resolution'] as const

/** The figures of 30 days by the statement that sorts all spans. */
async function direct() {
  const rows = await s.query<InboxTimes & { kind: string; by: string | null; day: string | null }>(`
    with spans as (
      select kind, "by", to_char(least(until, now()) at time zone time_zone, 'YYYY-MM-DD') as day, working_seconds as seconds,
        working_seconds <= 60 * case kind when 'first_answer' then first_answer_minutes else resolution_minutes end as in_time
      from inbox_spans, inbox_settings
      where until >= (date_trunc('day', now() at time zone time_zone) - interval '29 days') at time zone time_zone)
    select kind, "by", day, count(*)::int as count, percentile_cont(0.5) within group (order by seconds) as median,
      percentile_cont(0.9) within group (order by seconds) as p90,
      case when bool_or(in_time is not null) then (count(*) filter (where in_time))::int end as within
    from spans group by grouping sets ((kind), (kind, "by"), (kind, day))`)
  return Object.fromEntries(
    rows.map(({ kind, by, day, ...times }) => [`${kind} of ${by ?? day ?? 'all'}`, times]),
  )
}

/** The same figures as the page has them. */
async function shown() {
  const { team, members, days } = await readInboxMetrics(s.ctx.database.db, '30')
  const named = [
    ...[{ ...team, name: 'all' }, ...members.map(({ uid, ...one }) => ({ ...one, name: uid ?? 'no one' }))],
    ...days.map(({ day, ...one }) => ({ ...one, name: day })),
  ]
  return Object.fromEntries(
    named
      .flatMap((one) => kinds.map((kind) => [`${kind} of ${one.name}`, one[kind]] as const))
      .filter(([, { count }]) => count > 0),
  )
}

const fold = () => foldDays.run(s.ctx, new AbortController().signal)
const folded = () => s.query<{ day: string }>('select distinct begins::date::text as day from inbox_days')
const insert = `insert into inbox_spans (conversation_id, kind, account, "by", since, until, working_seconds)
  select $1, $2, 'support', $3, now(), clock_timestamp() - make_interval(days => $4, hours => $5), $6 on conflict do nothing`

beforeEach(async () => {
  await s.query('delete from conversations')
  for (const id of ['c0', 'c1', 'c2']) await s.make.conversation({ id })
  await fold()
  await s.query("update inbox_settings set time_zone = 'UTC', first_answer_minutes = 10")
})

const span = fc.record({
  kind: fc.constantFrom(...kinds),
  by: fc.constantFrom('ana', 'ben', 'Cleo'),
  days: fc.nat(33),
  hours: fc.integer({ min: -2, max: 23 }),
  seconds: fc.nat(1500),
})
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ write: fc.array(span, { minLength: 1, maxLength: 30 }) }) },
  fc.record({ fold: fc.constantFrom('one day', 'all') }),
  fc.record({ move: fc.integer({ min: -3, max: 3 }), nth: fc.nat(4) }),
  fc.record({ last: fc.nat(900), nth: fc.nat(4) }),
  fc.record({ remove: fc.nat(4) }),
  fc.record({ erase: fc.constantFrom('c0', 'c1', 'c2') }),
  fc.record({ minutes: fc.option(fc.nat(30)) }),
  fc.record({ zone: fc.constantFrom('UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/New_York') }),
)
/** Every fifth span, in any order that holds for a moment. */
const fifth =
  'ctid in (select ctid from (select ctid, row_number() over () as n from inbox_spans) r where n % 5 = $1)'

async function take(one: typeof step extends fc.Arbitrary<infer Step> ? Step : never) {
  if ('write' in one)
    for (const [at, { kind, by, days, hours, seconds }] of one.write.entries())
      await s.query(insert, [`c${at % 3}`, kind, by, days, hours, seconds])
  if ('fold' in one) await (one.fold === 'all' ? fold() : s.query('select portreeve_inbox_fold()'))
  if ('move' in one)
    await s.query(
      `update inbox_spans set until = until + make_interval(days => $2, secs => 0.001) where ${fifth}`,
      [one.nth, one.move],
    )
  if ('last' in one)
    await s.query(`update inbox_spans set working_seconds = $2 where ${fifth}`, [one.nth, one.last])
  if ('remove' in one) await s.query(`delete from inbox_spans where ${fifth}`, [one.remove])
  if ('erase' in one) {
    await s.query('delete from conversations where id = $1', [one.erase])
    await s.make.conversation({ id: one.erase })
  }
  if ('minutes' in one) await s.query('update inbox_settings set first_answer_minutes = $1', [one.minutes])
  if ('zone' in one) await s.query('update inbox_settings set time_zone = $1', [one.zone])
}

test(
  'whatever is written, changed or folded in whatever order, the figures are those of all spans',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 15 }), async (steps) => {
        for (const one of steps) {
          await take(one)
          expect(await shown()).toEqual(await direct())
        }
      }),
      { numRuns: 15 },
    ),
  120_000,
)

test('past days are folded, and again when a span of them has changed; today is not', async () => {
  for (const days of [0, 1, 5]) await s.query(insert, ['c0', 'resolution', 'ana', days, 0, 100])
  await fold()
  expect(await folded()).toHaveLength(2)
  await s.query("update inbox_spans set working_seconds = 300 where until < now() - interval '2 days'")
  expect(await s.query('select from inbox_changed_days')).toHaveLength(1)
  await fold()
  expect(await s.query('select from inbox_changed_days')).toEqual([])
  expect(await s.query('select seconds from inbox_days order by begins limit 1')).toEqual([
    { seconds: Buffer.from([0, 0, 1, 44]) },
  ])
  await s.query("update inbox_settings set time_zone = 'Asia/Tokyo'")
  await s.query('delete from inbox_spans')
  await fold()
  expect(await folded()).toEqual([])
})

// The embedded database runs one transaction at a time.
describe.runIf(onPostgres)('two connections', () => {
  test('a day is not folded while another transaction writes spans, and has them afterwards', async () => {
    await s.query(insert, ['c0', 'resolution', 'ana', 3, 0, 100])
    const writer = await s.ctx.database.pool.connect()
    await writer.query('begin')
    await writer.query(insert, ['c1', 'resolution', 'ana', 3, 0, 200])
    await fold()
    expect(await folded()).toEqual([])
    await writer.query('commit')
    writer.release()
    await fold()
    expect(await folded()).toHaveLength(1)
    expect(await shown()).toEqual(await direct())
  })

  test('two imports into the same folded days do not wait for each other', async () => {
    for (const days of [3, 4]) await s.query(insert, ['c0', 'resolution', 'ana', days, 0, 100])
    await fold()
    const [one, two] = [await s.ctx.database.pool.connect(), await s.ctx.database.pool.connect()]
    for (const writer of [one, two]) await writer.query('begin')
    for (const [writer, id, days] of [
      ...([
        [one, 'c1', 3],
        [two, 'c2', 4],
        [one, 'c1', 4],
        [two, 'c2', 3],
      ] as const),
    ])
      await writer.query(insert, [id, 'resolution', 'ben', days, 1, 200])
    await one.query('commit')
    expect(await shown()).toEqual(await direct())
    await two.query('rollback')
    for (const writer of [one, two]) writer.release()
    expect(await shown()).toEqual(await direct())
    await fold()
    expect(await shown()).toEqual(await direct())
  })
})
