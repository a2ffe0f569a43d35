import { own } from '@portreeve/contract/base/own'
import type { Conversation } from '@portreeve/contract/conversations/conversations'

/**
 * 'normal': one's own inbox, live, with a composer. 'read-only': the same without a composer. 'admin': another person's
 * conversations, read by staff; none is open at first (MSG-51 to MSG-56, D-128, D-129).
 */
export type ConversationsMode = 'normal' | 'read-only' | 'admin'

/** MSG-13: the stored values of All and Unread. */
export type SortMode = 'left' | 'center'

const preference = 'inboxSortMode'
/** MSG-14 */
export const storedSortMode = (): SortMode =>
  localStorage.getItem(preference) === 'center' ? 'center' : 'left'
export const storeSortMode = (mode: SortMode) => localStorage.setItem(preference, mode)

export interface Recipient {
  readonly uid: string
  readonly name: string | null
}

/** Another server of the spec may send only one of the two. */
type Sides = Partial<Pick<Conversation, 'participants' | 'members'>>

/** MSG-21: the participant other than `uid`, or `uid` itself where there is no other. */
export function recipientOf(
  { members = {}, participants = Object.keys(members) }: Sides,
  uid: string,
): Recipient {
  const other = participants.find((one) => one !== uid) ?? uid
  return { uid: other, name: own(members, other) ?? null }
}

/** MSG-17, MSG-18: filtered by a part of the recipient's name. MSG-15, MSG-16: newest first; 'center' lists unread first. */
export function shownConversations(
  conversations: readonly Conversation[],
  uid: string,
  { search, sort }: { search: string; sort: SortMode },
): Conversation[] {
  const term = search.trim().toLowerCase()
  const unreadFirst = sort === 'center'
  return conversations
    .filter((one) => (recipientOf(one, uid).name ?? '').toLowerCase().includes(term))
    .sort(
      (a, b) =>
        (unreadFirst ? a.read_status - b.read_status : 0) || Date.parse(b.date) - Date.parse(a.date) || 0,
    )
}
