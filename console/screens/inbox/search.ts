import { inboxViews, maxTagLength } from '@portreeve/contract/inbox'
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
