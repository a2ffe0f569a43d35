import { api } from '@portreeve/contract'
import { type Held, heldActions, takeBackSeconds } from '@portreeve/contract/staff/held'
import { type MutationStatus, useMutationState } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useClock } from '../ui/browser/clock.ts'
import { blockQueries } from './blocking.ts'
import { detailOf } from './failure.ts'
import { keyOf } from './queries.ts'
import { useAction } from './use-action.ts'
import { useData } from './use-data.ts'

/** An action that the server holds, with the moment at which it becomes final. */
export interface HeldNow extends Held {
  /** On the clock of `performance.now()`. */
  readonly until: number
}

/** When each action becomes final, by id. The server returns only the time left at the moment of its answer. */
const ends = new Map<string, number>()

const withEnd = (held: Held): HeldNow => {
  const until = ends.get(held.id) ?? performance.now() + held.left_ms
  ends.set(held.id, until)
  return { ...held, until }
}

const readClock = () => performance.now()

/** The calls whose effect the server holds, so that it can be undone. */
const holding = new Set(
  [
    api.posts.remove,
    api.posts.approve,
    api.posts.deny,
    api.promotedPosts.approve,
    api.promotedPosts.deny,
    api.listingReports.ignore,
    api.userReports.resolve,
    api.users.unban,
    api.questions.remove,
    api.userContent.deletePosts,
    api.userContent.deleteConversations,
    api.userContent.deleteCommunityContent,
  ].map((endpoint) => JSON.stringify(keyOf(endpoint))),
)
/** Session storage: until when this tab's newest held action can be undone, in milliseconds since 1970. A reload reads it. */
const storageKey = 'portreeve-held-until'
const isExpected = () => Date.now() < Number(sessionStorage.getItem(storageKey) ?? 0)

/** Whether the server may hold an action of this tab. Without one the tab sends no request. */
function useExpected(): boolean {
  const [atStart] = useState(isExpected)
  const calls = useMutationState({
    filters: { predicate: ({ options }) => holding.has(JSON.stringify(options.mutationKey)) },
    select: ({ state: { status, submittedAt } }) => ({ status, submittedAt }),
  })
  const newest = (status: MutationStatus) =>
    Math.max(0, ...calls.filter((one) => one.status === status).map(({ submittedAt }) => submittedAt))
  const [sent, done] = [newest('pending'), newest('success')]
  // Store it before the answer: the page may be reloaded while the call is in flight.
  useEffect(() => {
    if (sent > 0 || done > 0) sessionStorage.setItem(storageKey, String(Date.now() + takeBackSeconds * 1000))
  }, [sent, done])
  return atStart || done > 0
}

/**
 * The actions that the signed-in person can still undo, newest first.
 * @param fetches false: reads the cache and sends no request
 */
export function useHeld(fetches = true): HeldNow[] {
  const isExpecting = useExpected()
  const { data } = useData(api.held.mine, {}, { when: fetches && isExpecting })
  const known = Array.isArray(data) ? data.map(withEnd) : []
  const now = useClock(readClock, Math.max(0, ...known.map(({ until }) => until)))
  return known.filter(({ until }) => until > now)
}

/** Whether `held.undo` can undo an action. */
export const isHeldAction = ({ action }: Held) => (heldActions as readonly string[]).includes(action)

const listeners = new Set<(held: Held) => void>()

/** Calls `run` after each undo on this page, so that a list fetches the restored row. */
export function useUndone(run: (held: Held) => void): void {
  const notify = useEffectEvent(run)
  useEffect(() => {
    const listener = (held: Held) => notify(held)
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
    refetch: [
      ...[
        api.held.mine,
        api.posts.ofUser,
        api.posts.deniedOfUser,
        api.conversations.ofUser,
        api.questions.list,
      ],
      ...blockQueries,
    ],
  })
  return {
    busy: action.busy,
    run: async (held: Held) => {
      const { done } = await action.run({ params: { id: held.id } })
      if (done) for (const listener of [...listeners]) listener(held)
    },
  }
}
