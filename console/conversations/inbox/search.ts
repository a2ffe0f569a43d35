import { inboxFields } from '@portreeve/contract/base/query-fields'
import { inboxViews, maxTagLength } from '@portreeve/contract/conversations/inbox'
import { isQuery, isShort, oneOf, searchReader, type UrlSearch, upTo } from '../../data/url-search.ts'

/**
 * The view of the team inbox in the URL, and its filters: a tag, the uids of an account and of an assignee, and a searched text.
 * Without a view, the caller's own inbox.
 */
export type InboxSearch = UrlSearch<'view' | 'tag' | 'account' | 'assignee' | 'q'>

export const readInboxSearch = searchReader({
  view: oneOf(inboxViews),
  tag: upTo(maxTagLength),
  account: isShort,
  assignee: isShort,
  q: isQuery(inboxFields, 200),
})

/** The filters beside the view. */
export const filtersOf = ({ view: _, ...filters }: InboxSearch) => filters
