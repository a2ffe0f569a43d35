import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './sandbox.ts'

interface Body {
  object: string
  refund_status: string | null
  id: string
  carrier: string
  public_url: string
  error: { code: string; message: string }
}

let folder: string
let sandbox: Sandbox
const start = () => startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easypost-'))
  sandbox = await start()
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => void (await call('/switches', { face: 'easypost', mode: 'ok' })))

async function call(path: string, body?: unknown, key = 'EZTK_portreeve') {
  const lines = Array.isArray(body)
  const answer = await fetch(`${sandbox.url}${path}`, {
    ...(body === undefined ? {} : { method: 'POST' }),
    headers: {
      authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
      'content-type': lines ? 'application/x-ndjson' : 'application/json',
    },
    body: lines ? body.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(body),
  })
  return { status: answer.status, body: (await answer.json()) as Body }
}
const refund = (id: string) => call(`/v2/shipments/${id}/refund`, {})
const refusal = async (answer: ReturnType<typeof call>) => {
  const { status, body } = await answer
  return [status, body.error.code]
}

test('requires the key', async () => {
  expect(await refusal(call('/v2/shipments/shp_1/refund', {}, 'EZTK_other'))).toEqual([401, 'UNAUTHORIZED'])
})

test('a label: refund submitted, refunded when the carrier has answered, never twice', async () => {
  const { status, body } = await refund('shp_1')
  expect([status, body.object, body.refund_status]).toEqual([200, 'Shipment', 'submitted'])
  expect(await refusal(refund('shp_1'))).toEqual([422, 'SHIPMENT.REFUND.UNAVAILABLE'])
  await call('/easypost/carriers/answer', {})
  expect((await call('/v2/shipments/shp_1')).body.refund_status).toBe('refunded')
  await refund('shp_2')
  await call('/easypost/carriers/answer', { rejected: ['shp_2'] })
  expect((await call('/v2/shipments/shp_2')).body.refund_status).toBe('rejected')
  expect((await refund('shp_2')).body.refund_status).toBe('submitted')
  await call('/easypost/carriers/answer', { at_once: true })
  expect((await refund('shp_4')).body.refund_status).toBe('refunded')
  await call('/easypost/carriers/answer', { at_once: false })
})

test('refuses a shipment without an unused label', async () => {
  await call('/easypost/known', [
    { shipment: 'shp_used', label: 'used' },
    { shipment: 'shp_none', label: 'none' },
    { shipment: 'shp_scan', bills_on_scan: true },
  ])
  expect((await refund('shp_used')).body.error).toMatchObject({
    code: 'SHIPMENT.REFUND.UNAVAILABLE',
    message: 'Unable to request refund. The parcel has been shipped.',
  })
  expect(await refusal(refund('shp_none'))).toEqual([422, 'SHIPMENT.REFUND.UNAVAILABLE'])
  expect((await refund('shp_scan')).body.refund_status).toBe('not_applicable')
  expect(await refusal(refund('nobody'))).toEqual([404, 'NOT_FOUND'])
  const bad = await call('/easypost/known', [{ shipment: 'shp_x', label: 'lost' }])
  expect(bad.status).toBe(422)
})

test('trackers: a page to follow a parcel; the same parcel is the same tracker', async () => {
  const track = (tracker: object) => call('/v2/trackers', { tracker })
  const { status, body } = await track({ tracking_code: '9400', carrier: 'usps' })
  expect([status, body.carrier]).toEqual([201, 'USPS'])
  expect(await (await fetch(body.public_url)).text()).toContain('USPS 9400')
  expect((await track({ tracking_code: '9400', carrier: 'USPS' })).body.id).toBe(body.id)
  expect(await refusal(track({ tracking_code: '1', carrier: 'Pigeon' }))).toEqual([
    422,
    'TRACKER.UNSUPPORTED_CARRIER',
  ])
  expect(await refusal(track({ carrier: 'UPS' }))).toEqual([422, 'PARAMETER.REQUIRED'])
})

test('the switch, and data that survives a restart', async () => {
  await call('/switches', { face: 'easypost', mode: 'fail', times: 1 })
  expect((await refund('shp_3')).status).toBe(500)
  await call('/switches', { face: 'easypost', mode: 'after_success', times: 1 })
  await expect(refund('shp_3')).rejects.toThrow()
  await sandbox.close()
  sandbox = await start()
  expect((await call('/v2/shipments/shp_3')).body.refund_status).toBe('submitted')
})
