import { AsyncLocalStorage } from 'node:async_hooks'

/** Milliseconds that a call may take in all, so that it is answered within 5 s whatever the database does. */
const callTimeout = 4300
/** Milliseconds after the deadline in which a transaction that is cut off reports whether its commit was sent. */
const grace = 200

const deadlines = new AsyncLocalStorage<{ until: number } | undefined>()

/** Does a call's work under one deadline. When it has passed, fails as unavailable; the work starts no transaction any more. */
export const inTime = <Result>(work: () => Promise<Result>, milliseconds = callTimeout): Promise<Result> =>
  deadlines.run({ until: performance.now() + milliseconds }, () => within(milliseconds + grace, work()))

/** Fails as unavailable when the deadline of the current call has passed. The work itself goes on. */
export const untilDeadline = <Result>(work: Promise<Result>): Promise<Result> => within(timeLeft(), work)

/** Starts what goes on after the call that it comes from. */
export const untimed = <Result>(work: () => Result): Result => deadlines.run(undefined, work)

/** Milliseconds until the deadline of the current call; outside a call there is none. */
export function timeLeft(): number {
  const deadline = deadlines.getStore()
  return deadline ? deadline.until - performance.now() : Number.POSITIVE_INFINITY
}

export const outOfTime = () =>
  Object.assign(new Error('The time for this call is over'), { code: 'ETIMEDOUT' })

function within<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  if (milliseconds === Number.POSITIVE_INFINITY) return work
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(outOfTime()), milliseconds)
  })
  return Promise.race([work, over]).finally(() => clearTimeout(timer))
}
