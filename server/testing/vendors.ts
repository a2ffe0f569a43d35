import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import type { Templates } from '../adapters/email-templates.ts'
import { sesTemplates } from '../adapters/email-templates-ses.ts'
import type { Payments } from '../adapters/payments.ts'
import { stripePayments } from '../adapters/payments-stripe.ts'
import type { Shipping } from '../adapters/shipping.ts'
import { easypostShipping } from '../adapters/shipping-easypost.ts'

export const webhookSecret = 'whsec_portreeve'
const sesAccount = { key: 'AKIAPORTREEVE', secret: 'test', region: 'us-east-1' }

/** The vendors' sandbox behind the real adapters. */
export interface Vendors {
  payments: Payments
  shipping: Shipping
  templates: Templates
  address: () => string
  /** Registers payments, as NDJSON lines. */
  know: (lines: object[]) => Promise<void>
  /** Switches a vendor to a fault. */
  set: (face: string, mode: string, more?: object) => Promise<void>
  post: (path: string, body: unknown) => Promise<Response>
}

/** Starts the sandbox for a test file and stops it afterwards. Call it before useServer. */
export function useVendors(timeoutMs = 1000): Vendors {
  let sandbox: Sandbox | undefined
  let folder = ''
  let payments: Payments | undefined
  let shipping: Shipping | undefined
  let templates: Templates | undefined
  const url = () => sandbox?.url ?? ''
  const there = <Thing>(thing: Thing | undefined): Thing => {
    if (!thing) throw new Error('The sandbox has not started')
    return thing
  }

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portreeve-sandbox-'))
    sandbox = await startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder })
    payments = stripePayments({ key: 'sk_test_portreeve', address: url(), webhookSecret, timeoutMs })
    shipping = easypostShipping({ key: 'EZTK_portreeve', address: url(), timeoutMs })
    templates = sesTemplates({ ...sesAccount, address: `${url()}/ses`, timeoutMs })
  })
  afterAll(async () => {
    await sandbox?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const post = async (path: string, body: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json'
    const answer = await fetch(`${url()}${path}`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: text,
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer
  }
  return {
    address: url,
    payments: {
      refund: (refund) => there(payments).refund(refund),
      payOut: (payout) => there(payments).payOut(payout),
      takeBack: (charge) => there(payments).takeBack(charge),
      uploadEvidence: (file) => there(payments).uploadEvidence(file),
      submitEvidence: (sent) => there(payments).submitEvidence(sent),
      payment: (id) => there(payments).payment(id),
      sent: (transaction, currency) => there(payments).sent(transaction, currency),
      step: (currency) => there(payments).step?.(currency) ?? 1,
      event: (webhook) => there(payments).event(webhook),
      endpointProblems: async (address) => (await there(payments).endpointProblems?.(address)) ?? [],
    },
    shipping: {
      voidLabel: (label) => there(shipping).voidLabel(label),
      labelRefund: (shipment) => there(shipping).labelRefund(shipment),
      trackingPage: (parcel) => there(shipping).trackingPage(parcel),
    },
    templates: {
      list: () => there(templates).list(),
      read: (name) => there(templates).read(name),
      create: (name, parts) => there(templates).create(name, parts),
      replace: (name, parts) => there(templates).replace(name, parts),
      remove: (name) => there(templates).remove(name),
    },
    know: async (lines) =>
      void (await post('/stripe/known', lines.map((line) => JSON.stringify(line)).join('\n'))),
    set: async (face, mode, more = {}) => void (await post('/switches', { face, mode, ...more })),
    post,
  }
}
