import { moneyAccounts } from '@portreeve/contract/money/money'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  noPayments,
  type Payment,
  type Payments,
  type ProviderChargeback,
  type Refunded,
} from '../adapters/payments.ts'
import { settle, take } from '../core/operations/settle.ts'
import { useServer } from '../testing/harness.ts'
import { openLedger } from './ledger/ledger.ts'
import { checkLedger } from './ledger/ledger-check.ts'
import { takePayment } from './payment-facts.ts'
import { lockPaidBy } from './payments.ts'
import { recordAll } from './recorded.ts'

/** The number of sets of facts: `PORTREEVE_SEQUENCES=10000` for a long run. */
const sets = Number(process.env.PORTREEVE_SEQUENCES ?? (process.env.PORTREEVE_TEST_ALL ? 40 : 15))
/** The whole ledger is checked every so many sets. */
const checkedEvery = 100

const provider = new Map<string, Payment>()
const sent = new Map<string, number>()
const payments: Payments = {
  ...noPayments,
  payment: async (id) => provider.get(id) ?? { captured: 0, refunded: 0, refunds: [] },
  sent: async (transaction) => ({ sent: sent.get(transaction) ?? 0, takenBack: 0 }),
  payOut: async ({ key, cents, transaction }) => {
    sent.set(transaction, (sent.get(transaction) ?? 0) + cents)
    return { reference: `tr_${key}` }
  },
}
const s = useServer({ payments, settings: { payoutDelay: 0 } })

beforeAll(async () => {
  await s.addUser({ uid: 'seller', stripe_connect_id: 'acct_seller' })
  await s.addUser({ uid: 'buyer' })
})

/** The last states of a refund and of a dispute, and the states on the way there. */
const refundLives: Refunded['state'][][] = [
  ['done'],
  ['pending'],
  ['pending', 'done'],
  ['done', 'failed'],
  ['pending', 'failed'],
  ['pending', 'done', 'failed'],
]
type Picture = Pick<ProviderChargeback, 'state' | 'movements'> & { part: number }
const taken: Picture = { state: 'needs_response', movements: 1, part: 1 }
const disputeLives: Picture[][] = [
  [{ state: 'inquiry', movements: 0, part: 0 }],
  [taken],
  [taken, { state: 'under_review', movements: 1, part: 1 }],
  [taken, { state: 'lost', movements: 1, part: 1 }],
  [taken, { state: 'won', movements: 2, part: 0 }],
  // Partly won: the bank gives half of it back.
  [taken, { state: 'won', movements: 2, part: 0.5 }],
]

const wish = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 3 }),
  refunds: fc.array(
    fc.record({
      percent: fc.integer({ min: 1, max: 100 }),
      life: fc.constantFrom(...refundLives),
      /** The transaction that it names, if there is one. */
      named: fc.option(fc.nat(2)),
    }),
    { maxLength: 5 },
  ),
  disputes: fc.array(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), life: fc.constantFrom(...disputeLives) }),
    { maxLength: 3 },
  ),
  payout: fc.constantFrom('none', 'before'),
  order: fc.array(fc.nat(1000), { minLength: 30, maxLength: 30 }),
  /** How many of the transactions come before the facts. */
  known: fc.nat(3),
})
type Wish = typeof wish extends fc.Arbitrary<infer T> ? T : never

let made = 0

