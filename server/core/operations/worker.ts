import type { Context, Operation } from '../call/context.ts'
import { pause, startLoop, stopTimeout } from './loop.ts'
import { settle, take } from './settle.ts'

/** Operations that a worker settles in parallel. */
const maxParallel = 10

/** Milliseconds between two looks for due operations, while none of its own ends. */
const idle = 1000

/**
 * Settles operations that a crash, a timeout or a vendor's failure left pending. Returns a function that stops it and waits for
 * running operations, for so many milliseconds. Those left pending are retried by another worker.
 */
export function startWorker(ctx: Context, lookEvery = idle): (timeout?: number) => Promise<void> {
  const running = new Set<Promise<void>>()
  const failed = (error: unknown) => ctx.log.error({ err: error }, 'worker')
  const start = (operation: Operation) => {
    const work = settle(operation, ctx)
      .catch(failed)
      .finally(() => {
        running.delete(work)
        loop.wake()
      })
    running.add(work)
  }
  // A hanging operation blocks only its own slot; the free slots are refilled.
  const look = async () => (await take(ctx, maxParallel - running.size)).forEach(start)
  const loop = startLoop(lookEvery, look, failed)
  const end = async () => {
    await loop.stop()
    await Promise.all(running)
  }
  return (timeout = stopTimeout) => Promise.race([end(), pause(timeout)])
}
