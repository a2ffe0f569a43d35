import { userContent as contract } from '@portreeve/contract/people/user-content'
import type { User } from '@portreeve/contract/people/users'
import { eq, sql } from 'drizzle-orm'
import type { CallOf } from '../core/call/context.ts'
import { hook } from '../core/call/hook.ts'
import { implement } from '../core/call/implement.ts'
import { questions } from '../listings/listing-tables.ts'
import type { HeldRow } from '../staff/held-actions.ts'
import { deletableListing, deletableQuestion, holdDeletion } from './deleted-records.ts'
import { takeMeasure } from './measures/take-measure.ts'
import { deletePostsOf, emitDeleted } from './person-listings.ts'
import { lockUser } from './user-records.ts'

/** Deletes all conversations of a person, with their events, and returns the ids. */
export const deleteConversationsOf =
  hook<(call: CallOf<typeof contract.deleteConversations>, user: User) => Promise<string[]>>(
    'deleteConversationsOf',
  )

/** The held action of deleting all content of a kind of a person. */
export const heldOf = (
  { uid, displayName }: Pick<User, 'uid' | 'displayName'>,
  action: HeldRow['action'],
  items: string[],
) => ({ action, subject_kind: 'user' as const, subject_id: uid, title: displayName, items })

/** The deletion of all content of a kind is one measure. */
const measure = (
  call: Parameters<typeof takeMeasure>[0],
  { uid }: User,
  kind: 'listings_deleted' | 'conversations_deleted' | 'questions_deleted',
) => takeMeasure(call, { kind, subject: ['user', uid], uid, reason: null, source: 'staff' })

export const userContent = implement('userContent', contract, {
  deletePosts: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    // The rows stay, because transactions refer to them; no page shows them any more.
    const deleted = await deletePostsOf(call.db, user.uid)
    await holdDeletion(call, deletableListing, heldOf(user, 'userContent.deletePosts', deleted))
    if (deleted.length > 0) await measure(call, user, 'listings_deleted')
    call.did(user.uid, { after: { deleted } })
    emitDeleted(call, user.uid, deleted)
    return { deleted_count: deleted.length }
  },

  deleteConversations: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    const deleted = await deleteConversationsOf(call, user)
    if (deleted.length > 0) await measure(call, user, 'conversations_deleted')
    call.did(user.uid, { after: { deleted } })
    return { deleted_count: deleted.length }
  },

  deleteCommunityContent: async ({ params }, call) => {
    const user = await lockUser(call.db, params.uid)
    const theirs = eq(questions.creator_uid, user.uid)
    const found = await call.db.select({ id: questions.id }).from(questions).where(theirs).for('update')
    const deleted = found.map(({ id }) => id)
    await holdDeletion(call, deletableQuestion, heldOf(user, 'userContent.deleteCommunityContent', deleted))
    await call.db.execute(
      sql`delete from questions where id in (select jsonb_array_elements_text(${JSON.stringify(deleted)}::jsonb))`,
    )
    if (deleted.length > 0) await measure(call, user, 'questions_deleted')
    for (const id of deleted) call.emit('question.deleted', { question_id: id })
    call.did(user.uid, { after: { deleted } })
    return { deleted_count: deleted.length }
  },
})