/** A payment, and each picture of one of its facts. */
function factsOf(id: string, { prices, refunds, disputes }: Wish) {
  const captured = prices.reduce((sum, price) => sum + price, 0)
  const pictures: Payment[] = []
  const [lastRefunds, lastDisputes]: [Refunded[], ProviderChargeback[]] = [[], []]
  for (const [at, { percent, life, named }] of refunds.entries()) {
    const refund = {
      ...{ reference: `re_${id}_${at}`, cents: Math.ceil((captured * percent) / 100), key: null },
      transaction: named !== null && named < prices.length ? `${id}-t${named}` : null,
      created_at: new Date(1e12 + at).toISOString(),
    }
    const steps = life.map((state): Refunded => ({ ...refund, state }))
    pictures.push(...steps.map((one) => ({ captured, refunded: 0, refunds: [one] })))
    lastRefunds.push(...steps.slice(-1))
  }
  for (const [at, { percent, life }] of disputes.entries()) {
    const cents = Math.ceil((captured * percent) / 100)
    const steps = life.map(
      ({ part, ...picture }): ProviderChargeback => ({
        ...{ reference: `du_${id}_${at}`, reason: 'fraudulent', cents, ...picture },
        ...{ withdrawn: Math.ceil(cents * part), fee: picture.movements > 0 ? 1500 : 0 },
        ...{ due_at: null, submitted: false, created_at: new Date(1e12 + at).toISOString() },
      }),
    )
    pictures.push(...steps.map((one) => ({ captured, refunded: 0, refunds: [], chargebacks: [one] })))
    lastDisputes.push(...steps.slice(-1))
  }
  const standing = lastRefunds.filter(({ state }) => state !== 'failed')
  const end: Payment = {
    captured,
    refunded: standing.reduce((sum, { cents }) => sum + cents, 0),
    ...{ refunds: lastRefunds, chargebacks: lastDisputes },
  }
  return { pictures, end }
}

const addOrder = (id: string) =>
  s.make.order({ id, stripe_payment_intent_id: `pi_${id}`, buyer_uid: 'buyer' })
async function addTransactions(id: string, prices: number[], from = 0) {
  const sold = {
    seller_uid: 'seller',
    purchaser_uid: 'buyer',
    status: 1,
    shipping_status: 1,
    payout_status: 2,
  }
  for (const [at, price] of prices.entries())
    if (at >= from) await s.make.transaction({ id: `${id}-t${at}`, order_id: id, price, ...sold })
}

async function show(id: string, seen: Payment) {
  const key = { provider: 'stripe', payment: `pi_${id}` }
  await s.ctx.database.db.transaction(async (tx) => {
    const txns = await lockPaidBy(tx, key)
    await recordAll(
      tx,
      s.ctx.settings.auditKey,
      await takePayment(tx, s.ctx, key, txns, seen, '2026-01-01T00:00:00.000Z'),
    )
  })
}

/** Sends the money that the seller has when no fact is known. */
async function payOut(id: string, prices: number[]) {
  for (const at of prices.keys()) {
    const details = { account: 'acct_seller', provider: 'stripe' }
    await s.make.operation({ id: `op_${id}_${at}`, kind: 'payout', subject_id: `${id}-t${at}`, details })
  }
  for (const operation of await take(s.ctx, 10)) await settle(operation, s.ctx)
}

const ledgerOf = async (id: string) => {
  const rows = await s.query<{ at: string; account: string; cents: number }>(
    `select replace(t.id, $1, '') as at, l.account, sum(l.cents)::int as cents from transactions t
       join ledger_entries e on e.transaction_id = t.id join ledger_lines l on l.entry_id = e.id
     where t.order_id = $1 group by 1, 2 having sum(l.cents) <> 0 order by 1, 2`,
    [id],
  )
  return rows.map(({ at, account, cents }) => `${at} ${account} ${cents}`)
}

/** Plays one set of facts: its pictures in one order, then the ledger. Facts may come before transactions. */
async function play(wished: Wish, order: number[] | undefined) {
  const id = `o${++made}`
  const { prices, payout, known } = wished
  const { pictures, end } = factsOf(id, wished)
  await addOrder(id)
  const before = order === undefined || payout === 'before' ? prices.length : Math.min(known, prices.length)
  await addTransactions(id, prices.slice(0, before))
  provider.set(`pi_${id}`, { captured: end.captured, refunded: 0, refunds: [] })
  if (payout === 'before') await payOut(id, prices)
  provider.set(`pi_${id}`, end)
  const shown = order
    ? pictures
        .map((picture, at) => ({ picture, turn: order[at % order.length] ?? 0 }))
        .sort((a, b) => a.turn - b.turn)
        .map(({ picture }) => picture)
    : [end]
  for (const picture of shown) await show(id, picture)
  if (before < prices.length) {
    await addTransactions(id, prices, before)
    await show(id, { ...end, refunds: [], chargebacks: [] })
  }
  await s.query("update operations set state = 'failed' where state = 'pending'")
  // A transaction that no fact reached has no entries yet.
  await s.ctx.database.db.transaction(async (tx) => {
    for (const txn of await lockPaidBy(tx, { provider: 'stripe', payment: `pi_${id}` }))
      await openLedger(tx, txn)
  })
  return { id, end }
}

