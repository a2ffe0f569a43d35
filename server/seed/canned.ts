import { z } from 'zod'
import { wordsIn } from './words.ts'

const messages = z.record(z.string(), z.string())

export const { messages: canned, keywords: slang } = wordsIn(
  'moderation',
  z.strictObject({
    /** The canned messages of the review: key to text. */
    messages: z.strictObject({ admin_messages: messages, promoted_post_review_messages: messages }),
    /** Content keywords: the terms of a search, and the term they stand for. */
    keywords: z.array(z.tuple([z.string(), z.string()])),
  }),
)

/** Every deny message, for the denied listings. */
export const denials: string[] = Object.values(canned.admin_messages)
