import { userContent as contract } from '@portreeve/contract/people/user-content'
import { eq, inArray } from 'drizzle-orm'
import { implement } from '../core/implement.ts'
import { questions } from '../db/content.ts'
import { conversationMembers, conversations } from '../db/conversations.ts'
import { publishToMembers } from '../store/conversations.ts'
import { deletePostsOf, emitDeleted } from '../store/held.ts'
import { lockUser } from '../store/users.ts'

export const userContent = implement('userContent', contract, {
  deletePosts: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    // The rows stay, because transactions refer to them; no page shows them any more.
    const deleted = await deletePostsOf(call.db, user.uid)
    call.record({ subject: ['user', user.uid], after: { deleted } })
    emitDeleted(call, user.uid, deleted)
    return { deleted_count: deleted.length }
  },

  deleteConversations: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    const own = call.db
      .select({ id: conversationMembers.conversation_id })
      .from(conversationMembers)
      .where(eq(conversationMembers.uid, user.uid))
    const members = await call.db
      .select({ uid: conversationMembers.uid, conversation: conversationMembers.conversation_id })
      .from(conversationMembers)
      .where(inArray(conversationMembers.conversation_id, own))
    const deleted = await call.db
      .delete(conversations)
      .where(inArray(conversations.id, own))
      .returning({ id: conversations.id })
    for (const { id } of deleted) {
      const own = members.filter(({ conversation }) => conversation === id).map(({ uid }) => uid)
      await publishToMembers(call, own, { key: id, what: 'deleted' })
      call.emit('conversation.deleted', { conversation_id: id, members: own })
    }
    call.record({ subject: ['user', user.uid], after: { deleted: deleted.map((row) => row.id) } })
    return { deleted_count: deleted.length }
  },

  deleteCommunityContent: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    const deleted = await call.db
      .delete(questions)
      .where(eq(questions.creator_uid, user.uid))
      .returning({ id: questions.id })
    for (const { id } of deleted) call.emit('question.deleted', { question_id: id })
    call.record({ subject: ['user', user.uid], after: { deleted: deleted.map((row) => row.id) } })
    return { deleted_count: deleted.length }
  },
})
