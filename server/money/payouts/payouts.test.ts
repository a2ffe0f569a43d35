import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { expect, test } from 'vitest'
import { settle, take } from '../../core/operations/settle.ts'
import { useMoneyDesk } from '../../testing/money-desk.ts'

const { s, vendors, make, strip, openDispute, settleAll } = useMoneyDesk()
const { payouts, disputes, users, refunds, transactions } = api

const body = { reason: 'The seller is under review' }
const hold = (id: string, as: Role = 'finance') => s.call(as, payouts.hold, { params: { id }, body })
const release = (id: string, as: Role = 'finance') => s.call(as, payouts.release, { params: { id }, body })
const list = async (query: object) => (await s.call('support', payouts.list, { query })).body.data
const rowOf = async (id: string) => (await list({})).find((row) => row.transaction_id === id)

/** A transaction whose payout is scheduled. */
async function scheduled(id: string, made: object = {}) {
  await make(id, made)
  const dispute = (await openDispute(id)).body.data.id
  return () => s.call('finance', disputes.resolve, { params: { id, disputeId: dispute } })
}

test('staff hold a payout and release it, each with a reason; then it is sent', async () => {
  const resolve = await scheduled('p1')
  expect((await hold('p1', 'support')).status).toBe(403)
  expect((await hold('p1')).body.data.held_by).toEqual(['The finance holds it: The seller is under review'])
  expect((await hold('p1')).body.error_title).toBe('Already held')
  await resolve()
  await settleAll()
  expect(await strip('p1')).toEqual({ captured: -2500, held: 2500 })
  expect(await rowOf('p1')).toMatchObject({
    ...{ state: 'held', amount: 2500, held_by: ['The finance holds it: The seller is under review'] },
    held_by_hand: true,
    seller: { uid: 'seller', blocked: false },
  })
  expect((await list({ state: 'held' })).map(({ transaction_id }) => transaction_id)).toEqual(['p1'])
  const movements = await s.call('support', refunds.movements, { params: { id: 'p1' } })
  expect(movements.body.data).toMatchObject([{ kind: 'payout', state: 'held', amount: null }])
  const isDue = "select due_at <= now() as due from operations where subject_id = 'p1' and kind = 'payout'"
  expect(await s.query(isDue)).toEqual([{ due: false }])
  expect((await release('p1')).body.data.held_by).toEqual([])
  expect(await s.query(isDue)).toEqual([{ due: true }])
  const now = await s.call('support', refunds.movements, { params: { id: 'p1' } })
  expect(now.body.data[0]?.state).toBe('due')
  expect((await release('p1')).body.error_title).toBe('Not held')
  await settleAll()
  expect(await rowOf('p1')).toMatchObject({
    state: 'sent',
    held_by_hand: false,
    amount: 2500,
    reference: expect.stringMatching(/^tr_/),
  })
  expect((await hold('p1')).body.error_title).toBe('Already sent')
  expect(
    await s.query(
      "select action, reason from audit where action like 'payouts.%' and subject_id = 'p1' order by id",
    ),
  ).toEqual([
    { action: 'payouts.hold', ...body },
    { action: 'payouts.release', ...body },
  ])
})

test('a payout that the provider refused is sent again to the seller’s account as it is now', async () => {
  const resolve = await scheduled('again')
  await s.query("update users set stripe_connect_id = 'acct_closed' where uid = 'seller'")
  await resolve()
  await s.query(
    "update operations set state = 'failed', cents = 2500, failure = 'closed' where subject_id = 'again' and kind = 'payout'",
  )
  expect(await rowOf('again')).toMatchObject({ state: 'failed', can_retry: true, failure: 'closed' })
  await s.query("update users set stripe_connect_id = null where uid = 'seller'")
  expect((await release('again')).body.error_title).toBe('No account')
  await s.query("update users set stripe_connect_id = 'acct_seller' where uid = 'seller'")
  expect((await release('again', 'support')).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 20 }, () => release('again')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await settleAll()
  expect(await strip('again')).toEqual({ captured: -2500, paid_out: 2500 })
  expect((await list({})).filter((row) => row.transaction_id === 'again')).toMatchObject([
    { state: 'sent' },
    { state: 'failed', can_retry: false },
  ])
  expect((await release('again')).body.error_title).toBe('Not held')
})

