import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verifyWebhook } from './index.ts'

const secret = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
const body = JSON.stringify({ id: 'evt_7', type: 'user.blocked' })
const at = new Date('2026-11-25T10:00:00Z')
const signed = (text = body, when = at) => ({
  'webhook-id': 'evt_7',
  'webhook-timestamp': String(Math.floor(when.getTime() / 1000)),
  'webhook-signature': new Webhook(secret).sign('evt_7', when, text),
})

test('accepts what the library of Standard Webhooks signs, in every kind of headers', async () => {
  expect(await verifyWebhook(signed(), body, secret, at.getTime())).toEqual({
    id: 'evt_7',
    type: 'user.blocked',
  })
  expect(await verifyWebhook(new Headers(signed()), body, secret, at.getTime())).toMatchObject({
    id: 'evt_7',
  })
  // While a secret is rotated, there are two signatures.
  const both = { ...signed(), 'webhook-signature': `v1,${btoa('another')} ${signed()['webhook-signature']}` }
  expect(await verifyWebhook(both, body, secret, at.getTime())).toMatchObject({ id: 'evt_7' })
})

test('refuses what is forged, changed, late, early or incomplete', async () => {
  const { 'webhook-signature': signature, ...unsigned } = signed()
  for (const [headers, text, now] of [
    [{ ...signed(), 'webhook-signature': `v1,${btoa('forged')}` }, body, at.getTime()],
    [{ ...signed(), 'webhook-signature': signature.replace('v1', 'v2') }, body, at.getTime()],
    [{ ...signed(), 'webhook-id': 'evt_8' }, body, at.getTime()],
    [signed(), `${body} `, at.getTime()],
    [signed(), body, at.getTime() + 301_000],
    [signed(), body, at.getTime() - 301_000],
    [{ ...signed(), 'webhook-timestamp': 'soon' }, body, at.getTime()],
    [unsigned, body, at.getTime()],
    [{ ...signed(), 'webhook-signature': 'v1,%%%' }, body, at.getTime()],
  ] as const)
    await expect(verifyWebhook(headers, text, secret, now)).rejects.toMatchObject({ code: 'bad_signature' })
  const other = `whsec_${btoa('another secret of that length')}`
  await expect(verifyWebhook(signed(), body, other, at.getTime())).rejects.toMatchObject({
    code: 'bad_signature',
  })
})
