/** An amount for a sentence: 123450 cents as $1234.50. */
export const dollars = (cents: number) => `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`
