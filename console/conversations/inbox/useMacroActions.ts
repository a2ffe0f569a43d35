import type { InboxActions, MacroActions } from '@portreeve/contract/conversations/inbox'
import { useMemo } from 'react'
import { readDraft, useDraft } from '../../data/drafts.ts'
import { actionsOf, draftOf } from '../conversations/drafts.ts'
import { isEmpty } from '../macros/action-words.ts'

const parse = (stored: string) => JSON.parse(stored || '{}') as MacroActions

/**
 * The actions that go out with the next answer of a conversation. They are a part of its draft.
 * @param uid the account that answers
 * @param changed receives the draft, for colleagues
 */
export function useMacroActions(
  uid: string,
  id: string,
  changed: (text: string, actions: MacroActions) => void,
) {
  const [stored, write] = useDraft(actionsOf(uid, id))
  const actions = useMemo(() => parse(stored), [stored])
  const { request_refund, ...ofConversation } = actions
  return {
    actions,
    /** The actions at this moment: a handler may have set them since the last render. */
    latest: () => parse(readDraft(actionsOf(uid, id))),
    /** What the server runs; undefined for nothing. */
    run: isEmpty(ofConversation) ? undefined : (ofConversation as InboxActions),
    /** The order's refund request opens afterwards. */
    opensRefund: request_refund === true,
    set: (next: MacroActions) => {
      write(isEmpty(next) ? '' : JSON.stringify(next))
      changed(readDraft(draftOf(uid, id)), next)
    },
  }
}
