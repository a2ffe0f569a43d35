import type { Money } from '@portreeve/contract/money/money'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { describe, expect, it } from 'vitest'
import { type Facts, stepsOf } from './progress.ts'

const txn = (change: Partial<Transaction>) =>
  ({
    status: 2,
    shipping_status: 3,
    payout_status: 2,
    purchase_date: '2026-11-03T16:12:00.000Z',
    delivered_at: null,
    carrier: 'USPS',
    dispute_status: null,
    ...change,
  }) as Transaction
const money = (change: Partial<Money>) =>
  ({
    blocked: [],
    in_flight: [],
    pending: 2000,
    held: 0,
    disputed: 0,
    paid_out: 0,
    refunded: 0,
    ...change,
  }) as Money

const shown = (facts: Partial<Facts> & Pick<Facts, 'txn'>) =>
  stepsOf({ money: money({}), movements: [], late: null, ...facts }).map(({ name, state, note, isStuck }) =>
    [name, state, ...(note ? [note] : []), ...(isStuck ? ['!'] : [])].join(' '),
  )

const delivered = { shipping_status: 1, delivered_at: '2026-11-08T11:40:00.000Z' }

describe('the progress of a transaction', () => {
  it('is at the first step that has not happened', () => {
    expect(shown({ txn: txn({}) })).toEqual([
      'Paid done',
      'Shipped now USPS',
      'Delivered next',
      'Payable next',
      'Paid out next',
    ])
    expect(shown({ txn: txn({ shipping_status: 2 }) }).slice(1, 3)).toEqual([
      'Shipped done USPS',
      'Delivered now',
    ])
    expect(shown({ txn: txn(delivered), money: money({ pending: 0, held: 126_400 }) }).slice(3)).toEqual([
      'Payable now $1,264.00 is due',
      'Paid out next',
    ])
  })

  it('names why it is late or stuck', () => {
    expect(shown({ txn: txn({}), late: { kind: 'not_shipped', days: 6 } })[1]).toBe(
      'Shipped now Late: not shipped, 6 days !',
    )
    expect(shown({ txn: txn({ shipping_status: 2 }), late: { kind: 'in_transit', days: 20 } })[2]).toBe(
      'Delivered now Late: in transit, 20 days !',
    )
    const payout = {
      state: 'not_sent' as const,
      held_by: ['a refund of $120.00 waits for approval'],
      override: null,
    }
    expect(shown({ txn: txn(delivered), money: money({ payout }) })[3]).toBe(
      'Payable now held: a refund of $120.00 waits for approval !',
    )
    expect(shown({ txn: txn({ ...delivered, dispute_status: 2 }) })[3]).toBe(
      'Payable now held: a dispute is open !',
    )
    expect(shown({ txn: txn({}), money: money({ blocked: ['its order is not paid'] }) })[0]).toBe(
      'Paid now not paid yet !',
    )
  })

  it('ends with the payout, with its amount and time', () => {
    const payout = { state: 'sent' as const, held_by: [], override: null }
    const facts = {
      txn: txn({ ...delivered, status: 1 }),
      money: money({ pending: 0, paid_out: 2000, payout }),
    }
    expect(shown(facts).slice(3)).toEqual(['Payable done', 'Paid out done $20.00'])
    const movement = {
      kind: 'payout',
      state: 'done',
      created_at: '2026-11-09T00:00:00.000Z',
      settled_at: '2026-11-09T01:00:00.000Z',
    }
    const steps = stepsOf({ ...facts, movements: [movement as never], late: null })
    expect(steps.at(-1)?.at).toBe('2026-11-09T01:00:00.000Z')
  })

  it('ends with a cancellation, without the steps that never happened', () => {
    expect(shown({ txn: txn({ status: 3 }), money: money({ pending: 0, refunded: 2500 }) })).toEqual([
      'Paid done',
      'Cancelled done $25.00 refunded',
    ])
  })

  it('reads the record where the server has no ledger', () => {
    expect(shown({ txn: txn({ ...delivered, payout_status: 1 }), money: undefined }).at(-1)).toBe(
      'Paid out done',
    )
  })
})
