/**
 * FMT-07: cents as dollars to two decimals, without separators: 199900 is '$1999.00'.
 * Computed in whole numbers, so that no float rounds an amount.
 */
export function dollars(cents: number): string {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}$${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/** Cents as dollars with separators: 126400 is '$1,264.00'. For the lists of the money desk; the spec's pages write `dollars`. */
export const grouped = (cents: number) => dollars(cents).replace(/\B(?=(\d{3})+(?=\.))/g, ',')

/** A gain or loss in cents as dollars: '+$18.40', '−$18.40', '$0.00'. */
export const gain = (cents: number) => `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${dollars(Math.abs(cents))}`

/** Digits before the point: with 13, a number holds every amount in cents exactly. */
const maxDigits = 13

/**
 * Typed dollars in whole cents, half a cent rounded up; null for a text that is no number. A dollar sign is ignored, and so are
 * commas between thousands. A comma before one or two last digits is a decimal comma: '6,95' is $6.95.
 */
export function readCents(typed: string | number): number | null {
  const text = String(typed)
    .trim()
    .replace(/^([+-]?)\s*\$\s*/, '$1')
    .replace(/^([+-]?\d*),(\d{1,2})$/, '$1.$2')
  const parts = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  if (!parts) return null
  const [, sign, grouped = '', decimals = '', exponent = '0'] = parts
  const whole = grouped.replaceAll(',', '')
  if (whole === '' && decimals === '') return null
  // As text, without floats: the point moves right by the exponent and by the two digits of the cents.
  const digits = whole + decimals
  const point = whole.length + Number(exponent) + 2
  if (point - (digits.length - digits.replace(/^0+/, '').length) > maxDigits + 2) return null
  const size =
    Number(digits.slice(0, Math.max(0, point)).padEnd(point, '0')) + (roundsUp(digits, point) ? 1 : 0)
  return sign === '-' && size > 0 ? -size : size
}

const roundsUp = (digits: string, point: number) => point >= 0 && Number(digits[point] ?? 0) >= 5

/** FMT-08: the same, but a text that is no number is 0 (D-064). */
export const cents = (typed: string | number): number => readCents(typed) ?? 0
