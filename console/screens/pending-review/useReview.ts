import { type Decision, type ReviewCase, takeBackSeconds } from '@portreeve/contract/review'
import { useEffect, useRef, useState } from 'react'
import { useHeld } from '../../data/held.ts'
import { caseOf, type Item, keyOf, keyOfItem, titleOf } from './items.ts'
import { useDecisions } from './useDecisions.ts'
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

  const decisions = useDecisions(queue, onReturned)

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
      const flight: Promise<boolean> = decisions.send(item, what, message).then((done) => {
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
      const flight = Promise.resolve(flights.current.get(key) ?? true).then(async (done) => {
        if (!done) return false
        setFlying((all) => ({ ...all, returning: including(all.returning, key) }))
        await decisions.takeBack(taken.case)
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
