import { type Attempt, ending, type Options, patiently } from './call.ts'
import type { Event } from './types.ts'

export interface EventsOptions {
  /** Seconds to wait for the next event; default 25. */
  wait?: number
  signal?: AbortSignal
}

/**
 * Reads the events after a position, in the order of the decisions, and waits for further ones. Keep the position of the last
 * event that you have handled, best in the transaction that handles it: reading from there misses none and repeats none.
 * @param after the position; undefined: from the oldest event that is kept
 */
export async function* events(
  attempt: Attempt,
  options: Options,
  after: string | undefined,
  { wait = 25, signal }: EventsOptions,
): AsyncGenerator<{ event: Event; position: string }> {
  for (let position = after; !signal?.aborted; ) {
    const query = new URLSearchParams({
      wait: String(wait),
      ...(position !== undefined && { after: position }),
    })
    const answer = (await patiently(options, signal, async () =>
      ending(await attempt(`/v1/events?${query}`, { method: 'GET', signal })),
    )) as { events: Event[]; next: string }
    for (const event of answer.events) yield { event, position: event.id.replace(/^evt_/, '') }
    position = answer.next
  }
}
