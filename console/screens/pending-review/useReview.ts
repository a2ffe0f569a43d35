import { api } from '@portreeve/contract'
import type { Listing } from '@portreeve/contract/posts'
import type { PromotedPostRequest } from '@portreeve/contract/promoted-posts'
import { type Decision, type ReviewCase, takeBackSeconds } from '@portreeve/contract/review'
import { useEffect, useRef, useState } from 'react'
import { type CallFailure, detailOf } from '../../data/failure.ts'
import { useHeld } from '../../data/held.ts'
import { type Outcome, useAction } from '../../data/hooks.ts'
import type { Words } from '../../ui/toast.ts'
import { caseOf, type Item, keyOf, keyOfItem, titleOf, versionOf } from './items.ts'
import { type Flying, type Queue, useQueue } from './useQueue.ts'

/** A decision that can still be taken back, or is on its way. */
export interface Recent {
  readonly key: string
  readonly case: ReviewCase
  readonly title: string | null
  readonly decision: Decision
}

export interface Review extends Queue {
  decide: (item: Item, decision: Decision, message?: string) => void
  /** The newest first. */
  recent: Recent[]
  takeBack: (key: string) => void
  /** The listing of a case was deleted here. */
  deleted: (item: Item) => void
}

const none: ReadonlySet<string> = new Set()
const including = (all: ReadonlySet<string>, key: string) => new Set(all).add(key)
const without = (all: ReadonlySet<string>, key: string) => new Set([...all].filter((one) => one !== key))

interface ById {
  readonly params: { readonly id: string }
}

/** Deciding, and taking back. Several decisions may be in flight; each call goes out at once (D-137). */
export function useReview(onReturned: (key: string) => void): Review {
  const [flying, setFlying] = useState<Flying>({ leaving: none, returning: none })
  const queue = useQueue(flying)
  const [recent, setRecent] = useState<Recent[]>([])
  const earlier = useEarlier(recent)
  /** How the decisions in flight will have gone, so that one can be taken back before its answer is there. */
  const flights = useRef(new Map<string, Promise<boolean>>())
  /** What ends the time to take a decision back; with the page they end, too. */
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const running = timers.current
    return () => {
      for (const timer of running) clearTimeout(timer)
    }
  }, [])

  /** What a decision's call is told: its toasts, its version, and what the queue learns of it. */
  const decision = <
    E extends
      | typeof api.posts.approve
      | typeof api.posts.deny
      | typeof api.promotedPosts.approve
      | typeof api.promotedPosts.deny,
  >(
    kind: ReviewCase['kind'],
    decision: Decision,
  ) => {
    const key = (input: ById) => keyOf({ kind, id: input.params.id })
    const title = (input: ById) => {
      const item = queue.item(key(input))
      return item && titleOf(item)
    }
    return {
      done: ({ input }: { input: ById }) => doneWords(decision, title(input)),
      failed: ({ failure, input }: { failure: CallFailure; input: ById }) =>
        failedWords(decision, title(input), failure),
      ifMatch: (input: ById) => {
        const item = queue.item(key(input))
        return item && versionOf(item)
      },
      settle: (went: Outcome<E> & { readonly input: ById }) => {
        if (went.done) {
          // Another server of the spec may answer nothing.
          const { version } = (went.data ?? {}) as { version?: number }
          queue.learn(key(went.input), { version, decision, by: null })
        } else if (went.failure.conflict || went.failure.status === 404) queue.refresh(kind)
      },
    }
  }
  const approveListing = useAction(api.posts.approve, decision('listing', 'approved'))
  const denyListing = useAction(api.posts.deny, decision('listing', 'denied'))
  const approveRequest = useAction(api.promotedPosts.approve, decision('promotion', 'approved'))
  const denyRequest = useAction(api.promotedPosts.deny, decision('promotion', 'denied'))

  const returned = (kind: ReviewCase['kind'], asItem: (data: never) => Item) => {
    const titled = (input: ById) => {
      const item = queue.item(keyOf({ kind, id: input.params.id }))
      return (item && titleOf(item)) ?? ''
    }
    return {
      done: ({ data, input }: { data: unknown; input: ById }) => {
        const item = returnedItem(data, asItem)
        return `Taken back: ${item ? (titleOf(item) ?? '') : titled(input)}`
      },
      failed: ({ failure, input }: { failure: CallFailure; input: ById }) =>
        explained(`Failed to take back: ${titled(input)}`, failure),
      settle: (went: { done: boolean; data?: unknown; input: ById }) => {
        if (!went.done) return
        const item = returnedItem(went.data, asItem)
        // Another server may not say what is waiting again.
        if (!item) return queue.refresh(kind)
        queue.restore(item)
        onReturned(keyOfItem(item))
      },
    }
  }
  const returnListing = useAction(
    api.posts.takeBack,
    returned('listing', (record: Listing) => ({ model: 'listing', record })),
  )
  const returnRequest = useAction(
    api.promotedPosts.takeBack,
    returned('promotion', (record: PromotedPostRequest) => ({ model: 'promoted_post_request', record })),
  )

  const send = (item: Item, what: Decision, message: string | undefined) => {
    const params = { id: caseOf(item).id }
    if (item.model === 'listing')
      return what === 'approved'
        ? approveListing.run({ params })
        : denyListing.run({ params, body: { message: message ?? '' } })
    const data = item.record.owner_uid
    return what === 'approved'
      ? approveRequest.run({ params, body: { data } })
      : denyRequest.run({ params, body: { data, ...(message && { message }) } })
  }

  return {
    ...queue,
    recent: [...recent, ...earlier.all],
    decide: (item, what, message) => {
      const key = keyOfItem(item)
      if (flights.current.has(key)) return
      const entry = { key, case: caseOf(item), title: titleOf(item), decision: what }
      earlier.forget(key)
      setRecent((all) => [entry, ...all.filter((one) => one.key !== key)])
      setFlying((all) => ({ ...all, leaving: including(all.leaving, key) }))
      const over = () => setRecent((all) => all.filter((one) => one !== entry))
      const flight: Promise<boolean> = send(item, what, message).then(({ done }) => {
        setFlying((all) => ({ ...all, leaving: without(all.leaving, key) }))
        // Not when somebody already waits to take it back.
        if (flights.current.get(key) === flight) flights.current.delete(key)
        // The server counts from its answer; so does the page.
        if (done) timers.current.add(setTimeout(over, takeBackSeconds * 1000))
        else over()
        return done
      })
      flights.current.set(key, flight)
    },
    takeBack: (key) => {
      const taken = recent.find((one) => one.key === key) ?? earlier.all.find((one) => one.key === key)
      if (!taken) return
      earlier.forget(key)
      setRecent((all) => all.filter((one) => one !== taken))
      const { id, kind } = taken.case
      const flight = Promise.resolve(flights.current.get(key) ?? true).then(async (done) => {
        if (!done) return false
        setFlying((all) => ({ ...all, returning: including(all.returning, key) }))
        await (kind === 'listing' ? returnListing : returnRequest).run({ params: { id } })
        setFlying((all) => ({ ...all, returning: without(all.returning, key) }))
        return false
      })
      void flight.then(() => flights.current.delete(key))
      // Nothing else is decided about it until it is back.
      flights.current.set(key, flight)
    },
    deleted: (item) => queue.learn(keyOfItem(item), { version: undefined, decision: 'deleted', by: null }),
  }
}

