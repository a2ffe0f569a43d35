import { z } from 'zod'
import { wordsIn } from './words.ts'
import type { Chance } from './world.ts'

/** First or last names, separated by spaces. */
const Names = z.string().transform((text) => text.split(' '))

/** Realistic names: accents, other scripts, right to left, emoji. */
const scripts = wordsIn(
  'names',
  z.array(
    z.strictObject({
      /** Percentage of people with such a name. */
      share: z.int(),
      first: Names,
      last: Names,
      /** The separator of first and last name; some scripts have none. */
      between: z.string(),
      countries: z.array(z.string()),
    }),
  ),
)

const hundred = scripts.flatMap((script) => Array.from({ length: script.share }, () => script))
const familyFirst = new Set(['CN', 'TW', 'SG', 'JP', 'KR'])

/** A person's name with a matching country; `draw` picks a first or a last name from a script's list. */
export function nameOf(
  chance: Pick<Chance, 'pick'>,
  draw: (names: string[]) => string = (names) => chance.pick(names),
): { displayName: string; country_code: string } {
  const script = chance.pick(hundred)
  const country_code = chance.pick(script.countries)
  const [one, two] = [draw(script.first), draw(script.last)]
  const parts = familyFirst.has(country_code) ? [two, one] : [one, two]
  return { displayName: parts.join(script.between), country_code }
}

/** The Latin letters and digits of a name, for an e-mail address; '' when it has none. */
export const latinOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
