import { useMediaQuery } from '@mantine/hooks'
import { api } from '@portreeve/contract'
import { type InboxView, inboxViews } from '@portreeve/contract/conversations/inbox'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { type ChoiceLink, ChoiceLinks } from '../../shell/lists/ChoiceLinks.tsx'
import { SavedViews } from '../../shell/saved-views/SavedViews.tsx'
import classes from './inbox.module.css'
import type { InboxSearch } from './search.ts'
import { countWords, viewWords } from './words.ts'

/**
 * The caller's own inbox, the views of the team's with counts, and the saved views in a menu; in a narrow window all in one menu.
 * Renders nothing for a caller without the team's.
 */
export function ViewLinks({ search }: { search: InboxSearch }) {
  const isKnown = useMe() !== null
  const may = useWhyNot('inbox.read') === null && isKnown
  const isNarrow = useMediaQuery('(max-width: 700px)') ?? false
  const counts = useData(api.inbox.counts, {}, { when: may })
  // A server that does without the team inbox, or one whose counts failed before any view is open. The address of a view shows
  // the links at once, so that the list below does not move.
  if ((isKnown && !may) || (!counts.data && !search.view)) return null
  const { data } = counts
  const choice = (view: InboxView): ChoiceLink => ({
    label: viewWords[view],
    // A space as wide as a digit keeps the room of a count that is on its way.
    figure: data ? countWords(data[view]) : '\u2007',
    isCurrent: search.view === view,
    link: { to: '/dashboard/messages' as const, search: { view } },
  })
  const choices: ChoiceLink[] = [
    {
      label: 'Your own',
      isCurrent: search.view === undefined,
      link: { to: '/dashboard/messages' as const, search: {} },
    },
    ...inboxViews.map(choice),
  ]
  return (
    <div className={classes.views}>
      {!isNarrow && <ChoiceLinks label="Views" quiet choices={choices} />}
      <SavedViews list="messages" choices={isNarrow ? choices : []} />
    </div>
  )
}
