import { ActionIcon, SegmentedControl, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import type { Conversation } from '@portreeve/contract/conversations'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef, useState } from 'react'
import type { Pages } from '../../data/pages.ts'
import { useLiveState } from '../../data/use-live.ts'
import { offsetUtc } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { When } from '../../ui/When.tsx'
import { LoadMore } from '../LoadMore.tsx'
import { PersonAvatar } from '../PersonAvatar.tsx'
import { type MessengerMode, recipientOf, type SortMode } from './inbox.ts'
import classes from './messenger.module.css'
import { soundIsOn, switchSound } from './sound.ts'

interface InboxProps {
  uid: string
  mode: MessengerMode
  conversations: Pages<Conversation>
  /** What is shown of them, in its order. */
  rows: readonly Conversation[] | undefined
  chosen: string | null
  onChoose: (conversation: Conversation) => void
  search: string
  onSearch: (text: string) => void
  onSearchMessages: (term: string) => void
  sort: SortMode
  onSort: (mode: SortMode) => void
  /** Stands in the place of the rows. */
  children?: ReactNode
}

// MSG-12, MSG-13
const sortModes: { value: SortMode; label: string }[] = [
  { value: 'left', label: 'All' },
  { value: 'center', label: 'Unread' },
]

// MSG-08
const rowHeight = 64
/** Rows before the end at which the next page is asked for. */
const ahead = 20

/** The left pane (MSG-06 to MSG-22). */
export function Inbox(props: InboxProps) {
  const { mode, conversations, rows, search, onSearch, onSearchMessages, sort, onSort, children } = props
  const { rows: loaded, loading, failure, reload } = conversations
  return (
    <section className={classes.left} aria-label="Inbox">
      <div className={classes.tools}>
        <div className={classes.title}>
          <Title order={2}>Inbox</Title>
          {mode === 'normal' && <SoundSwitch />}
        </div>
        <SearchBox label="Search inbox" value={search} onChange={onSearch} />
        <SegmentedControl
          aria-label="Sort"
          size="xs"
          fullWidth
          data={sortModes}
          value={sort}
          onChange={onSort}
        />
        {search.trim().length > 1 && !children && (
          <UnstyledButton className={classes.inMessages} onClick={() => onSearchMessages(search.trim())}>
            Search messages for “{search.trim()}”
          </UnstyledButton>
        )}
      </div>
      {children ?? (
        <>
          {loading && (
            <Text className={classes.hint} role="status">
              Downloading...
            </Text>
          )}
          {failure && <FailedState message="The conversations could not be loaded." onRetry={reload} />}
          {/* D-101 */}
          {loaded && rows?.length === 0 && !failure && !conversations.busy && (
            <Text className={classes.hint}>No Conversations</Text>
          )}
          <Rows {...props} />
        </>
      )}
      {mode === 'normal' && <LiveLine />}
    </section>
  )
}

/** The rows; of a long list only what is in sight is drawn, and more is loaded as its end comes near. */
function Rows({ uid, mode, conversations, rows = [], chosen, onChoose }: InboxProps) {
  const box = useRef<HTMLDivElement>(null)
  const drawn = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => rows[at]?.key ?? at,
    overscan: 8,
  })
  const { loadMore, busy, loadingMore, moreFailure } = conversations
  const nearEnd = () => {
    const place = box.current
    const left = place ? place.scrollHeight - place.scrollTop - place.clientHeight : 0
    if (left < ahead * rowHeight && !busy && !loadingMore && !moreFailure) loadMore?.()
  }
  return (
    <div className={classes.scroll} ref={box} onScroll={nearEnd}>
      <ul className={classes.rows} style={{ height: drawn.getTotalSize() }}>
        {drawn.getVirtualItems().map(({ index, key, start }) => {
          const conversation = rows[index]
          return (
            conversation && (
              <li
                key={key}
                className={classes.item}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={conversations.more ? -1 : rows.length}
                aria-posinset={index + 1}
              >
                <Row
                  uid={uid}
                  conversation={conversation}
                  chosen={conversation.key === chosen}
                  // MSG-19, MSG-55
                  unread={mode === 'normal' && conversation.read_status === 0}
                  onChoose={onChoose}
                />
              </li>
            )
          )
        })}
      </ul>
      <div className={classes.more}>
        <LoadMore pages={conversations} />
      </div>
    </div>
  )
}

interface RowProps extends Pick<InboxProps, 'uid' | 'onChoose'> {
  conversation: Conversation
  chosen: boolean
  unread: boolean
}

// MSG-08, MSG-09, MSG-20
function Row({ uid, conversation, chosen, unread, onChoose }: RowProps) {
  const { lastMessage, date } = conversation
  const recipient = recipientOf(conversation, uid)
  return (
    <UnstyledButton
      className={classes.row}
      data-unread={unread || undefined}
      {...(chosen && { 'aria-current': 'true' as const })}
      onClick={() => onChoose(conversation)}
    >
      <PersonAvatar uid={recipient.uid} name={recipient.name} size={36} />
      <span className={classes.lines}>
        <span className={classes.name} dir="auto">
          {orNull(recipient.name)}
        </span>
        <span className={classes.last} dir="auto">
          {orNull(lastMessage)}
        </span>
        <span className={classes.date}>
          <When value={date} write={offsetUtc} />
        </span>
      </span>
      {unread && <span className={classes.dot} role="img" aria-label="Unread" />}
    </UnstyledButton>
  )
}

function SoundSwitch() {
  const [on, setOn] = useState(soundIsOn)
  const label = on ? 'Mute new messages' : 'Play a sound for new messages'
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => {
          switchSound(!on)
          setOn(!on)
        }}
      >
        {on ? <IconBell size={16} aria-hidden /> : <IconBellOff size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}

/** Says when the page does not hear of new messages. */
function LiveLine() {
  const state = useLiveState()
  return (
    <p role="status" className={classes.live} hidden={state !== 'broken'}>
      {state === 'broken' && 'Not live: new messages show after a reload. Connecting again…'}
    </p>
  )
}
