import { own } from '@portreeve/contract/base/own'
import type { InboxConversation, InboxView, Priority } from '@portreeve/contract/conversations/inbox'
import { maxInboxCount } from '@portreeve/contract/conversations/inbox'

/** The views in words, in the order of their links. */
export const viewWords: Readonly<Record<InboxView, string>> = {
  mine: 'Mine',
  unassigned: 'Unassigned',
  mentioned: 'Mentioned',
  snoozed: 'Snoozed',
  closed: 'Closed',
  all: 'Whole team',
}

/** What stands in an empty view. */
export const emptyWords: Readonly<Record<InboxView, string>> = {
  mine: 'Nothing is assigned to you. Take a conversation from Unassigned.',
  unassigned: 'Every open conversation has an assignee.',
  mentioned: 'No note mentions you. Colleagues mention you with @ and your name.',
  snoozed: 'No conversation is snoozed.',
  closed: 'No conversation is closed.',
  all: 'No one has written to the team yet.',
}

export const priorityWords: Readonly<Record<Priority, string>> = {
  normal: 'Normal priority',
  high: 'High priority',
  urgent: 'Urgent',
}

export const countWords = (count: number): string =>
  count >= maxInboxCount ? `${maxInboxCount - 1}+` : String(count)

/** The member to whom staff answer: the first who is not the account. */
export function personOf({ conversation, account }: InboxConversation): { uid: string; name: string | null } {
  const { participants, members } = conversation
  const uid = participants.find((one) => one !== account.uid) ?? account.uid
  return { uid, name: own(members, uid) ?? null }
}

export const names = (all: readonly string[]): string => all.join(', ')

/** Whether a conversation with this state belongs to a view; assignee and mentions are not looked at. */
export const fitsView = (view: InboxView, state: InboxConversation['state']): boolean =>
  view === 'all' ||
  view === 'mentioned' ||
  (view === 'snoozed' || view === 'closed' ? state === view : state === 'open')
