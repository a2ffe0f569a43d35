import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import { type Sandbox, startSandbox } from './sandbox.ts'

/** The fields of Stripe's answers that the tests read. */
interface Thing {
  id: string
  amount: number
  status: string
  has_more: boolean
  data: Thing[]
  metadata: Record<string, string>
  amount_reversed: number
  error: { type: string; code?: string; message: string; param?: string }
}
interface Received {
  id: string
  type: string
  refund: string
  signature: string
  body: string
}

/** A sandbox for a test file, with a receiver of Stripe's webhooks, and functions to call it. */
export function useStripe() {
  let folder = ''
  let sandbox: Sandbox | undefined
  let hook: Server | undefined
  let refusing = 0
  let count = 0
  const received: Received[] = []
  const url = () => sandbox?.url ?? ''

  const start = async () => {
    const address = hook?.address() as AddressInfo | undefined
    sandbox = await startSandbox({
      port: 0,
      smtpPort: 0,
      host: '127.0.0.1',
      folder,
      stripeWebhooks: [`http://127.0.0.1:${address?.port}/hook`],
      stripeFirstRepeat: 20,
    })
  }
  const stop = async () => sandbox?.close()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'stripe-'))
    hook = createServer(async (request, response) => {
      const pieces: Buffer[] = []
      for await (const piece of request) pieces.push(piece as Buffer)
      if (refusing > 0) {
        refusing -= 1
        response.writeHead(500).end()
        return
      }
      const body = Buffer.concat(pieces).toString()
      const event = JSON.parse(body) as { id: string; type: string; data: { object: { id: string } } }
      const signature = String(request.headers['stripe-signature'])
      received.push({ id: event.id, type: event.type, refund: event.data.object.id, signature, body })
      response.end()
    }).listen(0, '127.0.0.1')
    await once(hook, 'listening')
    await start()
  })
  afterAll(async () => {
    await stop()
    hook?.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    for (const face of ['stripe', 'stripe-webhooks']) await tell('/switches', { face, mode: 'ok' })
  })

  /** A call of Stripe's API; a form makes it a POST. */
  const call = async (path: string, form?: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url()}${path}`, {
      ...(form === undefined ? {} : { method: 'POST', body: form }),
      headers: {
        authorization: 'Bearer sk_test_portreeve',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    })
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as Thing }
  }
  /** A call of the sandbox's own pages: a list is sent as NDJSON. */
  const tell = async (path: string, body: unknown) => {
    const lines = Array.isArray(body)
    const answer = await fetch(`${url()}${path}`, {
      method: 'POST',
      headers: { 'content-type': lines ? 'application/x-ndjson' : 'application/json' },
      body: lines ? body.map((line) => JSON.stringify(line)).join('\n') : JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Thing & Record<string, unknown> }
  }
  const receivedOf = (refund: string) => received.filter((one) => one.refund === refund)

  return {
    url,
    start,
    stop,
    call,
    tell,
    receivedOf,
    journal: () => join(folder, 'stripe', 'journal.ndjson'),
    keyed: (path: string, form: string, key: string) => call(path, form, { 'idempotency-key': key }),
    state: async (query = '') =>
      (await (await fetch(`${url()}/stripe/state.json${query}`)).json()) as Record<string, unknown>,
    /** A payment that no other test uses. */
    paid: async (amount: number, more: object = {}): Promise<string> => {
      count += 1
      const payment_intent = `pi_test${count}`
      await tell('/stripe/known', [{ payment_intent, amount, ...more }])
      return payment_intent
    },
    /** Refuses so many webhooks before it accepts one. */
    refuse: (times: number) => {
      refusing = times
    },
    until: (events: number, refund: string) =>
      vi.waitFor(() => expect(receivedOf(refund)).toHaveLength(events), { timeout: 15_000 }),
  }
}
