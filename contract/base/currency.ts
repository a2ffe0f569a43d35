import { z } from './zod.ts'

// The digits after the point are those of ISO 4217. They are a list here, because they give a stored amount its meaning: browsers and
// Node.js do not agree on what Intl says of some of them (the forint and the rupiah have two digits in one, none in another).
const without = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
const withThree = 'BHD IQD JOD KWD LYD OMR TND'

/** The currency of an environment that names none, and of the spec. */
export const usual = 'USD'

/** The digits after the point of a currency's amounts: 0, 2 or 3. */
export const digitsOf = (currency: string): number =>
  without.includes(currency) ? 0 : withThree.includes(currency) ? 3 : 2

/** A currency on the wire: three capital letters of ISO 4217. */
export const Currency = z.string().regex(/^[A-Z]{3}$/, 'is no currency: three capital letters, such as EUR')

/**
 * A sum of amounts: what is in the environment's currency, and beside it what is in others. A sum never mixes them; absent where
 * there are none.
 */
export const SumShape = {
  cents: z.int(),
  others: z.array(z.object({ currency: Currency, cents: z.int() })).optional(),
}
export interface AmountSum {
  cents: number
  others?: { currency: string; cents: number }[] | undefined
}

/** Whether ISO 4217 has this currency, in capital letters. */
export const isCurrency = (code: string): boolean => Intl.supportedValuesOf('currency').includes(code)

/** A currency that comes from outside: one that ISO 4217 does not have is refused. */
export const KnownCurrency = z
  .string()
  .refine((code) => isCurrency(code), 'is no currency of ISO 4217: three capital letters, such as EUR')

/** An amount without its sign and symbol, exactly: 123450 in USD is '1234.50', 1500 in JPY '1500'. Computed without floats. */
export function plainAmount(size: number, currency: string): string {
  const after = digitsOf(currency)
  const text = String(size).padStart(after + 1, '0')
  return after === 0 ? text : `${text.slice(0, -after)}.${text.slice(-after)}`
}

/** An amount as plainAmount writes it, or without the digits after the point, in the minor unit; null where the digits are not the currency's. */
export function minorUnits(plain: string, currency: string): number | null {
  const [whole = '', after = ''] = plain.split('.')
  const digits = digitsOf(currency)
  return after === '' || after.length === digits ? Number(whole + after.padEnd(digits, '0')) : null
}

const symbols = new Map<string, string>()

/** What is written before an amount: '$', '€', '¥'; the code and a space for a currency without a symbol. */
export function symbolOf(currency: string): string {
  const found = symbols.get(currency)
  if (found !== undefined) return found
  const parts = new Intl.NumberFormat('en-US', { style: 'currency', currency }).formatToParts(0)
  const symbol = parts.find(({ type }) => type === 'currency')?.value ?? currency
  const before = /[A-Za-z]$/.test(symbol) ? `${symbol}\u00a0` : symbol
  symbols.set(currency, before)
  return before
}

/** An amount in a currency's minor unit, without separators: 123450 in USD is '$1234.50', 1250 in KWD 'KWD 1.250'. */
export const moneyWords = (amount: number, currency: string = usual): string =>
  `${amount < 0 ? '-' : ''}${symbolOf(currency)}${plainAmount(Math.abs(amount), currency)}`

/** The same with separators: 126400 in USD is '$1,264.00'. */
export const groupedWords = (amount: number, currency?: string): string =>
  moneyWords(amount, currency).replace(/\B(?=(\d{3})+(?:\.|$))/g, ',')

let named: ReadonlyMap<string, string> | undefined

/** The currency of a sign ('€') or a code ('eur') in any case; undefined for what is neither. */
export function currencyNamed(sign: string): string | undefined {
  named ??= new Map(
    // A code is always its own currency's, also where it is the symbol of another one.
    [(code: string) => symbolOf(code).trim(), (code: string) => code].flatMap((nameOf) =>
      Intl.supportedValuesOf('currency').map((code) => [nameOf(code).toLowerCase(), code] as const),
    ),
  )
  return named.get(sign.toLowerCase())
}
