import type { Movement } from '@portreeve/contract/money/refunds'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { expect, it } from 'vitest'
import { buyerText, refundsOf, totalOf } from './receipt.ts'

const movement = (change: Partial<Movement>): Movement => ({
  ...{
    id: 'm',
    kind: 'refund',
    transaction_id: 't',
    amount: 12_000,
    state: 'done',
    reason: 'Damaged in transit',
  },
  ...{ requested_by: null, approved_by: null, provider: 'stripe', reference: 're_1', failure: null },
  ...{ created_at: '2026-11-09T09:30:00.000Z', settled_at: '2026-11-09T09:31:00.000Z' },
  ...change,
})
const txn = {
  public_id: '3TUOGPQL',
  product_title: 'Turntable',
  purchaser_display_name: 'Lena',
} as Transaction

it('a receipt has the refunds that are made or on their way, and nothing else', () => {
  const all = [
    movement({ id: 'done' }),
    movement({ id: 'pending', state: 'pending', kind: 'cancel' }),
    ...(['asked', 'declined', 'failed', 'withdrawn', 'expired'] as const).map((state) =>
      movement({ id: state, state }),
    ),
    movement({ id: 'payout', kind: 'payout' }),
    movement({ id: 'label', kind: 'label' }),
  ]
  expect(refundsOf(all).map(({ id }) => id)).toEqual(['done', 'pending'])
  expect(totalOf(refundsOf(all))).toBe(24_000)
})

it('the text for the buyer has amount, time, reference and sum, the oldest refund first', () => {
  const text = buyerText(txn, [
    movement({ amount: 114_400, state: 'pending', reference: null, settled_at: null }),
    movement({}),
  ])
  expect(text.split('\n')).toEqual([
    'Hello Lena,',
    '',
    'this is about your order 3TUOGPQL, “Turntable”.',
    'We sent a refund of $120.00 to your original payment method on November 9, 2026 - 9:31am UTC. Its reference is re_1.',
    'We started a refund of $1,144.00 to your original payment method on November 9, 2026 - 9:30am UTC. It is on its way.',
    'In all, $1,264.00 goes back to you.',
    'Your bank may take 5 to 10 business days to show it. If you do not see it by then, give your bank the reference above.',
  ])
})
