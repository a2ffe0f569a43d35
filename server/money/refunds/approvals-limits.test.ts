import { describe, expect, test } from 'vitest'
import { useApprovals } from '../../testing/approving.ts'

const {
  alone,
  list,
  make,
  nextDay,
  refund,
  refundInTime,
  refunded,
  s,
  vendors,
  waiting,
  withdraw,
  settleAll,
} = useApprovals()

describe('splitting', () => {
  test('of one transaction: refunds made, in flight and requested count', async () => {
    await make(['split'])
    expect((await refund('split', 30_000)).status).toBe(200)
    expect(await alone('split')).toBe(20_000)
    expect((await refund('split', 20_001)).body.code).toBe('second_person')
    expect((await refund('split', 1)).body.code).toBe('conflict')
    await withdraw((await waiting('split')).id)
    await vendors.set('stripe', 'hang')
    expect((await refund('split', 15_000)).body.data.state).toBe('pending')
    expect(await alone('split')).toBe(5000)
    await vendors.set('stripe', 'ok')
    await settleAll()
    expect((await refund('split', 5001)).body.code).toBe('second_person')
    // A new day does not change that.
    await nextDay()
    await withdraw((await waiting('split')).id)
    expect(await alone('split')).toBe(5000)
  })

  test('a refund refused by the provider does not count', async () => {
    await make(['failed'])
    await vendors.set('stripe', 'fail')
    await refund('failed', 50_000)
    await vendors.set('stripe', 'ok')
    await settleAll()
    expect(Number(await refunded('failed')) + Number(await alone('failed'))).toBe(50_000)
  })

  test('twenty-four concurrent refunds over as many transactions send no more than the daily limit, and the others are requested', {
    timeout: 120_000,
  }, async () => {
    const ids = Array.from({ length: 24 }, (_, at) => `day-${at}`)
    await make(ids)
    const answers = await Promise.all(ids.map((id) => refundInTime(id, 10_000)))
    const codes = answers.map(({ status, body }) => (status === 200 ? 'sent' : body.code))
    const [sum] = await s.query<{ cents: string }>(
      "select sum(cents) as cents from operations where subject_id like 'day-%' and approval_id is null and state <> 'failed'",
    )
    // 20 of $100.00; a request also reserves its amount.
    expect(Number(sum?.cents)).toBeLessThanOrEqual(200_000)
    expect(Number(sum?.cents)).toBe(codes.filter((code) => code === 'sent').length * 10_000)
    expect(new Set(codes)).toEqual(new Set(['sent', 'second_person']))
    expect((await refund('day-0', 10_000)).body.code).not.toBe(undefined)
    // Each person has a daily limit of their own.
    await make(['other-day'])
    expect([await alone('other-day', 'finance'), await alone('other-day', 'admin')]).toEqual([0, 50_000])
    await settleAll()
    await nextDay()
    expect(await alone('other-day', 'finance')).toBe(50_000)
  })

  test('sixteen concurrent refunds of one transaction, from two tabs, send no more than the limit', {
    timeout: 120_000,
  }, async () => {
    await make(['tabs'])
    const answers = await Promise.all(Array.from({ length: 16 }, () => refundInTime('tabs', 10_000)))
    for (let round = 0; round < 8; round++) answers.push(await refund('tabs', 10_000))
    await settleAll()
    expect(await refunded('tabs')).toBe(50_000)
    expect(answers.filter(({ status }) => status === 200).length).toBe(5)
    expect(answers.filter(({ body }) => body.code === 'second_person').length).toBe(1)
    expect((await list({ transaction: 'tabs' })).length).toBe(1)
  })
})

test('another currency has limits of its own, and counts alone', async () => {
  for (const [id, currency] of [
    ['euro', 'eur'],
    ['euro-2', 'eur'],
    ['dollar', 'usd'],
  ] as const) {
    await s.make.sale(id, { price: 500_000, currency: currency.toUpperCase() })
    await vendors.know([{ payment_intent: `pi_${id}`, amount: 500_000, currency, transfers: [] }])
  }
  expect(await alone('euro')).toBe(0)
  s.ctx.settings.refundAloneOthers = { EUR: { alone: 45_000, day: 60_000 } }
  expect((await refund('euro', 45_001)).body.code).toBe('second_person')
  await withdraw((await waiting('euro')).id)
  expect((await refund('euro', 40_000)).status).toBe(200)
  await settleAll()
  expect([await alone('euro'), await alone('euro-2'), await alone('dollar')]).toEqual([5000, 20_000, 50_000])
})
