import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'

const s = useServer()
const order = (id: string) => ({ params: { id } })
const reveal = (id: string, reason = 'A dispute') => ({ ...order(id), body: { reason } })

beforeAll(async () => {
  for (const uid of ['seller', 'buyer']) await s.addUser({ uid })
  await s.make.order({
    id: 'o1',
    stripe_payment_intent_id: 'pi_1',
    buyer_uid: 'buyer',
    created_at: '2026-01-01',
  })
  await s.query(`insert into transactions (id, seller_uid, purchaser_uid, order_id, price, status, shipping_status, payout_status, purchase_date)
    select 't' || i, 'seller', 'buyer', 'o1', 1000 + i, 1, 1, 1, '2025-01-01'::timestamptz + make_interval(mins => i) from generate_series(1, 250) i`)
  await s.make.label({ id: 'l1', transaction_id: 't1', payment_intent_id: 'pi_l' })
})

test('every call needs a sign-in; support does not reveal payments, which it sees in full', async () => {
  expect((await s.call(undefined, api.orders.get, order('o1'))).status).toBe(401)
  expect((await s.call(undefined, api.orders.reveal, reveal('o1'))).status).toBe(401)
  expect((await s.call('support', api.orders.reveal, reveal('o1'))).body.error_message).toBe(
    'Your role, support, may not reveal personal data.',
  )
})

test('[API-35] [ENT-34] [ENT-35] an order with its transactions', async () => {
  const { data } = (await s.call('admin', api.orders.get, { params: { id: 'o1' } })).body
  expect(data.order).toEqual({
    id: 'o1',
    stripe_payment_intent_id: 'pi_1',
    buyer_uid: 'buyer',
    status: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    currency: 'USD',
  })
  expect(data.txns).toHaveLength(250)
  expect((await s.call('finance', api.orders.get, { params: { id: 'none' } })).status).toBe(404)
})

test('a reveal shows the payment of the order and of its labels, and is audited with its reason', async () => {
  expect(
    (await s.call('finance', api.orders.get, order('o1'))).body.data.order.stripe_payment_intent_id,
  ).not.toBe('pi_1')
  expect((await s.call('finance', api.orders.reveal, reveal('o1'))).body.data).toEqual({
    stripe_payment_intent_id: 'pi_1',
    labels: { l1: 'pi_l' },
    ship_to: expect.objectContaining({ ship_to_line1: null }),
  })
  expect(await s.query("select actor_uid, reason, after from audit where action = 'orders.reveal'")).toEqual([
    {
      actor_uid: 'staff-finance',
      reason: 'A dispute',
      after: { revealed: ['payment_intent_id', 'ship_to'] },
    },
  ])
})

test('a reveal without a reason, or of a missing order, is refused and not audited', async () => {
  expect((await s.call('finance', api.orders.reveal, reveal('o1', '  '))).status).toBe(400)
  expect((await s.call('finance', api.orders.reveal, reveal('none'))).body.error_title).toBe('No such order')
  expect(await s.query("select 1 from audit where action = 'orders.reveal'")).toHaveLength(1)
})
