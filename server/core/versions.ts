import type { Call } from './context.ts'
import { refuse } from './refuse.ts'

/**
 * Refuses a change that was made on another version of a locked record than it has: If-Match, or the version within a
 * full record that is sent back. A caller who sends neither knows nothing of versions.
 */
export function refuseIfMoved(
  call: Pick<Call, 'expected'>,
  record: { version: number },
  /** 'this collection' */
  what: string,
  sent?: number,
): void {
  const seen = call.expected ?? sent
  if (seen !== undefined && seen !== record.version)
    refuse('conflict', 'Changed meanwhile', `Somebody else has changed ${what} since you opened it.`)
}

/** The sent fields that differ from the record's. */
export const changeOf = <R extends object>(record: R, sent: Partial<R>): Partial<R> =>
  Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => record[field as keyof R] !== value),
  ) as Partial<R>
