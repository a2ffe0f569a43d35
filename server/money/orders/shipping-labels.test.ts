import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts'
import { type Shipping, ShippingRefused } from '../../adapters/shipping.ts'
import { easypostShipping } from '../../adapters/shipping-easypost.ts'

let folder: string
let sandbox: Sandbox
let shipping: Shipping
/** The same with a short timeout, for a provider that does not answer. */
let withShortTimeout: Shipping

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'labels-'))
  sandbox = await startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder })
  const provider = { key: 'EZTK_portreeve', address: sandbox.url }
  shipping = easypostShipping({ ...provider, timeoutMs: 10_000 })
  withShortTimeout = easypostShipping({ ...provider, timeoutMs: 1500 })
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => flip('ok'))

async function tell(path: string, body: object, type = 'application/json') {
  const text = JSON.stringify(body)
  await fetch(`${sandbox.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body: text })
}
const flip = (mode: string) => tell('/switches', { face: 'easypost', mode })
const known = (line: object) => tell('/easypost/known', line, 'application/x-ndjson')
const voiding = (shipment: string, by = shipping) => by.voidLabel({ key: 'op_1', shipment })

async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    return error instanceof ShippingRefused ? `refused: ${error.message}` : 'unclear'
  }
}

test('a label is voided; a label that is already voided counts as done', async () => {
  expect(await voiding('shp_1')).toEqual({ reference: 'shp_1', state: 'submitted' })
  expect(await voiding('shp_1')).toEqual({ reference: 'shp_1', state: 'submitted' })
  await tell('/easypost/carriers/answer', {})
  expect(await voiding('shp_1')).toEqual({ reference: 'shp_1', state: 'refunded' })
})

test('a requested refund is waiting, refunded or rejected; without a request it is refused', async () => {
  const answer = (shipment: string) => shipping.labelRefund(shipment)
  await voiding('shp_wait')
  expect(await answer('shp_wait')).toBe('submitted')
  await tell('/easypost/carriers/answer', { rejected: ['shp_wait'] })
  expect(await answer('shp_wait')).toBe('rejected')
  await known({ shipment: 'shp_paid', label: 'refunded' })
  expect(await answer('shp_paid')).toBe('refunded')
  await known({ shipment: 'shp_never', label: 'not_applicable' })
  expect(await answer('shp_never')).toBe('rejected')
  expect(await outcome(answer('shp_unused'))).toMatch(/^refused: .*no request/)
  expect(await outcome(answer('nobody'))).toBe('refused: The shipping provider knows no such shipment.')
})

test('a clear refusal by the provider, in its words', async () => {
  await known({ shipment: 'shp_used', label: 'used' })
  expect(await outcome(voiding('shp_used'))).toBe(
    'refused: The shipping provider refused: Unable to request refund. The parcel has been shipped.',
  )
  await known({ shipment: 'shp_none', label: 'none' })
  expect(await outcome(voiding('shp_none'))).toMatch(/^refused: .*No label/)
  await known({ shipment: 'shp_scan', bills_on_scan: true })
  expect(await outcome(voiding('shp_scan'))).toMatch(/^refused: .*bills a label when it is scanned/)
  expect(await outcome(voiding('nobody'))).toBe('refused: The shipping provider knows no such shipment.')
})

test('a parcel’s tracking page', async () => {
  const page = (number: string, carrier: string) => shipping.trackingPage({ key: 'op_1', number, carrier })
  const address = await page('9400', 'USPS')
  expect(address).toMatch(/^http:.*\/easypost\/tracking\/trk_/)
  expect(await page('9400', 'USPS')).toBe(address)
  expect(await outcome(page('9400', 'Pigeon'))).toBe(
    'refused: The shipping provider does not know this carrier.',
  )
})

test.each(['fail', 'fail_429', 'hang', 'drop', 'late', 'after_success'])(
  'in mode %s the outcome is unclear, and a retry succeeds',
  async (mode) => {
    await flip(mode)
    expect(await outcome(voiding(`shp_${mode}`, withShortTimeout))).toBe('unclear')
    await flip('ok')
    expect((await voiding(`shp_${mode}`)).state).toBe('submitted')
  },
)

test('answers are classified as refusals or unclear; none discloses the key', async () => {
  let answer = { status: 200, body: '' }
  const vendor: Server = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  }).listen(0, '127.0.0.1')
  await once(vendor, 'listening')
  const address = `http://127.0.0.1:${(vendor.address() as AddressInfo).port}`
  const labels = easypostShipping({ key: 'EZTK_secret', address })
  const error = JSON.stringify({ error: { code: 'X', message: 'no', errors: [] } })
  const answers: [number, string, 'refused' | 'unclear'][] = [
    [400, error, 'refused'],
    [402, error, 'refused'],
    [403, error, 'refused'],
    [404, error, 'refused'],
    [422, error, 'refused'],
    [401, error, 'unclear'],
    [408, error, 'unclear'],
    [429, error, 'unclear'],
    [500, error, 'unclear'],
    [503, error, 'unclear'],
    [422, '<html>', 'unclear'],
    [200, '<html>', 'unclear'],
  ]
  for (const [status, body, expected] of answers) {
    answer = { status, body }
    const failed: Error = await labels.voidLabel({ key: 'op', shipment: 'shp_1' }).then(
      () => new Error('done'),
      (error: Error) => error,
    )
    const kind = failed instanceof ShippingRefused ? 'refused' : 'unclear'
    expect([status, kind]).toEqual([status, expected])
    expect(JSON.stringify({ ...failed, message: failed.message, cause: failed.cause })).not.toContain(
      'secret',
    )
  }
  vendor.close()
  expect(await outcome(labels.voidLabel({ key: 'op', shipment: 'shp_1' }))).toBe('unclear')
})
