import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { expect, it } from 'vitest'
import { dispute } from '../disputes/dispute.fixture.ts'
import { stepsOf } from '../transactions/progress.ts'
import { isBy, type Loaded, momentsOf, stepsThen } from './moments.ts'

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

it('the steps are those of the moment', () => {
  const steps = stepsOf({
    ...{ txn: { ...loaded().txn, status: 1, payout_status: 1 }, money: undefined, late: null },
    movements: [movement({ kind: 'payout', amount: 2000, created_at: day(5), settled_at: day(6) })],
  })
  const at = (n: number) => stepsThen(steps, then(n)).map(({ name, state }) => `${name} ${state}`)
  expect(at(1)).toEqual(['Paid done', 'Shipped now', 'Delivered next', 'Payable next', 'Paid out next'])
  expect(at(4).slice(2)).toEqual(['Delivered done', 'Payable now', 'Paid out next'])
  expect(at(6)).toEqual(['Paid done', 'Shipped done', 'Delivered done', 'Payable done', 'Paid out done'])
})
