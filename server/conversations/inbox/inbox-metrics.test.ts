import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { InboxSettings } from '@portreeve/contract/conversations/inbox-settings'
import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { teamInbox } from '../../testing/team-inbox.ts'

const s = useServer()
const { talk, write, answer, close } = teamInbox(s)
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const metrics = async (days: '7' | '30' | '90' = '7', role: Role = 'support') =>
  (await s.call(role, api.inboxMetrics.get, { query: { days } })).body.data
const spans = (kind: string) =>
  s.query<{ by: string; seconds: number; working: number }>(
    'select "by", extract(epoch from until - since)::float8 as seconds, working_seconds as working from inbox_spans where kind = $1 order by until',
    [kind],
  )
const save = (body: Partial<InboxSettings>) => s.call('admin', api.inboxSettings.save, { body })

beforeEach(async () => {
  await s.query('delete from conversations')
  await s.query(
    `update inbox_settings set first_answer_minutes = null, resolution_minutes = null, weekdays = '{1,2,3,4,5,6,7}', opens_at = '00:00', closes_at = '24:00', time_zone = 'UTC'`,
  )
})

/** A conversation with one message of that age. */
async function asked(minutes: number) {
  const id = await talk('support', [])
  await write(id, 'Where is it?', ago(minutes))
  return id
}

test('finance may not read the figures, and an empty inbox has none', async () => {
  expect((await s.call('finance', api.inboxMetrics.get, { query: { days: '7' } })).status).toBe(403)
  expect((await s.call('support', api.inboxMetrics.get, { query: { days: '8' as '7' } })).status).toBe(400)
  const { team, members, days, from, to } = await metrics()
  const none = { count: 0, median: null, p90: null, within: null }
  expect(team).toEqual({ open: 0, waiting_since: null, first_answer: none, resolution: none })
  expect([members, days.length, days[0]?.day, days.at(-1)?.day]).toEqual([[], 7, from, to])
})

test('a first answer lasts from the oldest unanswered message to the next answer, by its author', async () => {
  const id = await asked(60)
  await write(id, 'Anyone?', ago(30))
  await answer('support', id, 'Yes.')
  await answer('support', id, 'Found.')
  const rows = await spans('first_answer')
  expect(rows).toEqual([{ by: 'staff-support', seconds: expect.any(Number), working: expect.any(Number) }])
  expect(rows[0]?.seconds).toBeCloseTo(3600, -2)
  expect(rows[0]?.working).toBeCloseTo(3600, -2)
})

test('medians and the slowest tenth are those of the team, each member and each day', async () => {
  for (const minutes of [10, 20, 30]) await answer('support', await asked(minutes), 'Yes.')
  await answer('moderator', await asked(120), 'Yes.')
  const { team, members, days } = await metrics()
  expect(team.first_answer.count).toBe(4)
  expect(team.first_answer.median).toBeCloseTo(25 * 60, -2)
  expect(team.first_answer.p90).toBeCloseTo((30 + 0.7 * 90) * 60, -2)
  expect(members.map(({ uid, first_answer }) => [uid, first_answer.count])).toEqual([
    ...[
      ['staff-moderator', 1],
      ['staff-support', 3],
    ],
  ])
  expect(members[1]?.first_answer.median).toBeCloseTo(20 * 60, -2)
  expect(days.at(-1)?.first_answer.count).toBe(4)
  expect(days.slice(0, -1).every(({ first_answer }) => first_answer.count === 0)).toBe(true)
})

test('a resolution lasts from the first message since the last close; closing again without a message is none', async () => {
  const id = await asked(60)
  await answer('support', id, 'Yes.')
  await close('support', id)
  await s.call('support', api.inbox.reopen, { params: { id } })
  await close('support', id)
  expect((await spans('resolution')).map(({ by }) => by)).toEqual(['staff-support'])
  await write(id, 'One more thing', new Date(Date.now() + 1000).toISOString())
  await s.query("update messages set date = now() - interval '1 second' where text = 'One more thing'")
  await s.query("update conversation_states set settled_until = now() - interval '2 seconds'")
  await close('moderator', id)
  const [first, second] = await spans('resolution')
  expect(first?.seconds).toBeCloseTo(3600, -2)
  expect(second).toMatchObject({ by: 'staff-moderator' })
  expect(second?.seconds).toBeLessThan(30)
})

test('the share within a target is counted in working time, with the target of today', async () => {
  await answer('support', await asked(30), 'Yes.')
  await answer('support', await asked(90), 'Yes.')
  expect((await metrics()).team.first_answer.within).toBeNull()
  await save({ first_answer_minutes: 60 })
  expect((await metrics()).team.first_answer).toMatchObject({ count: 2, within: 1 })
  // Work is on another day than today.
  await save({ weekdays: [((new Date().getUTCDay() + 2) % 7) + 1] })
  await answer('support', await asked(90), 'Yes.')
  expect((await spans('first_answer')).at(-1)?.working).toBe(0)
  expect((await metrics()).team.first_answer).toMatchObject({ count: 3, within: 2 })
})

test('what is open waits now, by assignee; the oldest message is the longest wait', async () => {
  const mine = await asked(50)
  await asked(20)
  await s.call('support', api.inbox.assign, { params: { id: mine }, body: { uid: 'staff-support' } })
  const answered = await asked(99)
  await answer('moderator', answered, 'Yes.')
  const closed = await asked(99)
  await close('support', closed)
  const { team, members } = await metrics()
  expect(team.open).toBe(3)
  const waits = (since: string | null | undefined) =>
    Math.round((Date.now() - Date.parse(since ?? '')) / 60_000)
  expect(waits(team.waiting_since)).toBe(50)
  const load = (uid: string | null) => members.find((member) => member.uid === uid)
  expect(load('staff-support')).toMatchObject({ open: 1 })
  expect([load(null)?.open, waits(load(null)?.waiting_since)]).toEqual([1, 20])
  expect(load('staff-moderator')).toMatchObject({ open: 1, waiting_since: null })
})

test('what is older than the range is left out', async () => {
  await answer('support', await asked(30), 'Yes.')
  await s.query(
    "update inbox_spans set since = since - interval '20 days', until = until - interval '20 days'",
  )
  expect((await metrics('7')).team.first_answer.count).toBe(0)
  expect((await metrics('30')).team.first_answer.count).toBe(1)
})

test('answers that an import brings count once, also when it runs again', async () => {
  const id = await asked(60)
  await s.make.message({
    id: 'imported',
    conversation_id: id,
    senderID: 'support',
    text: 'Yes.',
    date: ago(15),
  })
  await write(id, 'Thanks', ago(10))
  await write(id, 'Bye', ago(5))
  const rows = await spans('first_answer')
  expect(rows.map(({ by }) => by)).toEqual(['support'])
  expect(rows[0]?.seconds).toBeCloseTo(45 * 60, -1)
})

test('what an account answered before it became one of staff counts', async () => {
  const id = await talk('newcomer', [])
  for (const [sender, minutes] of [
    ['ana', 60],
    ['newcomer', 15],
  ] as const)
    await s.make.message({ conversation_id: id, senderID: sender, text: 'x', date: ago(minutes) })
  await s.query(`insert into staff (uid, email, role) values ('newcomer', 'newcomer@example.com', 'support')`)
  expect(await spans('first_answer')).toMatchObject([{ by: 'newcomer' }])
})
