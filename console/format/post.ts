import { cents, dollars } from './money.ts'

/** The price fields of a listing (D-049). */
export interface Priced {
  /** Dollars. */
  price?: number | string | null
  /** Cents; takes precedence over `price`. */
  price_as_smallest_currency_unit?: number | null
  /** Cents; 0 and null mean none (D-048). */
  shipping_cost?: number | null
}

/** FMT-09 to FMT-12: 'NA', '$25.00' or '$25.00 + $4.50 shipping'. */
export function priceLine(post: Priced): string {
  const { price, price_as_smallest_currency_unit: smallest, shipping_cost: shipping } = post
  if (smallest == null && (price == null || price === '')) return 'NA'
  const amount = dollars(smallest ?? cents(price ?? 0))
  return shipping ? `${amount} + ${dollars(shipping)} shipping` : amount
}
