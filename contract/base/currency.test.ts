import { expect, test } from 'vitest'
import {
  digitsOf,
  groupedWords,
  isCurrency,
  KnownCurrency,
  moneyWords,
  plainAmount,
  symbolOf,
} from './currency.ts'

const all = Intl.supportedValuesOf('currency')

/** Currencies whose digits Intl takes from use instead of ISO 4217, in some releases. */
const asUsed =
  'AFN ALL COP HUF IDR IQD IRR KPW LAK LBP MGA MMK MRO PKR RSD SLL SLE SOS STD SYP TZS YER ZMK LYD CLF UYW'.split(
    ' ',
  )

test('the digits of each currency are those of Intl, and of ISO 4217 where browsers differ', () => {
  for (const currency of all) {
    expect([0, 2, 3]).toContain(digitsOf(currency))
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions()
    if (!asUsed.includes(currency))
      expect([currency, digitsOf(currency)]).toEqual([currency, maximumFractionDigits])
  }
  expect(['JPY', 'KRW', 'ISK', 'KWD', 'BHD', 'IQD', 'HUF', 'USD'].map(digitsOf)).toEqual([
    0, 0, 0, 3, 3, 3, 2, 2,
  ])
})

test('an amount is written exactly in every currency', () => {
  for (const currency of all)
    for (const cents of [0, 1, 9, 10, 99, 1234, 100_000, 999_999_999_999]) {
      const plain = plainAmount(cents, currency)
      expect(plain).toMatch(/^\d+(\.\d{2,3})?$/)
      expect(Number(plain.replace('.', ''))).toBe(cents)
      expect(moneyWords(-cents, currency)).toBe(`${cents > 0 ? '-' : ''}${symbolOf(currency)}${plain}`)
    }
})

test('USD is written as the spec writes it, others with their symbol or code', () => {
  expect([moneyWords(123450), moneyWords(5), moneyWords(-50, 'USD')]).toEqual(['$1234.50', '$0.05', '-$0.50'])
  expect(moneyWords(1500, 'JPY')).toBe('¥1500')
  expect(moneyWords(1250, 'KWD')).toBe('KWD\u00a01.250')
  expect(moneyWords(1250, 'EUR')).toBe('€12.50')
  expect(moneyWords(7, 'BHD')).toBe('BHD\u00a00.007')
  expect(
    [126_400, -99, 1_234_567_890].flatMap((one) =>
      ['USD', 'JPY', 'KWD'].map((currency) => groupedWords(one, currency)),
    ),
  ).toEqual([
    ...['$1,264.00', '¥126,400', 'KWD\u00a0126.400', '-$0.99', '-¥99', '-KWD\u00a00.099'],
    ...['$12,345,678.90', '¥1,234,567,890', 'KWD\u00a01,234,567.890'],
  ])
})

test('only currencies of ISO 4217 in capital letters are taken', () => {
  expect(['EUR', 'JPY', 'XYZ', 'eur', ''].map(isCurrency)).toEqual([true, true, false, false, false])
  expect(KnownCurrency.safeParse('EUR').success).toBe(true)
  for (const wrong of ['XYZ', 'eur', 'EURO', '', ' EUR', null])
    expect(KnownCurrency.safeParse(wrong).success).toBe(false)
})