/** The case that a taking back answers; null where the answer holds no record. */
const returnedItem = (data: unknown, asItem: (data: never) => Item): Item | null => {
  const record = data as { key?: unknown; id?: unknown } | null
  return record?.key !== undefined || record?.id !== undefined ? asItem(record as never) : null
}

/** Decisions of before the page was loaded that can still be taken back, as the server says. */
function useEarlier(recent: readonly Recent[]): { all: Recent[]; forget: (key: string) => void } {
  const [forgotten, setForgotten] = useState(none)
  const all = useHeld().flatMap(({ action, subject_kind: kind, subject_id: id, title }): Recent[] => {
    const key = kind === 'user' ? null : keyOf({ kind, id })
    const isDecision = action.endsWith('.approve') || action.endsWith('.deny')
    if (kind === 'user' || key === null || !isDecision || forgotten.has(key)) return []
    if (recent.some((one) => one.key === key)) return []
    return [{ key, case: { kind, id }, title, decision: action.endsWith('.approve') ? 'approved' : 'denied' }]
  })
  return { all, forget: (key) => setForgotten((keys) => including(keys, key)) }
}

/** REV-13, REV-14, REV-17; D-072: without a title the card's own words. */
const doneWords = (decision: Decision, title: string | null | undefined): Words => {
  const word = decision === 'approved' ? 'Approved' : 'Denied'
  return title ? `${word} ${title}` : word
}

/** REV-15, REV-16, REV-18 */
const failedWords = (decision: Decision, title: string | null | undefined, failure: CallFailure): Words => {
  const word = decision === 'approved' ? 'approve' : 'deny'
  return explained(title ? `Failed to ${word}: ${title}` : `Failed to ${word} listing`, failure)
}

/** What failed, and the server's own sentence beneath it if it had one; that stays long enough to be read. */
function explained(words: string, failure: CallFailure): Words {
  const why = detailOf(failure)
  return why && failure.conflict ? { title: words, message: why, stays: 8000 } : words
}
