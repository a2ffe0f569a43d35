import { Button } from '@mantine/core'
import { api } from '@portreeve/contract'
import type { Message } from '@portreeve/contract/conversations/conversations'
import { factsOf, macroText } from '@portreeve/contract/conversations/facts'
import type { InboxConversation, MacroActions } from '@portreeve/contract/conversations/inbox'
import type { Transaction } from '@portreeve/contract/money/transactions'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { continueDraft } from '../../data/drafts.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { useLive } from '../../data/use-live.ts'
import { orNull } from '../../format/words.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { ListingLink } from '../../shell/records/ListingLink.tsx'
import { NoteForm } from '../../staff/timeline/NoteForm.tsx'
import { TimelineButton } from '../../staff/timeline/Timeline.tsx'
import { useEscape } from '../../ui/browser/escape.ts'
import { useShortcuts } from '../../ui/browser/shortcuts.ts'
import { FailedState } from '../../ui/FailedState.tsx'
import frame from '../conversations/conversations.module.css'
import { draftOf } from '../conversations/drafts.ts'
import { MessageList } from '../conversations/MessageList.tsx'
import { OutgoingMessages } from '../conversations/OutgoingMessages.tsx'
import type { Outgoing } from '../conversations/outbox.ts'
import { PaneHead, PaneMessages, usePane } from '../conversations/Pane.tsx'
import { reloadMessages } from '../conversations/useMessages.ts'
import { usePresence } from '../conversations/usePresence.ts'
import { isEmpty } from '../macros/action-words.ts'
import { AppealButton, useAppealable } from './AppealButton.tsx'
import classes from './inbox.module.css'
import { TagsLine } from './TagsLine.tsx'
import { TeamActions } from './TeamActions.tsx'
import { TeamAnswer } from './TeamAnswer.tsx'
import { useMacroActions } from './useMacroActions.ts'
import { useOrdersBeside } from './useOrdersBeside.ts'
import { useRefundRequest } from './useRefundRequest.ts'
import { names, personOf } from './words.ts'

/** Only while a colleague writes. */
const ColleagueDrafts = onDemand(
  async () => (await import('../conversations/ColleagueDrafts.tsx')).ColleagueDrafts,
)
interface TeamPaneProps {
  uid: string
  item: InboxConversation
  shown: string | null
  /** The order that fills macros; null for none chosen. */
  order: Transaction | null
  /** The person's orders are shown beside it: what the messages name of them is marked. */
  hasOrders: boolean
  onNewest: () => void
  onClose: () => void
}

