import type { IncomingHttpHeaders } from 'node:http'
import { api } from '@portreeve/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { noPayments, type PaymentEvent, type Payments, type Refunded } from '../adapters/payments.ts'
import { useServer } from '../testing/harness.ts'
import { settleAll } from '../testing/settling.ts'
import { checkLedger } from './ledger/ledger-check.ts'

const { disputes, transactions } = api

/** A provider in memory. Two of them give the same ids, as real ones may. */
function provider() {
  const calls: string[] = []
  const webhooks: { headers: IncomingHttpHeaders; body: string }[] = []
  const refunds: Refunded[] = []
  const sent = new Map<string, number>()
  const payments: Payments = {
    uploadEvidence: noPayments.uploadEvidence,
    submitEvidence: noPayments.submitEvidence,
    refund: async ({ key, payment, cents, transaction }) => {
      calls.push(`refund ${payment} ${cents}`)
      const reference = `re_${refunds.length + 1}`
      refunds.push({ reference, cents, state: 'done', key, transaction })
      return { reference }
    },
    payOut: async ({ account, cents, transaction }) => {
      calls.push(`payOut ${account} ${cents}`)
      sent.set(transaction, cents)
      return { reference: 'tr_1' }
    },
    takeBack: async ({ transaction, cents }) => {
      calls.push(`takeBack ${cents}`)
      sent.set(transaction, (sent.get(transaction) ?? 0) - cents)
      return { reference: 'trr_1' }
    },
    payment: async () => ({
      captured: 5000,
      refunds,
      refunded: refunds.reduce((sum, { cents }) => sum + cents, 0),
    }),
    sent: async (transaction) => ({ sent: sent.get(transaction) ?? 0, takenBack: 0 }),
    event: async (webhook) => {
      webhooks.push(webhook)
      return JSON.parse(webhook.body) as PaymentEvent
    },
  }
  return { calls, webhooks, refunds, payments }
}

const stripe = provider()
const other = provider()
const s = useServer({
  payments: {
    byName: new Map([
      ['stripe', stripe.payments],
      ['other', other.payments],
      ['unset', noPayments],
    ]),
    default: 'stripe',
  },
  settings: { payoutDelay: 0 },
})

/** An order of one transaction of $50.00; its payment has the same id at every provider. */
async function make(id: string, name: string) {
  await s.make.sale(id, { price: 5000 })
  await s.query("update orders set provider = $1, payment_id = 'pay_1' where id = $2", [name, `o-${id}`])
}

beforeAll(async () => {
  await s.addUser({ uid: 'seller', stripe_connect_id: 'acct_seller' })
  await s.addUser({ uid: 'buyer' })
  await make('a', 'stripe')
  await make('b', 'other')
})
beforeEach(() => {
  stripe.calls.length = 0
  other.calls.length = 0
})

const refund = (id: string, amount: number) =>
  s.call('finance', transactions.refund, { params: { id }, body: { amount } })
const refunded = async (id: string) =>
  (await s.call('finance', transactions.money, { params: { id } })).body.data.refunded
const deliver = (name: string, payload: string, headers: Record<string, string> = {}) =>
  s.server.inject({ method: 'POST', url: `/webhooks/${name}`, headers, payload })
const faults = async () => (await checkLedger(s.ctx.database.db, s.ctx.payments)).faults

test('a refund goes to the provider of its payment, and equal ids of two providers are two refunds', async () => {
  expect((await refund('b', 700)).body.data).toEqual({ state: 'done', cents: 700 })
  expect([stripe.calls, other.calls]).toEqual([[], ['refund pay_1 700']])
  expect((await refund('a', 300)).body.data).toEqual({ state: 'done', cents: 300 })
  expect([stripe.calls, other.calls]).toEqual([['refund pay_1 300'], ['refund pay_1 700']])
  expect([await refunded('a'), await refunded('b')]).toEqual([300, 700])
  expect(await faults()).toEqual([])
})

test('a webhook reaches the adapter of its provider, with headers and raw body, and no other one', async () => {
  const made: Refunded = { reference: 're_2', cents: 100, state: 'done', key: null, transaction: null }
  const body = ` ${JSON.stringify({ id: 'evt_1', payment: 'pay_1', refund: made })}`
  const headers = { 'content-type': 'application/vnd.other+json', 'x-other-proof': 'signed' }
  other.refunds.push(made)
  expect((await deliver('other', body, headers)).json()).toEqual({ received: true })
  expect(other.webhooks).toMatchObject([{ headers, body }])
  expect(stripe.webhooks).toEqual([])
  expect([await refunded('a'), await refunded('b')]).toEqual([300, 800])

  // The same ids, of the other provider.
  stripe.refunds.push(made)
  await deliver('stripe', body)
  await deliver('stripe', body)
  expect([await refunded('a'), await refunded('b')]).toEqual([400, 800])
  expect(await faults()).toEqual([])
})

test('a refund that failed at one provider does not reverse the refund with the same id at another', async () => {
  const failed = { reference: 're_3', cents: 50, state: 'failed', key: null, transaction: null }
  await deliver('stripe', JSON.stringify({ id: 'evt_2', payment: 'pay_9', refund: failed }))
  expect((await refund('b', 50)).body.data).toEqual({ state: 'done', cents: 50 })
  expect(other.refunds.at(-1)?.reference).toBe('re_3')
  expect(await refunded('b')).toBe(850)
})

test('a payout and its reversal go to the provider of the payment', async () => {
  const opened = await s.call('finance', disputes.open, {
    params: { id: 'b' },
    body: { dispute_type: 2, creator_uid: 'buyer', purchase_transaction: 'b' },
  })
  const disputeId = opened.body.data.id
  await s.call('finance', disputes.resolve, { params: { id: 'b', disputeId } })
  await settleAll(s)
  expect(other.calls).toEqual(['payOut acct_seller 4150'])
  const query = { charge_seller: 'true', show_cancellation_in_seller_reviews: 'false' } as const
  expect((await s.call('finance', transactions.cancel, { params: { id: 'b' }, query })).status).toBe(200)
  expect(other.calls.slice(1)).toEqual(['refund pay_1 4150', 'takeBack 4150'])
  expect(stripe.calls).toEqual([])
  expect(await faults()).toEqual([])
})

test('a provider that is not set up is a 404 for webhooks, and refuses refunds by its name', async () => {
  const unknown = await deliver('paypal', '{}', { 'content-type': 'application/json' })
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'not_found'])
  await make('c', 'gone')
  const refused = await refund('c', 100)
  expect([refused.status, refused.body.error_message]).toEqual([
    502,
    'The payment provider gone is not set up.',
  ])
  expect((await deliver('unset', '{}')).json().error_message).toBe(
    'No payment provider is set up (PORTREEVE_STRIPE_KEY).',
  )
  expect([stripe.calls, other.calls]).toEqual([[], []])
  expect(await faults()).toContain('Transaction c: its payment provider gone is not set up.')
})
