import type { Database } from '../database/db.ts'
import type { Loop } from '../operations/loop.ts'
import { startLooking } from './live-listener.ts'

interface Waiter {
  after: number
  done: () => void
}

/** The callers of one process that wait for an event. */
interface Waiting {
  waiters: Set<Waiter>
  closed: boolean
  loop?: Loop
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
  if (waiting.closed) return
  await new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      waiting.waiters.delete(waiter)
      resolve()
    }
    const waiter: Waiter = { after, done }
    const timer = setTimeout(done, milliseconds)
    waiting.waiters.add(waiter)
    // While the database does not respond, the callers wait until their time is over.
    waiting.loop ??= startLooking(
      database,
      () => look(database, waiting),
      () => {},
    )
  })
}

/** Answers all callers that wait, because the server stops. */
export function stopWaiting(database: Pick<Database, 'pool'>) {
  const waiting = of(database)
  waiting.closed = true
  for (const { done } of [...waiting.waiters]) done()
  stopLoop(waiting)
}

function stopLoop(waiting: Waiting) {
  void waiting.loop?.stop()
  delete waiting.loop
}

/** Answers the callers that have an event. The last caller ends the loop. */
async function look({ pool }: Pick<Database, 'pool'>, waiting: Waiting) {
  try {
    const { rows } = await pool.query<{ id: number | null }>('select max(id)::float8 as id from events')
    const newest = rows[0]?.id ?? 0
    for (const { after, done } of [...waiting.waiters]) if (after < newest) done()
  } finally {
    if (waiting.waiters.size === 0) stopLoop(waiting)
  }
}
