import {
  type AmountSum,
  digitsOf,
  groupedWords,
  moneyWords,
  plainAmount,
  symbolOf,
} from '@portreeve/contract/base/currency'

let usual = 'USD'
/** Sets the currency of amounts that name none: the environment's (/environments.json). */
export const setCurrency = (currency = 'USD') => {
  usual = currency
}

/** The currency of a record; the environment's when it names none. */
export const currencyOf = (currency?: string): string => currency ?? usual

/** FMT-07: an amount without separators: 199900 cents are '$1999.00', 1500 yen '¥1500'. No float rounds it. */
export const dollars = (cents: number, currency = usual): string => moneyWords(cents, currency)

/** The same with separators: 126400 is '$1,264.00'. For the lists of the money desk; the spec's pages write `dollars`. */
export const grouped = (cents: number, currency = usual) => groupedWords(cents, currency)

/** A sum with those in other currencies: '$12.00 and €3.50'. */
export const sumWords = ({ cents, others = [] }: AmountSum, write: typeof dollars = dollars): string =>
  [
    ...(cents !== 0 || others.length === 0 ? [write(cents)] : []),
    ...others.map((one) => write(one.cents, one.currency)),
  ].join(' and ')

/** A gain or loss: '+$18.40', '−$18.40', '$0.00'. */
export const gain = (cents: number, currency?: string) =>
  `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${dollars(Math.abs(cents), currency)}`

/** An amount as it is typed: '1264.00'. */
export const typedAmount = (cents: number, currency = usual) =>
  `${cents < 0 ? '-' : ''}${plainAmount(Math.abs(cents), currency)}`

/** What a field for an amount says of its currency. */
export const amountField = (label: string, currency = usual) => ({
  label: `${label} (${currency})`,
  leftSection: symbolOf(currency).trim(),
})

/** Digits before the point: with 13, a number holds every amount in cents exactly. */
const maxDigits = 13

/**
 * A typed amount in the currency's minor unit, half a unit rounded up; null for a text that is no number. Its symbol is ignored,
 * and so are commas between thousands. A comma before one or two last digits is a decimal comma: '6,95' is $6.95.
 */
export function readCents(typed: string | number, currency = usual): number | null {
  const after = digitsOf(currency)
  const text = String(typed)
    .trim()
    .replace(symbolOf(currency).trim(), '$')
    .replace(/^([+-]?)\s*\$\s*/, '$1')
    .replace(after > 0 ? /^([+-]?\d*),(\d{1,2})$/ : /$^/, '$1.$2')
  const parts = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  if (!parts) return null
  const [, sign, grouped = '', decimals = '', exponent = '0'] = parts
  const whole = grouped.replaceAll(',', '')
  if (whole === '' && decimals === '') return null
  // As text, without floats: the point moves right by the exponent and by the digits of the currency.
  const digits = whole + decimals
  const point = whole.length + Number(exponent) + after
  if (point - (digits.length - digits.replace(/^0+/, '').length) > maxDigits + after) return null
  const size =
    Number(digits.slice(0, Math.max(0, point)).padEnd(point, '0')) + (roundsUp(digits, point) ? 1 : 0)
  return sign === '-' && size > 0 ? -size : size
}

const roundsUp = (digits: string, point: number) => point >= 0 && Number(digits[point] ?? 0) >= 5

/** FMT-08: the same, but a text that is no number is 0 (D-064). */
export const cents = (typed: string | number, currency?: string): number => readCents(typed, currency) ?? 0
