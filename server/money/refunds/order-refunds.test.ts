import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { expect, test } from 'vitest'
import { useApprovals } from '../../testing/approving.ts'

const { approve, decline, list, refund, s, settleAll, vendors, withdraw } = useApprovals()

/** An order of two items of $400.00 from two sellers, and one of $300.00 whose money the seller has. */
async function order(name: string) {
  const ids = [`${name}-1`, `${name}-2`, `${name}-3`] as const
  const [order_id, payment] = [`order-${name}`, `pi_${name}`]
  await s.addUser({ uid: `${name}-seller`, displayName: 'Second Seller' })
  await s.make.order({ id: order_id, stripe_payment_intent_id: payment, buyer_uid: 'buyer' })
  const sale = { purchaser_uid: 'buyer', order_id, shipping_cost: 0, status: 1, shipping_status: 1 }
  const [a, b, c] = ids
  await s.make.transaction({ ...sale, id: a, seller_uid: 'seller', price: 40_000, payout_status: 2 })
  await s.make.transaction({ ...sale, id: b, seller_uid: `${name}-seller`, price: 40_000, payout_status: 2 })
  await s.make.transaction({ ...sale, id: c, seller_uid: 'seller', price: 30_000, payout_status: 1 })
  await vendors.know([
    {
      payment_intent: payment,
      amount: 110_000,
      transfers: [{ amount: 30_000, destination: 'acct_seller', transfer_group: c }],
    },
  ])
  return ids
}

const refundOf = (
  name: string,
  items: { id: string; amount: number; left_seen?: number }[],
  as: Role = 'finance',
) =>
  s.call(as, api.orders.refund, {
    params: { id: `order-${name}` },
    body: { items: items.map((item) => ({ left_seen: 40_000, ...item })), reason: 'Parcel lost' },
  })
const caseOf = async (name: string, as: Role = 'finance') =>
  (await s.call(as, api.orders.case, { params: { id: `order-${name}` } })).body.data
const refundedOf = async (name: string) => (await vendors.payments.payment(`pi_${name}`)).refunded
const both = (name: string, amount = 40_000) => [
  { id: `${name}-1`, amount },
  { id: `${name}-2`, amount },
]

test('the case of an order: buyer, sellers, the money and the payout of each item, and what is left alone', async () => {
  await order('case')
  const found = await caseOf('case')
  expect(found.buyer).toMatchObject({ uid: 'buyer', blocked: false })
  expect(found.items.map(({ id, seller }) => [id, seller.uid]).sort()).toEqual([
    ['case-1', 'seller'],
    ['case-2', 'case-seller'],
    ['case-3', 'seller'],
  ])
  for (const item of found.items) {
    const alone = (await s.call('finance', api.transactions.money, { params: { id: item.id } })).body.data
    expect({ ...alone, ...item.money }).toEqual(alone)
  }
  expect(found).toMatchObject({ more: false, alone: 50_000 })
})

test('items within the limit are refunded at once, each on its own page', async () => {
  await order('small')
  expect((await refundOf('small', both('small', 20_000))).body.data).toEqual({
    state: 'pending',
    cents: 40_000,
  })
  expect((await caseOf('small')).alone).toBe(10_000)
  await settleAll()
  expect(await refundedOf('small')).toBe(40_000)
  for (const { id, money } of (await caseOf('small')).items)
    expect([id, money.refunded]).toEqual([id, id === 'small-3' ? 0 : 20_000])
  const audit = await s.query(
    "select action, subject_kind, subject_id, reason from audit where subject_id = 'order-small' or subject_id like 'small-_' order by id limit 3",
  )
  expect(audit).toEqual([
    { action: 'orders.refund', subject_kind: 'order', subject_id: 'order-small', reason: 'Parcel lost' },
    ...[1, 2].map(() => ({
      action: 'transactions.refund',
      subject_kind: 'transaction',
      subject_id: expect.stringMatching(/small-[12]/),
      reason: 'Parcel lost',
    })),
  ])
})

test('a sum above the limit is one request; one approval refunds all items', async () => {
  await order('two')
  expect((await refundOf('two', both('two'))).body).toMatchObject({
    code: 'second_person',
    error_message: expect.stringContaining('$800.00'),
  })
  const waiting = await list({ state: 'asked' })
  expect(waiting).toHaveLength(1)
  const [request] = waiting
  expect(request?.together).toEqual({
    order_id: 'order-two',
    cents: 80_000,
    items: ['two-1', 'two-2'].map((transaction_id) =>
      expect.objectContaining({ transaction_id, cents: 40_000 }),
    ),
  })
  // One case of the desk, one notification for a colleague, and both payouts wait.
  expect(await s.query("select cents from desk_of_approval where transaction_id like 'two-%'")).toEqual([
    { cents: expect.anything() },
  ])
  for (const transaction of ['two-1', 'two-2'])
    expect((await list({ transaction })).map(({ state }) => state)).toEqual(['asked'])
  const other = (await list({ transaction: 'two-2' }))[0]?.id ?? ''
  // Neither the requester, nor a part of it.
  expect((await approve(other, 'finance')).status).toBe(403)
  const less = { params: { id: other }, body: { cents: 1, reason: 'Less' } }
  expect((await s.call('admin', api.approvals.approveLess, less)).body.error_title).toBe('Several items')
  expect((await approve(other)).body.data).toEqual({ state: 'pending', cents: 80_000 })
  await settleAll()
  expect(await refundedOf('two')).toBe(80_000)
  expect((await approve(request?.id ?? '')).body.error_title).toBe('Already decided')
  for (const id of ['two-1', 'two-2'])
    expect(
      await s.query("select 1 from audit where action = 'approvals.approve' and subject_id = $1", [id]),
    ).toHaveLength(1)
})

