/** What was typed into a conversation and not sent, kept in this browser for who typed it. */
export function draftsOf(uid: string) {
  const place = (conversation: string) => `draft:${uid}:${conversation}`
  return {
    read: (conversation: string): string => localStorage.getItem(place(conversation)) ?? '',
    write: (conversation: string, text: string): void => {
      if (text === '') localStorage.removeItem(place(conversation))
      else localStorage.setItem(place(conversation), text)
    },
  }
}
