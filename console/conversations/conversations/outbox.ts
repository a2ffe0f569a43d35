import type { Message } from '@portreeve/contract/conversations/conversations'
import type { InboxActions } from '@portreeve/contract/conversations/inbox'
import type { StoredFile } from '@portreeve/contract/staff/files'
import { newKey } from '../../data/call.ts'
import type { CallFailure } from '../../data/failure.ts'
import { observable } from '../../data/observable.ts'
import { serverNow } from '../../format/now.ts'

/** A message of the outbox. It is kept with its key until the server confirms it, also over a reload. */
export interface Outgoing {
  /** The idempotency key: every attempt with it is the same message. */
  readonly key: string
  readonly conversation: string
  readonly recipient: string
  /** The sender's name when it was written: an attempt with another name would be another call under the same key. */
  readonly sender: string | null
  readonly text: string
  /** When it was written, ISO-8601 UTC. */
  readonly date: string
  /** The newest message on the screen at that time; null for none, undefined when it is unknown or does not matter. */
  readonly seen: string | null | undefined
  /** The files that are sent with it. */
  readonly files?: readonly StoredFile[]
  /** What a macro does together with it, in the team inbox. */
  readonly actions?: InboxActions
  /** It is sent although a colleague wrote or changed something meanwhile. */
  readonly insisted?: true
  /** 'waiting' to be sent in order, 'unsent' until a retry, 'held' because a colleague wrote meanwhile. */
  readonly state: 'waiting' | 'sending' | 'unsent' | 'held'
  /** Why it is held or unsent. */
  readonly problem?: string
}

export type Written = Pick<Outgoing, 'conversation' | 'recipient' | 'text' | 'seen' | 'actions' | 'files'>

export interface Outbox {
  all: () => readonly Outgoing[]
  subscribe: (listener: () => void) => () => void
  /** Returns the message's key. */
  send: (message: Written & Pick<Outgoing, 'sender'>) => string
  /** Sends a conversation's unsent messages again, in order. */
  retry: (conversation: string) => void
  /** Sends a held message although a colleague wrote meanwhile. */
  insist: (key: string) => void
  /** Removes a message that is not in flight, and returns its text. */
  takeBack: (key: string) => string
}

type Send = (message: Outgoing) => Promise<Message>

type MessageStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>

/** Milliseconds in which a page that is left has ended. */
const leaving = 100

/**
 * Sends the messages of a conversation one after another. A failed message stops those behind it, and all are kept for a
 * retry. Nothing is sent twice, because each attempt carries the message's idempotency key. Each message has an item of its
 * own in `storage`: several tabs of one person do not overwrite each other's messages.
 * @param storageKey the beginning of the items' names in `storage`
 * @param sent receives the server's message, and the message of the outbox
 */
