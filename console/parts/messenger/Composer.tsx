import { ActionIcon, Textarea, Tooltip } from '@mantine/core'
import { api } from '@portreeve/contract'
import { type Conversation, longestMessage, typingSeconds } from '@portreeve/contract/conversations'
import { IconSend2 } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useBackend } from '../../data/backend.tsx'
import { useData } from '../../data/hooks.ts'
import { useWhyNot } from '../../data/rights.ts'
import { MacroMenu } from '../macros/MacroMenu.tsx'
import { type ConversationFacts, gapsIn } from '../macros/macro-text.ts'
import { UnfilledNote } from '../macros/UnfilledNote.tsx'
import { draftsOf } from './drafts.ts'
import { recipientOf } from './inbox.ts'
import classes from './messenger.module.css'

interface ComposerProps {
  uid: string
  conversation: Conversation
  /** Who else writes at this moment. */
  typing: string | null
  onSend: (text: string) => void
}

/** What to write, kept until it is sent (MSG-27, MSG-39 to MSG-42). */
export function Composer({ uid, conversation, typing, onSend }: ComposerProps) {
  const drafts = draftsOf(uid)
  const [text, setText] = useState(() => drafts.read(conversation.key))
  const sayTyping = useTyping(conversation)
  const field = useRef<HTMLTextAreaElement>(null)
  const [begun, setBegun] = useState(text !== '')
  const facts = useFacts(uid, conversation, begun)
  const tooLong = text.length > longestMessage
  const change = (next: string) => {
    setText(next)
    drafts.write(conversation.key, next)
    if (next.trim() !== '') sayTyping()
  }
  const send = () => {
    // MSG-41
    if (text.trim() === '' || tooLong || gapsIn(text).length > 0) return
    onSend(text)
    change('')
  }
  return (
    <div className={classes.composer}>
      <p role="status" className={classes.typing}>
        {typing !== null && `${typing} is typing…`}
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
          onInsert={(inserted) => {
            change(inserted)
            field.current?.focus()
          }}
        />
        <Textarea
          ref={field}
          onFocus={() => setBegun(true)}
          className={classes.input}
          placeholder="Type a message..."
          aria-label="Message"
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          error={
            tooLong && `A message has ${longestMessage} characters at the most; these are ${text.length}.`
          }
          onChange={(event) => change(event.currentTarget.value)}
          onKeyDown={(event) => {
            // MSG-39, MSG-40; Enter also ends the choice of a letter in some scripts.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
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
    </div>
  )
}

/** Tells the others of a conversation of several staff that one writes, now and then. */
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
 * What macros may ask of a conversation: whom it is with, and the purchase that it is about. That is known where the
 * conversation names its listing, or where the person has a single purchase; a wrong number would be worse than none.
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
  return {
    name,
    order: about?.public_id ?? about?.order_id ?? null,
    tracking: about?.tracking_number ?? null,
  }
}
