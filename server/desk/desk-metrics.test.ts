import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { roles } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { world, open } = deskCases(s)
const metrics = async (role: Role = 'admin', days: '7' | '30' | '90' = '7') => {
  const answer = await s.call(role, api.deskMetrics.get, { query: { days } })
  expect([answer.status, answer.body.error_message]).toEqual([200, undefined])
  return answer.body.data
}
const approve = async (role: Role, id: string) =>
  expect((await s.call(role, api.posts.approve, { params: { id } })).status).toBe(200)
const opened = (id: string, ago: string) =>
  s.query(`update posts set creation_date_time = now() - $2::interval where key = $1`, [id, ago])

beforeAll(async () => {
  await world()
  for (const role of roles) await s.token(role)
})
beforeEach(async () => {
  await s.query('delete from posts')
  for (const table of ['desk_moves', 'desk_days']) await s.query(`delete from ${table}`)
})

const listings = async () => {
  const ids: string[] = []
  for (let at = 0; at < 4; at++) ids.push((await open('listing')).id)
  return ids as [string, string, string, string]
}

test('a decided case counts for who decided it, with its time; a deleted listing leaves without a decision', async () => {
  const [fast, slow, deleted, left] = await listings()
  await opened(fast, '1 hour')
  await opened(slow, '2 days')
  await opened(left, '20 days')
  await approve('moderator', fast)
  await approve('admin', slow)
  await s.query('delete from posts where key = $1', [deleted])
  const check = async () => {
    const { kinds, classes, days, people } = await metrics()
    const about = kinds.find(({ kind }) => kind === 'listing')
    expect(about).toMatchObject({ open: 1, came: 3, left: 3, decided: 2 })
    expect(about?.oldest).toEqual(expect.stringMatching(/Z$/))
    // An hour and two days, exact to a tenth.
    expect(Math.abs((about?.median ?? 0) / 3600 - 1)).toBeLessThan(0.1)
    expect(Math.abs((about?.p90 ?? 0) / (48 * 3600) - 1)).toBeLessThan(0.1)
    // The one that is left has been open for 20 days.
    expect(about?.ages).toEqual([0, 0, 1, 0, 0])
    expect(classes.find((one) => one.class === 'other')).toMatchObject({ came: 3, left: 3, decided: 2 })
    expect(days).toHaveLength(7)
    expect(days.at(-1)).toMatchObject({ left: 3, decided: 2 })
    expect(people.map(({ uid, decided, today }) => [uid, decided, today]).toSorted()).toEqual([
      ['staff-admin', 1, 1],
      ['staff-moderator', 1, 1],
    ])
    expect((await metrics('admin', '30')).kinds.find(({ kind }) => kind === 'listing')?.came).toBe(4)
  }
  await check()
  await s.query('select portreeve_desk_fold(100)')
  expect(await s.query('select * from desk_moves')).toEqual([])
  await check()
})

test('a moderator sees the own decisions and no money; a role sees its kinds only', async () => {
  const [one, two] = await listings()
  await approve('moderator', one)
  await approve('admin', two)
  const own = await metrics('moderator')
  expect(own.people.map(({ uid }) => uid)).toEqual(['staff-moderator'])
  const { kinds } = await metrics('finance')
  expect(kinds.map(({ kind }) => kind)).not.toContain('listing')
  expect((await metrics('admin')).refunds).toEqual([])
})

test('refunds count by reason', async () => {
  await s.query(`insert into refund_reasons (id, words) values ('broken', 'Broken') on conflict do nothing`)
  await s.query(`insert into operations (id, kind, subject_kind, subject_id, state, cents, details)
    select 'r' || n, 'refund', 'transaction', 't1', 'done', n * 100, case when n < 3 then '{"reason_id": "broken"}' else '{}' end::jsonb
    from generate_series(1, 3) n`)
  expect((await metrics()).refunds).toEqual([
    { reason: 'Broken', count: 2, cents: 300 },
    { reason: 'not given', count: 1, cents: 300 },
  ])
})

test('chargebacks and disputes count by their outcome, in the days in which they ended', async () => {
  await s.query(`insert into disputes (id, transaction_id, creator_uid, dispute_type, status, created_at, resolved_at, outcome, refunded_cents)
    select 'ended' || n, 't1', (select purchaser_uid from transactions where id = 't1'), 2, 1, now() - interval '50 days', now() - n * interval '8 days',
      (array['buyer', 'seller', 'buyer', null])[n + 1], case when n in (0, 2) then 1250 end
    from generate_series(0, 3) n`)
  const { disputes } = await metrics()
  expect(disputes).toEqual({ buyer: 1, seller: 0, refunded: { cents: 1250 } })
  expect((await metrics('finance', '30')).disputes).toEqual({
    ...{ buyer: 2, seller: 1, refunded: { cents: 2500 } },
  })
})
