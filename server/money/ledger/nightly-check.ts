import type { Task } from '../../core/operations/schedule.ts'
import { joinWaiting } from '../waiting-facts.ts'
import { runDueCheck } from './differences.ts'

/** Checks the ledger once a day, and when staff ask for it, which begins within five seconds. A stop interrupts a check. */
export const nightlyCheck: Task = { name: 'check of the ledger', every: 5000, run: runDueCheck }

/** Books facts of payments that came before their transactions. */
export const joinFacts: Task = {
  name: 'waiting facts of payments',
  every: 2000,
  run: async (ctx) => {
    await joinWaiting(ctx)
  },
}
