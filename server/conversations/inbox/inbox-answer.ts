import { randomUUID } from 'node:crypto'
import type { Message } from '@portreeve/contract/conversations/conversations'
import type { inbox as contract, InboxActions } from '@portreeve/contract/conversations/inbox'
import type { CallOf } from '../../core/call/context.ts'
import { refuse } from '../../core/refuse.ts'
import { markRead, publishToMembers } from '../conversation-records.ts'
import { addMessage, refuseUnseen, sentOf } from '../messages.ts'
import { answered, changeOf } from './inbox-actions.ts'
import { keepDraft } from './inbox-drafts.ts'
import { inboxEvent, type lockState, writeState } from './inbox-states.ts'

interface TeamMessage {
  readonly text: string
  readonly seen?: string | null | undefined
  readonly actions?: InboxActions | undefined
  readonly files?: readonly string[] | undefined
}

export function refuseBlank(text: string): void {
  if (text.trim() === '') refuse('refused', 'Nothing to send', 'The message is blank.')
}

/**
 * Sends a message in a locked conversation in the name of its staff account, with the actions of a macro, and reports the deed.
 * Refuses as each action does, and with conflict when there is a newer message than `seen`.
 */
export async function sendAsTeam(
  call: CallOf<typeof contract.answer>,
  { conversation, state, members }: Awaited<ReturnType<typeof lockState>>,
  { text, seen, actions, files }: TeamMessage,
): Promise<Message> {
  const { db, staff } = call
  const { id } = conversation
  if (seen !== undefined) await refuseUnseen(db, staff.uid, id, seen)
  const own = members.find(({ uid }) => uid === state.account)
  const message = await addMessage(
    db,
    conversation,
    {
      id: `msg_${randomUUID()}`,
      senderID: state.account,
      senderDisplayName: own?.name ?? null,
      written_by: staff.uid === state.account ? null : staff.uid,
      text,
    },
    { ids: files, by: staff.uid },
  )
  await markRead(db, id, state.account)
  await keepDraft(db, id, staff.uid, {})
  const taken = await answered(call, state)
  // After the message, which belongs to what closing resolves.
  const set = { ...taken, ...(actions && (await changeOf(call, state, actions))) }
  const { before, after } = await writeState(db, state, set)
  call.did(
    id,
    { ...(actions && { before }), after: { message: message.id, account: state.account, ...after } },
    { event: sentOf(members, message), live: inboxEvent(staff, id, 'message') },
  )
  const uids = members.map(({ uid }) => uid)
  await publishToMembers(call, uids, { key: id, what: 'message' })
  return message
}
