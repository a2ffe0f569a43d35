/** The place of an account's message to a conversation (data/drafts.ts). */
export const draftOf = (uid: string, conversation: string): string => `draft:${uid}:${conversation}`

/** The place of the chosen macro's actions, as JSON. They are a part of the draft. */
export const actionsOf = (uid: string, conversation: string): string => `draft-actions:${uid}:${conversation}`
