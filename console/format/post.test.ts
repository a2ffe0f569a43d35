import { expect, it } from 'vitest'
import { priceLine } from './post.ts'

it("[FMT-09] a post without a price is 'NA'", () => {
  expect(priceLine({})).toBe('NA')
  expect(priceLine({ price: null, price_as_smallest_currency_unit: null })).toBe('NA')
  expect(priceLine({ price: null, shipping_cost: 450 })).toBe('NA')
})

it('[FMT-10] a post with a price shows it after a dollar sign', () => {
  expect(priceLine({ price: 25 })).toBe('$25.00')
  expect(priceLine({ price: '19.99' })).toBe('$19.99')
  expect(priceLine({ price: 0 })).toBe('$0.00')
})

it('[FMT-10] the price in cents takes precedence over the price in dollars (D-049)', () => {
  expect(priceLine({ price: 25, price_as_smallest_currency_unit: 2550 })).toBe('$25.50')
})

it("[FMT-11] '+ $X shipping' follows the price when shipping costs something", () => {
  expect(priceLine({ price: 25, shipping_cost: 450 })).toBe('$25.00 + $4.50 shipping')
})

it('[FMT-12] free shipping is not mentioned', () => {
  expect(priceLine({ price: 25, shipping_cost: 0 })).toBe('$25.00')
  expect(priceLine({ price: 25, shipping_cost: null })).toBe('$25.00')
})
