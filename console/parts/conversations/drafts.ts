import type { MacroActions } from '@portreeve/contract/inbox'
import { isEmpty } from '../macros/action-words.ts'

/** The drafts of a person, by conversation, in local storage: the text, and the actions of the chosen macro. */
export function draftsOf(uid: string) {
  const keyOf = (conversation: string) => `draft:${uid}:${conversation}`
  const actionsKeyOf = (conversation: string) => `draft-actions:${uid}:${conversation}`
  return {
    read: (conversation: string): string => localStorage.getItem(keyOf(conversation)) ?? '',
    write: (conversation: string, text: string): void => {
      if (text === '') localStorage.removeItem(keyOf(conversation))
      else localStorage.setItem(keyOf(conversation), text)
    },
    actions: (conversation: string): MacroActions =>
      JSON.parse(localStorage.getItem(actionsKeyOf(conversation)) ?? '{}') as MacroActions,
    writeActions: (conversation: string, actions: MacroActions): void => {
      if (isEmpty(actions)) localStorage.removeItem(actionsKeyOf(conversation))
      else localStorage.setItem(actionsKeyOf(conversation), JSON.stringify(actions))
    },
  }
}
