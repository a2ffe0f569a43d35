/** A number that looks like chance but is always the same for the same text. */
export function dice(text: string): (sides: number) => number {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

/** One of a list by a die. */
export const of = <T>(list: readonly [T, ...T[]], roll: (sides: number) => number): T =>
  list[roll(list.length)] ?? list[0]
