import type { InboxActions, MacroActions } from '@portreeve/contract/inbox'
import { useState } from 'react'
import type { draftsOf } from '../../parts/conversations/drafts.ts'
import { isEmpty } from '../../parts/macros/action-words.ts'

/**
 * The actions that go out with the next answer of a conversation. They are a part of its draft.
 * @param changed receives the draft, for colleagues
 */
export function useMacroActions(
  id: string,
  drafts: ReturnType<typeof draftsOf>,
  changed: (text: string, actions: MacroActions) => void,
) {
  const [actions, setActions] = useState(() => drafts.actions(id))
  const { request_refund, ...ofConversation } = actions
  return {
    actions,
    /** What the server runs; undefined for nothing. */
    run: isEmpty(ofConversation) ? undefined : (ofConversation as InboxActions),
    /** The order's refund request opens afterwards. */
    opensRefund: request_refund === true,
    set: (next: MacroActions) => {
      drafts.writeActions(id, next)
      setActions(next)
      changed(drafts.read(id), next)
    },
  }
}
