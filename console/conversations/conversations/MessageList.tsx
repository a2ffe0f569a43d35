import { Button } from '@mantine/core'
import { own } from '@portreeve/contract/base/own'
import { type Message, messageType } from '@portreeve/contract/conversations/conversations'
import type { Note } from '@portreeve/contract/staff/notes'
import { IconLink } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { pictureAddress } from '../../format/address.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { Thumbnail } from '../../shell/records/Thumbnail.tsx'
import { Files } from '../../staff/files/Files.tsx'
import { Clamp } from '../../ui/Clamp.tsx'
import { ScrollBox } from '../../ui/ScrollBox.tsx'
import { When } from '../../ui/When.tsx'
import classes from './conversations.module.css'
import { type Group, groupsOf, notesAbove } from './groups.ts'
import type { Known } from './known.ts'
import { Marked } from './Marked.tsx'
import { StaffNote } from './StaffNote.tsx'

interface MessageListProps {
  /** The person whose messages are on the right. */
  uid: string
  messages: readonly Message[]
  names: Readonly<Record<string, string | null>>
  /** The id of a message to scroll to and mark, instead of the newest. */
  shown?: string | null
  /** What their texts may name, such as a tracking number, with its words: it is marked. */
  known?: Known
  /** Loads earlier messages; null when there are none. */
  earlier?: { load: () => void; busy: boolean } | null
  /** The number of messages in `children`. */
  below?: number
  /** Staff notes, shown between the messages; oldest first. */
  notes?: readonly Note[]
  /** The conversation whose address names its messages: each message has a link to itself. */
  linked?: string | undefined
  /** What can be done to a message; the same function for the same choices, because a list may have a thousand. */
  extra?: ((message: Message) => ReactNode) | undefined
  /** Below the messages. */
  children?: ReactNode
}

/** The messages, scrolled to the newest at the bottom (MSG-37, MSG-38). */
export function MessageList(props: MessageListProps) {
  const {
    uid,
    messages,
    names,
    shown = null,
    earlier = null,
    below = 0,
    known = nothingKnown,
    notes = noNotes,
    linked,
    extra,
    children,
  } = props
  const box = useRef<HTMLElement>(null)
  /** The list at the previous layout. */
  const previous = useRef<{ first: string | undefined; last: string; height: number } | null>(null)
  useLayoutEffect(() => {
    const list = box.current
    if (!list) return
    const [first, newest] = [messages[0]?.id, messages.at(-1)]
    const last = `${messages.length > 0 ? (newest?.id ?? newest?.date) : ''} ${below} ${notes.length}`
    const before = previous.current
    previous.current = { first, last, height: list.scrollHeight }
    const marked = shown !== null && list.querySelector(`[data-message="${CSS.escape(shown)}"]`)
    // Earlier messages were added at the top: keep the visible ones in place. Else the person may have scrolled: leave it.
    if (before?.last === last) {
      if (before.first !== first) list.scrollTop += list.scrollHeight - before.height
    } else if (marked && !before) marked.scrollIntoView({ block: 'center' })
    else list.scrollTop = list.scrollHeight
  }, [messages, notes, below, shown])
  return (
    <ScrollBox ref={box} className={classes.messages} label="Message list">
      {earlier && (
        <div className={classes.earlier}>
          <Button variant="default" size="compact-xs" loading={earlier.busy} onClick={earlier.load}>
            Load earlier messages
          </Button>
        </div>
      )}
      {messages.length === 0 && below === 0 && <p className={classes.hint}>No messages.</p>}
      {/* A screen reader says each new message. */}
      <div role="log" aria-label="Messages" aria-busy={earlier?.busy ?? false}>
        <Groups
          uid={uid}
          messages={messages}
          names={names}
          shown={shown}
          known={known}
          notes={notes}
          linked={linked}
          extra={extra}
        />
      </div>
      {children}
    </ScrollBox>
  )
}

