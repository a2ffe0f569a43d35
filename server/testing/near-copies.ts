import type { Random } from '../seed/random.ts'

/** What a near copy changes of a listing. */
export interface Copied {
  title: string | null
  description: string | null
  /** Cents. */
  price_as_smallest_currency_unit: number | null
}

/** A listing as another account posts it again: a few words, a sentence and the price are other ones. */
export function nearCopy(
  random: Random,
  { title, description, price_as_smallest_currency_unit }: Copied,
): Copied {
  const words = (title ?? '').split(' ').filter(Boolean)
  const at = random.below(words.length)
  if (words.length > 2 && random.chance(40)) words.splice(at, 1)
  else if (words.length > 1 && random.chance(50)) words.push(...words.splice(at, 1))
  if (random.chance(50)) words.push(random.pick(['!!!', 'NEW', '🔥', 'must go', 'OBO']))
  const sentences = (description ?? '').split(/(?<=[.!?\n])/)
  if (sentences.length > 3) sentences.splice(random.below(sentences.length), 1)
  const text = sentences
    .join('')
    .split(' ')
    .map((word) => (random.chance(5) ? mistyped(random, word) : word))
    .join(' ')
  return {
    title: words.join(' '),
    description: random.chance(40) ? `${text} ${random.pick(['DM me.', 'Text only!', 'No offers.'])}` : text,
    price_as_smallest_currency_unit:
      price_as_smallest_currency_unit === null
        ? null
        : Math.round(price_as_smallest_currency_unit * (0.85 + random.next() * 0.3)),
  }
}

/** A word of which two letters have changed places. */
function mistyped(random: Random, word: string): string {
  const letters = [...word]
  letters.push(...letters.splice(random.below(letters.length), 1))
  return letters.join('')
}
