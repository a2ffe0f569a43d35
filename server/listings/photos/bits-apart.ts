/** The bits in which the prints of nearly the same pictures differ, at most. */
export const samePhoto = 8

/** In how many of 64 bits two prints differ. */
export function bitsApart(one: string, other: string): number {
  return (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length
}
