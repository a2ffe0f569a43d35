import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useMoneyDesk } from '../testing/money-desk.ts'

const { s, make, cancel } = useMoneyDesk()
const { moneySettings, transactions } = api
const lastAudit = async (action: string) =>
  (
    await s.query<{ reason: string | null; before: unknown; after: unknown }>(
      'select reason, before, after from audit where action = $1 order by id desc limit 1',
      [action],
    )
  )[0]

test('staff read the deadlines, admins change them, audited', async () => {
  expect((await s.call('support', moneySettings.get, {})).body.data).toEqual({
    ...{ days_to_ship: 3, days_in_transit: 10, days_to_decide: 14 },
  })
  expect((await s.call('finance', moneySettings.save, { body: { days_to_ship: 4 } })).status).toBe(403)
  for (const days of [0, 366, 1.5])
    expect((await s.call('admin', moneySettings.save, { body: { days_to_ship: days } })).status).toBe(400)
  const saved = await s.call('admin', moneySettings.save, { body: { days_to_ship: 4 } })
  expect(saved.body.data).toEqual({ days_to_ship: 4, days_in_transit: 10, days_to_decide: 14 })
  expect(await lastAudit('moneySettings.save')).toEqual({
    ...{ reason: null, before: { days_to_ship: 3 }, after: { days_to_ship: 4 } },
  })
})

test('admins add, change, retire and offer a reason again', async () => {
  const { id } = (await s.call('admin', moneySettings.addReason, { body: { words: ' Wrong size ' } })).body
    .data
  const change = (body: object) => s.call('admin', moneySettings.saveReason, { params: { id }, body })
  expect((await change({ words: 'Wrong size or colour' })).body.data.words).toBe('Wrong size or colour')
  expect((await change({ words: ' ' })).status).toBe(400)
  expect((await s.call('admin', moneySettings.retireReason, { params: { id } })).body.data.retired).toBe(true)
  const list = (await s.call('moderator', moneySettings.reasons, {})).body.data
  expect(list[0]).toEqual({ id: 'not_received', words: 'Item not received', retired: false })
  expect(list.at(-1)?.id).toBe(id)
  await make('retired')
  const refund = { params: { id: 'retired' }, body: { amount: 100, reason_id: id } }
  expect((await s.call('finance', transactions.refund, refund)).body.error_title).toBe('No such reason')
  expect((await change({ retired: false })).body.data.retired).toBe(false)
  expect((await s.call('finance', transactions.refund, refund)).status).toBe(200)
})

test('a refund and a cancellation keep their reason; without one it is not given', async () => {
  await make('why')
  const reasons = async () =>
    (
      await s.query<{ details: Record<string, unknown> }>(
        "select details from operations where subject_id = 'why' order by created_at",
      )
    ).map(({ details }) => [details.reason_id, details.reason])
  await s.call('finance', transactions.refund, {
    params: { id: 'why' },
    body: { amount: 100, reason_id: 'damaged', reason: ' the box was wet ' },
  })
  expect((await lastAudit('transactions.refund'))?.reason).toBe('Damaged in transit: the box was wet')
  await s.call('finance', transactions.refund, { params: { id: 'why' }, body: { amount: 100 } })
  await cancel('why')
  expect(await reasons()).toEqual([
    ['damaged', 'Damaged in transit: the box was wet'],
    [null, 'not given'],
    [null, 'not given'],
  ])
  expect((await lastAudit('transactions.cancel'))?.reason).toBe('not given')
})
