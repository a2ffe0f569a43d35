import type { Database } from '../database/db.ts'
import { listen } from './live-listener.ts'

/** Milliseconds between two looks for a new event without a notification. */
const lookEvery = 400

interface Waiter {
  after: number
  done: () => void
}

/** The callers of one process that wait for an event. */
interface Waiting {
  waiters: Set<Waiter>
  closed: boolean
  looping?: Promise<void>
}

const processes = new WeakMap<Database['pool'], Waiting>()

const of = ({ pool }: Pick<Database, 'pool'>): Waiting => {
  const known = processes.get(pool) ?? { waiters: new Set(), closed: false }
  processes.set(pool, known)
  return known
}

/** Waits until there is an event after a position, at most so many milliseconds. One loop looks for all callers of the process. */
export async function waitForEvent(database: Database, after: number, milliseconds: number): Promise<void> {
  const waiting = of(database)
  if (waiting.closed || milliseconds <= 0) return
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      waiting.waiters.delete(waiter)
      resolve()
    }
    const waiter: Waiter = { after, done }
    const timer = setTimeout(done, milliseconds)
    waiting.waiters.add(waiter)
    waiting.looping ??= loop(database, waiting).finally(() => {
      delete waiting.looping
    })
  })
}

/** Answers all callers that wait, because the server stops. */
export function stopWaiting(database: Pick<Database, 'pool'>) {
  const waiting = of(database)
  waiting.closed = true
  for (const { done } of [...waiting.waiters]) done()
}

async function loop({ pool, listeners, embedded }: Database, { waiters }: Waiting) {
  let wake = () => {}
  const stopListening = embedded ? () => {} : listen(listeners, () => wake())
  while (waiters.size > 0) {
    const pause = new Promise<void>((done) => {
      wake = done
      setTimeout(done, lookEvery).unref()
    })
    // While the database does not respond, the callers wait until their time is over.
    const newest = await pool
      .query<{ id: number | null }>('select max(id)::float8 as id from events')
      .then(({ rows }) => rows[0]?.id ?? 0)
      .catch(() => 0)
    for (const { after, done } of [...waiters]) if (after < newest) done()
    if (waiters.size > 0) await pause
  }
  stopListening()
}
