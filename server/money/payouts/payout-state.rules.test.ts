import { expect, test } from 'vitest'
import { disagrees, isUnsent } from './payout-state.ts'

const money = (paid_out: number, held: number, pending: number, disputed: number) => ({
  ...{ paid_out, held, pending, disputed },
})

test('the seller’s money waits while some is held, pending or disputed, and none was sent', () => {
  expect(isUnsent(money(0, 0, 0, 0))).toBe(false)
  expect(isUnsent(money(0, 500, 500, 0))).toBe(true)
  expect(isUnsent(money(0, 0, 500, 500))).toBe(true)
  expect(isUnsent(money(0, 500, 0, 500))).toBe(true)
  expect(isUnsent(money(0, 1, 0, 0))).toBe(true)
  expect(isUnsent(money(1, 500, 500, 500))).toBe(false)
  // A correction may take more than was paid out.
  expect(isUnsent(money(-100, 500, 0, 0))).toBe(true)
})

test.each([
  ['not sent, and not sent', 0, money(0, 500, 0, 0), false],
  ['no status', null, money(0, 500, 0, 0), false],
  ['sent by hand, but the money waits', 1, money(0, 500, 0, 0), true],
  ['sent', 1, money(500, 0, 0, 0), false],
  ['sent, with a rest that waits', 1, money(400, 100, 0, 0), false],
  ['sent, and nothing is left, as all was refunded', 1, money(0, 0, 0, 0), false],
  ['reset to not sent after the payout', 2, money(500, 0, 0, 0), true],
  ['reset to not sent, and not sent', 2, money(0, 500, 0, 0), false],
] as const)('record and ledger: %s', (_name, payout_status, seller, disagree) => {
  expect(disagrees({ payout_status }, seller)).toBe(disagree)
})
