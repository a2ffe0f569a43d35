import { createHmac } from 'node:crypto'
import { api } from '@portreeve/contract'
import { moneyAccounts } from '@portreeve/contract/money/money'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { useVendors, webhookSecret } from '../testing/vendors.ts'
import { checkLedger } from './ledger/ledger-check.ts'
import { shareOut } from './payment-shares.ts'

const vendors = useVendors()
const s = useServer({ payments: vendors.payments })
const { transactions } = api

beforeAll(async () => {
  await s.addUser({ uid: 'seller', stripe_connect_id: 'acct_seller' })
  await s.addUser({ uid: 'buyer' })
  await s.token('finance')
})

/** Creates an order of some transactions with the given prices in cents, registered at the provider. */
async function make(order: string, prices: Record<string, number>) {
  await s.make.order({ id: order, stripe_payment_intent_id: `pi_${order}`, buyer_uid: 'buyer' })
  const sold = {
    seller_uid: 'seller',
    purchaser_uid: 'buyer',
    status: 1,
    shipping_status: 1,
    payout_status: 2,
  }
  for (const [id, price] of Object.entries(prices))
    await s.make.transaction({ id, order_id: order, price, shipping_cost: 0, ...sold })
  const amount = Object.values(prices).reduce((sum, price) => sum + price, 0)
  await vendors.know([{ payment_intent: `pi_${order}`, amount, transfers: [] }])
}

interface ProviderRefund {
  id: string
  status: string
  amount: number
}

/** A refund made in the provider's own dashboard. */
const refundThere = async (order: string, amount?: number) =>
  (await (
    await vendors.post('/stripe/dashboard/refunds', { payment_intent: `pi_${order}`, amount })
  ).json()) as ProviderRefund
/** A later change of a refund by the bank. */
const becomes = async (id: string, status: string) =>
  (await (await vendors.post(`/stripe/dashboard/refunds/${id}`, { status })).json()) as ProviderRefund