test('all payouts of a person are held while they are blocked', async () => {
  for (const id of ['b1', 'b2']) await (await scheduled(id))()
  await s.query(
    "update operations set due_at = now() + interval '1 hour' where kind = 'payout' and state = 'pending'",
  )
  await make('b3')
  await s.call('admin', users.ban, { params: { uid: 'seller' }, body: { ban_reason: 'Fraud' } })
  await settleAll()
  const heldBy = async (id: string) =>
    (await s.call('finance', transactions.money, { params: { id } })).body.data.payout?.held_by
  for (const id of ['b1', 'b2']) {
    expect(await strip(id)).toEqual({ captured: -2500, held: 2500 })
    expect((await rowOf(id))?.held_by).toEqual(['its seller is blocked'])
  }
  // A payout that is not scheduled yet shows its hold; one that was sent has none.
  expect(await heldBy('b3')).toEqual(['its seller is blocked'])
  expect(await heldBy('p1')).toEqual([])
  await s.call('admin', users.unban, { params: { uid: 'seller' } })
  const due = () =>
    s.query(
      "select count(*)::int as due from operations where kind = 'payout' and state = 'pending' and due_at <= now()",
    )
  // No money leaves while the block can come back.
  expect(await due()).toEqual([{ due: 0 }])
  await s.query("update operations set due_at = now() - interval '1 second' where kind = 'held.apply'")
  await settleAll()
  for (const id of ['b1', 'b2']) expect(await strip(id)).toEqual({ captured: -2500, paid_out: 2500 })
})

test('a payout that two processes run at once, or one after the other, keeps its amount and is sent once', async () => {
  await (await scheduled('leased'))()
  const isOf = "kind = 'payout' and subject_id = 'leased'"
  const [due] = await s.query<{ id: string }>(
    `update operations set due_at = now() - interval '1 second' where ${isOf} returning id`,
  )
  const [operation] = await take(s.ctx, 1, due?.id)
  if (!operation) throw new Error('No payout is due')
  await Promise.all([settle(operation, s.ctx), settle(operation, s.ctx)])
  await settle(operation, s.ctx)
  expect(await s.query(`select state, cents::int as cents from operations where ${isOf}`)).toEqual([
    { state: 'done', cents: 2500 },
  ])
  expect((await vendors.payments.sent('leased')).sent).toBe(2500)
})

test('twenty holds and releases at once: one of each', async () => {
  await make('race')
  const holds = await Promise.all(Array.from({ length: 20 }, () => hold('race')))
  expect(holds.filter(({ status }) => status === 200)).toHaveLength(1)
  const releases = await Promise.all(Array.from({ length: 20 }, () => release('race')))
  expect(releases.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('the list: due ones, totals of the filter, pages and CSV', async () => {
  s.ctx.settings.payoutDelay = 3600
  await (await scheduled('due'))()
  s.ctx.settings.payoutDelay = 0
  expect((await list({ state: 'due' })).map(({ transaction_id }) => transaction_id)).toEqual(['due'])
  expect(await list({ seller: 'poor-seller' })).toEqual([])
  for (const seller of ['seller', 'seller@example.com'])
    expect((await list({ seller, state: 'due' })).map(({ transaction_id }) => transaction_id)).toEqual([
      'due',
    ])
  const totals = (await s.call('support', payouts.totals, { query: { state: 'sent' } })).body.data
  expect(totals).toEqual({
    currency: 'USD',
    count: 5,
    cents: 12_500,
    by_state: [{ state: 'sent', count: 5, cents: 12_500 }],
  })
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const later = (await s.call('support', payouts.totals, { query: { from: tomorrow } })).body.data
  expect(later).toEqual({ currency: 'USD', count: 0, cents: 0, by_state: [] })
  const bySeller = await s.call('support', payouts.totals, { query: { seller: 'poor-seller' } })
  expect(bySeller.body.data.count).toBe(0)
  expect((await s.call('support', payouts.export, {})).status).toBe(403)
  const { csv, rows } = (await s.call('finance', payouts.export, { query: { state: 'due' } })).body.data
  expect(rows).toBe(1)
  expect(csv.split('\r\n')[1]).toContain(',due,25.00,USD,due,')
})
