import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import {
  type Conversation,
  maxMessageLength,
  typingSeconds,
} from '@portreeve/contract/conversations/conversations'
import { type ConversationFacts, factsOf } from '@portreeve/contract/conversations/facts'
import type { Macro } from '@portreeve/contract/conversations/macros'
import { IconSend2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { useDraft } from '../../data/drafts.ts'
import { useWhyNot } from '../../data/rights.ts'
import { useData } from '../../data/use-data.ts'
import { AttachFiles, takesFiles } from '../../staff/files/AttachFiles.tsx'
import { useUploads } from '../../staff/files/use-uploads.ts'
import { replaceText } from '../../ui/browser/insert-text.ts'
import { MacroMenu } from '../macros/MacroMenu.tsx'
import { gapsIn } from '../macros/macro-text.ts'
import { UnfilledNote } from '../macros/UnfilledNote.tsx'
import classes from './conversations.module.css'
import { recipientOf } from './conversations.ts'
import { draftOf } from './drafts.ts'
import type { Outgoing } from './outbox.ts'

interface ComposerProps {
  uid: string
  conversation: Conversation
  /** The name of another participant who is typing; null for none. */
  typing: string | null
  /** Receives the text at each change. */
  onTyping: (text: string) => void
  onSend: (text: string, attached: Pick<Outgoing, 'files'>) => void
  /** In the team inbox. */
  team?: TeamComposing
}

/** What the team inbox adds to the field. */
interface TeamComposing {
  /** The chosen order's values for macros; undefined: found here. */
  readonly facts: ConversationFacts | undefined
  /** Receives the chosen macro, whose actions the team inbox runs. */
  readonly onMacro: (macro: Macro) => void
  /** Enter in the empty field. */
  readonly onSendBlank: () => void
}

/** The field for a new message. Its text is kept until it is sent (MSG-27, MSG-39 to MSG-42). */
export function Composer({ uid, conversation, typing, team, onTyping, onSend }: ComposerProps) {
  const [text, write] = useDraft(draftOf(uid, conversation.key))
  const announceTyping = useTyping(conversation)
  const field = useRef<HTMLTextAreaElement>(null)
  const [wasFocused, setWasFocused] = useState(false)
  const found = useFacts(uid, conversation, (wasFocused || text !== '') && team?.facts === undefined)
  const facts = team?.facts ?? found
  const uploads = useUploads()
  const waits =
    uploads.list.length > 0 && (uploads.whyNot ?? (text.trim() === '' && 'Write something with the files.'))
  const tooLong = text.length > maxMessageLength
  const change = (next: string) => {
    write(next)
    onTyping(next)
    if (next.trim() !== '' && !team) announceTyping()
  }
  const send = () => {
    if (text.trim() === '') team?.onSendBlank()
    // MSG-41
    if (text.trim() === '' || tooLong || gapsIn(text).length > 0 || uploads.whyNot !== null) return
    const files = uploads.list.flatMap(({ file }) => file ?? [])
    onSend(text, files.length > 0 ? { files } : {})
    uploads.sent(uploads.ids)
    change('')
  }
  return (
    <div className={classes.composer} {...takesFiles(uploads)}>
      <p role="status" className={classes.typing}>
        {waits || (typing !== null && `${typing} is typing…`)}
      </p>
      <UnfilledNote
        text={text}
        onShow={(from, to) => {
          field.current?.focus()
          field.current?.setSelectionRange(from, to)
        }}
      />
      <div className={classes.writing}>
        <MacroMenu
          facts={facts}
          onInsert={(inserted, macro) => {
            team?.onMacro(macro)
            // A macro that only acts leaves the typed text. MAC-09, D-103: the text is replaced, and can be brought back.
            if (team && inserted === '') field.current?.focus()
            else if (!replaceText(field.current, inserted)) change(inserted)
          }}
        />
        <Textarea
          ref={field}
          onFocus={() => setWasFocused(true)}
          className={classes.input}
          placeholder="Type a message..."
          aria-label="Message"
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          error={
            tooLong && `A message has ${maxMessageLength} characters at the most; these are ${text.length}.`
          }
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            // MSG-39, MSG-40
            if (event.key !== 'Enter' || event.shiftKey) return
            event.preventDefault()
            send()
          }}
        />
        <Tooltip label="Send">
          <ActionIcon size={36} aria-label="Send" onClick={send}>
            <IconSend2 size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </div>
      {/* After the button, so that Tab leads from the text to the button. */}
      <AttachFiles uploads={uploads} name="Files of the message" />
    </div>
  )
}

/** Announces typing to the other staff of a conversation, at a limited rate. A conversation of two needs no call. */
function useTyping({ key: id, participants = [] }: Conversation): () => void {
  const { call } = useBackend()
  const last = useRef(0)
  return () => {
    if (participants.length < 3 || Date.now() - last.current < (typingSeconds * 1000) / 2) return
    last.current = Date.now()
    call(api.conversations.typing, { params: { id } }).catch(console.error)
  }
}

/**
 * The values for macros: the recipient's name, and the purchase that the conversation is about. The purchase is known where
 * the conversation names its listing, or where the person has a single purchase. A wrong number would be worse than none.
 */
function useFacts(uid: string, conversation: Conversation, when: boolean): ConversationFacts {
  const { uid: recipient, name } = recipientOf(conversation, uid)
  const may = useWhyNot('transactions.read') === null
  const { data: purchases = [] } = useData(
    api.transactions.ofUser,
    { params: { uid: recipient }, query: {} },
    { when: when && may },
  )
  const about = conversation.product_id
    ? purchases.find(({ product_id }) => product_id === conversation.product_id)
    : purchases.length === 1
      ? purchases[0]
      : undefined
  return factsOf(name, about)
}
