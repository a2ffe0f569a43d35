import type { InboxActions, MacroActions } from '@portreeve/contract/inbox'
import { useState } from 'react'
import { isEmpty } from '../../parts/macros/action-words.ts'

/** The actions of the chosen macro by conversation: going to another conversation keeps them, as it keeps the draft. */
const kept = new Map<string, MacroActions>()

/** The actions that go out with the next answer of a conversation. */
export function useMacroActions(id: string) {
  const [actions, setActions] = useState<MacroActions>(kept.get(id) ?? {})
  const { request_refund, ...ofConversation } = actions
  return {
    actions,
    /** What the server runs; undefined for nothing. */
    run: isEmpty(ofConversation) ? undefined : (ofConversation as InboxActions),
    /** The order's refund request opens afterwards. */
    opensRefund: request_refund === true,
    set: (next: MacroActions) => {
      if (isEmpty(next)) kept.delete(id)
      else kept.set(id, next)
      setActions(next)
    },
  }
}
