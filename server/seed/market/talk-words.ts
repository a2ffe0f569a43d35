import { z } from 'zod'
import { texts, wordsIn } from '../words.ts'

/** The courses of a conversation between a buyer and a seller. */
const Course = z.enum(['arrived', 'onTheWay', 'waiting', 'broken', 'cancelled', 'unsent', 'asking'])
export type Course = z.infer<typeof Course>

/**
 * Conversations about a purchase, by language. A line of a script begins with its speaker, b the buyer or s the seller; ' | '
 * separates ways to say it. The first language is English, which has every course.
 */
const [inEnglish, ...languages] = wordsIn(
  'talks',
  z.array(
    z.strictObject({
      countries: z.array(z.string()),
      /** The code by which weekdays are written. */
      code: z.string(),
      places: texts,
      scripts: z.partialRecord(Course, z.array(texts).min(1)),
    }),
  ),
)

/** The language of a conversation about `course`: the one that both countries share, else English. */
export function languageOf(course: Course, countries: (string | null)[]) {
  const spoken = countries.map((country) => languages.find((one) => one.countries.includes(country ?? '')))
  const [first, second] = spoken
  const language = first && first === second && first.scripts[course] ? first : inEnglish
  if (!language) throw new Error('talks.json has no language')
  return language
}
