/** The standard score that 95 % of a normal distribution lie within. */
const z = 1.959964

/** A share of `of` cases, with the interval of 95 % that holds the true share (Wilson 1927), all from 0 to 1. `of` is above 0. */
export interface Share {
  share: number
  low: number
  high: number
}

export function wilson(hits: number, of: number): Share {
  const share = hits / of
  const weight = 1 + z ** 2 / of
  const middle = (share + z ** 2 / (2 * of)) / weight
  const half = (z / weight) * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  return { share, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
