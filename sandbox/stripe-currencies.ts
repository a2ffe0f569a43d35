import { badParameter } from './stripe-objects.ts'

const currencies = new Set(Intl.supportedValuesOf('currency').map((one) => one.toLowerCase()))

/** The steps of amounts in some currencies: three decimals are rounded to tens, and two have no part of their unit. */
const steps: Readonly<Record<string, number>> = {
  ...{ bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 },
  ...{ isk: 100, ugx: 100 },
}

/** A currency in lower case, for an amount that it can have. */
export function currencyOf(text: string, amount: number): string {
  const currency = text.toLowerCase()
  if (!currencies.has(currency))
    throw badParameter('currency', 'parameter_invalid_enum', `Invalid currency: ${text}.`)
  inSteps(amount, currency)
  return currency
}

/** Refuses an amount that a currency cannot have. */
export function inSteps(amount: number, currency = 'usd') {
  const step = steps[currency] ?? 1
  if (amount % step !== 0)
    throw badParameter(
      'amount',
      'parameter_invalid_integer',
      `Invalid amount for ${currency}: must be divisible by ${step}.`,
    )
}
