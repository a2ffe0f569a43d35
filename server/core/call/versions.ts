import { refuse } from '../refuse.ts'
import type { Call } from './context.ts'

/**
 * Optimistic lock: refuses a change that was made on an older version of a locked record. The version comes from If-Match, or
 * from a full record that is sent back. Accepts a call that sends neither.
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
    refuse('conflict', 'Changed meanwhile', `A colleague has changed ${what} since you opened it.`)
}

/** The sent fields that differ from the record. */
export const changeOf = <R extends object>(record: R, sent: Partial<R>): Partial<R> =>
  Object.fromEntries(
    Object.entries(sent).filter(([field, value]) => record[field as keyof R] !== value),
  ) as Partial<R>