/** The open conversation of the team inbox: its state and actions, messages with notes between them, and the answer. */
export function TeamPane({ uid, item, shown, order, hasOrders, onNewest, onClose }: TeamPaneProps) {
  const { conversation, account } = item
  const id = conversation.key
  const person = personOf(item)
  const mayAnswer = useWhyNot('inbox.write')
  const pane = usePane(uid, conversation, shown, true)
  const { messages, outbox, newest, loadEarlier } = pane
  const { known } = useOrdersBeside(person.uid, hasOrders)
  const notes = useData(api.notes.list, { params: { kind: 'conversation', id }, query: {} })
  // The same list for the same notes: another one scrolls the messages to the newest.
  const oldestFirst = useMemo(() => notes.data?.toReversed() ?? none, [notes.data])
  const appealable = useAppealable(person.uid)
  const appeal = useMemo(
    () =>
      appealable === undefined
        ? undefined
        : ({ id: message, senderID }: Message) =>
            message &&
            senderID === person.uid && (
              <AppealButton measure={appealable} conversation={id} message={message} />
            ),
    [appealable, id, person.uid],
  )
  const presence = usePresence(uid, id)
  const queries = useQueryClient()
  useLive('inbox', ({ id: changed, what }) => {
    if (changed === id && (what === 'message' || what === 'imported')) void reloadMessages(queries, id)
  })
  const [isNote, setIsNote] = useState(false)
  const macro = useMacroActions(account.uid, id, presence.showDraft)
  const refund = useRefundRequest(person.uid, order, outbox.outgoing)
  const facts = order ? factsOf(person.name, order) : undefined
  /** Continues a message that was not sent, or a colleague's draft. Like a macro, its actions replace those before. */
  const edit = (text: string, actions: MacroActions = {}) => {
    continueDraft(draftOf(account.uid, id), facts ? macroText(text, facts) : text)
    macro.set(isEmpty(actions) ? macro.actions : actions)
    refund.forget()
  }
  const modes = useRef<HTMLFieldSetElement>(null)
  const write = (note: boolean) => {
    flushSync(() => setIsNote(note))
    modes.current?.parentElement?.querySelector('textarea')?.focus()
  }
  useShortcuts({ n: () => write(true), r: () => write(false) }, mayAnswer === null)
  // Out of the field, so that the keys of the actions work again.
  useEscape(() => (document.activeElement as HTMLElement | null)?.blur(), true, 'page')
  return (
    <>
      <PaneHead person={person} closeWords="Back to the list" onClose={onClose}>
        <TeamActions uid={uid} item={item} seen={newest} />
        {conversation.product_id && <ListingLink postKey={conversation.product_id} />}
        <TimelineButton kind="conversation" id={id} of={person.name} counted={false} />
      </PaneHead>
      <TagsLine item={item} />
      <PaneMessages
        pane={pane}
        onNewest={onNewest}
        notice={
          notes.failure && <FailedState message="The notes could not be loaded." onRetry={notes.reload} />
        }
      >
        <MessageList
          // The message that the address names is scrolled to once.
          key={shown}
          uid={account.uid}
          messages={messages ?? none}
          names={conversation.members}
          shown={shown}
          notes={oldestFirst}
          known={known}
          linked={id}
          extra={appeal}
          earlier={loadEarlier && { load: loadEarlier, busy: pane.loadingEarlier }}
          below={pane.outgoing.length}
        >
          <OutgoingMessages
            outbox={outbox}
            outgoing={pane.outgoing}
            onEdit={(text, { actions }: Outgoing) => edit(text, actions)}
          />
        </MessageList>
      </PaneMessages>
      <p role="status" className={frame.present}>
        {presence.reading.length > 0 && `${names(presence.reading)} also here.`}
      </p>
      {presence.writing.length > 0 && (
        <ColleagueDrafts id={id} onTake={mayAnswer === null ? edit : undefined} />
      )}
      {mayAnswer === null && (
        <>
          <Modes box={modes} answerAs={orNull(account.name)} isNote={isNote} onChange={write} />
          {isNote ? (
            <div className={classes.noteForm}>
              <NoteForm kind="conversation" id={id} />
            </div>
          ) : (
            <TeamAnswer
              item={item}
              facts={facts}
              seen={newest}
              outbox={outbox}
              presence={presence}
              macro={macro}
              refund={refund}
              onSent={() => {
                if (shown) onNewest()
              }}
            />
          )}
        </>
      )}
    </>
  )
}

interface ModesProps {
  box: RefObject<HTMLFieldSetElement | null>
  /** The name of the account that answers. */
  answerAs: string
  isNote: boolean
  onChange: (isNote: boolean) => void
}

/** Chooses between an answer to the person and a note for colleagues. */
function Modes({ box, answerAs, isNote, onChange }: ModesProps) {
  return (
    <fieldset ref={box} className={classes.modes} aria-label="Answer or note">
      <Button
        size="compact-xs"
        variant={isNote ? 'default' : 'light'}
        aria-pressed={!isNote}
        rightSection={<kbd aria-hidden>R</kbd>}
        onClick={() => onChange(false)}
      >
        Answer as {answerAs}
      </Button>
      <Button
        size="compact-xs"
        variant={isNote ? 'light' : 'default'}
        rightSection={<kbd aria-hidden>N</kbd>}
        aria-pressed={isNote}
        onClick={() => onChange(true)}
      >
        Note
      </Button>
    </fieldset>
  )
}

const none: never[] = []
