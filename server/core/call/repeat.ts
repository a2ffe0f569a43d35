import { pause } from '../operations/settle.ts'
import type { Context } from './context.ts'

/** Milliseconds for which a stop waits for work that has begun. */
const stopTimeout = 3000

/**
 * Repeats a work until it is stopped. An error is logged, and the work repeated.
 * @param next milliseconds until the work is done again; the work may return others
 * @returns a function that stops it
 */
export function repeat(
  { log }: Pick<Context, 'log'>,
  what: string,
  next: number,
  work: (stop: AbortSignal) => Promise<unknown>,
): () => Promise<void> {
  const stop = new AbortController()
  const stopped = new Promise<void>((done) => stop.signal.addEventListener('abort', () => done()))
  const loop = async () => {
    while (!stop.signal.aborted) {
      const wait = await work(stop.signal).catch((error) => log.error({ err: error }, what))
      await Promise.race([pause(typeof wait === 'number' ? wait : next), stopped])
    }
  }
  const ended = loop()
  return async () => {
    stop.abort()
    await Promise.race([ended, pause(stopTimeout)])
  }
}
