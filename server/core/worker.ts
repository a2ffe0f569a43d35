import type { Context, Operation } from './context.ts'
import { pause, settle, take } from './settle.ts'

/** Operations that a worker settles at once. */
const atOnce = 10
/** What is kept for a while only: results for repeated calls, failed sign-ins, requests that were not decided. */
const tidying = [
  `delete from idempotency_keys where created_at < now() - interval '7 days'`,
  `delete from identity_failures where at < now() - interval '1 day'`,
  // A code of the second factor is good for a minute and a half; a recovery code is taken off the list.
  `delete from identity_used_codes where at < now() - interval '1 day'`,
  `update approvals set state = 'expired', decided_at = now() where state = 'asked' and expires_at <= now()`,
  `delete from reveals where at < now() - interval '1 day'`,
  // What was done long ago can no longer be undone; the audit keeps it.
  `delete from held_actions where at < now() - interval '1 day'`,
  // A page that was away for longer loads its lists anew.
  `delete from live_events where until < now() - interval '10 minutes'`,
]
/** Milliseconds between two rounds of tidying. */
const tidyEvery = 600_000

/** Milliseconds that a stopping worker waits for what it has begun. The rest stays pending for the next worker. */
const stopTimeout = 3000

/** Settles, without anybody's help, what a crash, a time-out or a vendor's fault left pending. Returns how to stop it. */
export function startWorker(ctx: Context): (timeout?: number) => Promise<void> {
  let stopped = false
  let wake = () => {}
  let tidied = 0
  const tidy = async () => {
    if (Date.now() - tidied < tidyEvery) return
    tidied = Date.now()
    for (const statement of tidying) await ctx.database.pool.query(statement)
  }
  const running = new Set<Promise<void>>()
  const start = (operation: Operation) => {
    const work = settle(operation, ctx)
      .catch((error) => ctx.log.error({ err: error }, 'worker'))
      .finally(() => {
        running.delete(work)
        wake()
      })
    running.add(work)
  }
  const loop = async () => {
    while (!stopped) {
      try {
        await tidy()
        // One that hangs keeps its own place only: the others are refilled as they come free.
        const free = atOnce - running.size
        const taken = free > 0 ? await take(ctx, free) : []
        taken.forEach(start)
        if (taken.length > 0 && running.size < atOnce) continue
      } catch (error) {
        ctx.log.error({ err: error }, 'worker')
      }
      await new Promise<void>((done) => {
        wake = done
        setTimeout(done, 1000).unref()
      })
    }
    await Promise.all(running)
  }
  const ended = loop()
  return async (timeout = stopTimeout) => {
    stopped = true
    wake()
    await Promise.race([ended, pause(timeout)])
  }
}
