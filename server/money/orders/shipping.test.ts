import { api } from '@portreeve/contract'
import { describe, expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'

const { s, make, strip, openDispute, get, carriersAnswer } = useMoneyDesk()
const { shipping } = api

describe('cancelling a label', () => {
  const void_ = (id: string) => s.call('support', shipping.cancelLabel, { params: { id } })
  test('needs a sign-in, and a moderator may not', async () => {
    const label = { params: { id: 'label-l0' } }
    expect((await s.call(undefined, shipping.cancelLabel, label)).status).toBe(401)
    expect((await s.call('moderator', shipping.cancelLabel, label)).body.error_message).toBe(
      'Your role, moderator, may not cancel a shipping label.',
    )
  })
  test('[API-47] is voided once and its cost comes back', async () => {
    await make('l1', { label: true })
    expect(await strip('l1')).toEqual({ captured: -2500, label: 500, held: 2000 })
    await s.token('support')
    const answers = await Promise.all(Array.from({ length: 20 }, () => void_('label-l1')))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(19).fill(409)])
    await carriersAnswer()
    expect(await strip('l1')).toEqual({ captured: -2500, fee: 500, held: 2000 })
    expect((await get('l1')).ship_labels?.[0]?.status).toBe(3)
    expect((await void_('label-l1')).body.error_title).toBe('Already cancelled')
    expect((await void_('none')).status).toBe(404)
  })
  test('is refused while a dispute is open', async () => {
    await make('l2', { label: true })
    await openDispute('l2')
    expect((await void_('label-l2')).body.error_message).toContain('a dispute is open')
  })
  test('is refused when the label is not paid, or has no shipment', async () => {
    await make('l3', { label: true })
    await s.query("update ship_labels set status = 2 where id = 'label-l3'")
    expect((await void_('label-l3')).body.error_title).toBe('Not paid')
    await s.query("update ship_labels set status = 1, ep_shipment_id = null where id = 'label-l3'")
    const answer = await void_('label-l3')
    expect([answer.status, answer.body.error_title]).toEqual([422, 'No shipment'])
    expect((await get('l3')).ship_labels?.[0]?.status).toBe(1)
  })
})
