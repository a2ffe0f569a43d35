// Group: moderatingMessages. On the wire they are `moderating/messages`, the console's address is `moderating`; staff read "Moderating".

import { get, patch, text } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

/** The two maps of canned messages. */
export const messageMaps = ['admin_messages', 'promoted_post_review_messages'] as const

/** Key to text (spec: Admin messages data). */
export const MessageMap = z.record(text(200).min(1, 'is empty'), text(10_000))

/** Both maps of canned messages. */
export const ModeratingMessages = z.object({
  admin_messages: MessageMap,
  promoted_post_review_messages: MessageMap,
  /** Counts the changes of both maps; other servers may leave it out. */
  version: z.int().optional(),
})
export type ModeratingMessages = z.infer<typeof ModeratingMessages>

/** Texts to write; null deletes. A missing key stays unchanged. */
const MapChange = z.record(
  text(200).min(1, 'is empty'),
  text(10_000).min(1, 'is empty; null deletes a message').nullable(),
)

export const MessagesChange = z
  .strictObject({ admin_messages: MapChange, promoted_post_review_messages: MapChange })
  .partial()
  .refine(
    (change) => Object.values(change).some((map) => Object.keys(map).length > 0),
    'Send at least one message',
  )
export type MessagesChange = z.infer<typeof MessagesChange>

export const moderatingMessages = {
  get: get('/v1/admin/moderating/messages', {
    may: 'moderatingMessages.read',
    about: 'Both maps of canned messages, by key.',
    data: ModeratingMessages,
  }),
  update: patch('/v1/admin/moderating/messages', {
    may: 'moderatingMessages.write',
    deed: {
      subject: 'moderating_messages',
      event: 'moderating_message.changed',
      topic: 'moderatingMessages',
    },
    about:
      'Writes the messages in the body and deletes those that are null; the others stay. With If-Match, refuses with conflict when a colleague has changed one of the same keys since.',
    body: MessagesChange,
    data: ModeratingMessages,
  }),
}