test('declined or withdrawn as a whole', async () => {
  await order('no')
  await refundOf('no', both('no'))
  expect((await decline((await list({ transaction: 'no-2' }))[0]?.id ?? '')).status).toBe(200)
  await refundOf('no', both('no'))
  expect((await withdraw((await list({ transaction: 'no-1' }))[0]?.id ?? '')).status).toBe(200)
  for (const transaction of ['no-1', 'no-2'])
    expect((await list({ transaction })).map(({ state }) => state)).toEqual(['withdrawn', 'declined'])
  expect(await refundedOf('no')).toBe(0)
})

test('support requests it, whatever the sum', async () => {
  await order('asks')
  expect((await refundOf('asks', both('asks', 100), 'support')).body.code).toBe('second_person')
  expect((await list({ transaction: 'asks-1' }))[0]).toMatchObject({ requested: true, cents: 100 })
  expect((await refundOf('asks', both('asks', 100), 'moderator')).status).toBe(403)
})

test.each<[string, (name: string) => Parameters<typeof refundOf>[1], string]>([
  [
    'an amount above what is left',
    (n) => [
      { id: `${n}-1`, amount: 100 },
      { id: `${n}-2`, amount: 40_001 },
    ],
    'more than is left',
  ],
  [
    'money that moved',
    (n) => [
      { id: `${n}-1`, amount: 100 },
      { id: `${n}-2`, amount: 100, left_seen: 1 },
    ],
    'moved money',
  ],
  [
    "another order's item",
    (n) => [
      { id: `${n}-1`, amount: 100 },
      { id: 'small-1', amount: 100 },
    ],
    'belongs to another order',
  ],
  [
    'an item twice',
    (n) => [
      { id: `${n}-1`, amount: 100 },
      { id: `${n}-1`, amount: 100 },
    ],
    'named twice',
  ],
  [
    'an unknown item',
    (n) => [
      { id: `${n}-1`, amount: 100 },
      { id: 'no-such', amount: 100 },
    ],
    'no transaction',
  ],
  ['no items', () => [], 'is empty'],
])('nothing is half done: %s', async (words, items, message) => {
  const name = words.replaceAll(/\W/g, '')
  await order(name)
  const { status, body } = await refundOf(name, items(name))
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body.error_message).toContain(message)
  expect(await s.query('select 1 from operations where subject_id like $1', [`${name}-%`])).toEqual([])
})

test('approval of items of which one has moved refuses, naming it, and begins none', async () => {
  const [, b] = await order('moved')
  await refundOf('moved', both('moved'))
  const [request] = await list({ transaction: b })
  await s.query('update approvals set left_seen = left_seen + 1 where transaction_id = $1', [b])
  expect((await approve(request?.id ?? '')).body).toMatchObject({
    code: 'conflict',
    error_message: expect.stringMatching(/^moved-2: /),
  })
  expect(await refundedOf('moved')).toBe(0)
  expect((await list({ transaction: 'moved-1' }))[0]?.state).toBe('asked')
  await s.query('update approvals set left_seen = left_seen - 1 where transaction_id = $1', [b])
})

test('two at once: decisions by different items of one request, six times; one wins, for all items', async () => {
  for (let round = 0; round < 6; round++) {
    const name = `decide${round}`
    await order(name)
    await s.query("update approvals set asked_at = asked_at - interval '1 day'")
    await refundOf(name, both(name))
    const ids: string[] = []
    for (const { id } of both(name)) ids.push((await list({ transaction: id }))[0]?.id ?? '')
    const [a = '', b = ''] = round % 2 === 0 ? ids : ids.toReversed()
    const answers = await Promise.all([approve(a), decline(b), approve(b), withdraw(a)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
    const states = await s.query<{ state: string }>(
      'select distinct state from approvals where transaction_id like $1',
      [`${name}-%`],
    )
    expect(states).toHaveLength(1)
    await settleAll()
    expect(await refundedOf(name)).toBe(states[0]?.state === 'approved' ? 80_000 : 0)
  }
})

test('two at once: the refund of all items and of one, ten times; never more than was paid, and no deadlock', async () => {
  for (let round = 0; round < 10; round++) {
    const name = `race${round}`
    await order(name)
    await s.query("update operations set created_at = created_at - interval '1 day'")
    await s.query("update approvals set asked_at = asked_at - interval '1 day'")
    const turned = [
      () => refundOf(name, [...both(name, 20_000)].reverse()),
      () => refundOf(name, both(name, 20_000)),
      () => refund(`${name}-2`, 20_000),
    ]
    const answers = await Promise.all(
      [...turned.slice(round % 3), ...turned.slice(0, round % 3)].map((go) => go()),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    await settleAll()
    const sent = answers.filter(({ status }) => status === 200)
    expect(await refundedOf(name)).toBe(sent.reduce((sum, { body }) => sum + (body.data.cents ?? 0), 0))
  }
})
