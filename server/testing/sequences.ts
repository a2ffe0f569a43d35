import { api } from '@portreeve/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  noPayments,
  type PaymentEvent,
  PaymentRefused,
  type Payments,
  type ProviderChargeback,
  type Refunded,
} from '../adapters/payments.ts'
import { settle, take } from '../core/operations/settle.ts'
import { findDifferences } from '../money/ledger/ledger-check.ts'
import { ledgerDifferences } from '../money/money-desk-tables.ts'
import { takePaymentEvent } from '../money/payment-events.ts'
import { type Harness, useServer } from './harness.ts'

/** The currencies of the payments, with the amounts that their providers may move: 0, 2 and 3 digits. */
const currencies = ['USD', 'EUR', 'JPY', 'KWD', 'GBP', 'SEK', 'KRW', 'BHD', 'ISK', 'HUF']

/** What each transaction of a payment costs, in the minor unit. */
const price = 2000
const fee = 1500

interface Account {
  captured: number
  currency: string
  refunds: Refunded[]
  chargebacks: ProviderChargeback[]
}

/** The provider's own books. They are the truth: events may be old, repeated or late. */
const accounts = new Map<string, Account>()
const sent = new Map<string, { sent: number; takenBack: number }>()
const of = (payment: string): Account => {
  const account = accounts.get(payment)
  if (!account) throw new PaymentRefused('No such payment')
  return account
}
const inCurrency = (transaction: string, currency = 'USD') => `${transaction} ${currency}`
const refundedOf = ({ refunds }: Account) =>
  refunds.filter(({ state }) => state !== 'failed').reduce((sum, { cents }) => sum + cents, 0)
const takenOf = ({ chargebacks }: Account) => chargebacks.reduce((sum, { withdrawn }) => sum + withdrawn, 0)
const isCharged = ({ chargebacks }: Account) => chargebacks.some(({ withdrawn }) => withdrawn > 0)

function refundAt(account: Account, refund: Omit<Refunded, 'state' | 'reference'>): Refunded {
  if (isCharged(account)) throw new PaymentRefused('The payment was charged back')
  if (refund.cents > account.captured - refundedOf(account)) throw new PaymentRefused('More than is left')
  const made: Refunded = { ...refund, state: 'done', reference: `re_${Math.random().toString(36).slice(2)}` }
  account.refunds.push(made)
  return made
}

const payments: Payments = {
  ...noPayments,
  event: async ({ body }) => JSON.parse(body) as PaymentEvent,
  refund: async ({ key, payment, cents, transaction }) =>
    of(payment).refunds.find((one) => one.key === key) ?? refundAt(of(payment), { key, cents, transaction }),
  payOut: async ({ cents, currency, transaction }) => {
    const { sent: before = 0, takenBack = 0 } = sent.get(inCurrency(transaction, currency)) ?? {}
    sent.set(inCurrency(transaction, currency), { sent: before + cents, takenBack })
    return { reference: `tr_${transaction}` }
  },
  takeBack: async ({ transaction, cents, currency }) => {
    const now = sent.get(inCurrency(transaction, currency)) ?? { sent: 0, takenBack: 0 }
    if (cents > now.sent - now.takenBack) throw new PaymentRefused('Less was sent')
    sent.set(inCurrency(transaction, currency), { ...now, takenBack: now.takenBack + cents })
    return { reference: `trr_${transaction}_${now.takenBack}` }
  },
  payment: async (id) => ({ ...of(id), refunded: refundedOf(of(id)) }),
  sent: async (transaction, currency) =>
    sent.get(inCurrency(transaction, currency)) ?? { sent: 0, takenBack: 0 },
}
/** The server of the test file that runs: files share this module. */
let s: Harness

const kinds = [
  ...[
    'refund',
    'cancel',
    'cancelCharging',
    'openDispute',
    'sellerWins',
    'buyerWins',
    'resolve',
    'hold',
    'release',
  ],
  ...[
    'delivered',
    'notShipped',
    'payouts',
    'events',
    'dashboard',
    'fails',
    'chargeback',
    'inquiry',
    'won',
    'lost',
    'correct',
  ],
] as const
const step = fc.record({
  kind: fc.constantFrom(...kinds),
  which: fc.nat(1),
  cents: fc.integer({ min: 1, max: price }),
  turn: fc.nat(1000),
})
/** A payment in a currency, whose things are delivered (1) or en route (2), and what happens to it. */
const sequence = fc.record({
  currency: fc.constantFrom(...currencies),
  shipped: fc.constantFrom(1, 2),
  steps: fc.array(step, { minLength: 3, maxLength: 10 }),
})
type Sequence = typeof sequence extends fc.Arbitrary<infer One> ? One : never

let made = 0

