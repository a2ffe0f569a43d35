import type { Context } from '../../core/call/context.ts'
import { repeat } from '../../core/call/repeat.ts'
import { joinWaiting } from '../waiting-facts.ts'
import { runDueCheck } from './differences.ts'

/** Milliseconds between two looks whether a check is due. A check that staff ask for begins within this time. */
const lookEvery = 5000

/** Checks the ledger once a day, and when staff ask for it. Returns a function that ends the looks and interrupts a check. */
export const startNightlyCheck = (ctx: Context) =>
  repeat(ctx, 'check of the ledger', lookEvery, (stop) => runDueCheck(ctx, stop))

/** Milliseconds between two looks for facts of payments whose transactions have come. */
const joinEvery = 2000

/** Books facts that came before their transactions. Returns a function that ends the looks. */
export const startJoining = (ctx: Context) =>
  repeat(ctx, 'waiting facts of payments', joinEvery, async () => {
    await joinWaiting(ctx)
  })