let events = 0
/** Sends an event with a refund in its state at that time. */
async function send(type: 'created' | 'updated' | 'failed', refund: object, id = `evt_${++events}`) {
  const body = JSON.stringify({ id, object: 'event', type: `refund.${type}`, data: { object: refund } })
  const at = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', webhookSecret).update(`${at}.${body}`).digest('hex')
  const { statusCode } = await s.server.inject({
    method: 'POST',
    url: '/webhooks/stripe',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${signature}` },
    payload: body,
  })
  expect(statusCode).toBe(200)
}

const money = async (id: string) =>
  (await s.call('finance', transactions.money, { params: { id } })).body.data
const strip = async (id: string) => {
  const all = await money(id)
  return Object.fromEntries(
    moneyAccounts.map((account) => [account, all[account]]).filter(([, cents]) => cents !== 0),
  )
}
const refundHere = (id: string, amount: number) =>
  s.call('finance', transactions.refund, { params: { id }, body: { amount } })
const auditOf = async (id: string) =>
  (
    await s.query<{ action: string; after: object }>(
      "select action, after - 'reference' as after from audit where subject_id = $1 order by id",
      [id],
    )
  ).map(({ action, after }) => [action, after])
const faults = async () => (await checkLedger(s.ctx.database.db, s.ctx.payments)).faults

/** Runs work between the provider's refund and the settlement of its operation. */
async function betweenRefundAndSettlement<T>(
  work: (reference: string) => Promise<void>,
  call: () => Promise<T>,
) {
  const kind = s.ctx.operations.refund
  if (!kind) throw new Error('There is no such kind')
  const { run } = kind
  kind.run = async (...given) => {
    const done = await run(...given)
    await work(done.reference)
    return done
  }
  try {
    return await call()
  } finally {
    kind.run = run
  }
}

/** After every test the ledger balances and equals the provider's own figures. */
afterEach(async () => expect(await faults()).toEqual([]))

describe('a refund made in the provider’s dashboard', () => {
  test.each([
    ['above half', 318_539, 212_361],
    ['in full', undefined, 0],
  ])('%s, with a created and an updated event, is booked once', async (name, amount, left) => {
    const id = `once-${name.replace(' ', '-')}`
    await make(`o-${id}`, { [id]: 530_900 })
    const refund = await refundThere(`o-${id}`, amount)
    await send('created', refund)
    await send('updated', refund)
    await send('updated', refund)
    const all = await money(id)
    expect([all.refunded, all.left]).toEqual([530_900 - left, left])
    expect(await auditOf(id)).toEqual([['payments.refund', { refund: 530_900 - left }]])
  })

  test('that has failed stays failed when its created event arrives late', async () => {
    await make('o-late', { late: 2500 })
    const created = await refundThere('o-late', 2000)
    const failed = await becomes(created.id, 'failed')
    await send('failed', failed)
    await send('created', created)
    await send('updated', created)
    expect(await strip('late')).toEqual({ captured: -2500, held: 2500 })
    expect(await auditOf('late')).toEqual([])
  })

  test('that fails is reversed once, whatever events follow', async () => {
    await make('o-back', { back: 2500 })
    const created = await refundThere('o-back', 2000)
    await send('created', created)
    expect(await strip('back')).toEqual({ captured: -2500, held: 500, refunded: 2000 })
    const failed = await becomes(created.id, 'failed')
    for (const type of ['updated', 'failed'] as const) await send(type, failed)
    await send('updated', created)
    expect(await strip('back')).toEqual({ captured: -2500, held: 2500 })
    expect(await auditOf('back')).toEqual([
      ['payments.refund', { refund: 2000 }],
      ['payments.refund_failed', { refund_failed: 2000 }],
    ])
  })

  test('and still pending counts already, as it does for the provider', async () => {
    await make('o-pending', { pending: 2500 })
    const refund = await refundThere('o-pending', 2000)
    const pending = await becomes(refund.id, 'pending')
    await send('created', pending)
    expect((await money('pending')).left).toBe(500)
    await send('updated', await becomes(refund.id, 'succeeded'))
    expect(await auditOf('pending')).toEqual([['payments.refund', { refund: 2000 }]])
  })

  test('of several transactions is divided once, largest remainder first, and reversed on each', async () => {
    await make('o-several', { 'several-a': 1000, 'several-b': 3000 })
    const created = await refundThere('o-several', 3500)
    await send('updated', created)
    await send('created', created)
    expect([(await strip('several-a')).refunded, (await strip('several-b')).refunded]).toEqual([500, 3000])
    await send('failed', await becomes(created.id, 'failed'))
    expect(await strip('several-a')).toEqual({ captured: -1000, held: 1000 })
    expect(await strip('several-b')).toEqual({ captured: -3000, held: 3000 })
  })

  test('moves to a transaction with room after another refund has failed', async () => {
    await make('o-move', { 'move-a': 1000, 'move-b': 500 })
    const first = await refundThere('o-move', 700)
    await send('created', first)
    const second = await refundThere('o-move', 600)
    await send('created', second)
    expect([(await strip('move-a')).refunded, (await strip('move-b')).refunded]).toEqual([800, 500])
    await send('failed', await becomes(first.id, 'failed'))
    expect([(await strip('move-a')).refunded, (await strip('move-b')).refunded]).toEqual([600, undefined])
  })

  test('leaves room for an operation’s refund in flight', async () => {
    await make('o-beside', { 'beside-a': 3000, 'beside-b': 2500 })
    const there = () => refundThere('o-beside', 2500)
    await betweenRefundAndSettlement(
      async () => send('created', await there()),
      () => refundHere('beside-a', 2800),
    )
    expect([(await strip('beside-a')).refunded, (await strip('beside-b')).refunded]).toEqual([2800, 2500])
  })
})

describe('a refund by an operation', () => {
  test('that fails before its operation is settled is reversed', async () => {
    await make('o-race', { race: 2500 })
    const answer = await betweenRefundAndSettlement(
      async (reference) => send('failed', await becomes(reference, 'failed')),
      () => refundHere('race', 700),
    )
    expect(answer.status).toBe(200)
    expect(await strip('race')).toEqual({ captured: -2500, held: 2500 })
    expect(await auditOf('race')).toEqual([
      ['transactions.refund', { refund: 700, operation: expect.stringMatching(/^op_/) }],
      ['payments.refund_failed', { refund_failed: 700 }],
    ])
  })

  test('that fails after its operation was settled is reversed once', async () => {
    await make('o-own', { own: 2500 })
    await refundHere('own', 700)
    const [refund] = (await vendors.payments.payment('pi_o-own')).refunds
    const failed = await becomes(String(refund?.reference), 'failed')
    await send('failed', failed)
    await send('updated', failed)
    await send('created', { ...failed, status: 'succeeded' })
    expect(await strip('own')).toEqual({ captured: -2500, held: 2500 })
    expect((await auditOf('own')).map(([action]) => action)).toEqual([
      'transactions.refund',
      'payments.refund_failed',
    ])
  })

  test('is booked if the provider made it although its operation has failed', async () => {
    await make('o-made', { made: 2500 })
    await refundHere('made', 700)
    await s.query("update operations set state = 'failed' where subject_id = 'made'")
    await s.query(
      "delete from ledger_lines where entry_id in (select id from ledger_entries where transaction_id = 'made')",
    )
    await s.query("delete from ledger_entries where transaction_id = 'made'")
    const { refunds } = await vendors.payments.payment('pi_o-made')
    const metadata = { portreeve_operation: refunds[0]?.key, portreeve_transaction: 'made' }
    await send('updated', {
      ...{ id: refunds[0]?.reference, object: 'refund', amount: 700, payment_intent: 'pi_o-made' },
      ...{ status: 'succeeded', metadata },
    })
    expect((await strip('made')).refunded).toBe(700)
  })
})

describe('a refund booked by an earlier release', () => {
  const enter = async (id: string, reference: string, cents: number, kind = 'refund') => {
    await s.query(
      `with entry as (insert into ledger_entries (id, kind, transaction_id, reference) values ($1, $4, $2, $1) returning id)
       insert into ledger_lines (entry_id, account, cents) select id, account, $3 * sign from entry, (values ('refunded', 1), ('held', -1)) as line (account, sign)`,
      [reference, id, cents, kind],
    )
  }
  const opened = async (id: string, price: number) => {
    await make(`o-${id}`, { [id]: price })
    await s.query(
      `with entry as (insert into ledger_entries (id, kind, transaction_id, reference) values ($1, 'opening', $2, $1) returning id)
       insert into ledger_lines (entry_id, account, cents) select id, account, $3 * sign from entry, (values ('held', 1), ('captured', -1)) as line (account, sign)`,
      [`opening:${id}`, id, price],
    )
  }

  test('is not booked again', async () => {
    await opened('before', 2500)
    const refund = await refundThere('o-before', 2000)
    await enter('before', `${refund.id}:before`, 2000)
    await send('updated', refund)
    expect(await strip('before')).toEqual({ captured: -2500, held: 500, refunded: 2000 })
    expect(await auditOf('before')).toEqual([])
  })

  test('booked twice is found by the check, and corrected by the next event', async () => {
    await opened('twice', 2500)
    const refund = await refundThere('o-twice', 2000)
    await enter('twice', `${refund.id}:twice`, 2000)
    await enter('twice', `${refund.id}:over:twice`, 2000)
    expect(await faults()).toEqual([
      'Transaction twice was refunded more than was paid.',
      'Order o-twice: the provider refunded $20.00, the ledger says $40.00.',
      `Refund ${refund.id}: the provider refunded $20.00, the ledger has booked $40.00.`,
    ])
    await send('updated', refund)
    expect(await strip('twice')).toEqual({ captured: -2500, held: 500, refunded: 2000 })
    expect(await auditOf('twice')).toEqual([['payments.refund_moved', { refund: 2000 }]])
  })
})

test('a refund is divided over free room, then over remaining room, then on the first', () => {
  const rooms = [
    { id: 'a', left: 100, free: 20 },
    { id: 'b', left: 50, free: 50 },
  ]
  const shares = (cents: number) => Object.fromEntries(shareOut(cents, rooms))
  expect([60, 70, 120, 200].map(shares)).toEqual([
    { a: 10, b: 50 },
    { a: 20, b: 50 },
    { a: 70, b: 50 },
    { a: 150, b: 50 },
  ])
  expect(shareOut(5, []).size).toBe(0)
})
