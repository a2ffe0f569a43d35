import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { amountField, cents, dollars, gain, grouped, readCents, setCurrency, typedAmount } from './money.ts'

describe('dollars', () => {
  it.each([
    [5, '$0.05'],
    [50, '$0.50'],
    [1234, '$12.34'],
    [0, '$0.00'],
    [199900, '$1999.00'],
    [-50, '-$0.50'],
    [123456789012, '$1234567890.12'],
  ])('[FMT-07] %i cents are %s', (amount, words) => {
    expect(dollars(amount)).toBe(words)
  })
})

describe('cents', () => {
  it.each([
    ['19.99', 1999],
    [19.99, 1999],
    ['0.29', 29],
    ['1.005', 101],
    ['4.35', 435],
    ['1.1', 110],
    ['12', 1200],
    ['.5', 50],
    ['5.', 500],
    [' $3.50 ', 350],
    ['-2.50', -250],
    ['18.4', 1840],
    ['$0.29', 29],
    ['$ 18.40', 1840],
    ['-$5', -500],
    ['-5', -500],
    ['10.999', 1100],
    ['1.0049999', 100],
    ['$1,000.00', 100000],
    ['1,234,567.89', 123456789],
    ['1e3', 100000],
    ['1.5E2', 15000],
    ['29e-2', 29],
    ['5e-3', 1],
    ['4e-9', 0],
    ['0.00', 0],
    ['6,95', 695],
    ['1,5', 150],
    ['$1,00', 100],
    ['1,000', 100_000],
    ['9999999999999.99', 999999999999999],
  ])('[FMT-08] %s is sent as %i', (typed, amount) => {
    expect(cents(typed)).toBe(amount)
  })

  it.each([
    '',
    ' ',
    'abc',
    '$',
    '1.234,56',
    '1,2,3',
    ',',
    '12,34,567',
    '1.2.3',
    '.',
    '--1',
    '٣',
    '1e',
    'e3',
    '1e400',
    '1e13',
    'Infinity',
    'NaN',
    '0x10',
  ])('[FMT-08] %s is no number and becomes 0 (D-064)', (typed) => {
    expect(cents(typed)).toBe(0)
  })

  it('[FMT-06] [FMT-08] every amount in cents survives a round trip through dollars', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (amount) => {
        expect(cents(dollars(amount).replace('$', ''))).toBe(amount)
      }),
    )
  })
})

describe('another currency', () => {
  it.each([
    ['JPY', 1_234_567, '¥1234567', '¥1,234,567', '1234567'],
    ['KWD', 1_234_567, 'KWD\u00a01234.567', 'KWD\u00a01,234.567', '1234.567'],
    ['EUR', 1_234_567, '€12345.67', '€12,345.67', '12345.67'],
    ['USD', 1_234_567, '$12345.67', '$12,345.67', '12345.67'],
  ])('%s has its own digits', (currency, amount, plain, apart, typed) => {
    expect([dollars(amount, currency), grouped(amount, currency)]).toEqual([plain, apart])
    expect(typedAmount(amount, currency)).toBe(typed)
    for (const text of [plain, apart, typed]) expect(readCents(text, currency)).toBe(amount)
  })

  it('is read with its digits, and rounded to them', () => {
    expect([readCents('6,95', 'EUR'), readCents('€6.95', 'EUR'), readCents('1.2345', 'KWD')]).toEqual([
      695, 695, 1235,
    ])
    expect([readCents('1500', 'JPY'), readCents('1.5', 'JPY'), readCents('6,9', 'JPY')]).toEqual([
      1500,
      2,
      null,
    ])
    expect(amountField('Amount', 'KWD')).toEqual({ label: 'Amount (KWD)', leftSection: 'KWD' })
  })

  it('is that of the environment for an amount that names none', () => {
    setCurrency('JPY')
    expect([dollars(1500), grouped(1500), amountField('Amount').label]).toEqual([
      '¥1500',
      '¥1,500',
      'Amount (JPY)',
    ])
    setCurrency()
    expect(dollars(1500)).toBe('$15.00')
  })
})

describe('gain', () => {
  it.each([
    [1840, '+$18.40'],
    [-1840, '−$18.40'],
    [0, '$0.00'],
  ])('%i is written %s', (amount, words) => {
    expect(gain(amount)).toBe(words)
  })
})

describe('readCents', () => {
  it('returns 0 for zero, and null for a text that is no number', () => {
    expect(readCents('0')).toBe(0)
    expect(readCents('')).toBeNull()
    expect(readCents('1,234,5')).toBeNull()
  })

  it('reads every amount with and without thousands separators alike', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000_000_000 }), (amount) => {
        const [whole = '', rest] = dollars(amount).slice(1).split('.')
        expect(readCents(`$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${rest}`)).toBe(amount)
      }),
    )
  })

  it('rounds every third decimal like decimal arithmetic', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999 }), (mills) => {
        const text = `${Math.floor(mills / 1000)}.${String(mills % 1000).padStart(3, '0')}`
        expect(readCents(text)).toBe(Math.floor((mills + 5) / 10))
      }),
    )
  })
})
