import { type SavedView, type ViewListName, viewLists } from '@portreeve/contract/desk/saved-views'

/** A link to a list with filters. Its path is a plain text: the router's own type is made of the routes, which use this one. */
export interface ListLink {
  to: string
  params?: { id: string }
  search: Record<string, string>
}

/** The address of a saved view. It has the filters themselves, so a personal view's address opens for a colleague, too. */
export const linkOfView = ({
  list,
  search,
}: {
  list: ViewListName
  search: SavedView['search']
}): ListLink =>
  list === 'orders'
    ? { to: '/dashboard/txns/$id', params: { id: 'overview' }, search }
    : { to: viewLists[list].path, search }
