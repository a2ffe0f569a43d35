import type { ViewListName } from '@portreeve/contract/desk/saved-views'
import { useMe } from '../../data/rights.ts'
import type { ChoiceLink } from '../lists/ChoiceLinks.tsx'
import { onDemand } from '../on-demand.tsx'

const ViewMenu = onDemand(async () => (await import('./ViewMenu.tsx')).ViewMenu)

interface SavedViewsProps {
  list: ViewListName
  /** The fixed views of the list, where the menu has all. */
  choices?: readonly ChoiceLink[]
}

/** The saved views of a list as a menu. Nothing for a server without staff records, such as one of the specification's calls only. */
export function SavedViews({ list, choices = [] }: SavedViewsProps) {
  const me = useMe()
  return me ? <ViewMenu list={list} choices={choices} /> : null
}
