import type { Message } from '@portreeve/contract/conversations/conversations'
import type { Note } from '@portreeve/contract/staff/notes'
import { readTime } from '../../format/dates.ts'

/** Consecutive messages of one author. */
export interface Group {
  /** The index of the first message in the list. */
  readonly at: number
  readonly author: string
  /** The time above the group, ISO-8601; null for a group that follows closely. */
  readonly time: string | null
  readonly messages: Message[]
}

const hour = 3_600_000

/** D-130: `timestamp`, else `date`, in milliseconds since 1970; null without both. */
export const timeOf = ({ timestamp, date }: Partial<Message>): number | null =>
  timestamp ?? readTime(date)?.getTime() ?? null

/**
 * MSG-33, MSG-34, MSG-65: messages of one author less than an hour apart are one group; after more than an hour the next
 * group has a time. D-096: after exactly an hour a new group has no time; the first group always has one.
 * @param breaks indices of messages that begin a group in any case: a note stands above them
 */
export function groupsOf(messages: readonly Message[], breaks: ReadonlySet<number> = new Set()): Group[] {
  const groups: Group[] = []
  let before: number | null = null
  for (const [at, message] of messages.entries()) {
    const now = timeOf(message)
    const gap = before === null || now === null ? null : now - before
    const last = groups.at(-1)
    // Another server of the spec may name only the sender.
    const author = message.author ?? message.senderID
    const isSame = last?.author === author && last.messages[0]?.writtenBy?.uid === message.writtenBy?.uid
    if (last && isSame && !breaks.has(at) && (gap === null || gap < hour)) last.messages.push(message)
    else {
      const hasTime = at === 0 || (gap !== null && gap > hour)
      const time = hasTime ? (now === null ? (message.date ?? null) : new Date(now).toISOString()) : null
      groups.push({ at, author, time, messages: [message] })
    }
    before = now ?? before
  }
  return groups
}

/** The notes by the index of the message below them. */
export function notesAbove(messages: readonly Message[], notes: readonly Note[]): Map<number, Note[]> {
  const above = new Map<number, Note[]>()
  for (const note of notes) {
    const next = messages.findIndex((message) => (timeOf(message) ?? 0) > Date.parse(note.at))
    const at = next < 0 ? messages.length : next
    above.set(at, [...(above.get(at) ?? []), note])
  }
  return above
}
