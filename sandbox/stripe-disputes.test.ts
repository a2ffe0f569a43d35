import { describe, expect, test } from 'vitest'
import { useStripe } from './stripe-test-harness.ts'

const s = useStripe()
const dashboard = (path: string, body: object = {}) => s.tell(`/stripe/dashboard/${path}`, body)
const open = async (amount: number, more: object = {}) => {
  const payment_intent = await s.paid(amount)
  const { body } = await dashboard('disputes', { payment_intent, ...more })
  return { payment: payment_intent, id: body.id }
}
const read = async (id: string) =>
  (await s.call(`/v1/disputes/${id}`)).body as unknown as Record<string, never>
const types = (id: string) => s.receivedOf(id).map(({ type }) => type)

describe('a dispute', () => {
  test('takes the amount and a fee, and brings the amount back when it is won', async () => {
    const { id, payment } = await open(5000)
    await s.until(2, id)
    expect(types(id)).toEqual(['charge.dispute.created', 'charge.dispute.funds_withdrawn'])
    expect(await read(id)).toMatchObject({
      ...{ status: 'needs_response', amount: 5000, reason: 'product_not_received', payment_intent: payment },
      balance_transactions: [{ amount: -5000, fee: 1500, net: -6500 }],
    })
    expect((await s.call('/v1/refunds', `payment_intent=${payment}`)).body.error.code).toBe('charge_disputed')
    const evidence = 'evidence[shipping_tracking_number]=9400&submit=true'
    const sent = await s.keyed(`/v1/disputes/${id}`, evidence, `key-${id}`)
    expect(sent.body.status).toBe('under_review')
    expect((await s.keyed(`/v1/disputes/${id}`, evidence, `key-${id}`)).body.status).toBe('under_review')
    expect((await s.call(`/v1/disputes/${id}`, evidence)).status).toBe(400)
    expect((await dashboard(`disputes/${id}/close`, { status: 'won' })).body.status).toBe('won')
    await s.until(5, id)
    expect(types(id).slice(2)).toEqual([
      ...['charge.dispute.updated', 'charge.dispute.closed', 'charge.dispute.funds_reinstated'],
    ])
    expect(await s.state(`?payment_intent=${payment}`)).toMatchObject({ charged_back: 0 })
    expect((await dashboard(`disputes/${id}/close`, { status: 'lost' })).status).toBe(400)
  })

  test('is lost when its time is over without evidence', async () => {
    const { id, payment } = await open(700, { due_in: -1 })
    await s.until(3, id)
    expect((await read(id)).status).toBe('lost')
    expect(await s.state(`?payment_intent=${payment}`)).toMatchObject({ charged_back: 700 })
  })

  test('an inquiry takes nothing; it is closed or becomes a dispute', async () => {
    const { id, payment } = await open(700, { inquiry: true })
    expect((await dashboard(`disputes/${id}/close`, { status: 'lost' })).status).toBe(400)
    expect(await s.state(`?payment_intent=${payment}`)).toMatchObject({ charged_back: 0 })
    await dashboard(`disputes/${id}/escalate`)
    expect((await read(id)).status).toBe('needs_response')
    expect((await dashboard(`disputes/${id}/escalate`)).status).toBe(400)
    const other = await open(700, { inquiry: true })
    expect((await dashboard(`disputes/${other.id}/close`, { status: 'warning_closed' })).status).toBe(200)
  })

  test('evidence: unknown fields are refused, a draft can be changed', async () => {
    const { id } = await open(900)
    expect((await s.call(`/v1/disputes/${id}`, 'evidence[none]=x')).body.error.code).toBe('parameter_unknown')
    const draft = await s.call(`/v1/disputes/${id}`, 'evidence[customer_name]=A&submit=false')
    expect(draft.body.status).toBe('needs_response')
    expect((await s.call(`/v1/disputes/${id}`, 'evidence[shipping_carrier]=UPS')).body).toMatchObject({
      ...{ status: 'under_review', evidence: { customer_name: 'A', shipping_carrier: 'UPS' } },
    })
    expect((await s.call('/v1/disputes/du_none')).status).toBe(404)
  })

  test('evidence names files of its own types and sizes; a repeated key is the same file', async () => {
    const { id } = await open(900)
    const send = async (bytes: string, key: string, purpose = 'dispute_evidence') => {
      const form = new FormData()
      form.set('purpose', purpose)
      form.set('file', new Blob([Buffer.from(bytes, 'latin1')]), 'receipt.pdf')
      const headers = { authorization: 'Bearer sk_test_portreeve', 'idempotency-key': `${key}-${id}` }
      const answer = await fetch(`${s.url()}/v1/files`, { method: 'POST', body: form, headers })
      return (await answer.json()) as { id: string; size: number; error?: { message: string } }
    }
    const file = await send('%PDF-1.7\r\n\r\n%%EOF', 'a')
    expect(file).toMatchObject({
      size: 17,
      type: 'pdf',
      filename: 'receipt.pdf',
      purpose: 'dispute_evidence',
    })
    expect(await send('%PDF-1.7\r\n\r\n%%EOF', 'a')).toEqual(file)
    expect((await send('%PDF-1.4', 'a')).error?.message).toMatch(/same parameters/)
    expect((await send('<html>', 'b')).error?.message).toMatch(/PDF, JPEG or PNG/)
    expect((await send(`%PDF-${' '.repeat(6_000_000)}`, 'c')).error?.message).toMatch(/5 MB/)
    expect((await send('%PDF-1.7', 'd', 'business_logo')).error?.message).toMatch(/purpose|only/)
    expect((await s.call(`/v1/files/${file.id}`)).body).toMatchObject({ id: file.id })
    const evidence = (name: string) => `evidence[receipt]=${name}&submit=true`
    expect((await s.call(`/v1/disputes/${id}`, evidence('file_none'))).body.error.message).toBe(
      "No such file upload: 'file_none'",
    )
    const large = [
      await send(`%PDF-${'a'.repeat(3_000_000)}`, 'e'),
      await send(`%PDF-${'b'.repeat(2_000_000)}`, 'f'),
    ]
    const two = `evidence[receipt]=${large[0]?.id}&evidence[uncategorized_file]=${large[1]?.id}`
    expect((await s.call(`/v1/disputes/${id}`, two)).body.error.message).toMatch(/4\.5 MB/)
    expect((await s.call(`/v1/disputes/${id}`, evidence(file.id))).body).toMatchObject({
      evidence: { receipt: file.id },
    })
  })

  test('accepted by us is lost; the list of a payment has it; it survives a restart', async () => {
    const { id, payment } = await open(900)
    expect((await s.call(`/v1/disputes/${id}/close`, '')).body.status).toBe('lost')
    await s.stop()
    await s.start()
    const list = await s.call(`/v1/disputes?payment_intent=${payment}`)
    expect(list.body.data.map((one) => [one.id, one.status])).toEqual([[id, 'lost']])
  })
})

test('an early fraud warning can be acted upon until the payment is refunded or disputed', async () => {
  const payment_intent = await s.paid(900)
  const { body } = await dashboard('early_fraud_warnings', { payment_intent })
  expect(body).toMatchObject({ actionable: true, fraud_type: 'made_with_stolen_card' })
  await s.until(1, body.id)
  expect(types(body.id)).toEqual(['radar.early_fraud_warning.created'])
  expect((await dashboard('early_fraud_warnings', { payment_intent: 'pi_none' })).status).toBe(404)
})
