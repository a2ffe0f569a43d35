/** The drafts of a person, by conversation, in local storage. */
export function draftsOf(uid: string) {
  const keyOf = (conversation: string) => `draft:${uid}:${conversation}`
  return {
    read: (conversation: string): string => localStorage.getItem(keyOf(conversation)) ?? '',
    write: (conversation: string, text: string): void => {
      if (text === '') localStorage.removeItem(keyOf(conversation))
      else localStorage.setItem(keyOf(conversation), text)
    },
  }
}
