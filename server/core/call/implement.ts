import type { Body, Data, Emits, Endpoint, Params, Query, Tells } from '@portreeve/contract/base/endpoint'
import type { EventType } from '@portreeve/contract/base/event-types'
import type { TopicPattern } from '@portreeve/contract/base/live'
import type { Later } from '../operations/operations.ts'
import type { KeptRefusal } from '../refuse.ts'
import type { Call } from './context.ts'

/** Answers a call: takes its parsed input and returns the wrapper's `data`. */
export type Handler<E> = (
  input: { params: Params<E>; query: Query<E>; body: Body<E> },
  call: Call<Tells<E>, Emits<E>>,
) => Promise<Data<E> | Later | KeptRefusal>

// biome-ignore lint/suspicious/noExplicitAny: a list of handlers of many shapes; `implement` has checked each one.
export type AnyHandler = (input: any, call: Call<TopicPattern, EventType>) => Promise<unknown>

/** A group's endpoints with their handlers, ready for http.ts. */
export type Group = { name: string; endpoint: Endpoint; handler: AnyHandler }[]

/** Joins a group of the contract with its handlers. A missing, extra or wrongly typed handler does not compile. */
export function implement<G extends Record<string, Endpoint>>(
  name: string,
  group: G,
  handlers: { [K in keyof G]: Handler<G[K]> },
): Group {
  return Object.entries(group).map(([key, endpoint]) => ({
    name: `${name}.${key}`,
    endpoint,
    handler: handlers[key as keyof G] as AnyHandler,
  }))
}
