import { api } from '@portreeve/contract'
import { type Role, roles } from '@portreeve/contract/base/rights'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useMoneyDesk } from '../testing/money-desk.ts'

const { s, make } = useMoneyDesk()
const { notifications, notes } = api

const list = async (role: Role = 'moderator', cursor?: string) =>
  (await s.call(role, notifications.list, { query: { ...(cursor && { cursor }) } })).body.data
const events = (uid = 'staff-moderator') =>
  s.query<{ what: string; id: string | null }>(
    `select payload->>'what' as what, payload->>'id' as id from live_events where topic = $1 order by live_events.id`,
    [`notifications/${uid}`],
  )
const note = (id: string) =>
  s.call('support', notes.create, {
    body: { kind: 'user', id, text: '@Milo', mentions: ['staff-moderator'] },
  })

beforeAll(async () => {
  await s.query(`insert into users (uid, display_name) values ('ann', 'Ann'), ('bob', 'Bob')`)
  for (const role of roles) await s.token(role)
})
beforeEach(async () => {
  await s.query('delete from notifications')
  await s.query('delete from live_events')
})

describe('the own notifications', () => {
  test('are newest first, with the record and the colleague by name; a repeated one is unread again', async () => {
    await note('ann')
    await note('bob')
    expect(await list()).toMatchObject({
      unread: 2,
      rows: [
        {
          ...{ what: 'mentioned', kind: 'user', record: 'bob', title: 'Bob', read: false },
          by: { uid: 'staff-support', name: expect.any(String) },
        },
        { record: 'ann' },
      ],
    })
    expect((await list('support')).rows).toEqual([])
    const [, ann] = (await list()).rows
    await s.call('moderator', notifications.read, { body: { ids: [ann?.id ?? 0] } })
    expect((await list()).rows.map(({ record, read }) => [record, read])).toEqual([
      ['bob', false],
      ['ann', true],
    ])
    await note('ann')
    expect((await list()).rows.map(({ record, read }) => [record, read])).toEqual([
      ['ann', false],
      ['bob', false],
    ])
  })

  test('are those of the role today: a demoted moderator gets no conversation, no request and no webhook', async () => {
    for (const [what, kind] of [
      ['assigned', 'conversation'],
      ['paused', 'webhook_endpoint'],
      ['approval', 'transaction'],
      ['decided', 'transaction'],
    ])
      await s.query(
        "insert into notifications (staff_uid, what, subject_kind, subject_id) values ('staff-support', $1, $2, 'x')",
        [what, kind],
      )
    const seen = async () => {
      const { unread, rows } = await list('support')
      return [unread, rows.map(({ what }) => what).toSorted()]
    }
    expect(await seen()).toEqual([2, ['assigned', 'decided']])
    await s.query("update staff set role = 'finance' where uid = 'staff-support'")
    expect(await seen()).toEqual([2, ['approval', 'decided']])
    await s.query("update staff set role = 'support' where uid = 'staff-support'")
  })

  test('come page by page', async () => {
    await s.query(`insert into notifications (staff_uid, what, subject_kind, subject_id, at)
      select 'staff-moderator', 'assigned', 'user', 'u' || n, now() - n * interval '1 minute' from generate_series(1, 70) n`)
    const first = await s.call('moderator', notifications.list, { query: {} })
    const next = await list('moderator', String(first.headers['x-next-cursor']))
    expect([first.body.data.rows.length, next.rows.length, next.unread]).toEqual([50, 20, 70])
    expect(next.rows[0]?.record).toBe('u51')
  })

  test('are read by their own person only, one by one or all that were shown; each page learns of it', async () => {
    await note('ann')
    const [row] = (await list()).rows
    await s.call('support', notifications.read, { body: { ids: [row?.id ?? 0] } })
    expect((await list()).unread).toBe(1)
    await s.query(`insert into notifications (staff_uid, what, subject_kind, subject_id, at)
      values ('staff-moderator', 'assigned', 'user', 'later', now() + interval '1 hour')`)
    const answer = await s.call('moderator', notifications.read, { body: { until: row?.at ?? '' } })
    expect(answer.body.data).toEqual({ unread: 1 })
    expect((await events()).map(({ what }) => what)).toEqual(['mentioned', 'assigned', 'read'])
    for (const body of [{}, { ids: [1], until: row?.at ?? '' }])
      expect((await s.call('moderator', notifications.read, { body })).status).toBe(400)
  })
})

describe('a request for a refund', () => {
  const order = 'n-1'
  beforeAll(() => make(order))
  test('notifies those who may decide it, and its author of the decision', async () => {
    const body = { amount: 100, reason: 'Broken' }
    const asked = await s.call('support', api.approvals.request, { params: { id: order }, body })
    expect([asked.status, asked.body.error_message]).toEqual([200, undefined])
    const about = { what: 'approval', kind: 'transaction', record: order }
    expect((await list('admin')).rows).toMatchObject([{ ...about, by: { uid: 'staff-support' } }])
    expect((await list('support')).rows).toEqual([])
    const params = { id: asked.body.data.id }
    const declined = await s.call('admin', api.approvals.decline, { params, body: { reason: 'No photo.' } })
    expect(declined.status).toBe(200)
    expect((await list('support')).rows).toMatchObject([{ ...about, what: 'decided', read: false }])
    expect((await list('admin')).unread).toBe(0)
  })
})
