import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'

const { s, vendors, mails, make, strip, refund, cancel, openDispute, get, settleAll } = useMoneyDesk()
const { disputes } = api

describe('disputes', () => {
  test('[API-43] [API-44] [ENT-51] [ENT-52] opened, the money is frozen and nothing else moves; resolved, the seller is paid', async () => {
    await make('d1')
    const opened = await openDispute('d1')
    expect(opened.body.data).toMatchObject({ dispute_type: 2, status: 2, creator_uid: 'buyer' })
    expect(await get('d1')).toMatchObject({ dispute_id: opened.body.data.id, dispute_status: 2 })
    expect(await strip('d1')).toEqual({ captured: -2500, disputed: 2500 })
    for (const answer of [await refund('d1', 1), await cancel('d1')])
      expect([answer.status, answer.body.error_message]).toEqual([
        409,
        expect.stringMatching(/^This is not possible now: a dispute is open\. Last change: The finance, /),
      ])
    expect((await openDispute('d1')).status).toBe(409)
    const resolve = () =>
      s.call('finance', disputes.resolve, { params: { id: 'd1', disputeId: opened.body.data.id } })
    const answers = await Promise.all(Array.from({ length: 20 }, resolve))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    await settleAll()
    expect(await strip('d1')).toEqual({ captured: -2500, paid_out: 2500 })
    expect(await get('d1')).toMatchObject({ dispute_status: 1, payout_status: 1 })
    expect(await vendors.payments.sent('d1')).toEqual({ sent: 2500, takenBack: 0 })
  })
  test('buyer and seller each receive one mail about a new dispute; a missing address blocks nothing', async () => {
    await make('told')
    mails.length = 0
    await openDispute('told')
    await settleAll()
    expect(mails.map(({ to, subject }) => [to, subject]).sort()).toEqual([
      ['buyer@example.com', 'A dispute was opened'],
      ['seller@example.com', 'A dispute was opened'],
    ])
    expect(mails[0]?.text).toContain('Reason: Item Not Received.')
    await make('untold', { seller: 'poor-seller' })
    expect((await openDispute('untold')).status).toBe(200)
    await settleAll()
    expect(
      await s.query("select state, failure from operations where subject_id = 'untold' order by state"),
    ).toEqual([
      { state: 'done', failure: null },
      { state: 'failed', failure: 'This person has no email address.' },
    ])
  })

  test('a refund between resolution and payout makes the payout smaller', async () => {
    await make('d2')
    const { id } = (await openDispute('d2')).body.data
    s.ctx.settings.payoutDelay = 3600
    await s.call('finance', disputes.resolve, { params: { id: 'd2', disputeId: id } })
    s.ctx.settings.payoutDelay = 0
    expect((await refund('d2', 500)).status).toBe(200)
    await settleAll()
    expect(await strip('d2')).toEqual({ captured: -2500, refunded: 500, paid_out: 2000 })
  })
  test('a payout that was held by a refund is checked again soon after it', async () => {
    await make('d5')
    const { id } = (await openDispute('d5')).body.data
    s.ctx.settings.payoutDelay = 3600
    await s.call('finance', disputes.resolve, { params: { id: 'd5', disputeId: id } })
    s.ctx.settings.payoutDelay = 0
    await vendors.set('stripe', 'fail', { only: '/v1/refunds {' })
    expect((await refund('d5', 500)).body.data.state).toBe('pending')
    await s.query("update operations set attempts = 9 where subject_id = 'd5' and kind = 'payout'")
    await settleAll()
    expect(
      await s.query(
        "select due_at < now() + interval '6 seconds' as soon, attempts > 9 as tried from operations where subject_id = 'd5' and kind = 'payout'",
      ),
    ).toEqual([{ soon: true, tried: true }])
    await vendors.set('stripe', 'ok')
    // The refund first, then the payout that it held.
    await settleAll()
    await settleAll()
    expect(await strip('d5')).toEqual({ captured: -2500, refunded: 500, paid_out: 2000 })
  })
  test('a seller without an account keeps the money held', async () => {
    await make('d3', { seller: 'poor-seller' })
    const { id } = (await openDispute('d3')).body.data
    await s.call('finance', disputes.resolve, { params: { id: 'd3', disputeId: id } })
    await settleAll()
    expect(await strip('d3')).toEqual({ captured: -2500, held: 2500 })
  })
  test('another buyer, another transaction, an unknown type and dispute are refused', async () => {
    await make('d4')
    const open = (body: object) =>
      s.call('finance', disputes.open, {
        params: { id: 'd4' },
        body: { dispute_type: 1, creator_uid: 'buyer', purchase_transaction: 'd4', ...body } as never,
      })
    expect((await open({ creator_uid: 'seller' })).status).toBe(422)
    expect((await open({ purchase_transaction: 'd1' })).status).toBe(422)
    expect((await open({ dispute_type: 4 })).status).toBe(400)
    expect(
      (await s.call('finance', disputes.resolve, { params: { id: 'd4', disputeId: 'dp_none' } })).status,
    ).toBe(404)
  })
})
