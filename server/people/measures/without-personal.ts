const inPlace = '[…]'

/** Bounded: a long word without '@' is searched once, not from each of its letters. */
const email = /[^\s@<>()]{1,64}@[^\s@<>()]{1,255}/g
/** Seven digits or more, also in groups. */
const number = /\+?\d(?:[\s()./-]*\d){6,}/g

/**
 * A text of staff without what identifies a person: the known uids and names, e-mail addresses, and numbers such as those of telephones
 * and cards.
 */
export function withoutPersonal(text: string, known: readonly string[]): string {
  // The longest first: a uid may be a part of another one.
  const words = known
    .filter((word) => word.trim().length > 1)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const named =
    words.length > 0 ? new RegExp(`(?<![\\p{L}\\p{N}])(${words.join('|')})(?![\\p{L}\\p{N}])`, 'giu') : null
  const typed = named ? text.replace(named, inPlace) : text
  return typed.replace(email, inPlace).replace(number, inPlace)
}
