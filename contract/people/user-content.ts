// Group: userContent, all content of one person. On the wire questions are `community_content`; staff read "community content".

import { del } from '../base/endpoint.ts'
import { z } from '../base/zod.ts'

const Deleted = z.object({ deleted_count: z.int() })

/** Removes all content of one person at once. */
export const userContent = {
  deletePosts: del('/v1/admin/users/{uid}/posts', {
    may: 'users.delete_content',
    deed: { subject: 'user' },
    emits: ['listing.deleted'],
    about:
      "Deletes all of a person's listings for all users and returns their number. Staff can restore them for 30 days (`held.takeBack`).",
    data: Deleted,
  }),
  deleteConversations: del('/v1/admin/users/{uid}/conversations', {
    may: 'users.delete_content',
    deed: { subject: 'user' },
    tells: ['conversationUpdates/{uid}'],
    emits: ['conversation.deleted'],
    about:
      "Deletes all of a person's conversations, for the other members too, and returns their number. Staff can restore them for 30 days (`held.takeBack`).",
    data: Deleted,
  }),
  deleteCommunityContent: del('/v1/admin/users/{uid}/community_content', {
    may: 'users.delete_content',
    deed: { subject: 'user' },
    emits: ['question.deleted'],
    about:
      "Deletes all of a person's community posts and returns their number. Staff can restore them for 30 days (`held.takeBack`).",
    data: Deleted,
  }),
}