test('any set of refunds and disputes, in any order, before and after payouts, ends in one ledger: the provider’s', {
  timeout: 60_000 + sets * 2000,
}, async () => {
  const checkAll = async () =>
    expect((await checkLedger(s.ctx.database.db, s.ctx.payments)).faults.filter(isNotExcess)).toEqual([])
  // A set may have more refunded than was paid, as a failed refund still counts in it.
  const isNotExcess = (words: string) => !words.includes('more than was paid')
  let runs = 0
  await fc.assert(
    fc.asyncProperty(wish, async (wished) => {
      const one = await play(wished, undefined)
      const other = await play(wished, wished.order)
      expect(await ledgerOf(other.id)).toEqual(await ledgerOf(one.id))
      const sums = await s.query<{ account: string; cents: number }>(
        `select l.account, sum(l.cents)::int as cents from transactions t join ledger_entries e on e.transaction_id = t.id
           join ledger_lines l on l.entry_id = e.id where t.order_id = $1 group by 1`,
        [other.id],
      )
      const sum = Object.fromEntries(sums.map(({ account, cents }) => [account, cents]))
      const { refunded, chargebacks = [] } = other.end
      expect([sum.refunded ?? 0, sum.charged_back ?? 0, sum.provider_fee ?? 0]).toEqual([
        refunded,
        chargebacks.reduce((cents, { withdrawn }) => cents + withdrawn, 0),
        chargebacks.reduce((cents, { fee }) => cents + fee, 0),
      ])
      expect(moneyAccounts.reduce((cents, account) => cents + (sum[account] ?? 0), 0)).toBe(0)
      if (++runs % checkedEvery === 0) {
        await checkAll()
        await s.query(
          'truncate ledger_lines, ledger_entries, provider_refunds, chargebacks, payment_events, orders cascade',
        )
      }
    }),
    // The sets share one database: after a failure, smaller ones would fail at its rows, and hide its own error.
    { numRuns: sets, endOnFailure: true },
  )
  await checkAll()
})

test('a refund that another’s failure moves has its audit row and event on each transaction', async () => {
  const id = `o${++made}`
  await addOrder(id)
  await addTransactions(id, [1000, 500])
  const one = (at: number, cents: number, state: Refunded['state']): Refunded => ({
    ...{ reference: `re_${id}_${at}`, cents, state, key: null, transaction: null },
    created_at: new Date(1e12 + at).toISOString(),
  })
  const seen = (refunds: Refunded[]) => ({ captured: 1500, refunded: 0, refunds })
  await show(id, seen([one(1, 700, 'done'), one(2, 600, 'done')]))
  await show(id, seen([one(1, 700, 'failed')]))
  const rows = await s.query<{ of: string; action: string; after: { refund?: number } }>(
    `select replace(subject_id, $1 || '-', '') as of, action, after - 'reference' as after from audit
     where subject_id like $1 || '%' order by id`,
    [id],
  )
  expect(rows).toEqual([
    { of: 't0', action: 'payments.refund', after: { refund: 700 } },
    { of: 't0', action: 'payments.refund', after: { refund: 100 } },
    { of: 't1', action: 'payments.refund', after: { refund: 500 } },
    { of: 't0', action: 'payments.refund_failed', after: { refund_failed: 700 } },
    { of: 't0', action: 'payments.refund_moved', after: { refund: 600 } },
    { of: 't1', action: 'payments.refund_moved', after: { refund: 0 } },
  ])
  const events = await s.query("select type from events where data->>'transaction_id' = $1 order by id", [
    `${id}-t1`,
  ])
  expect(events).toEqual([{ type: 'refund.sent' }, { type: 'refund.moved' }])
})
