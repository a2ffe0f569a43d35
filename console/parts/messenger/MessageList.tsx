import { Button } from '@mantine/core'
import { type Message, messageType } from '@portreeve/contract/conversations'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useEnvironment } from '../../data/backend.tsx'
import { pictureAddress } from '../../format/address.ts'
import { longLocal, shortLocal } from '../../format/dates.ts'
import { orNull } from '../../format/words.ts'
import { Clamp } from '../../ui/Clamp.tsx'
import { When } from '../../ui/When.tsx'
import { Thumbnail } from '../Thumbnail.tsx'
import { type Group, groupsOf } from './groups.ts'
import classes from './messenger.module.css'

interface MessageListProps {
  /** Whose side is the right one. */
  uid: string
  messages: readonly Message[]
  names: Readonly<Record<string, string | null>>
  /** A message that is to be in sight and marked, instead of the newest. */
  shown?: string | null
  /** There are earlier ones. */
  earlier?: { load: () => void; busy: boolean } | null
  /** How many stand below these. */
  below?: number
  /** What stands below these. */
  children?: ReactNode
}

/** What was written, the newest at the bottom and in sight (MSG-37, MSG-38). */
export function MessageList(props: MessageListProps) {
  const { uid, messages, names, shown = null, earlier = null, below = 0, children } = props
  const place = useRef<HTMLElement>(null)
  /** How it stood before: by the first message and the height above the last. */
  const stood = useRef<{ first: string | undefined; last: string; height: number } | null>(null)
  useLayoutEffect(() => {
    const list = place.current
    if (!list) return
    const [first, newest] = [messages[0]?.id, messages.at(-1)]
    const last = `${messages.length > 0 ? (newest?.id ?? newest?.date) : ''} ${below}`
    const before = stood.current
    stood.current = { first, last, height: list.scrollHeight }
    const marked = shown !== null && list.querySelector(`[data-message="${CSS.escape(shown)}"]`)
    // Earlier ones came on top: what is in sight stays where it is.
    if (before && before.last === last && before.first !== first)
      list.scrollTop += list.scrollHeight - before.height
    else if (marked && !before) marked.scrollIntoView({ block: 'center' })
    else list.scrollTop = list.scrollHeight
  }, [messages, below, shown])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={place} className={classes.messages} aria-label="Message list" tabIndex={0}>
      {earlier && (
        <div className={classes.earlier}>
          <Button variant="default" size="compact-xs" loading={earlier.busy} onClick={earlier.load}>
            Load earlier messages
          </Button>
        </div>
      )}
      {messages.length === 0 && below === 0 && <p className={classes.hint}>No messages.</p>}
      <ol className={classes.groups}>
        {groupsOf(messages).map((group) => (
          <GroupOfOne
            key={group.messages[0]?.id ?? group.at}
            group={group}
            own={group.author === uid}
            name={nameOf(group, names)}
            shown={shown}
          />
        ))}
      </ol>
      {children}
    </section>
  )
}

const nameOf = ({ author, messages }: Group, names: MessageListProps['names']) =>
  orNull(messages[0]?.senderDisplayName ?? names[author])

function GroupOfOne({
  group,
  own,
  name,
  shown,
}: {
  group: Group
  own: boolean
  name: string
  shown: string | null
}) {
  return (
    <li>
      {group.time && (
        // D-097
        <div className={classes.time}>
          <When value={group.time} write={shortLocal} />
        </div>
      )}
      <div className={classes.group} data-own={own || undefined}>
        <span className={classes.author} dir="auto">
          {name}
        </span>
        {group.messages.map((message, at) => (
          <div
            key={message.id ?? `${group.at} ${at}`}
            className={classes.message}
            data-type={message.type ?? messageType.text}
            data-message={message.id}
            data-shown={(shown !== null && message.id === shown) || undefined}
            title={longLocal(message.date)}
          >
            <Content message={message} />
          </div>
        ))}
      </div>
    </li>
  )
}

/** MSG-30 to MSG-32: a message without a type is text. */
function Content({ message }: { message: Message }) {
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
      {message.text ?? 'null'}
    </span>
  )
}

/** A sent picture, whole behind a press. */
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
