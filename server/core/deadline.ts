import { AsyncLocalStorage } from 'node:async_hooks'

/** Deadline of a call in milliseconds, so that the server answers within 5 s even when the database hangs. */
const callTimeout = 4300
/** Milliseconds after the deadline in which a cut-off transaction reports whether its commit was sent. */
const grace = 200

const deadlines = new AsyncLocalStorage<{ until: number } | undefined>()

/** Runs a call under one deadline. After it, fails as unavailable, and the work starts no further transaction. */
export const inTime = <Result>(work: () => Promise<Result>, milliseconds = callTimeout): Promise<Result> =>
  deadlines.run({ until: performance.now() + milliseconds }, () => within(milliseconds + grace, work()))

/** Fails as unavailable when the deadline of the current call has passed. Does not cancel the work. */
export const untilDeadline = <Result>(work: Promise<Result>): Promise<Result> => within(timeLeft(), work)

/** Starts work that outlives its call, without the deadline. */
export const untimed = <Result>(work: () => Result): Result => deadlines.run(undefined, work)

/** Milliseconds until the deadline of the current call; infinite outside a call. */
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
