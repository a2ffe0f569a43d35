import { api } from '@portreeve/contract'
import type { Endpoint, Input } from '@portreeve/contract/endpoint'
import { liveTopics, type TopicPattern } from '@portreeve/contract/live'
import type { LivePayload, RecordChange, TransactionChange } from '@portreeve/contract/live-payloads'
import { may } from '@portreeve/contract/rights'
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useBackend } from './backend.tsx'
import { holdsRow } from './pages.ts'
import { keyOf } from './queries.ts'
import { useMe } from './rights.ts'

/** Topics that screens subscribe to themselves. */
type OfScreens = 'review' | 'conversationUpdates/{uid}' | 'staff/{uid}'
/** Topics whose events make loaded answers stale, and no more. */
type Topic = Exclude<TopicPattern, OfScreens>

/** Answers of an endpoint that an event makes stale: those to the inputs for which `isStale` holds. */
interface Rule<Event> {
  readonly endpoint: Endpoint
  readonly isStale: (event: Event, input: unknown, answer: unknown) => boolean
}

const rule = <E extends Endpoint, Event>(
  endpoint: E,
  isStale: (event: Event, input: Input<E>, answer: unknown) => boolean = () => true,
): Rule<Event> => ({
  endpoint,
  isStale: (event, input, answer) => isStale(event, input as Input<E>, answer),
})

/** A record that was deleted is not read again: the page that shows it keeps what is typed, and only its lists change. */
const isOfRecord = ({ id, deleted }: RecordChange, { params }: { params: { id: string } }) =>
  !deleted && params.id === id

const isOfTransaction = ({ id }: TransactionChange, { params }: { params: { id: string } }) =>
  params.id === id
const isParty = ({ purchaser_uid, seller_uid }: TransactionChange, uid: string) =>
  uid === purchaser_uid || uid === seller_uid

/** Which answers the events of a topic make stale. */
const rules: { readonly [T in Topic]: readonly Rule<LivePayload<T>>[] } = {
  macros: [rule(api.macros.list)],
  keywords: [rule(api.keywords.list)],
  questions: [rule(api.questions.list), rule(api.questions.get, isOfRecord)],
  collections: [
    rule(api.collections.list),
    rule(api.collections.get, isOfRecord),
    rule(api.collections.items, isOfRecord),
  ],
  emailTemplates: [
    rule(api.emailTemplates.list),
    rule(api.emailTemplates.get, isOfRecord),
    rule(api.emailTemplates.versions, isOfRecord),
  ],
  emailVariables: [rule(api.emailTemplates.variables)],
  moderatingMessages: [rule(api.moderatingMessages.get), rule(api.config.get)],
  approvals: [
    rule(api.approvals.list),
    rule(api.transactions.get, ({ transaction_id }, { params }) => params.id === transaction_id),
    rule(api.transactions.money, ({ transaction_id }, { params }) => params.id === transaction_id),
    rule(
      api.transactions.list,
      ({ transaction_id }, { query }, answer) =>
        query?.waiting === 'true' || holdsRow(answer, transaction_id),
    ),
  ],
  transactions: [
    rule(api.transactions.get, isOfTransaction),
    rule(api.transactions.money, isOfTransaction),
    rule(api.transactions.list, ({ id }, _, answer) => holdsRow(answer, id)),
    rule(api.transactions.ofUser, (event, { params }) => isParty(event, params.uid)),
    rule(
      api.transactions.between,
      (event, { query }) => isParty(event, query.party1) && isParty(event, query.party2),
    ),
    rule(api.orders.get, ({ order_id }, { params }) => params.id === order_id),
    // A person's balances
    rule(api.users.get, (event, { params }) => isParty(event, params.uid)),
    rule(api.timeline.of, ({ id, order_id }, { params }) => params.id === id || params.id === order_id),
  ],
}
const topics = Object.keys(rules) as Topic[]

/**
 * Marks answers as stale, and reads again those that an open page shows. A call in flight may have read before the change,
 * and an action may be waiting for it: it is not cancelled, and what it brings is read once more.
 */
async function refetch(queries: QueryClient, stale: QueryFilters): Promise<void> {
  const isInFlight = queries.isFetching(stale) > 0
  await queries.invalidateQueries(stale, { cancelRefetch: false })
  if (isInFlight) await queries.invalidateQueries(stale, { cancelRefetch: false })
}

/** The answers that an event makes stale; without an event every answer that one of the topic could. */
const staleBy = <T extends Topic>(topic: T, event?: LivePayload<T>): QueryFilters[] =>
  rules[topic].map(({ endpoint, isStale }) => ({
    queryKey: keyOf(endpoint),
    predicate: ({ queryKey, state }) => event === undefined || isStale(event, queryKey[2], state.data),
  }))

/** Keeps what is shown fresh: a change by a colleague, the worker or a webhook shows on every open page. */
export function useLiveQueries(): void {
  const { live } = useBackend()
  const queries = useQueryClient()
  const role = useMe()?.role
  useEffect(() => {
    if (!role) return
    const readable = topics.filter((topic) => may(role, liveTopics[topic]))
    const stops = readable.map(<T extends Topic>(topic: T) =>
      live.subscribe(topic, (event) => {
        // SHP-12: the page that cancels a label shows it without a call; on others it shows with their next one.
        if ((event as Partial<TransactionChange>).cancelled_label !== undefined) return
        for (const stale of staleBy(topic, event as LivePayload<T>)) void refetch(queries, stale)
      }),
    )
    let before = live.state()
    const stopState = live.onState(() => {
      const isBack = before === 'broken' && live.state() === 'live'
      before = live.state()
      // The server keeps events for a minute: after a longer break some are missing.
      if (isBack)
        for (const stale of readable.flatMap((topic) => staleBy(topic))) void refetch(queries, stale)
    })
    return () => {
      stopState()
      for (const stop of stops) stop()
    }
  }, [live, queries, role])
}
