import { api } from '@portreeve/contract'
import { liveTopics } from '@portreeve/contract/base/live'
import { may } from '@portreeve/contract/base/rights'
import type { LivePayload, TransactionChange } from '@portreeve/contract/live-payloads'
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBackend } from './backend.tsx'
import { rules, type Topic, topics } from './live-rules.ts'
import { keyOf } from './queries.ts'
import { useMe } from './rights.ts'

/**
 * Invalidates answers, and refetches those that an open page shows. A call in flight may have read the record before the
 * change: its answer is fetched once more. It is not cancelled, because an action may wait for it.
 */
async function refetch(queries: QueryClient, stale: QueryFilters): Promise<void> {
  const isInFlight = queries.isFetching(stale) > 0
  await queries.invalidateQueries(stale, { cancelRefetch: false })
  if (isInFlight) await queries.invalidateQueries(stale, { cancelRefetch: false })
}

/** The answers that an event makes stale; without an event, all that any event of the topic can make stale. */
const staleBy = <T extends Topic>(topic: T, event?: LivePayload<T>): QueryFilters[] =>
  rules[topic].map(({ endpoint, isStale }) => ({
    queryKey: keyOf(endpoint),
    predicate: ({ queryKey, state }) => event === undefined || isStale(event, queryKey[2], state.data),
  }))

/** Keeps open pages fresh: each shows the changes of colleagues, the worker and webhooks. */
export function useLiveQueries(): void {
  const { live } = useBackend()
  const queries = useQueryClient()
  const me = useMe()
  useEffect(() => {
    if (!me) return
    const readable = topics.filter((topic) => may(me, liveTopics[topic]))
    const stops = readable.map(<T extends Topic>(topic: T) =>
      live.subscribe(topic, (event) => {
        // SHP-12: the page that cancels a label shows it without a refetch; other pages show it after their next fetch.
        if ((event as Partial<TransactionChange>).cancelled_label !== undefined) return
        for (const stale of staleBy(topic, event as LivePayload<T>)) void refetch(queries, stale)
      }),
    )
    let previous = live.state()
    const stopState = live.onState(() => {
      const isBack = previous === 'broken' && live.state() === 'live'
      previous = live.state()
      // The role changed while no stream was open: its event cannot arrive, and the topics of the new role are needed.
      if (previous === 'refused') void queries.invalidateQueries({ queryKey: keyOf(api.staff.me) })
      // The server keeps events for one minute: after a longer break some are lost.
      if (isBack)
        for (const stale of readable.flatMap((topic) => staleBy(topic))) void refetch(queries, stale)
    })
    return () => {
      stopState()
      for (const stop of stops) stop()
    }
  }, [live, queries, me])
}
