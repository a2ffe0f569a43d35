import type { Message } from '@portreeve/contract/conversations'
import { newKey } from '../../data/call.ts'
import type { CallFailure } from '../../data/failure.ts'
import { observable } from '../../data/observable.ts'

/** A message on its way. It is kept with its key until the server has it, also over a reload. */
export interface Outgoing {
  /** Makes every try the same message. */
  readonly key: string
  readonly conversation: string
  readonly recipient: string
  readonly text: string
  /** When it was written, ISO-8601 UTC. */
  readonly date: string
  /** The newest message that was on the screen; null for none, undefined when that was not known or does not matter. */
  readonly seen: string | null | undefined
  /** 'waiting' behind another one, 'unsent' until it is tried again, 'held' because somebody else wrote meanwhile. */
  readonly state: 'waiting' | 'sending' | 'unsent' | 'held'
  /** Why it is held. */
  readonly problem?: string
}

export interface Outbox {
  all: () => readonly Outgoing[]
  subscribe: (listener: () => void) => () => void
  send: (message: Pick<Outgoing, 'conversation' | 'recipient' | 'text' | 'seen'>) => void
  /** Tries a conversation's messages again, in their order. */
  retry: (conversation: string) => void
  /** Sends one that is held although somebody else wrote. */
  insist: (key: string) => void
  /** Takes one out that is not on its way; gives its text back. */
  takeBack: (key: string) => string
}

type Send = (message: Outgoing) => Promise<Message>

interface Storage {
  getItem: (name: string) => string | null
  setItem: (name: string, value: string) => void
}

/**
 * Sends messages one after the other within a conversation. One that does not get through stops those behind it, and all
 * are kept to be tried again; nothing is ever sent twice, as each try carries the message's key.
 */
export function createOutbox(
  place: string,
  send: Send,
  { storage, sent }: { storage: Storage; sent: (message: Message, of: Outgoing) => void },
): Outbox {
  const outgoing = observable<readonly Outgoing[]>(restored(storage, place))
  const busy = new Set<string>()

  const set = (next: readonly Outgoing[]) => {
    storage.setItem(place, JSON.stringify(next))
    outgoing.set(next)
  }
  const change = (key: string, more: Partial<Outgoing>) =>
    set(outgoing.get().map((one) => (one.key === key ? { ...one, ...more } : one)))
  const remove = (key: string) => set(outgoing.get().filter((one) => one.key !== key))

  /** Sends what waits in a conversation until nothing does, or something does not get through. */
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
          const held = failure.conflict && first.seen !== undefined
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

  // A page that was left in the middle of it meant to send.
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
      // Behind one that did not get through it would arrive before it.
      const stuck = outgoing
        .get()
        .some(
          (one) =>
            one.conversation === message.conversation && (one.state === 'unsent' || one.state === 'held'),
        )
      const date = new Date().toISOString()
      set([...outgoing.get(), { ...message, key: newKey(), date, state: stuck ? 'unsent' : 'waiting' }])
      void run(message.conversation)
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
      // It says something else than before, so it is another call.
      set(
        outgoing.get().map((other) => {
          if (other.key === key) return { ...again, key: newKey(), seen: undefined, state: 'waiting' }
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
 * A message that was sent, as the server answered it. What the answer leaves out is as it was typed: another server of the
 * spec may answer `{}` or null.
 */
export function sentMessage(answer: unknown, typed: Message): Message {
  if (typeof answer !== 'object' || answer === null) return typed
  const known = Object.entries(answer).filter(([, value]) => value !== null && value !== undefined)
  return { ...typed, ...Object.fromEntries(known) }
}

/** Milliseconds after which nobody expects a message to be sent any more without being asked. */
const forgotten = 600_000

/**
 * What an earlier page left behind. Whether a try that it began got through nobody knows; the key makes another one safe,
 * and it is made at once.
 */
function restored(storage: Storage, place: string): Outgoing[] {
  try {
    const kept = JSON.parse(storage.getItem(place) ?? '[]') as Outgoing[]
    return kept.map((one) => {
      if (one.state === 'held' || one.state === 'unsent') return one
      return { ...one, state: Date.now() - Date.parse(one.date) < forgotten ? 'waiting' : 'unsent' }
    })
  } catch {
    return []
  }
}
