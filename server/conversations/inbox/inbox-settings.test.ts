import { api } from '@portreeve/contract'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { workingTime } from '@portreeve/contract/conversations/working-time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { refusalOf } from '../../testing/team-inbox.ts'

const s = useServer()
const { inboxSettings } = api
const save = (body: Partial<InboxSettings>) => s.call('admin', inboxSettings.save, { body })

test('those who read the inbox read its settings, and admins change them, audited', async () => {
  expect((await s.call('finance', inboxSettings.get, {})).status).toBe(403)
  expect((await s.call('support', inboxSettings.get, {})).body.data).toEqual({
    ...{ first_answer_minutes: null, resolution_minutes: null, weekdays: [1, 2, 3, 4, 5, 6, 7] },
    ...{ opens_at: '00:00', closes_at: '24:00', time_zone: 'UTC' },
  })
  expect((await s.call('support', inboxSettings.save, { body: { opens_at: '09:00' } })).status).toBe(403)
  const saved = await save({ first_answer_minutes: 240, weekdays: [5, 1], time_zone: 'Europe/Berlin' })
  expect(saved.body.data).toMatchObject({ first_answer_minutes: 240, weekdays: [1, 5] })
  const [row] = await s.query('select before, after from audit order by id desc limit 1')
  expect(row).toMatchObject({ before: { time_zone: 'UTC' }, after: { time_zone: 'Europe/Berlin' } })
})

test('hours without a day, a wrong time or an unknown zone are malformed', async () => {
  for (const body of [
    { weekdays: [] },
    { weekdays: [1, 1] },
    { weekdays: [8] },
    { opens_at: '9:00' },
    { closes_at: '24:30' },
    { time_zone: 'Mars/Olympus' },
    { time_zone: '+01:00' },
    { first_answer_minutes: 0 },
    { resolution_minutes: 43_201 },
  ])
    expect([body, (await save(body)).status]).toEqual([body, 400])
})

test('hours that end before they begin are refused, also against the stored ones', async () => {
  await save({ opens_at: '09:00', closes_at: '17:00' })
  expect(refusalOf(await save({ opens_at: '17:00' }))).toEqual([
    ...[422, 'Not working hours', 'The working hours end later than they begin, on the same day.'],
  ])
})

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
]
const clock = fc.integer({ min: 0, max: 23 }).map((hour) => `${String(hour).padStart(2, '0')}:30`)
const instant = fc.integer({ min: Date.UTC(2023, 0, 1) / 1000, max: Date.UTC(2027, 0, 1) / 1000 })

test('the database counts working time as the console does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
        opens_at: fc.constantFrom('00:00').chain((midnight) => fc.oneof(clock, fc.constant(midnight))),
        closes_at: fc.oneof(clock, fc.constant('24:00')),
        time_zone: fc.constantFrom(...zones),
      }),
      instant,
      fc.integer({ min: 0, max: 40 * 86_400 }),
      async (hours, from, lasts) => {
        fc.pre(hours.opens_at < hours.closes_at)
        await s.query(
          'update inbox_settings set weekdays = $1, opens_at = $2, closes_at = $3, time_zone = $4',
          [...[hours.weekdays, hours.opens_at, hours.closes_at, hours.time_zone]],
        )
        const [row] = await s.query<{ seconds: number }>(
          'select portreeve_working_seconds(to_timestamp($1::float8), to_timestamp($2::float8)) as seconds',
          [from, from + lasts],
        )
        expect([hours, row?.seconds]).toEqual([
          hours,
          workingTime(hours, from * 1000, (from + lasts) * 1000) / 1000,
        ])
      },
    ),
    { numRuns: 300 },
  )
})
