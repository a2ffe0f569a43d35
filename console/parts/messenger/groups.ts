import type { Message } from '@portreeve/contract/conversations'
import { readTime } from '../../format/dates.ts'

/** What one person wrote in one go. */
export interface Group {
  /** The first message's place in the list. */
  readonly at: number
  readonly author: string
  /** Shown above the group, ISO-8601; null where it follows closely. */
  readonly time: string | null
  readonly messages: Message[]
}

const hour = 3_600_000

/** D-130: `timestamp` where it is there, else `date`; null when neither says. */
export const timeOf = ({ timestamp, date }: Partial<Message>): number | null =>
  timestamp ?? readTime(date)?.getTime() ?? null

/**
 * MSG-33, MSG-34, MSG-65: one author's messages less than an hour apart are one group; more than an hour apart a time
 * stands between. D-096: exactly an hour is a new group without a time; the first message always has one.
 */
export function groupsOf(messages: readonly Message[]): Group[] {
  const groups: Group[] = []
  let before: number | null = null
  for (const [at, message] of messages.entries()) {
    const now = timeOf(message)
    const gap = before === null || now === null ? null : now - before
    const last = groups.at(-1)
    // Another server of the spec may name only the sender.
    const author = message.author ?? message.senderID
    if (last && last.author === author && (gap === null || gap < hour)) last.messages.push(message)
    else {
      const timed = at === 0 || (gap !== null && gap > hour)
      const time = timed ? (now === null ? (message.date ?? null) : new Date(now).toISOString()) : null
      groups.push({ at, author, time, messages: [message] })
    }
    before = now ?? before
  }
  return groups
}
