import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts'
import { PaymentRefused, type Payments } from '../adapters/payments.ts'
import { stripePayments } from '../adapters/payments-stripe.ts'

const key = 'sk_test_portreeve'
const webhookSecret = 'whsec_portreeve'
let folder: string
let sandbox: Sandbox
let payments: Payments
/** The same with a short timeout, for a provider that does not answer. */
let withShortTimeout: Payments

const start = async () => {
  sandbox = await startSandbox({ port: 0, smtpPort: 0, host: '127.0.0.1', folder })
  const provider = { key, address: sandbox.url, webhookSecret }
  payments = stripePayments({ ...provider, timeoutMs: 10_000 })
  withShortTimeout = stripePayments({ ...provider, timeoutMs: 1500 })
}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'payments-'))
  await start()
})
afterAll(async () => {
  await sandbox.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => flip({ mode: 'ok' }))

async function tell(path: string, body: object, type = 'application/json') {
  const text = JSON.stringify(body)
  await fetch(`${sandbox.url}${path}`, { method: 'POST', headers: { 'content-type': type }, body: text })
}
const flip = (setting: object) => tell('/switches', { face: 'stripe', ...setting })
const figures = async () =>
  (await (await fetch(`${sandbox.url}/stripe/state.json`)).json()) as { over: string[]; twice: string[] }

let count = 0
async function paid(amount: number): Promise<string> {
  count += 1
  await tell('/stripe/known', { payment_intent: `pi_${count}`, amount }, 'application/x-ndjson')
  return `pi_${count}`
}
const refunding = (payment: string, cents: number, key = `op_${payment}`, by = payments) =>
  by.refund({ key, payment, cents, transaction: `txn-${payment}` })

/** The outcome of a call: 'refused' with its message, 'unclear', or no failure. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    return error instanceof PaymentRefused ? `refused: ${error.message}` : 'unclear'
  }
}

test('a refund: the same idempotency key gives the same refund', async () => {
  const payment = await paid(1000)
  const first = await refunding(payment, 300)
  expect(await refunding(payment, 300)).toEqual(first)
  expect(await payments.payment(payment)).toEqual({
    captured: 1000,
    currency: 'usd',
    refunded: 300,
    chargebacks: [],
    refunds: [
      {
        reference: first.reference,
        cents: 300,
        state: 'done',
        key: `op_${payment}`,
        transaction: `txn-${payment}`,
        created_at: expect.stringMatching(/^20.*Z$/),
      },
    ],
  })
  expect(await outcome(refunding(payment, 301))).toMatch(/^refused: .*another amount/)
  // The same key for another payment: the provider itself stores the key.
  expect(await outcome(refunding(await paid(1000), 300, `op_${payment}`))).toMatch(
    /^refused: .*another amount/,
  )
})

test('a refund is not repeated at a provider that has forgotten the key', async () => {
  const payment = await paid(1000)
  // Made by an earlier attempt: Stripe forgets keys after a day.
  const earlier = await fetch(`${sandbox.url}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: `payment_intent=${payment}&amount=300&metadata[portreeve_operation]=op_${payment}`,
  })
  const { id } = (await earlier.json()) as { id: string }
  expect(await refunding(payment, 300)).toEqual({ reference: id })
  expect((await payments.payment(payment)).refunded).toBe(300)
})

test('a clear refusal by the provider, in its words', async () => {
  expect(await outcome(refunding('pi_nobody', 1))).toBe(
    "refused: The payment provider knows nothing of it: No such payment_intent: 'pi_nobody'",
  )
  expect(await outcome(payments.payment('pi_nobody'))).toMatch(/^refused: .*No such payment_intent/)
  const payment = await paid(1000)
  expect(await outcome(refunding(payment, 1001, 'op_much'))).toMatch(/^refused: .*\$10\.01.*\$10\.00/)
  await refunding(payment, 1000)
  expect(await outcome(refunding(payment, 1, 'op_more'))).toMatch(/^refused: .*already been refunded/)
  expect(await outcome(refunding(await paid(0), 1))).toMatch(/^refused: .*successful charge/)
  expect(
    await outcome(payments.payOut({ key: 'op_to', account: 'nobody', cents: 1, transaction: 'txn-to' })),
  ).toMatch(/^refused: .*No such destination/)
})

test('a refund that failed at the bank is refused on retry, and no longer counts', async () => {
  const payment = await paid(1000)
  const { reference } = await refunding(payment, 600)
  await tell(`/stripe/dashboard/refunds/${reference}`, { status: 'failed' })
  expect(await outcome(refunding(payment, 600))).toBe('refused: The refund failed: expired or canceled card.')
  expect((await payments.payment(payment)).refunded).toBe(0)
})

test.each(['fail', 'fail_429', 'hang', 'drop', 'late', 'after_success'])(
  'in mode %s the outcome is unclear, and a retry makes it happen once',
  async (mode) => {
    const payment = await paid(1000)
    // The SDK itself retries a cut connection once.
    await flip({ mode })
    expect(await outcome(refunding(payment, 400, undefined, withShortTimeout))).toBe('unclear')
    const sending = { key: `op_out_${mode}`, account: 'acct_1', cents: 50, transaction: `txn-${mode}` }
    expect(await outcome(withShortTimeout.payOut(sending))).toBe('unclear')
    await flip({ mode: 'ok' })
    expect((await payments.payment(payment)).refunded).toBe(
      ['late', 'after_success'].includes(mode) ? 400 : 0,
    )
    await refunding(payment, 400)
    await payments.payOut(sending)
    expect((await payments.payment(payment)).refunded).toBe(400)
    expect(await payments.sent(`txn-${mode}`)).toEqual({ sent: 50, takenBack: 0 })
  },
)

test('20 concurrent refunds never exceed the payment', async () => {
  const payment = await paid(1000)
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, at) => outcome(refunding(payment, 150, `op_${payment}_${at}`))),
  )
  expect(outcomes.filter((one) => one === 'done')).toHaveLength(6)
  expect(outcomes.filter((one) => one.startsWith('refused'))).toHaveLength(14)
  expect((await payments.payment(payment)).refunded).toBe(900)
})

test('among random faults every refund happens once', async () => {
  const wanted = await Promise.all(Array.from({ length: 12 }, () => paid(500)))
  const hasty = stripePayments({ key, address: sandbox.url, webhookSecret, timeoutMs: 500 })
  await flip({ mode: 'mixed', rate: 0.4, seed: 11 })
  let open = wanted
  for (let round = 0; open.length > 0 && round < 40; round++) {
    const outcomes = await Promise.all(
      open.map((payment) => outcome(refunding(payment, 500, undefined, hasty))),
    )
    expect(outcomes.filter((one) => one.startsWith('refused'))).toEqual([])
    open = open.filter((_, at) => outcomes[at] !== 'done')
  }
  await flip({ mode: 'ok' })
  expect(open).toEqual([])
  for (const payment of wanted) expect((await payments.payment(payment)).refunds).toHaveLength(1)
  expect(await figures()).toMatchObject({ over: [], twice: [] })
})

test('a charge to the seller: over several transfers, all or nothing, exactly once', async () => {
  const send = (key: string, cents: number) =>
    payments.payOut({ key, account: 'acct_1', cents, transaction: 'txn-back' })
  const takeBack = (key: string, cents: number) => payments.takeBack({ key, cents, transaction: 'txn-back' })
  expect(await outcome(takeBack('op_none', 1))).toBe(
    'refused: Nothing was sent to the seller for this transaction.',
  )
  const first = await send('op_send', 300)
  expect(await send('op_send', 300)).toEqual(first)
  await send('op_send_more', 500)
  expect(await outcome(takeBack('op_much', 801))).toBe(
    'refused: Only $8.00 of what was sent to the seller can still be taken back, $8.01 is needed.',
  )
  expect(await payments.sent('txn-back')).toEqual({ sent: 800, takenBack: 0 })
  // Disconnect after the first of two reversals.
  await flip({ mode: 'after_success' })
  expect(await outcome(takeBack('op_back', 450))).toBe('unclear')
  await flip({ mode: 'ok' })
  const back = await takeBack('op_back', 450)
  expect(await takeBack('op_back', 450)).toEqual(back)
  expect(back.reference.split(',')).toHaveLength(2)
  expect(await payments.sent('txn-back')).toEqual({ sent: 800, takenBack: 450 })
  expect(await outcome(takeBack('op_rest', 351))).toMatch(/^refused: Only \$3\.50/)
})

test('lists longer than a page are read to their end', async () => {
  const payment = await paid(1000)
  for (let at = 0; at < 103; at++)
    await tell('/stripe/dashboard/refunds', { payment_intent: payment, amount: 2 })
  const { refunds, refunded } = await payments.payment(payment)
  expect([refunds.length, refunded, refunds[0]?.key]).toEqual([103, 206, null])
})

test('registered payments are still there after a restart', async () => {
  const payment = await paid(1000)
  const first = await refunding(payment, 250)
  await sandbox.close()
  await start()
  expect(await refunding(payment, 250)).toEqual(first)
  expect((await payments.payment(payment)).refunded).toBe(250)
})
