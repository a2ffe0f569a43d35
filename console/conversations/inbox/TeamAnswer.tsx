import { api } from '@portreeve/contract'
import type { ConversationFacts } from '@portreeve/contract/conversations/facts'
import type { InboxConversation } from '@portreeve/contract/conversations/inbox'
import { useAction } from '../../data/use-action.ts'
import { onDemand } from '../../shell/on-demand.tsx'
import { Composer } from '../conversations/Composer.tsx'
import type { useOutbox } from '../conversations/useOutbox.ts'
import type { usePresence } from '../conversations/usePresence.ts'
import { isEmpty } from '../macros/action-words.ts'
import { refusedWords, useStateOptions } from './state-options.ts'
import type { useMacroActions } from './useMacroActions.ts'
import type { useRefundRequest } from './useRefundRequest.ts'
import { names, personOf } from './words.ts'

/** Only with a macro that acts. */
const OnSending = onDemand(async () => (await import('./OnSending.tsx')).OnSending)

interface TeamAnswerProps {
  item: InboxConversation
  /** The chosen order's values for macros. */
  facts: ConversationFacts | undefined
  /** The newest message on the screen; null for none, undefined while it is unknown. */
  seen: string | null | undefined
  outbox: ReturnType<typeof useOutbox>
  presence: ReturnType<typeof usePresence>
  macro: ReturnType<typeof useMacroActions>
  refund: ReturnType<typeof useRefundRequest>
  onSent: () => void
}

/** The field for the answer, with what a macro does when it is sent. */
export function TeamAnswer(props: TeamAnswerProps) {
  const { item, facts, seen, outbox, presence, macro, refund, onSent } = props
  const { conversation, account } = item
  const id = conversation.key
  const act = useAction(api.inbox.act, {
    ...useStateOptions(item),
    done: 'Done without an answer',
    failed: refusedWords('changing'),
  })
  const { actions, run, opensRefund } = macro
  const hasActions = !isEmpty(actions)
  const runAlone = async () => {
    if (!hasActions || act.busy) return
    const { done } = run
      ? await act.run({ params: { id }, body: { actions: run, ...(seen !== undefined && { seen }) } })
      : { done: true }
    if (!done) return
    macro.set({})
    if (opensRefund) refund.open()
  }
  return (
    <>
      {hasActions && (
        <OnSending actions={actions} onChange={macro.set} onRun={() => void runAlone()} busy={act.busy} />
      )}
      <Composer
        uid={account.uid}
        conversation={conversation}
        typing={presence.writing.length > 0 ? names(presence.writing) : null}
        team={{
          facts,
          onMacro: (chosen) => macro.set(chosen.actions ?? {}),
          onSendBlank: () => void runAlone(),
        }}
        onTyping={(text) => presence.showDraft(text, macro.latest())}
        onSend={(text, attached) => {
          presence.forgetDraft()
          const recipient = personOf(item).uid
          const acts = run && { actions: run }
          const key = outbox.send({ conversation: id, recipient, text, seen, ...acts, ...attached })
          if (opensRefund) refund.openAfter(key)
          macro.set({})
          onSent()
        }}
      />
    </>
  )
}
