import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import { describe, expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { takePaymentEvent } from '../payment-events.ts'

const { s, vendors, make, strip, cancel, settleAll } = useMoneyDesk()
const { refunds, transactions, approvals } = api

const refund = (id: string, amount: number, more: object = {}) =>
  s.call('finance', transactions.refund, { params: { id }, body: { amount, ...more } })
const request = (id: string, amount: number, as: Role = 'support', more: object = {}) =>
  s.call(as, approvals.request, {
    params: { id },
    body: { amount, reason: 'They wrote twice', reason_id: 'not_received', ...more },
  })
const list = async (query: object, as: Role = 'support') =>
  (await s.call(as, refunds.list, { query })).body.data
const movements = async (id: string) =>
  (await s.call('moderator', refunds.movements, { params: { id } })).body.data
/** A refund in the provider's own dashboard, and its event as the adapter reads it. */
async function outside(id: string, cents: number) {
  const made = await vendors.post('/stripe/dashboard/refunds', { payment_intent: `pi_${id}`, amount: cents })
  const { id: reference } = (await made.json()) as { id: string }
  const event = { id: `evt_${reference}`, type: 'refund.created', payment: `pi_${id}` }
  const byName = new Map([['stripe', { ...vendors.payments, event: async () => event }]])
  await takePaymentEvent({ ...s.ctx, payments: { byName, default: 'stripe' } }, 'stripe', {
    headers: {},
    body: '',
  })
  return reference
}

describe('a requested refund', () => {
  test('of support waits, is approved, and carries its reason and both people', async () => {
    await make('ask')
    expect((await request('ask', 100, 'moderator')).status).toBe(403)
    expect((await request('ask', 9999)).body.error_title).toBe('Too much')
    expect((await request('ask', 100, 'support', { reason: '  ', reason_id: undefined })).status).toBe(400)
    const asked = (await request('ask', 800)).body.data
    expect(asked).toMatchObject({
      ...{ kind: 'refund', cents: 800, requested: true, state: 'asked' },
      why: 'Item not received: They wrote twice',
    })
    expect((await request('ask', 100)).body.error_title).toBe('Already asked')
    expect((await movements('ask'))[0]).toMatchObject({ kind: 'refund', state: 'asked', amount: 800 })
    expect((await s.call('support', approvals.approve, { params: { id: asked.id } })).status).toBe(403)
    expect((await s.call('finance', approvals.approve, { params: { id: asked.id } })).body.data.state).toBe(
      'done',
    )
    expect(await movements('ask')).toMatchObject([
      {
        ...{ kind: 'refund', amount: 800, state: 'done', provider: 'stripe', failure: null },
        reason: 'Item not received: They wrote twice',
        requested_by: { uid: 'staff-support', name: 'The support' },
        approved_by: { uid: 'staff-finance', name: 'The finance' },
        reference: expect.stringMatching(/^re_/),
        settled_at: expect.stringMatching(/Z$/),
      },
    ])
  })

  test('is approved in part; the requester is told both amounts', async () => {
    await make('less')
    const { id } = (await request('less', 800)).body.data
    const less = (cents: number) =>
      s.call('finance', approvals.approveLess, {
        params: { id },
        body: { cents, reason: 'The cable was there' },
      })
    expect((await less(801)).body.error_title).toBe('Too much')
    await s.query('delete from live_events')
    expect((await less(500)).body.data).toEqual({ state: 'done', cents: 500 })
    const [event] = await s.query<{ payload: object }>(
      "select payload from live_events where topic = 'approvals'",
    )
    expect(event?.payload).toEqual({
      ...{
        id,
        transaction_id: 'less',
        state: 'approved',
        asked_by: 'staff-support',
        cents: 500,
        asked_cents: 800,
        currency: 'USD',
      },
    })
    const [row] = (await s.call('support', approvals.list, { query: { transaction: 'less' } })).body.data
    expect(row).toMatchObject({
      state: 'approved',
      cents: 500,
      asked_cents: 800,
      reason: 'The cable was there',
    })
    expect(await strip('less')).toMatchObject({ refunded: 500 })
  })

  test('is declined with words, and stays in the movements', async () => {
    await make('no')
    const { id } = (await request('no', 800)).body.data
    await s.query('delete from live_events')
    await s.call('finance', approvals.decline, { params: { id }, body: { reason: 'It was delivered' } })
    // The requester's open page shows it.
    expect(await s.query("select payload from live_events where topic = 'approvals'")).toEqual([
      { payload: { id, transaction_id: 'no', state: 'declined', asked_by: 'staff-support' } },
    ])
    expect(await movements('no')).toMatchObject([
      { state: 'declined', failure: 'It was delivered', approved_by: { uid: 'staff-finance' } },
    ])
  })

  test('of a person who may not request any more is not sent', async () => {
    await make('left-us')
    const { id } = (await request('left-us', 800)).body.data
    await s.query("update staff set role = 'moderator' where uid = 'staff-support'")
    expect((await s.call('finance', approvals.approve, { params: { id } })).status).toBe(409)
    await s.query("update staff set role = 'support' where uid = 'staff-support'")
  })
})

describe('the list', () => {
  test('has refunds, cancellations and those of the provider’s dashboard, with totals of the filter', async () => {
    await s.query("update operations set created_at = created_at - interval '40 days'")
    await s.query("update provider_refunds set at = at - interval '40 days'")
    for (const id of ['l1', 'l2', 'l3']) await make(id)
    await refund('l1', 300, { reason_id: 'damaged' })
    await cancel('l2')
    const reference = await outside('l3', 700)
    const from = new Date(Date.now() - 86_400_000).toISOString()
    const rows = await list({ from })
    expect(rows.map(({ kind, amount, transaction_id }) => [kind, amount, transaction_id])).toEqual([
      ...[
        ['refund', 700, 'l3'],
        ['cancel', 2500, 'l2'],
        ['refund', 300, 'l1'],
      ],
    ])
    expect(rows[0]).toMatchObject({ reference, requested_by: null, buyer: { uid: 'buyer' } })
    const totals = (await s.call('finance', refunds.totals, { query: { from } })).body.data
    expect(totals).toEqual({
      currency: 'USD',
      count: 3,
      cents: 3500,
      by_state: [{ state: 'done', count: 3, cents: 3500 }],
    })
    const ofKind = (await s.call('finance', refunds.totals, { query: { from, kind: 'cancel' } })).body.data
    expect(ofKind).toMatchObject({ count: 1, cents: 2500 })
    const byReason = (await s.call('finance', refunds.totals, { query: { from, reason_id: 'damaged' } })).body
    expect(byReason.data).toMatchObject({ count: 1, cents: 300 })
    expect((await list({ from, reason_id: 'damaged' })).map(({ amount }) => amount)).toEqual([300])
    expect(await list({ from, kind: 'cancel' })).toHaveLength(1)
    expect(await list({ from, by: 'staff-finance' })).toHaveLength(2)
    expect(await list({ from, state: 'failed' })).toEqual([])
    expect(await list({ to: from })).not.toEqual([])
    expect((await movements('l3')).map(({ kind, reference }) => [kind, reference])).toEqual([
      ['refund', reference],
    ])
  })

  test('is filtered by the names, email addresses and uids of the buyer and of the requester', async () => {
    await s.addUser({ uid: 'noor', displayName: 'Noor El-Amin', email: 'noor@example.com' })
    await make('named')
    await s.query("update transactions set purchaser_uid = 'noor' where id = 'named'")
    await refund('named', 100)
    const found = async (query: object, as?: Role) =>
      new Set((await list(query, as)).map(({ transaction_id }) => transaction_id))
    for (const buyer of ['noor', 'el-amin', 'Noor El', ' noor@example.com '])
      expect(await found({ buyer })).toEqual(new Set(['named']))
    expect(await found({ buyer: 'Noor', by: 'the FINANCE' })).toEqual(new Set(['named']))
    for (const by of ['finance', 'staff-finance', 'Finance@portreeve.test'])
      expect((await found({ by })).has('named')).toBe(true)
    for (const query of [{ buyer: 'noor', by: 'support' }, { buyer: 'nobody' }, { by: '%' }])
      expect(await found(query)).toEqual(new Set())
    const totals = (await s.call('support', refunds.totals, { query: { buyer: 'Noor' } })).body.data
    expect(totals).toMatchObject({ count: 1, cents: 100 })
    // Moderators see email addresses masked: a hit by one counts as a reveal.
    await s.query('delete from reveals')
    expect(await found({ buyer: 'noor@exam' }, 'moderator')).toEqual(new Set())
    expect(await found({ buyer: 'noor@example.com' }, 'moderator')).toEqual(new Set(['named']))
    s.ctx.settings.revealsPerHour = 1
    const query = { buyer: 'noor@example.com' }
    for (const endpoint of [refunds.list, refunds.totals])
      expect((await s.call('moderator', endpoint, { query })).status).toBe(429)
    s.ctx.settings.revealsPerHour = 60
    const exported = await s.call('finance', refunds.export, { query })
    expect(exported.body.data.rows).toBe(1)
    expect(
      await s.query("select after from audit where action = 'refunds.export' order by id desc limit 1"),
    ).toEqual([{ after: { people: ['noor'], rows: 1 } }])
  })

  test('is exported as CSV with its own right, audited', async () => {
    await make('formula')
    await s.query("update transactions set product_title = '=1+1, \"x\"' where id = 'formula'")
    await refund('formula', 1234)
    const query = { from: new Date(Date.now() - 3_600_000).toISOString() }
    expect((await s.call('support', refunds.export, { query })).status).toBe(403)
    const { csv, rows } = (await s.call('finance', refunds.export, { query })).body.data
    const lines = csv.split('\r\n')
    expect(lines[0]).toMatch(/^time,kind,state,amount,currency,transaction,/)
    expect(lines[1]).toContain(',refund,done,12.34,USD,formula,,"\'=1+1, ""x""",buyer,')
    const [audit] = await s.query<{ after: object }>(
      "select after from audit where action = 'refunds.export' order by id desc limit 1",
    )
    expect(audit?.after).toEqual({ ...query, rows })
  })

  test('pages without gaps or repeats', async () => {
    await make('pages')
    await s.query(`insert into operations (id, kind, subject_kind, subject_id, cents, state, created_at)
      select 'page' || n, 'refund', 'transaction', 'pages', 1, 'failed', '2020-01-01' from generate_series(1, 250) n`)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const query = { state: 'failed' as const, ...(cursor && { cursor }) }
      const answer = await s.call('finance', refunds.list, { query })
      seen.push(...answer.body.data.map(({ id }) => id))
      cursor = answer.headers['x-next-cursor'] as string | undefined
    } while (cursor)
    expect([seen.length, new Set(seen).size]).toEqual([250, 250])
    await s.query("delete from operations where subject_id = 'pages'")
  })
})

test('movements name a charge of the seller', async () => {
  await make('all', { payout_status: 1 })
  await cancel('all', 'true')
  await settleAll()
  expect((await movements('all')).map(({ kind, amount, state }) => [kind, amount, state]).sort()).toEqual([
    ...[
      ['cancel', 2500, 'done'],
      ['seller_charge', 2500, 'done'],
    ],
  ])
})