/** A payment for two transactions, and what can happen to it. */
async function world({ currency, shipped }: Sequence) {
  const id = `o${++made}`
  const payment = `pi_${id}`
  const ids = [`${id}a`, `${id}b`]
  await s.make.order({ id, stripe_payment_intent_id: payment, buyer_uid: 'buyer' })
  const parts = { seller_uid: 'seller', purchaser_uid: 'buyer', order_id: id, price }
  const states = { status: 1, shipping_status: shipped, payout_status: 2, currency }
  await s.make.transaction(...ids.map((part) => ({ id: part, ...parts, ...states })))
  const account: Account = {
    ...{ captured: 2 * price, currency: currency.toLowerCase() },
    ...{ refunds: [], chargebacks: [] },
  }
  accounts.set(payment, account)
  const waiting: PaymentEvent[] = []
  let events = 0
  const tell = (type: string) => void waiting.push({ id: `evt_${id}_${events++}`, type, payment })
  const deliver = (event: PaymentEvent) =>
    takePaymentEvent(s.ctx, 'stripe', { headers: {}, body: JSON.stringify(event) })
  const work = async () => {
    // Its own operations: other sequences run beside this one.
    const due = await s.query<{ id: string }>(
      "update operations set due_at = now() - interval '1 second' where subject_id = any($1) and state = 'pending' returning id",
      [ids],
    )
    for (const one of due)
      for (const operation of await take(s.ctx, 1, one.id)) await settle(operation, s.ctx)
  }
  const change = (state: 'won' | 'lost') => {
    const one = account.chargebacks.find((open) => open.state === 'needs_response')
    if (!one) return
    Object.assign(one, state === 'won' ? { state, withdrawn: 0, movements: one.movements + 1 } : { state })
    tell('charge.dispute.closed')
  }
  return { ids, account, waiting, tell, deliver, work, change }
}
type World = Awaited<ReturnType<typeof world>>

const disputeOf = async (id: string) =>
  (await s.query<{ dispute_id: string | null }>('select dispute_id from transactions where id = $1', [id]))[0]
    ?.dispute_id ?? null

/** A step of staff; the server may refuse it, and then nothing happened. */
async function staff(kind: string, id: string, cents: number): Promise<unknown> {
  const { transactions, disputes, payouts } = api
  const params = { id }
  const body = { reason: 'x' }
  const cancel = (charge_seller: 'true' | 'false') =>
    s.call('finance', transactions.cancel, { params, query: { charge_seller } })
  if (kind === 'refund') return s.call('finance', transactions.refund, { params, body: { amount: cents } })
  if (kind === 'cancel') return cancel('false')
  if (kind === 'cancelCharging') return cancel('true')
  if (kind === 'hold') return s.call('finance', payouts.hold, { params, body })
  if (kind === 'release') return s.call('finance', payouts.release, { params, body })
  if (kind === 'delivered') return s.call('finance', transactions.delivered, { params })
  if (kind === 'notShipped') return s.call('finance', transactions.notShipped, { params })
  const disputeId = await disputeOf(id)
  // What would end a dispute opens one first.
  if (kind === 'openDispute' || disputeId === null)
    return s.call('finance', disputes.open, {
      params,
      body: { dispute_type: 1, creator_uid: 'buyer', purchase_transaction: id },
    })
  const dispute = { id, disputeId }
  if (kind === 'resolve') return s.call('finance', disputes.resolve, { params: dispute })
  const outcome = kind === 'sellerWins' ? ('seller' as const) : ('buyer' as const)
  return s.call('finance', disputes.decide, {
    params: dispute,
    body: { outcome, reason: 'x', ...(outcome === 'buyer' && { refund_cents: cents }) },
  })
}

/** A step of the provider or of the bank, or of our own worker and webhooks. */
async function outside(
  kind: string,
  { ids, account, waiting, tell, deliver, work, change }: World,
  cents: number,
  turn: number,
) {
  if (kind === 'payouts') await work()
  else if (kind === 'events') {
    // An event arrives out of turn, and may arrive again later.
    const [event] = waiting.splice(turn % Math.max(1, waiting.length), 1)
    if (event) await deliver(event)
    if (event && turn % 3 === 0) waiting.push(event)
  } else if (kind === 'dashboard') {
    const left = account.captured - refundedOf(account) - takenOf(account)
    if (left <= 0 || isCharged(account)) return
    refundAt(account, { key: null, cents: Math.min(cents, left), transaction: null })
    tell('refund.created')
  } else if (kind === 'fails') {
    const one = account.refunds.find(({ key, state }) => key === null && state === 'done')
    if (!one || isCharged(account)) return
    Object.assign(one, { state: 'failed' })
    tell('refund.failed')
  } else if (kind === 'chargeback' || kind === 'inquiry') {
    const left = account.captured - refundedOf(account)
    if (left <= 0 || account.chargebacks.length > 0) return
    const isTaken = kind === 'chargeback'
    const chargeback: ProviderChargeback = {
      reference: `du_${Math.random().toString(36).slice(2)}`,
      ...{ state: isTaken ? 'needs_response' : 'inquiry', reason: 'fraudulent', cents: left },
      ...{ withdrawn: isTaken ? left : 0, fee: isTaken ? fee : 0, movements: isTaken ? 1 : 0 },
      ...{ due_at: null, submitted: false, created_at: new Date().toISOString() },
    }
    account.chargebacks.push(chargeback)
    tell('charge.dispute.created')
  } else if (kind === 'correct') await correct(ids)
  else change(kind === 'won' ? 'won' : 'lost')
}

