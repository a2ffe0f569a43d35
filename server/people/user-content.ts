import { userContent as contract } from '@portreeve/contract/people/user-content'
import { eq } from 'drizzle-orm'
import type { CallOf } from '../core/call/context.ts'
import { hook } from '../core/call/hook.ts'
import { implement } from '../core/call/implement.ts'
import { questions } from '../listings/listing-tables.ts'
import { deletePostsOf, emitDeleted } from './person-listings.ts'
import { lockUser } from './user-records.ts'

/** Deletes all conversations of a person, with their events, and returns the ids. */
export const deleteConversationsOf =
  hook<(call: CallOf<typeof contract.deleteConversations>, uid: string) => Promise<string[]>>(
    'deleteConversationsOf',
  )

export const userContent = implement('userContent', contract, {
  deletePosts: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    // The rows stay, because transactions refer to them; no page shows them any more.
    const deleted = await deletePostsOf(call.db, user.uid)
    call.did(user.uid, { after: { deleted } })
    emitDeleted(call, user.uid, deleted)
    return { deleted_count: deleted.length }
  },

  deleteConversations: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    const deleted = await deleteConversationsOf(call, user.uid)
    call.did(user.uid, { after: { deleted } })
    return { deleted_count: deleted.length }
  },

  deleteCommunityContent: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    const deleted = await call.db
      .delete(questions)
      .where(eq(questions.creator_uid, user.uid))
      .returning({ id: questions.id })
    for (const { id } of deleted) call.emit('question.deleted', { question_id: id })
    call.did(user.uid, { after: { deleted: deleted.map((row) => row.id) } })
    return { deleted_count: deleted.length }
  },
})
