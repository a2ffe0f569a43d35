import { startWorker } from '../core/operations/worker.ts'
import type { Harness } from './harness.ts'

/** Lets the worker settle all pending operations that are due within a second, for 5 seconds at most. */
export async function settleAll(s: Harness): Promise<void> {
  // Before the worker starts: operations that it has already leased would run twice.
  await s.query("update operations set due_at = now() - interval '1 second' where state = 'pending'")
  const stop = startWorker(s.ctx)
  // One that runs is leased for 30 seconds.
  const due = () =>
    s.query(`select 1 from operations where state = 'pending' and (due_at < now() + interval '1 second'
      or due_at between now() + interval '27 seconds' and now() + interval '30 seconds')`)
  for (let i = 0; i < 200 && (await due()).length > 0; i++) await new Promise((done) => setTimeout(done, 25))
  await stop()
}
