import { digitsOf, usual } from '@portreeve/contract/base/currency'
import { PaymentRefused } from './payments.ts'

// Stripe counts amounts in its own smallest units: those of ISO 4217 but for a few currencies (docs.stripe.com/currencies).

const zero = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const three = ['BHD', 'JOD', 'KWD', 'OMR', 'TND']

/** The digits that Stripe counts. The krona and the shilling have none in ISO 4217, and Stripe counts two. */
const stripeDigits = (currency: string) => (zero.includes(currency) ? 0 : three.includes(currency) ? 3 : 2)

const shiftOf = (currency: string) => stripeDigits(currency) - digitsOf(currency)

/** The smallest step of an amount that Stripe takes, in the currency's own minor unit: it rounds three decimals to tens. */
export const stripeStep = (currency: string): number =>
  three.includes(currency) ? 10 : shiftOf(currency) < 0 ? 10 ** -shiftOf(currency) : 1

/** An amount in a currency's minor unit, as Stripe counts it. @throws PaymentRefused for an amount that Stripe would round */
export function toStripe(cents: number, currency: string = usual): number {
  const step = stripeStep(currency)
  if (cents % step !== 0)
    throw new PaymentRefused(`Stripe takes amounts in ${currency} in steps of ${step} of the smallest unit.`)
  const shift = shiftOf(currency)
  return shift < 0 ? cents / 10 ** -shift : cents * 10 ** shift
}

/** An amount of Stripe in the currency's minor unit. @throws PaymentRefused for a part of the minor unit */
export function fromStripe(amount: number, currency: string = usual): number {
  const shift = shiftOf(currency.toUpperCase())
  const cents = shift < 0 ? amount * 10 ** -shift : amount / 10 ** shift
  if (!Number.isInteger(cents))
    throw new PaymentRefused(`Stripe has an amount of ${amount} in ${currency}, which is no whole amount.`)
  return cents
}
