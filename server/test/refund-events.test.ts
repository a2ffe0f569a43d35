import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { PaymentEvent, Payments, Refunded } from '../adapters/payments.ts'
import { noPayments } from '../adapters/payments.ts'
import { bookedCents, bookedRefunds } from '../store/booked-refunds.ts'
import { checkLedger } from '../store/ledger-check.ts'
import { takePaymentEvent } from '../store/payment-events.ts'
import { useServer } from './harness.ts'

/** The number of sequences: `PORTREEVE_SEQUENCES=10000` for a long run. */
const sequences = Number(process.env.PORTREEVE_SEQUENCES ?? 40)
/** The whole ledger is checked every so many sequences. */
const checkedEvery = 100

/** The provider's own books. */
const provider = new Map<string, { captured: number; refunds: Refunded[] }>()
const payments: Payments = {
  ...noPayments,
  event: async ({ body }) => JSON.parse(body) as PaymentEvent,
  sent: async () => ({ sent: 0, takenBack: 0 }),
  payment: async (id) => {
    const { captured = 0, refunds = [] } = provider.get(id) ?? {}
    const standing = refunds.filter(({ state }) => state !== 'failed')
    return { captured, refunds, refunded: standing.reduce((sum, { cents }) => sum + cents, 0) }
  },
}
const s = useServer({ payments })

beforeAll(async () => {
  await s.addUser({ uid: 'seller' })
  await s.addUser({ uid: 'buyer' })
})

type State = Refunded['state']

/** The possible lives of a refund. The provider sends events about each step. */
const lives: State[][] = [
  ['done'],
  ['pending'],
  ['pending', 'done'],
  ['done', 'failed'],
  ['pending', 'failed'],
  ['pending', 'done', 'failed'],
]

const sequence = fc.record({
  prices: fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 1, maxLength: 3 }),
  refunds: fc.array(
    fc.record({ percent: fc.integer({ min: 1, max: 100 }), life: fc.constantFrom(...lives) }),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  /** The order in which the events arrive, and which of them arrive twice. */
  order: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
  twice: fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
})

let made = 0

/** Creates an order, registers it at the provider, and returns the events of its refunds in order of arrival. */
async function play({
  prices,
  refunds,
  order,
  twice,
}: typeof sequence extends fc.Arbitrary<infer T> ? T : never) {
  const id = `o${++made}`
  const payment = `pi_${id}`
  const ids = prices.map((_, at) => `${id}-t${at}`)
  await s.query(
    "insert into orders (id, payment_id, buyer_uid, status, created_at) values ($1, $2, 'buyer', 1, now())",
    [id, payment],
  )
  await s.query(
    `insert into transactions (id, seller_uid, purchaser_uid, order_id, price, status, shipping_status, payout_status, purchase_date)
     select id, 'seller', 'buyer', $1, price, 1, 1, 2, now() from unnest($2::text[], $3::bigint[]) as t (id, price)`,
    [id, ids, prices],
  )
  const captured = prices.reduce((sum, price) => sum + price, 0)
  const known: Refunded[] = []
  const events: PaymentEvent[] = []
  let left = captured
  for (const { percent, life } of refunds) {
    const fails = life.at(-1) === 'failed'
    const cents = Math.ceil(((fails ? captured : left) * percent) / 100)
    if (cents === 0) continue
    if (!fails) left -= cents
    const reference = `re_${id}_${known.length}`
    const as = (state: State): Refunded => ({ reference, cents, state, key: null, transaction: null })
    known.push(as(life.at(-1) ?? 'done'))
    const steps = life.flatMap((state, step) => [
      // A created and an updated event, then one event per further step, two for a failure.
      ...(step === 0 || state === 'failed' ? [as(state), as(state)] : [as(state)]),
    ])
    for (const [at, refund] of steps.entries()) events.push({ id: `evt_${reference}_${at}`, payment, refund })
  }
  provider.set(payment, { captured, refunds: known })
  const arriving = events.flatMap((event, at) => (twice[at % twice.length] ? [event, event] : [event]))
  return {
    ids,
    prices,
    known,
    arriving: arriving
      .map((event, at) => ({ event, turn: order[at % order.length] ?? 0 }))
      .sort((a, b) => a.turn - b.turn)
      .map(({ event }) => event),
  }
}

test('any sequence of refund events, repeated, late and in any order, ends in the provider’s state', {
  timeout: 60_000 + sequences * 1000,
}, async () => {
  let checked = 0
  const checkAll = async () => {
    expect((await checkLedger(s.ctx.database.db, s.ctx.payments)).faults).toEqual([])
    await s.query('truncate ledger_lines, ledger_entries, provider_refunds, payment_events, orders cascade')
    checked += 1
  }
  let runs = 0
  await fc.assert(
    fc.asyncProperty(sequence, async (wish) => {
      const { ids, prices, known, arriving } = await play(wish)
      for (const event of arriving)
        await takePaymentEvent(s.ctx, 'stripe', { headers: {}, body: JSON.stringify(event) })
      const booked = await bookedRefunds(s.ctx.database.db, ids)
      for (const { reference, cents, state } of known)
        expect(bookedCents(booked.get(reference))).toBe(state === 'failed' ? 0 : cents)
      const balances = await s.query<{ id: string; refunded: number; held: number }>(
        `select e.transaction_id as id, sum(l.cents) filter (where account = 'refunded')::int as refunded,
           sum(l.cents) filter (where account = 'held')::int as held
         from ledger_entries e join ledger_lines l on l.entry_id = e.id where e.transaction_id = any($1) group by 1`,
        [ids],
      )
      for (const { id, refunded, held } of balances) {
        const price = prices[ids.indexOf(id)] ?? 0
        expect([refunded <= price, (refunded ?? 0) + held]).toEqual([true, price])
      }
      // One audit row per change, and each refund booked and reversed at most once per transaction.
      const changes = await s.query<{ id: string; kind: string; reference: string; n: number }>(
        `select transaction_id as id, 'payments.' || kind as kind, split_part(reference, ':', 1) as reference, count(*)::int as n
         from ledger_entries where transaction_id = any($1) and kind <> 'opening' group by 1, 2, 3 order by 1, 2, 3`,
        [ids],
      )
      const audited = await s.query(
        `select subject_id as id, action as kind, after->>'reference' as reference, count(*)::int as n
         from audit where subject_id = any($1) group by 1, 2, 3 order by 1, 2, 3`,
        [ids],
      )
      expect(audited).toEqual(changes)
      for (const { kind, n } of changes) if (kind !== 'payments.refund_moved') expect(n).toBe(1)
      if (++runs % checkedEvery === 0) await checkAll()
    }),
    { numRuns: sequences },
  )
  await checkAll()
  expect(checked).toBeGreaterThan(sequences / checkedEvery)
})
