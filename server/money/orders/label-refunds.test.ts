import { api } from '@portreeve/contract'
import { expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { lookAtLabelRefunds } from './label-refunds.ts'

const { s, make, strip, get, vendors, money, carriersAnswer: answer } = useMoneyDesk()

const cancel = (id: string) => s.call('support', api.shipping.cancelLabel, { params: { id: `label-${id}` } })
const label = async (id: string) => (await get(id)).ship_labels?.[0]
const events = async (id: string) =>
  (
    await s.query<{ type: string }>(
      "select type from events where type like 'label%' and data ->> 'label_id' = $1 order by id",
      [`label-${id}`],
    )
  ).map(({ type }) => type)
const movement = async (id: string) =>
  (await s.call('finance', api.refunds.movements, { params: { id } })).body.data.filter(
    ({ kind }) => kind === 'label',
  )

test('a cancelled label waits for its carrier, and its cost comes back when the carrier has refunded it', async () => {
  await make('w1', { label: true })
  const before = await strip('w1')
  expect(before).toEqual({ captured: -2500, label: 500, held: 2000 })
  expect((await cancel('w1')).body.data).toEqual({ state: 'done', cents: 500, refund: 'waiting' })
  expect(await label('w1')).toMatchObject({ status: 3, refund_state: 'waiting' })
  expect(await strip('w1')).toEqual(before)
  expect(await events('w1')).toEqual(['label.void_requested'])
  expect(await movement('w1')).toMatchObject([{ amount: 500, state: 'pending' }])
  expect((await cancel('w1')).body.error_message).toContain('waits for the carrier')
  // It holds nothing else.
  expect((await money('w1')).blocked).toEqual([])
  await lookAtLabelRefunds(s.ctx)
  expect(await strip('w1')).toEqual(before)
  await answer()
  expect(await label('w1')).toMatchObject({ status: 3, refund_state: 'refunded' })
  expect(await strip('w1')).toEqual({ captured: -2500, fee: 500, held: 2000 })
  expect(await events('w1')).toEqual(['label.void_requested', 'label.voided'])
  expect(await movement('w1')).toMatchObject([{ amount: 500, state: 'done' }])
  await answer()
  expect(await strip('w1')).toEqual({ captured: -2500, fee: 500, held: 2000 })
})

test('a rejected refund: no money moved, the label is paid again, its canceller is notified, and it can be cancelled again', async () => {
  await make('r1', { label: true })
  await cancel('r1')
  await s.query('delete from notifications')
  await answer(['shp_r1'])
  expect(await label('r1')).toMatchObject({ status: 1, refund_state: 'rejected' })
  expect(await strip('r1')).toEqual({ captured: -2500, label: 500, held: 2000 })
  expect(await events('r1')).toEqual(['label.void_requested', 'label.void_rejected'])
  expect(await movement('r1')).toMatchObject([
    { state: 'failed', failure: 'The carrier rejected the refund of this label.' },
  ])
  const desk = (await s.call('support', api.desk.list, { query: { kinds: 'label' } })).body.data
  expect(desk).toMatchObject([{ kind: 'label', id: 'label-r1' }])
  const told = await s.query('select staff_uid, subject_id from notifications')
  expect(told).toEqual([{ staff_uid: 'staff-support', subject_id: 'r1' }])
  const { rows } = (await s.call('support', api.notifications.list, { query: {} })).body.data
  expect(rows[0]).toMatchObject({ what: 'label_rejected', kind: 'transaction', record: 'r1', by: null })
  const [row] = await s.query('select action, actor_uid from audit order by id desc limit 1')
  expect(row).toEqual({ action: 'shipping.label_rejected', actor_uid: 'label-provider' })
  expect((await cancel('r1')).body.data).toMatchObject({ state: 'done', refund: 'waiting' })
  expect((await s.call('support', api.desk.list, { query: { kinds: 'label' } })).body.data).toEqual([])
  await answer()
  expect(await strip('r1')).toEqual({ captured: -2500, fee: 500, held: 2000 })
  expect((await movement('r1')).map(({ state }) => state)).toEqual(['done', 'failed'])
})

test('the canceller of a rejected one may not cancel labels any more: the colleagues who may are notified', async () => {
  await make('g1', { label: true })
  await cancel('g1')
  await s.query('delete from notifications')
  await s.token('finance')
  await s.query("update staff set role = 'moderator' where uid = 'staff-support'")
  await answer(['shp_g1'])
  await s.query("update staff set role = 'support' where uid = 'staff-support'")
  const told = await s.query<{ staff_uid: string }>('select staff_uid from notifications order by 1')
  expect(told.map(({ staff_uid }) => staff_uid)).toContain('staff-finance')
  expect(told.map(({ staff_uid }) => staff_uid)).not.toContain('staff-support')
})

test('two servers that look at once book it once; a provider that fails is asked again later', async () => {
  await make('t1', { label: true })
  await cancel('t1')
  await vendors.post('/easypost/carriers/answer', {})
  await s.query("update ship_labels set refund_due_at = now() - interval '1 second' where id = 'label-t1'")
  await vendors.set('easypost', 'fail')
  await lookAtLabelRefunds(s.ctx)
  expect(await label('t1')).toMatchObject({ refund_state: 'waiting' })
  await vendors.set('easypost', 'ok')
  await lookAtLabelRefunds(s.ctx)
  expect(await label('t1')).toMatchObject({ refund_state: 'waiting' })
  const look = async () => {
    await s.query(
      "update ship_labels set refund_due_at = now() - interval '1 second' where id = 'label-t1' and refund_state = 'waiting'",
    )
    await lookAtLabelRefunds(s.ctx)
  }
  await Promise.all([look(), look(), look()])
  expect(await strip('t1')).toEqual({ captured: -2500, fee: 500, held: 2000 })
  expect(await events('t1')).toEqual(['label.void_requested', 'label.voided'])
})

test('a person is not erased while a refund waits: the shipment would be gone', async () => {
  await s.addUser({ uid: 'Kd83hfK2s9', stripe_connect_id: 'acct_leaver' })
  await make('e1', { label: true, seller: 'Kd83hfK2s9' })
  await cancel('e1')
  const erase = () =>
    s.call('admin', api.users.erase, { params: { uid: 'Kd83hfK2s9' }, body: { reason: 'They asked for it' } })
  expect((await erase()).body.error_message).toContain('refund that waits for its carrier')
  await answer()
  expect((await erase()).body.error_message ?? '').not.toContain('carrier')
})

test('a carrier that refunds at once needs no look', async () => {
  await make('o1', { label: true })
  await vendors.post('/easypost/known', JSON.stringify({ shipment: 'shp_o1', label: 'refunded' }))
  expect((await cancel('o1')).body.data).toMatchObject({ state: 'done', refund: 'refunded' })
  expect(await label('o1')).toMatchObject({ status: 3, refund_state: 'refunded' })
  expect(await strip('o1')).toEqual({ captured: -2500, fee: 500, held: 2000 })
})
