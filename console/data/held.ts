import { api } from '@portreeve/contract'
import { type Held, heldActions } from '@portreeve/contract/held'
import { takeBackSeconds } from '@portreeve/contract/review'
import { useMutationState } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { detailOf } from './failure.ts'
import { useAction, useData } from './hooks.ts'
import { keyOf } from './queries.ts'

/** An action that the server holds, with the moment at which it becomes final. */
export interface HeldNow extends Held {
  /** On the clock of `performance.now()`. */
  readonly until: number
}

/** When each becomes final: the server tells what remains at the moment of its answer. */
const ends = new Map<string, number>()

const withEnd = (held: Held): HeldNow => {
  const until = ends.get(held.id) ?? performance.now() + held.left_ms
  ends.set(held.id, until)
  return { ...held, until }
}

/** Milliseconds between two looks at the clock. */
const tick = 250

/** The calls whose effect the server holds. */
const holding = new Set(
  [
    api.posts.remove,
    api.posts.approve,
    api.posts.deny,
    api.promotedPosts.approve,
    api.promotedPosts.deny,
    api.listingReports.ignore,
    api.userReports.resolve,
  ].map((endpoint) => JSON.stringify(keyOf(endpoint))),
)
/** Until when this tab's newest such call can be undone, so that a reload asks for it. Milliseconds since 1970. */
const place = 'portreeve-held-until'
const isExpected = () => Date.now() < Number(sessionStorage.getItem(place) ?? 0)

/** Whether the server may hold something of this tab: a page that has done nothing asks for nothing. */
function useExpected(): boolean {
  const [atStart] = useState(isExpected)
  const done = useMutationState({
    filters: {
      status: 'success',
      predicate: ({ options }) => holding.has(JSON.stringify(options.mutationKey)),
    },
    select: ({ state }) => state.submittedAt,
  })
  const newest = Math.max(0, ...done)
  useEffect(() => {
    if (newest > 0) sessionStorage.setItem(place, String(Date.now() + takeBackSeconds * 1000))
  }, [newest])
  return atStart || newest > 0
}

/**
 * What the signed-in person can still undo, the newest first. Empty where the server holds nothing.
 * @param asks false: shows what is known and asks the server nothing
 */
export function useHeld(asks = true): HeldNow[] {
  const isExpecting = useExpected()
  const { data } = useData(api.held.mine, {}, { when: asks && isExpecting })
  const [now, setNow] = useState(() => performance.now())
  const known = Array.isArray(data) ? data.map(withEnd) : []
  const all = known.filter(({ until }) => until > now)
  const waits = all.length > 0
  // The clock is no event of the page.
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => setNow(performance.now()), tick)
    return () => clearInterval(timer)
  }, [waits])
  return all
}

/** Whether an action is undone by `held.undo`. */
export const isHeldAction = ({ action }: Held) => (heldActions as readonly string[]).includes(action)

const listeners = new Set<(held: Held) => void>()

/** Tells a list that something was undone here, so that it asks again for what is back. */
export function useUndone(run: (held: Held) => void): void {
  const tell = useEffectEvent(run)
  useEffect(() => {
    const listener = (held: Held) => tell(held)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
}

/** The call that undoes a held action. */
export function useUndo() {
  const action = useAction(api.held.undo, {
    done: 'Undone',
    failed: ({ failure }) => ({
      title: 'It could not be undone',
      message: detailOf(failure) ?? failure.message,
      stays: 8000,
    }),
    refetch: [api.held.mine, api.posts.ofUser, api.posts.deniedOfUser],
  })
  return {
    busy: action.busy,
    run: async (held: Held) => {
      const { done } = await action.run({ params: { id: held.id } })
      if (done) for (const listener of [...listeners]) listener(held)
    },
  }
}
