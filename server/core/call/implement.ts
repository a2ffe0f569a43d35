import type { Body, Data, Endpoint, Params, Query } from '@portreeve/contract/base/endpoint'
import type { Later } from '../operations/operations.ts'
import type { KeptRefusal } from '../refuse.ts'
import type { AnyCall, CallOf } from './context.ts'
import type { FileAnswer } from './file-answer.ts'

/** Answers a call: takes its parsed input and returns the wrapper's `data`. */
export type Handler<E> = (
  input: { params: Params<E>; query: Query<E>; body: Body<E> },
  call: CallOf<E>,
) => Promise<Data<E> | Later | KeptRefusal | FileAnswer>

// biome-ignore lint/suspicious/noExplicitAny: a list of handlers of many shapes; `implement` has checked each one.
export type AnyHandler = (input: any, call: AnyCall) => Promise<unknown>

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
