import { ActionIcon, SegmentedControl, Text, Title, Tooltip, UnstyledButton } from '@mantine/core'
import type { Conversation } from '@portreeve/contract/conversations/conversations'
import { IconBell, IconBellOff } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useRef, useState } from 'react'
import type { Pages } from '../../data/pages.ts'
import { useLiveState } from '../../data/use-live.ts'
import { offsetUtc } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { LoadMore } from '../../shell/LoadMore.tsx'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { usePlaces } from '../../ui/browser/places.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { When } from '../../ui/When.tsx'
import classes from './conversations.module.css'
import { type ConversationsMode, recipientOf, type SortMode } from './conversations.ts'
import { soundIsOn, switchSound } from './sound.ts'

interface ConversationListProps {
  uid: string
  /** The number of messages that this page has sent. */
  sent: number
  mode: ConversationsMode
  conversations: Pages<Conversation>
  /** The conversations to show, in order; undefined while loading. */
  rows: readonly Conversation[] | undefined
  chosen: string | null
  onChoose: (conversation: Conversation) => void
  search: string
  onSearch: (text: string) => void
  onSearchMessages: (term: string) => void
  sort: SortMode
  onSort: (mode: SortMode) => void
  /** Shown instead of the rows. */
  children?: ReactNode
}

// MSG-12, MSG-13
const sortModes: { value: SortMode; label: string }[] = [
  { value: 'left', label: 'All' },
  { value: 'center', label: 'Unread' },
]

// MSG-08
const rowHeight = 64
/** Rows before the end at which the next page is fetched. */
const rowsBeforeEnd = 20

/** The left pane (MSG-06 to MSG-22). */
export function ConversationList(props: ConversationListProps) {
  const { mode, conversations, rows, sent, search, onSearch, onSearchMessages, sort, onSort, children } =
    props
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
          {/* With a new key the list starts at its top, without held places. MSG-47: an own message moves up at once. */}
          <Rows key={`${sort} ${sent} ${search}`} {...props} />
        </>
      )}
      {mode === 'normal' && <LiveLine />}
    </section>
  )
}

/** The rows. Only those in sight are rendered, and the next page is fetched near the end. */
function Rows({ uid, mode, conversations, rows = [], chosen, onChoose }: ConversationListProps) {
  const box = useRef<HTMLDivElement>(null)
  const places = usePlaces(rows, ({ key }) => key, box)
  const virtualizer = useVirtualizer({
    count: places.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    getItemKey: (at) => places[at]?.key ?? at,
    overscan: 8,
  })
  const isHeld = places.some(({ key }, at) => key !== rows[at]?.key)
  const { loadMore, busy, loadingMore, moreFailure } = conversations
  const nearEnd = () => {
    const list = box.current
    const left = list ? list.scrollHeight - list.scrollTop - list.clientHeight : 0
    if (left < rowsBeforeEnd * rowHeight && !busy && !loadingMore && !moreFailure) loadMore?.()
  }
  return (
    <>
      <div className={classes.scroll} ref={box} onScroll={nearEnd}>
        <ul className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, key, start }) => {
            const place = places[index]
            return (
              place && (
                <li
                  key={key}
                  data-index={index}
                  className={classes.item}
                  style={{ transform: `translateY(${start}px)` }}
                  aria-setsize={conversations.more ? -1 : places.length}
                  aria-posinset={index + 1}
                >
                  {place.left === null ? (
                    <Row
                      uid={uid}
                      conversation={place.row}
                      chosen={place.key === chosen}
                      // MSG-19, MSG-55
                      unread={mode === 'normal' && place.row.read_status === 0}
                      onChoose={onChoose}
                    />
                  ) : (
                    <p className={classes.gone}>Deleted.</p>
                  )}
                </li>
              )
            )
          })}
        </ul>
        <div className={classes.more}>
          <LoadMore pages={conversations} />
        </div>
      </div>
      <p role="status" className={classes.held} hidden={!isHeld}>
        {isHeld && 'There is news. The list is sorted again when the pointer leaves it.'}
      </p>
    </>
  )
}

interface RowProps extends Pick<ConversationListProps, 'uid' | 'onChoose'> {
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

/** Shows that the page does not receive new messages. */
function LiveLine() {
  const state = useLiveState()
  return (
    <p role="status" className={classes.live} hidden={state !== 'broken'}>
      {state === 'broken' && 'Not live: new messages show after a reload. Connecting again…'}
    </p>
  )
}
