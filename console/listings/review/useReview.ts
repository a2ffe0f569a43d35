import type { Decision, ReviewCase } from '@portreeve/contract/listings/review'
import { takeBackSeconds } from '@portreeve/contract/staff/held'
import { useEffect, useRef, useState } from 'react'
import { useHeld } from '../../data/held.ts'
import { caseOf, type Item, keyOf, keyOfItem, titleOf } from './items.ts'
import { useDecisions } from './useDecisions.ts'
import { type InFlight, type Queue, useQueue } from './useQueue.ts'

/** A decision that is pending or can still be undone. */
export interface Recent {
  readonly key: string
  readonly case: ReviewCase
  readonly title: string | null
  readonly decision: Decision
}

export interface Review extends Queue {
  /** Resolves to whether it succeeded; undefined where the case is being decided already. */
  decide: (item: Item, decision: Decision, message?: string) => Promise<boolean> | undefined
  /** Newest first. */
  recent: Recent[]
  takeBack: (key: string) => void
  /** The listing of a case was deleted on this page. */
  deleted: (item: Item) => void
}

const none: ReadonlySet<string> = new Set()
const including = (all: ReadonlySet<string>, key: string) => new Set(all).add(key)
const without = (all: ReadonlySet<string>, key: string) => new Set([...all].filter((one) => one !== key))

/** The queue with decide and undo. Several decisions may be in flight; each call is sent at once (D-137). */
export function useReview(onReturned: (key: string) => void, wanted: ReviewCase | null = null): Review {
  const [inFlight, setInFlight] = useState<InFlight>({ deciding: none, undoing: none })
  const queue = useQueue(inFlight, wanted)
  const [recent, setRecent] = useState<Recent[]>([])
  const earlier = useEarlier(recent)
  /** The results of the pending decisions, so that one can be undone before its response arrives. */
  const pendingResults = useRef(new Map<string, Promise<boolean>>())
  /** The timers that end the time to undo; cleared on unmount. */
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
      if (pendingResults.current.has(key)) return undefined
      const entry = { key, case: caseOf(item), title: titleOf(item), decision: what }
      earlier.forget(key)
      setRecent((all) => [entry, ...all.filter((one) => one.key !== key)])
      setInFlight((all) => ({ ...all, deciding: including(all.deciding, key) }))
      const expire = () => setRecent((all) => all.filter((one) => one !== entry))
      const pendingResult: Promise<boolean> = decisions.send(item, what, message).then((done) => {
        setInFlight((all) => ({ ...all, deciding: without(all.deciding, key) }))
        // Keep the entry of an undo that already waits for this decision.
        if (pendingResults.current.get(key) === pendingResult) pendingResults.current.delete(key)
        // The time to undo starts with the server's answer.
        if (done) timers.current.add(setTimeout(expire, takeBackSeconds * 1000))
        else expire()
        return done
      })
      pendingResults.current.set(key, pendingResult)
      return pendingResult
    },
    takeBack: (key) => {
      const target = recent.find((one) => one.key === key) ?? earlier.all.find((one) => one.key === key)
      if (!target) return
      earlier.forget(key)
      setRecent((all) => all.filter((one) => one !== target))
      const pendingResult = Promise.resolve(pendingResults.current.get(key) ?? true).then(async (done) => {
        if (!done) return false
        setInFlight((all) => ({ ...all, undoing: including(all.undoing, key) }))
        await decisions.takeBack(target.case)
        setInFlight((all) => ({ ...all, undoing: without(all.undoing, key) }))
        return false
      })
      void pendingResult.then(() => pendingResults.current.delete(key))
      // Blocks another decision of the case until the undo is settled.
      pendingResults.current.set(key, pendingResult)
    },
    deleted: (item) =>
      queue.setOutcome(keyOfItem(item), { version: undefined, decision: 'deleted', by: null }),
  }
}

/** Decisions from before the page was loaded that can still be undone, from the server's list. */
function useEarlier(recent: readonly Recent[]): { all: Recent[]; forget: (key: string) => void } {
  const [forgotten, setForgotten] = useState(none)
  const all = useHeld().flatMap(({ action, subject_kind: kind, subject_id: id, title }): Recent[] => {
    if (kind !== 'listing' && kind !== 'promotion') return []
    const key = keyOf({ kind, id })
    const isDecision = action.endsWith('.approve') || action.endsWith('.deny')
    if (!isDecision || forgotten.has(key)) return []
    if (recent.some((one) => one.key === key)) return []
    return [{ key, case: { kind, id }, title, decision: action.endsWith('.approve') ? 'approved' : 'denied' }]
  })
  return { all, forget: (key) => setForgotten((keys) => including(keys, key)) }
}
