import { deskViews } from '@portreeve/contract/desk/desk'
import { deskKindNames } from '@portreeve/contract/desk/desk-ranking'
import { oneOf, searchReader, type UrlSearch } from '../../data/url-search.ts'

/** The view and the kind in the URL; without a view, all cases. */
export type DeskSearch = UrlSearch<'view' | 'kind'>

export const readDeskSearch = searchReader<keyof DeskSearch>({
  view: oneOf(deskViews),
  kind: oneOf(deskKindNames),
})
