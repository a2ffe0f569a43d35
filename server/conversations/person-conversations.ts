import { eq, inArray } from 'drizzle-orm'
import type { Call } from '../core/call/context.ts'
import { publishToMembers } from './conversation-records.ts'
import { conversationMembers, conversations } from './conversation-tables.ts'

/** Deletes all conversations of a person, for the other members too, with their events. Returns the ids. */
export async function deleteConversationsOf(
  call: Call<'conversationUpdates/{uid}', 'conversation.deleted'>,
  uid: string,
): Promise<string[]> {
  const own = call.db
    .select({ id: conversationMembers.conversation_id })
    .from(conversationMembers)
    .where(eq(conversationMembers.uid, uid))
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
  return deleted.map(({ id }) => id)
}
