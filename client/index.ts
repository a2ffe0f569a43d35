import { type Action, act, type Proposal } from './act.ts'
import { attempts, ending, type Options, patiently } from './call.ts'
import { PortreeveError } from './errors.ts'
import { type EventsOptions, events } from './events.ts'
import { type IngestOptions, ingest } from './ingest.ts'
import type { Entity, Event, Result, Row, ShownListing, Summary } from './types.ts'

export type { Action, Proposal } from './act.ts'
export type { Options } from './call.ts'
export type { EventsOptions } from './events.ts'
export type * from './extension.ts'
export { verifyAction, verifyPanel } from './extension.ts'
export type { IngestOptions } from './ingest.ts'
export type * from './types.ts'
export { verifyWebhook } from './webhook.ts'
export { PortreeveError }

/** A Portreeve server, as a program of the marketplace uses it. */
export interface Portreeve {
  /** Writes records and yields the result of each; see `ingest.ts`. The generator's return value has the counts. */
  ingest<E extends Entity>(
    entity: E,
    rows: AsyncIterable<Row<E>> | Iterable<Row<E>>,
    options?: IngestOptions,
  ): AsyncGenerator<Result & { row: Row<E> }, Summary>
  /** Writes one record. Throws a PortreeveError with the code 'rejected' when it is not accepted. */
  put<E extends Entity>(entity: E, row: Row<E>): Promise<Result>
  /** A record that this program has written, as it is now; null when there is none, or it is deleted. */
  get<E extends Entity>(entity: E, key: string | string[]): Promise<Row<E> | null>
  /** Deletes a record that the marketplace has deleted. The parts of a key of several fields are a list. */
  remove(entity: Entity, key: string | string[], sourceVersion?: number | string): Promise<Result>
  /** A listing that everybody may see; null when there is none, or it is not approved or was deleted. */
  listing(key: string): Promise<ShownListing | null>
  /** Makes a changing call under the rights of the key's owner, with the scope `act.<permission>`. Returns its data. */
  act(action: Action): Promise<unknown>
  /** Proposes a call to staff, with the scope `propose.<permission>`. Returns the proposal that waits. */
  propose(proposal: Proposal): Promise<{ id: string; state: string }>
  /** Every decision of staff after a position, in order, without an end; see `events.ts`. */
  events(
    after: string | undefined,
    options?: EventsOptions,
  ): AsyncGenerator<{ event: Event; position: string }>
}

/** Opens a Portreeve server with a machine key. Makes no call yet. */
export function portreeve(options: Options): Portreeve {
  const attempt = attempts(options)
  const pathOf = (entity: Entity, key: string | string[]) =>
    `/v1/ingest/${entity}/${encodeURIComponent(typeof key === 'string' ? key : key.map(encodeURIComponent).join(','))}`
  const orNull = <T>(path: string) =>
    patiently(options, undefined, async () => ending(await attempt(path, { method: 'GET' }))).catch(
      (error) => {
        if (error instanceof PortreeveError && error.status === 404) return null
        throw error
      },
    ) as Promise<T | null>
  return {
    act: (action) => act(attempt, options, action),
    propose: async ({ key, ...body }) =>
      (await act(attempt, options, {
        ...{ method: 'POST', path: '/v1/admin/proposals', body },
        ...(key !== undefined && { key }),
      })) as { id: string; state: string },
    ingest: (entity, rows, more = {}) => ingest(attempt, options, entity, rows, more),
    put: async (entity, row) => {
      for await (const { row: _row, ...result } of ingest(attempt, options, entity, [row], {})) {
        if (result.result !== 'rejected') return result
        throw new PortreeveError('rejected', 422, `${result.key ?? entity} ${result.reason}`)
      }
      throw new PortreeveError('unreachable', 0, 'The answer has no result.')
    },
    get: <E extends Entity>(entity: E, key: string | string[]) => orNull<Row<E>>(pathOf(entity, key)),
    remove: (entity, key, sourceVersion) => {
      const version =
        sourceVersion === undefined ? '' : `?source_version=${encodeURIComponent(sourceVersion)}`
      return patiently(options, undefined, async () =>
        ending(await attempt(`${pathOf(entity, key)}${version}`, { method: 'DELETE' })),
      ) as Promise<Result>
    },
    listing: (key) => orNull<ShownListing>(`/v1/listings/${encodeURIComponent(key)}`),
    events: (after, more = {}) => events(attempt, options, after, more),
  }
}
