import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds that a call may take at the database in all, so that whoever asks is answered within 5 s whatever it does. */
const callsTime = 4300

const deadlines = new AsyncLocalStorage<{ until: number } | undefined>()

/** Does a call's work: what it asks of the database, however often, ends in time together. */
export const inTime = <Result>(work: () => Result, milliseconds = callsTime): Result =>
  deadlines.run({ until: performance.now() + milliseconds }, work)

/** Begins what goes on after the call that it comes from. */
export const untimed = <Result>(work: () => Result): Result => deadlines.run(undefined, work)

/** Milliseconds that are left to the call that this runs for; without one there is no end. */
export function timeLeft(): number {
  const deadline = deadlines.getStore()
  return deadline ? deadline.until - performance.now() : Number.POSITIVE_INFINITY
}
