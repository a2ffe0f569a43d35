import { z } from 'zod'
import { texts, wordsIn } from '../words.ts'

/**
 * What people write to staff. A line begins with its speaker: p the person, s the staff member. `of` names the purchase that
 * the values come from: bought or sold by the person, and its state.
 */
const Question = z.strictObject({
  /** The country of the person who asks. */
  from: z.string().optional(),
  of: z.enum(['delivered', 'travelling', 'unsent', 'held', 'cancelled']).optional(),
  lines: texts,
})
export type Question = z.infer<typeof Question>

const questions = z.array(Question).min(1)

/** Questions to each staff member of the demo. `toTeam` has those to the shared account Support. */
export const { toSupport, toModerator, toAdmin, toTeam } = wordsIn(
  'questions',
  z.strictObject({ toSupport: questions, toModerator: questions, toAdmin: questions, toTeam: questions }),
)
