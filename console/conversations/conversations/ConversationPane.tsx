import { ActionIcon, Switch, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Conversation } from '@portreeve/contract/conversations/conversations'
import { IconMail, IconMailOpened } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { continueDraft } from '../../data/drafts.ts'
import { useMe, useWhyNot } from '../../data/rights.ts'
import { useAction } from '../../data/use-action.ts'
import { serverNow } from '../../format/now.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { ListingLink } from '../../shell/records/ListingLink.tsx'
import { NewestNote } from '../../staff/timeline/PinnedNote.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { Composer } from './Composer.tsx'
import classes from './conversations.module.css'
import { type ConversationsMode, recipientOf } from './conversations.ts'
import { draftOf } from './drafts.ts'
import { MessageList } from './MessageList.tsx'
import { OutgoingMessages } from './OutgoingMessages.tsx'
import { PaneHead, PaneMessages, usePane } from './Pane.tsx'
import { usePresence } from './usePresence.ts'

/** Only while a colleague writes. */
const ColleagueDrafts = onDemand(async () => (await import('./ColleagueDrafts.tsx')).ColleagueDrafts)

interface ConversationPaneProps {
  uid: string
  mode: ConversationsMode
  conversation: Conversation
  /** The id of a found message to show; null for the newest. */
  shown: string | null
  onNewest: () => void
  /** The address names the conversation: each message has a link. */
  anchored?: boolean
  /** The name of another participant who is typing; null for none. */
  typing: string | null
  /** Receives a change that this page makes to the conversation. */
  onPatch: (local: Partial<Pick<Conversation, 'read_status' | 'lastMessage' | 'date'>>) => void
  onClose: () => void
}

/** The right pane: the recipient, the messages, and in normal mode the composer (MSG-23 to MSG-29). */
export function ConversationPane(props: ConversationPaneProps) {
  const { uid, mode, conversation, shown, onNewest, typing, onPatch, onClose } = props
  const [raw, setRaw] = useState(false)
  const isKnown = useMe() !== null
  const mayTeam = useWhyNot('inbox.read') === null && isKnown
  const pane = usePane(uid, conversation, shown)
  const { messages, outbox, outgoing, loadEarlier } = pane
  const recipient = recipientOf(conversation, uid)
  const normal = mode === 'normal'
  const presence = usePresence(uid, normal && mayTeam ? conversation.key : null)
  const writing = presence.writing.join(', ')
  const edit = (text: string) => continueDraft(draftOf(uid, conversation.key), text)
  return (
    <>
      <PaneHead person={recipient} closeWords="Close" closeLabel="Close conversation" onClose={onClose}>
        {normal && <ReadSwitch conversation={conversation} onPatch={onPatch} />}
        <Switch
          size="xs"
          label="Raw data"
          checked={raw}
          onChange={(event) => setRaw(event.currentTarget.checked)}
        />
        {props.anchored && mayTeam && (
          <Link
            to="/dashboard/messages/$id"
            params={{ id: conversation.key }}
            search={{ view: 'all' }}
            className={classes.team}
          >
            Team view
          </Link>
        )}
        {conversation.product_id && <ListingLink postKey={conversation.product_id} />}
        <TimelineButton kind="conversation" id={conversation.key} of={recipient.name} />
      </PaneHead>
      <NewestNote kind="conversation" id={conversation.key} />
      <PaneMessages pane={pane} onNewest={onNewest}>
        {raw ? (
          // D-095
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must by keyboard too.
          <pre className={classes.raw} dir="auto" tabIndex={0}>
            {JSON.stringify({ conversation, messages: messages ?? null }, null, 2)}
          </pre>
        ) : (
          (messages || outgoing.length > 0) && (
            <MessageList
              uid={uid}
              messages={messages ?? []}
              names={conversation.members ?? {}}
              shown={shown}
              linked={props.anchored ? conversation.key : undefined}
              earlier={loadEarlier && { load: loadEarlier, busy: pane.loadingEarlier }}
              // MSG-38
              below={outgoing.length}
            >
              {normal && <OutgoingMessages outbox={outbox} outgoing={outgoing} onEdit={edit} />}
            </MessageList>
          )
        )}
      </PaneMessages>
      {normal && mayTeam && (
        <p role="status" className={classes.present}>
          {presence.reading.length > 0 && `${presence.reading.join(', ')} also here.`}
        </p>
      )}
      {writing !== '' && <ColleagueDrafts id={conversation.key} />}
      {normal && (
        <Composer
          uid={uid}
          conversation={conversation}
          typing={writing || typing}
          onTyping={presence.showDraft}
          onSend={(text, attached) => {
            presence.forgetDraft()
            outbox.send({
              conversation: conversation.key,
              recipient: recipient.uid,
              text,
              seen: pane.newest,
              ...attached,
            })
            // MSG-46, MSG-47
            onPatch({ read_status: 1, lastMessage: text, date: serverNow().toISOString() })
            if (shown) onNewest()
          }}
        />
      )}
    </>
  )
}

/** MSG-28, MSG-48 to MSG-50: switches at once, and keeps the new state even when the call fails. */
function ReadSwitch({ conversation, onPatch }: Pick<ConversationPaneProps, 'conversation' | 'onPatch'>) {
  const set = useAction(api.conversations.setRead, {
    refetch: [api.conversations.unread],
    inOrder: `read ${conversation.key}`,
  })
  const isRead = conversation.read_status === 1
  const label = isRead ? 'Mark as unread' : 'Mark as read'
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        onClick={() => {
          const read_status = isRead ? 0 : 1
          onPatch({ read_status })
          void set.run({ params: { id: conversation.key }, body: { read_status } })
        }}
      >
        {isRead ? <IconMail size={16} aria-hidden /> : <IconMailOpened size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  )
}
