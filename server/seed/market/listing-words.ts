import { namesOf } from '@portreeve/contract/base/own'
import { z } from 'zod'
import { categories } from '../categories.ts'
import { texts, wordsIn } from '../words.ts'

export const { details, closings, closingsOf, wishes } = wordsIn(
  'listings',
  z.strictObject({
    /** What sellers write about a thing of each category. */
    details: z.record(z.enum(namesOf(categories)), texts),
    /** Closing sentences, and those in other languages by the country of the seller. */
    closings: texts,
    closingsOf: z.record(z.string(), z.string()),
    wishes: texts,
  }),
)
