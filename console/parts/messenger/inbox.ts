import type { Conversation } from '@portreeve/contract/conversations'

/**
 * 'normal': one's own inbox, live, to write in. 'read-only': the same to read. 'admin': a person's conversations as staff
 * read them; nothing is chosen at first (MSG-51 to MSG-56, D-128, D-129).
 */
export type MessengerMode = 'normal' | 'read-only' | 'admin'

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

/** MSG-21: the other one, seen from `uid`. Who only wrote to themselves is the other one too. */
export function recipientOf(
  { members = {}, participants = Object.keys(members) }: Sides,
  uid: string,
): Recipient {
  const other = participants.find((one) => one !== uid) ?? uid
  return { uid: other, name: members[other] ?? null }
}

/** MSG-17, MSG-18: by a part of the recipient's name. MSG-15, MSG-16: the newest first; unread before that. */
export function inboxOf(
  conversations: readonly Conversation[],
  uid: string,
  { search, sort }: { search: string; sort: SortMode },
): Conversation[] {
  const wanted = search.trim().toLowerCase()
  const unreadFirst = sort === 'center'
  return conversations
    .filter((one) => (recipientOf(one, uid).name ?? '').toLowerCase().includes(wanted))
    .sort(
      (a, b) =>
        (unreadFirst ? a.read_status - b.read_status : 0) || Date.parse(b.date) - Date.parse(a.date) || 0,
    )
}
