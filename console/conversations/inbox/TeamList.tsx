import { Text } from '@mantine/core'
import type { InboxConversation, InboxView } from '@portreeve/contract/conversations/inbox'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { useBulkEnded } from '../../data/bulk.ts'
import type { Pages } from '../../data/pages.ts'
import { useMe } from '../../data/rights.ts'
import { ago, shortLocal } from '../../format/dates.ts'
import { serverNow } from '../../format/now.ts'
import { orNull } from '../../format/words.ts'
import { PickBox } from '../../shell/bulk/PickBox.tsx'
import { useSelection } from '../../shell/bulk/useSelection.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { onDemand } from '../../shell/on-demand.tsx'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import { useStable } from '../../ui/stable.ts'
import { When } from '../../ui/When.tsx'
import frame from '../conversations/conversations.module.css'
import classes from './inbox.module.css'
import { ListFilters } from './ListFilters.tsx'
import { filtersOf, type InboxSearch } from './search.ts'
import { useWait } from './useWait.ts'
import { emptyWords, personOf, priorityWords } from './words.ts'

const ConversationsBar = onDemand(async () => (await import('./ConversationsBar.tsx')).ConversationsBar)

interface TeamListProps {
  pages: Pages<InboxConversation>
  /** The conversations to show; undefined while loading. */
  rows: readonly InboxConversation[] | undefined
  view: InboxView
  search: InboxSearch
  chosen: string | null
}

/** A view of the team inbox: its conversations as links. */
export function TeamList({ pages, rows, view, search, chosen }: TeamListProps) {
  const waitFor = useWait()
  const keys = rows?.map(({ conversation }) => conversation.key) ?? []
  const selection = useSelection(keys)
  const picking = useStable({ pick: selection.pick })
  const hasJobs = useMe() !== null
  useBulkEnded((action) => {
    if (action === 'inbox.act' || action === 'inbox.answer') pages.reload()
  })
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  return (
    <section className={frame.left} aria-label="Team inbox">
      <ListFilters
        view={view}
        search={search}
        onSelect={hasJobs && !selection.on && keys.length > 0 ? selection.start : null}
      />
      {selection.on && (
        <ConversationsBar selection={selection} rows={rows ?? []} view={view} search={search} />
      )}
      <div className={frame.scroll}>
        {pages.failure && (
          <FailedState message="The conversations could not be loaded." onRetry={pages.reload} />
        )}
        {pages.loading && (
          <div className={classes.loading}>
            <LinesSkeleton lines={6} height={48} />
          </div>
        )}
        {rows?.length === 0 && !pages.failure && (
          <Text className={`${frame.hint} ${classes.empty}`}>
            {isFiltered ? 'No conversation of this view matches the filters.' : emptyWords[view]}
          </Text>
        )}
        <ul className={classes.rows}>
          {rows?.map((item) => (
            <Row
              key={item.conversation.key}
              item={item}
              search={search}
              chosen={item.conversation.key === chosen}
              picked={selection.on ? selection.has(item.conversation.key) : undefined}
              onPick={picking.pick}
              waitFor={waitFor}
            />
          ))}
        </ul>
        <div className={frame.more}>
          <LoadMore pages={pages} />
        </div>
      </div>
    </section>
  )
}

interface RowProps {
  item: InboxConversation
  search: InboxSearch
  chosen: boolean
  /** Whether it is chosen for a bulk action; undefined while conversations are not being chosen. */
  picked: boolean | undefined
  onPick: (id: string, range: boolean) => void
  waitFor: ReturnType<typeof useWait>
}

/** Renders only when its own conversation changes, and as time goes by: a long list has hundreds. */
const Row = memo(function Row({ item, search, chosen, picked, onPick, waitFor }: RowProps) {
  const { conversation, account, assignee, state, snoozed_until, priority, tags } = item
  const person = personOf(item)
  const now = serverNow()
  const wait = state === 'open' ? waitFor(item.waiting_since) : null
  return (
    <li data-picks={picked !== undefined || undefined}>
      {picked !== undefined && (
        <PickBox
          of={orNull(person.name)}
          checked={picked}
          onPick={(range) => onPick(conversation.key, range)}
        />
      )}
      <Link
        to="/dashboard/messages/$id"
        params={{ id: conversation.key }}
        search={search}
        resetScroll={false}
        className={classes.row}
        // The address may have another view's search.
        {...(chosen && { 'aria-current': 'page' as const })}
        activeProps={{}}
        data-unread={item.mentions_me || undefined}
      >
        <PersonAvatar uid={person.uid} name={person.name} size={36} />
        <span className={frame.lines}>
          <span className={classes.first}>
            <span className={frame.name} dir="auto">
              {orNull(person.name)}
            </span>
            <span className={frame.date}>
              <When value={conversation.date} write={(at) => ago(at, now)} />
            </span>
          </span>
          <span className={frame.last} dir="auto">
            {orNull(conversation.lastMessage)}
          </span>
          <span className={classes.facts}>
            {priority !== 'normal' && (
              <Chip tone={priority === 'urgent' ? 'alarm' : 'caution'}>{priorityWords[priority]}</Chip>
            )}
            {item.mentions_me && <Chip tone="caution">Mentions you</Chip>}
            {state === 'snoozed' && snoozed_until && <Chip>Snoozed until {shortLocal(snoozed_until)}</Chip>}
            {state === 'closed' && <Chip>Closed</Chip>}
            {wait && <Chip tone={wait.tone}>{wait.words}</Chip>}
            {tags.map((tag) => (
              <Chip key={tag}>{tag}</Chip>
            ))}
            <span className={classes.quiet}>
              {assignee ? orNull(assignee.name) : 'No one'}
              {account.uid !== assignee?.uid && ` · ${orNull(account.name)}`}
            </span>
          </span>
        </span>
      </Link>
    </li>
  )
})
