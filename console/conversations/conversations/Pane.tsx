import { ActionIcon, Button, Tooltip } from '@mantine/core'
import type { Conversation } from '@portreeve/contract/conversations/conversations'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { orNull } from '../../format/words.ts'
import { PersonAvatar } from '../../shell/records/PersonAvatar.tsx'
import { newTab } from '../../ui/browser/new-tab.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import { LinesSkeleton } from '../../ui/skeletons.tsx'
import classes from './conversations.module.css'
import { hasArrived } from './outbox.ts'
import { useMessages } from './useMessages.ts'
import { useOutbox } from './useOutbox.ts'

/**
 * The messages of an open conversation, and those on their way.
 * @param shown the id of the message to show; null for the newest
 * @param team as for `useOutbox`
 */
export function usePane(uid: string, conversation: Conversation, shown: string | null, team = false) {
  const loaded = useMessages(conversation, shown)
  const outbox = useOutbox(uid, team)
  const last = loaded.messages?.at(-1)
  /** The loaded messages do not reach the end of the conversation. */
  const isPart = shown !== null && last?.date !== conversation.date
  /** The id of the newest message on the screen; null for none, undefined while it is unknown. */
  const newest = isPart || !loaded.messages ? undefined : (last?.id ?? null)
  const outgoing = outbox.outgoing.filter(
    (one) => one.conversation === conversation.key && !hasArrived(one, loaded.messages ?? []),
  )
  return { ...loaded, isPart, newest, outbox, outgoing }
}

interface PaneHeadProps {
  person: { readonly uid: string; readonly name: string | null }
  /** The tooltip of the button that closes the pane, and its accessible name where it is another one. */
  closeWords: string
  closeLabel?: string
  onClose: () => void
  /** What can be done to the conversation. */
  children: ReactNode
}

/** The other person of an open conversation, and its actions (MSG-24). */
export function PaneHead({ person, closeWords, closeLabel, onClose, children }: PaneHeadProps) {
  return (
    <header className={classes.head}>
      <Link to="/user-detail/$uid" params={{ uid: person.uid }} {...newTab} className={classes.recipient}>
        <PersonAvatar uid={person.uid} name={person.name} size={32} />
        <span className={classes.name} dir="auto">
          {orNull(person.name)}
        </span>
      </Link>
      {children}
      <Tooltip label={closeWords}>
        <ActionIcon variant="subtle" color="gray" aria-label={closeLabel ?? closeWords} onClick={onClose}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </header>
  )
}

interface PaneMessagesProps {
  pane: ReturnType<typeof usePane>
  onNewest: () => void
  /** Another failure, below that of the messages. */
  notice?: ReactNode
  /** The messages. */
  children: ReactNode
}

/** The messages of a pane, or their skeleton. An earlier part of the conversation leads to the newest one. */
export function PaneMessages({ pane, onNewest, notice, children }: PaneMessagesProps) {
  return (
    <>
      {pane.isPart && pane.messages && (
        <p className={classes.part}>
          An earlier part of the conversation.{' '}
          <Button variant="subtle" size="compact-xs" onClick={onNewest}>
            Show the newest
          </Button>
        </p>
      )}
      {pane.failure && <FailedState message="The messages could not be loaded." onRetry={pane.reload} />}
      {notice}
      {pane.loading ? (
        <div className={classes.messages}>
          <LinesSkeleton lines={6} height={32} />
        </div>
      ) : (
        children
      )}
    </>
  )
}
