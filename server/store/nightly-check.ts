import type { Context } from '../core/context.ts'
import { pause } from '../core/settle.ts'
import { runDueCheck } from './reconciliation.ts'

/** Milliseconds between two looks whether a check is due. A check that staff ask for begins within this time. */
const lookEvery = 5000
/** Milliseconds for which a stop waits until the check has released its claim. */
const stopTimeout = 3000

/** Checks the ledger once a day, and when staff ask for it. Returns a function that ends the looks and interrupts a check. */
export function startNightlyCheck(ctx: Context): () => Promise<void> {
  const stop = new AbortController()
  const stopped = new Promise<void>((done) => stop.signal.addEventListener('abort', () => done()))
  const loop = async () => {
    while (!stop.signal.aborted) {
      await Promise.race([pause(lookEvery), stopped])
      if (stop.signal.aborted) return
      await runDueCheck(ctx, stop.signal).catch((error) =>
        ctx.log.error({ err: error }, 'check of the ledger'),
      )
    }
  }
  const ended = loop()
  return async () => {
    stop.abort()
    await Promise.race([ended, pause(stopTimeout)])
  }
}