interface GroupsProps extends Pick<MessageListProps, 'uid' | 'messages' | 'names' | 'linked' | 'extra'> {
  shown: string | null
  known: Known
  notes: readonly Note[]
}

/** Renders only when messages or notes change: there may be a thousand. */
const Groups = memo(function Groups(props: GroupsProps) {
  const { uid, messages, names, shown, known, notes, linked, extra } = props
  const above = notesAbove(messages, notes)
  return (
    <ol className={classes.groups}>
      {groupsOf(messages, new Set(above.keys())).map((group) => (
        <GroupOfOne
          key={group.messages[0]?.id ?? group.at}
          group={group}
          notes={above.get(group.at)}
          linked={linked}
          extra={extra}
          known={known}
          own={group.author === uid}
          name={nameOf(group, names)}
          shown={shown}
        />
      ))}
      {above.get(messages.length)?.map((note) => (
        <li key={note.id}>
          <StaffNote note={note} />
        </li>
      ))}
    </ol>
  )
})

const noNotes: readonly Note[] = []
const nothingKnown: Known = {}

const nameOf = ({ author, messages }: Group, names: MessageListProps['names']) =>
  orNull(messages[0]?.senderDisplayName ?? own(names, author))

function GroupOfOne({
  group,
  notes,
  linked,
  extra,
  known,
  own,
  name,
  shown,
}: {
  group: Group
  notes: readonly Note[] | undefined
  linked: string | undefined
  extra: MessageListProps['extra']
  known: Known
  own: boolean
  name: string
  shown: string | null
}) {
  const writer = group.messages[0]?.writtenBy
  return (
    <li>
      {notes?.map((note) => (
        <StaffNote key={note.id} note={note} />
      ))}
      {group.time && (
        // D-097
        <div className={classes.time}>
          <When value={group.time} write={shortLocal} />
        </div>
      )}
      <div className={classes.group} data-own={own || undefined}>
        <span className={classes.author} dir="auto">
          {name}
          {writer && ` (${writer.name})`}
        </span>
        {group.messages.map((message, at) => (
          <div
            key={message.id ?? `${group.at} ${at}`}
            {...(linked && message.id && { id: message.id })}
            className={classes.message}
            data-type={message.type ?? messageType.text}
            data-message={message.id}
            data-shown={(shown !== null && message.id === shown) || undefined}
            title={longLocal(message.date)}
          >
            <Content message={message} known={known} />
            {message.files && <Files files={message.files} />}
            {linked && message.id && (
              <Link
                to="/dashboard/messages/$id"
                params={{ id: linked }}
                search
                hash={message.id}
                hashScrollIntoView={false}
                resetScroll={false}
                className={classes.anchor}
                aria-label="Link to this message"
                activeProps={{}}
              >
                <IconLink size={14} aria-hidden />
              </Link>
            )}
            {extra?.(message)}
          </div>
        ))}
      </div>
    </li>
  )
}

/** MSG-30 to MSG-32: a message without a type is text. */
function Content({ message, known }: { message: Message; known: Known }) {
  if (message.type === messageType.image) return <Picture path={message.mediaURL} />
  if (message.type === messageType.postPreview)
    return (
      <span className={classes.post}>
        <Thumbnail path={message.postThumbnailImagePath} size={64} />
        <Clamp text={orNull(message.postTitle)} lines={3} />
      </span>
    )
  return (
    <span dir="auto" className={classes.text}>
      {message.text === null ? 'null' : <Marked text={message.text} known={known} />}
    </span>
  )
}

/** The preview of a sent picture; a press opens the whole one. */
function Picture({ path }: { path: string | null | undefined }) {
  const { links } = useEnvironment()
  const address = pictureAddress(links.storage, path)
  if (!address) return <Thumbnail path={null} />
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" aria-label="Image, opens in a new tab">
      <Thumbnail path={path} size={200} />
    </a>
  )
}
