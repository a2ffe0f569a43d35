import type { Context } from '../core/context.ts'
import { pause } from '../core/settle.ts'
import { runDueCheck } from './reconciliation.ts'
import { joinWaiting } from './waiting-facts.ts'

/** Milliseconds between two looks whether a check is due. A check that staff ask for begins within this time. */
const lookEvery = 5000

/** Books facts that came before their transactions; checks the ledger once a day, and when staff ask for it. Returns a function that ends the looks. */
export function startNightlyCheck(ctx: Context): () => void {
  let stopped = false
  const loop = async () => {
    while (!stopped) {
      await pause(lookEvery)
      if (stopped) return
      await joinWaiting(ctx).catch((error) => ctx.log.error({ err: error }, 'facts of payments that waited'))
      await runDueCheck(ctx).catch((error) => ctx.log.error({ err: error }, 'check of the ledger'))
    }
  }
  void loop()
  return () => {
    stopped = true
  }
}
