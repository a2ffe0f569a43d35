import { inboxViews, maxTagLength } from '@portreeve/contract/inbox'
import type { SavedView } from '@portreeve/contract/inbox-views'
import { isShort, oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'

/**
 * The view of the team inbox in the URL, and its filters: a tag, the uids of an account and of an assignee, and a searched text.
 * Without a view, the caller's own inbox.
 */
export type InboxSearch = UrlSearch<'view' | 'tag' | 'account' | 'assignee' | 'q'>

export const readInboxSearch = searchReader({
  view: oneOf(inboxViews),
  tag: (text: string) => text.length <= maxTagLength,
  account: isShort,
  assignee: isShort,
  q: isShort,
})

/** The filters beside the view. */
export const filtersOf = ({ view: _, ...filters }: InboxSearch) => filters

/** The URL of a saved view. It has the filters themselves, so a personal view's URL opens for a colleague, too. */
export const searchOf = ({ view, tag, account, assignee }: SavedView): InboxSearch => ({
  view,
  ...(tag !== null && { tag }),
  ...(account !== null && { account }),
  ...(assignee !== null && { assignee }),
})

/** Whether the URL shows a saved view; a search within it is still the view. */
export const isSameView = (saved: SavedView, { view, tag, account, assignee }: InboxSearch): boolean =>
  saved.view === view &&
  saved.tag === (tag ?? null) &&
  saved.account === (account ?? null) &&
  saved.assignee === (assignee ?? null)