export function createOutbox(
  storageKey: string,
  send: Send,
  { storage, sent }: { storage: MessageStore; sent: (message: Message, outgoing: Outgoing) => void },
): Outbox {
  const outgoing = observable<readonly Outgoing[]>(restored(storage, storageKey))
  const busy = new Set<string>()

  const nameOf = ({ date, key }: Outgoing) => `${storageKey}:${date}:${key}`
  const set = (next: readonly Outgoing[]) => {
    const before = outgoing.get()
    const names = new Set(next.map(nameOf))
    for (const one of before) if (!names.has(nameOf(one))) storage.removeItem(nameOf(one))
    for (const one of next) if (!before.includes(one)) storage.setItem(nameOf(one), JSON.stringify(one))
    outgoing.set(next)
  }
  const change = (key: string, more: Partial<Outgoing>) =>
    set(outgoing.get().map((one) => (one.key === key ? { ...one, ...more } : one)))
  const remove = (key: string) => set(outgoing.get().filter((one) => one.key !== key))

  /** Sends the waiting messages of a conversation until none is left or one fails. */
  const run = async (conversation: string) => {
    if (busy.has(conversation)) return
    busy.add(conversation)
    try {
      for (;;) {
        const first = outgoing.get().find((one) => one.conversation === conversation)
        if (first?.state !== 'waiting') return
        change(first.key, { state: 'sending' })
        try {
          const message = await send(first)
          sent(message, first)
          remove(first.key)
        } catch (error) {
          const failure = error as CallFailure
          // Leaving the page cuts the call off, too. What is still being sent then, the next page sends again under its key.
          if (!failure.body) await new Promise((done) => setTimeout(done, leaving))
          const held = failure.conflict && (first.seen !== undefined || (first.actions && !first.insisted))
          const problem = failure.body?.error_message
          set(
            outgoing
              .get()
              .map((one) =>
                one.key === first.key
                  ? { ...one, state: held ? 'held' : 'unsent', ...(problem && { problem }) }
                  : one.conversation === conversation && one.state === 'waiting'
                    ? { ...one, state: 'unsent' }
                    : one,
              ),
          )
          return
        }
      }
    } finally {
      busy.delete(conversation)
    }
  }

  // Send the messages that an earlier page had no time to send.
  for (const conversation of new Set(
    outgoing
      .get()
      .filter((one) => one.state === 'waiting')
      .map((one) => one.conversation),
  ))
    void Promise.resolve().then(() => run(conversation))

  return {
    all: outgoing.get,
    subscribe: outgoing.subscribe,
    send(message) {
      // Behind a failed message it would arrive first.
      const stuck = outgoing
        .get()
        .some(
          (one) =>
            one.conversation === message.conversation && (one.state === 'unsent' || one.state === 'held'),
        )
      // Each message is later than the one before: the names of stored messages give their order.
      const last = Date.parse(outgoing.get().at(-1)?.date ?? '')
      const date = new Date(Math.max(last + 1 || 0, serverNow().getTime())).toISOString()
      const key = newKey()
      set([...outgoing.get(), { ...message, key, date, state: stuck ? 'unsent' : 'waiting' }])
      void run(message.conversation)
      return key
    },
    retry(conversation) {
      set(
        outgoing.get().map((one) => {
          if (one.conversation !== conversation || one.state !== 'unsent') return one
          const { problem: _, ...again } = one
          return { ...again, state: 'waiting' }
        }),
      )
      void run(conversation)
    },
    insist(key) {
      const one = outgoing.get().find((candidate) => candidate.key === key)
      if (one?.state !== 'held') return
      const { problem: _, ...again } = one
      // A message without `seen` is another call, so it needs a new key.
      set(
        outgoing.get().map((other) => {
          if (other.key === key)
            return { ...again, key: newKey(), seen: undefined, insisted: true, state: 'waiting' }
          return other.conversation === one.conversation && other.state === 'unsent'
            ? { ...other, seen: undefined, state: 'waiting' }
            : other
        }),
      )
      void run(one.conversation)
    },
    takeBack(key) {
      const one = outgoing.get().find((candidate) => candidate.key === key)
      if (!one || one.state === 'sending') return ''
      remove(key)
      return one.text
    },
  }
}

/**
 * The sent message as the server returned it. A missing field keeps the typed value: another server of the spec may answer
 * `{}` or null.
 */
export function sentMessage(answer: unknown, typed: Message): Message {
  if (typeof answer !== 'object' || answer === null) return typed
  const known = Object.entries(answer).filter(([, value]) => value !== null && value !== undefined)
  return { ...typed, ...Object.fromEntries(known) }
}

/** Milliseconds after which an earlier page's message is no longer sent without a press on Retry. */
const maxResendAge = 600_000

/**
 * The messages that an earlier page left. An attempt that it started may have succeeded; the idempotency key makes another
 * attempt safe, and it starts at once.
 */
function restored(storage: MessageStore, storageKey: string): Outgoing[] {
  return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    .filter((name) => name.startsWith(`${storageKey}:`))
    .sort()
    .flatMap((name) => stored(storage.getItem(name)))
}

function stored(text: string | null): Outgoing[] {
  try {
    const one: Outgoing = { sender: null, ...JSON.parse(text ?? '') }
    if (one.state === 'held' || one.state === 'unsent') return [one]
    // A wrong clock is not known yet after a reload: then the age is wrong in either direction.
    const age = Math.abs(serverNow().getTime() - Date.parse(one.date))
    return [{ ...one, state: age < maxResendAge ? 'waiting' : 'unsent' }]
  } catch {
    return []
  }
}

/**
 * Whether a message that is being sent is among the stored ones already: its live event may come before the answer of its call.
 * @param stored the messages of its conversation, oldest first
 */
export function hasArrived(
  { state, seen, text }: Outgoing,
  stored: readonly Pick<Message, 'id' | 'text'>[],
): boolean {
  if (state !== 'sending' || seen === undefined) return false
  const last = stored.findIndex(({ id }) => id === seen)
  return (last >= 0 || seen === null) && stored.slice(last + 1).some((one) => one.text === text)
}
