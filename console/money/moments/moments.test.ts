import type { Money } from '@portreeve/contract/money/money'
import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { expect, it } from 'vitest'
import { dispute } from '../disputes/dispute.fixture.ts'
import { stepsOf } from '../transactions/progress.ts'
import { contestedThen, factsThen, flagsThen, moneyThen, parcelThen, statementThen } from './known-then.ts'
import { isBy, type Loaded, momentsOf } from './moments.ts'

const day = (n: number) => `2026-11-0${n}T12:00:00.000Z`
const then = (n: number) => Date.parse(day(n))
const movement = (more: Partial<Movement>): Movement => ({
  ...{ id: 'm', kind: 'refund', transaction_id: 't', amount: 500, state: 'done', reason: null },
  ...{ requested_by: null, approved_by: null, provider: null, reference: null, failure: null },
  ...{ created_at: day(3), settled_at: day(4) },
  ...more,
})
const by = { uid: 'suki', name: 'Suki', role: 'support' }
const entry = (at: string, more: object = {}) => ({
  ...{ id: 1, at, by, action: 'disputes.record', reason: null, before: null, after: null, left_out: null },
  ...more,
})
const loaded = (more: Partial<Loaded> = {}): Loaded => ({
  txn: {
    ...{
      id: 't',
      seller_uid: 's',
      purchaser_uid: 'b',
      seller_display_name: 'Sam',
      purchaser_display_name: 'Bo',
    },
    ...{ purchase_date: day(1), delivered_at: day(3), carrier: 'UPS', shipping_status: 1 },
    ship_labels: [{ id: 'l', purchase_date: day(2), status: 1 }],
  } as unknown as Transaction,
  ...{ movements: [], messages: [], dispute: undefined, chargebacks: [], timeline: [] },
  ...more,
})
const money: Money = {
  ...{ captured: -2500, fee: 0, label: 0, refunded: 500, pending: 0, held: 2000, paid_out: 0, disputed: 0 },
  ...{ charged_back: 0, provider_fee: 0, left: 2000, blocked: [], in_flight: [] },
}

it('all that happened since the purchase is in order, each with its lane and sentence', () => {
  const all = momentsOf(
    loaded({
      movements: [movement({})],
      dispute: { ...dispute, created_at: day(5), resolved_at: null, creator_name: 'Bo' },
      timeline: [
        entry('2026-10-01T00:00:00Z'),
        entry(day(6), { action: 'notes.create', reason: 'Asked Sam.' }),
      ],
    }),
  )
  expect(all.map(({ lane, words }) => `${lane}: ${words}`)).toEqual([
    'money: Paid',
    'parcel: Label bought, UPS',
    'parcel: Delivered',
    'money: Refund, $5.00',
    'dispute: Dispute opened by Bo',
    'staff: Note of Suki: Asked Sam.',
  ])
})

it('what happened at a moment was known at it; a text that is no time never was', () => {
  expect([isBy(day(3), then(3)), isBy(day(3), then(2)), isBy('soon', then(9)), isBy(null, then(9))]).toEqual([
    ...[true, false, false, false],
  ])
})

it('the parcel by its dated facts, and nothing where none says it', () => {
  const states = [1, 2, 3].map((n) => parcelThen(loaded(), then(n)))
  expect(states).toEqual(['Not shipped', 'Label bought', 'Delivered'])
  const without = loaded()
  expect(parcelThen({ ...without, txn: { ...without.txn, ship_labels: [] } }, then(2))).toBeNull()
})

it('a movement counts from its settling, and only with the sum that the account has now', () => {
  const movements = [movement({})]
  expect(moneyThen(money, movements, then(3))).toMatchObject({ accounts: { refunded: 0 }, rest: 2500 })
  expect(moneyThen(money, movements, then(4))).toMatchObject({ accounts: { refunded: 500 }, rest: 2000 })
  expect(moneyThen({ ...money, refunded: 700 }, movements, then(4))).toMatchObject({
    accounts: { paid_out: 0 },
    unproven: ['refunded'],
    rest: null,
  })
})

it('a failed movement never counts; a charge of the seller lowers what was sent', () => {
  const paid = [
    movement({ kind: 'payout', amount: 2000 }),
    movement({ kind: 'seller_charge', amount: 800, settled_at: day(5) }),
    movement({ state: 'failed' }),
  ]
  const now = { ...money, refunded: 0, held: 1300, paid_out: 1200 }
  expect(moneyThen(now, paid, then(4)).accounts.paid_out).toBe(2000)
  expect(moneyThen(now, paid, then(5)).accounts.paid_out).toBe(1200)
})

it('a dispute is open from its opening to its end', () => {
  const one = loaded({ dispute: { ...dispute, created_at: day(3), resolved_at: day(5) } })
  expect([2, 3, 5].map((n) => contestedThen(one, then(n)).dispute)).toEqual([null, 'open', 'resolved'])
  expect([2, 3, 5].map((n) => flagsThen(one, then(n)).map(({ word }) => word))).toEqual([
    ...[['Label bought'], ['Delivered', 'Disputed'], ['Delivered']],
  ])
})

it('a statement is what the last change by then recorded, and unknown without one', () => {
  const change = (at: string, before: string | null, after: string) =>
    entry(at, { before: { buyer_statement: before }, after: { buyer_statement: after } })
  const one = loaded({
    dispute: { ...dispute, buyer_statement: 'Second' },
    timeline: [change(day(5), 'First', 'Second'), change(day(4), null, 'First')],
  })
  expect([3, 4, 5].map((n) => statementThen(one, 'buyer', then(n)))).toEqual([null, 'First', 'Second'])
  const imported = loaded({ dispute: { ...dispute, buyer_statement: 'Imported', seller_statement: null } })
  expect(statementThen(imported, 'buyer', then(9))).toBeUndefined()
  expect(statementThen(imported, 'seller', then(9))).toBeNull()
})

it('the steps are those of the moment', () => {
  const one = loaded({
    movements: [movement({ kind: 'payout', amount: 2000, created_at: day(5), settled_at: day(6) })],
    dispute: { ...dispute, created_at: day(4), resolved_at: day(5) },
  })
  const at = (n: number) =>
    stepsOf(factsThen(one, then(n))).map(
      ({ name, state, note }) => `${name} ${state}${note ? `, ${note}` : ''}`,
    )
  expect(at(1)).toEqual(['Paid done', 'Shipped now', 'Delivered next', 'Payable next', 'Paid out next'])
  expect(at(4).slice(2)).toEqual(['Delivered done', 'Payable now, held: a dispute is open', 'Paid out next'])
  expect(at(6)).toEqual(['Paid done', 'Shipped done, UPS', 'Delivered done', 'Payable done', 'Paid out done'])
})
