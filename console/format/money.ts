/**
 * FMT-07: cents as dollars to two decimals, without separators: 199900 is '$1999.00'.
 * Reckoned in whole numbers, so that no float ever rounds an amount.
 */
export function dollars(cents: number): string {
  const size = Math.abs(cents)
  return `${cents < 0 ? '-' : ''}$${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/** An amount that somebody gains or loses: '+$18.40', '−$18.40', '$0.00'. */
export const gain = (cents: number) => `${cents > 0 ? '+' : cents < 0 ? '−' : ''}${dollars(Math.abs(cents))}`

/** Digits before the point: 13 keep every amount in cents below what a number holds exactly. */
const mostDigits = 13

/**
 * Dollars as typed, in whole cents, half a cent rounded up; null for what is no number. A dollar sign is left out, and so
 * are commas where thousands have them: '1,5' is no number, so that nobody's decimal comma makes a hundred times as much.
 */
export function readCents(typed: string | number): number | null {
  const text = String(typed)
    .trim()
    .replace(/^([+-]?)\s*\$\s*/, '$1')
  const parts = /^([+-]?)(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(text)
  if (!parts) return null
  const [, sign, grouped = '', decimals = '', exponent = '0'] = parts
  const whole = grouped.replaceAll(',', '')
  if (whole === '' && decimals === '') return null
  // In whole numbers, as text: the point moves right by the exponent and by the two digits of the cents.
  const digits = whole + decimals
  const point = whole.length + Number(exponent) + 2
  if (point - (digits.length - digits.replace(/^0+/, '').length) > mostDigits + 2) return null
  const size =
    Number(digits.slice(0, Math.max(0, point)).padEnd(point, '0')) + (roundsUp(digits, point) ? 1 : 0)
  return sign === '-' && size > 0 ? -size : size
}

const roundsUp = (digits: string, point: number) => point >= 0 && Number(digits[point] ?? 0) >= 5

/** FMT-08: the same, but what is no number counts as 0 (D-064). */
export const cents = (typed: string | number): number => readCents(typed) ?? 0