/** Finance settles each difference that a check would find now; the events that explain it may arrive later. */
async function correct(ids: string[]) {
  const { differences } = await findDifferences(s.ctx.database.db, s.ctx.payments, ids)
  for (const found of differences) {
    const id = `ld_${Math.random()}`
    await s.ctx.database.db.insert(ledgerDifferences).values({ ...found, id })
    await s.call('finance', api.reconciliation.settle, {
      params: { id },
      body: { against: 'fee', reason: 'x' },
    })
    await s.query("update ledger_differences set state = 'gone' where id = $1 and state = 'open'", [id])
  }
}

/** Runs a sequence, and checks that its sums are zero, that provider and ledger agree, and that nothing waits for an answer. */
async function check(one: Sequence) {
  const here = await world(one)
  for (const { kind, which, cents, turn } of one.steps) {
    const id = here.ids[which] ?? ''
    if (kinds.indexOf(kind) <= kinds.indexOf('notShipped')) await staff(kind, id, cents)
    else await outside(kind, here, cents, turn)
  }
  for (const event of here.waiting) await here.deliver(event)
  for (let n = 0; n < 2; n++) await here.work()
  expect((await findDifferences(s.ctx.database.db, s.ctx.payments, here.ids)).differences).toEqual([])
  const pending = await s.query(
    "select kind from operations where subject_id = any($1) and state = 'pending' and kind <> 'payout' and kind <> 'dispute.mail'",
    [here.ids],
  )
  expect(pending).toEqual([])
  const sums = await s.query<{ currency: string; cents: string }>(
    `select e.currency, sum(l.cents)::text as cents from ledger_entries e join ledger_lines l on l.entry_id = e.id
      where e.transaction_id = any($1) group by e.currency`,
    [here.ids],
  )
  expect(sums.filter(({ currency, cents }) => currency !== one.currency || cents !== '0')).toEqual([])
}

/** Sequences at once: the server works for some while PostgreSQL works for others. The embedded database does one thing at a time. */
const atOnce = () => (s.ctx.database.embedded ? 1 : 4)
/** No refund waits for a second person, however many there are in the day of the test. */
const noLimit = { alone: 1e12, day: 1e12 }

/** Fails with the sequence that does not hold, made as short as it can be. */
async function checkAll(sequences: Sequence[]) {
  const left = sequences.values()
  const failures: { failed: Sequence; error: unknown }[] = []
  const lane = async () => {
    for (const one of left) {
      if (failures.length > 0) return
      await check(one).catch((error) => failures.push({ failed: one, error }))
    }
  }
  await Promise.all(Array.from({ length: atOnce() }, lane))
  const [first] = failures
  if (!first) return
  await fc.assert(fc.asyncProperty(sequence, check), { numRuns: 1, examples: [[first.failed]] })
  throw new Error(`It fails beside others alone: ${JSON.stringify(first.failed)}`, { cause: first.error })
}

/**
 * Tests that after any sequence, in any currency, the sums are zero and provider and ledger agree. `PORTREEVE_SEQUENCES=10000` makes a
 * long run; `PORTREEVE_SEED` runs the sequences of an earlier one again.
 * @param usual the number of sequences
 */
export function testSequences(usual: number) {
  const { PORTREEVE_SEQUENCES: wanted = usual, PORTREEVE_SEED: seed = Date.now() % 2 ** 31 } = process.env
  const others = Object.fromEntries(currencies.map((one) => [one, noLimit]))
  s = useServer({
    payments,
    settings: {
      ...{ payoutDelay: 0, refundAlone: noLimit.alone, refundAloneDay: noLimit.day },
      refundAloneOthers: others,
    },
  })
  beforeAll(async () => {
    await s.addUser({ uid: 'seller', stripe_connect_id: 'acct_seller' })
    await s.addUser({ uid: 'buyer' })
    await s.token('finance')
  })
  test(`disputes, chargebacks, refunds, payouts and events in any order: sums are zero, provider and ledger agree (${wanted} sequences of seed ${seed})`, {
    timeout: 120_000 + Number(wanted) * 2000,
  }, async () => {
    await checkAll(fc.sample(sequence, { numRuns: Number(wanted), seed: Number(seed) }))
    const sums = await s.query(
      `select e.currency from ledger_entries e join ledger_lines l on l.entry_id = e.id
        group by e.currency having sum(l.cents) <> 0`,
    )
    expect(sums).toEqual([])
  })
}
