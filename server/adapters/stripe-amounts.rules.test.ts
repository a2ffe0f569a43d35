import { expect, test } from 'vitest'
import { PaymentRefused } from './payments.ts'
import { fromStripe, stripeStep, toStripe } from './stripe-amounts.ts'

test('amounts go to Stripe in its units and come back', () => {
  const both = (cents: number, currency: string) => [
    toStripe(cents, currency),
    fromStripe(toStripe(cents, currency), currency.toLowerCase()),
  ]
  expect(both(1234, 'USD')).toEqual([1234, 1234])
  expect(both(1500, 'JPY')).toEqual([1500, 1500])
  expect(both(1250, 'KWD')).toEqual([1250, 1250])
  expect(both(1234, 'HUF')).toEqual([1234, 1234])
  // No digits in ISO 4217, two at Stripe; and the other way round.
  expect(both(150, 'ISK')).toEqual([15_000, 150])
  expect(both(150, 'UGX')).toEqual([15_000, 150])
  expect(both(200, 'MGA')).toEqual([2, 200])
})

test('an amount that Stripe would round is refused', () => {
  expect(() => toStripe(1234, 'KWD')).toThrow(PaymentRefused)
  expect(() => toStripe(150, 'MGA')).toThrow(PaymentRefused)
  expect(() => fromStripe(15_050, 'isk')).toThrow(PaymentRefused)
  expect(['USD', 'JPY', 'ISK', 'KWD', 'BHD', 'MGA'].map(stripeStep)).toEqual([1, 1, 1, 10, 10, 100])
})
