import { untimed } from '../deadline.ts'

/** Milliseconds for which a stop waits for work that has begun. */
export const stopTimeout = 3000

/** Work that is repeated until it is stopped. */
export interface Loop {
  /** Starts the next look at once. During a look, another one follows it. */
  wake: () => void
  /** Aborts the signal, and waits for the look that is under way, 3 s at most. */
  stop: () => Promise<void>
}

/**
 * Repeats a look. The deadline of a call that starts the loop does not apply to it.
 * @param every milliseconds between two looks; a look that returns a number sets the wait before the next one
 * @param look gets a signal that the stop aborts
 * @param failed receives the error of a look; the loop goes on
 */
export function startLoop(
  every: number,
  look: (stop: AbortSignal) => Promise<unknown>,
  failed: (error: unknown) => void,
): Loop {
  const ending = new AbortController()
  let isWoken = false
  let endPause = () => {}
  const wake = () => {
    isWoken = true
    endPause()
  }
  const run = async () => {
    while (!ending.signal.aborted) {
      isWoken = false
      const wait = await look(ending.signal).catch(failed)
      if (isWoken) continue
      await new Promise<void>((done) => {
        const timer = setTimeout(done, typeof wait === 'number' ? wait : every).unref()
        endPause = () => {
          clearTimeout(timer)
          done()
        }
      })
    }
  }
  const ended = untimed(run)
  return {
    wake,
    stop: async () => {
      ending.abort()
      wake()
      await Promise.race([ended, pause(stopTimeout)])
    },
  }
}

export const pause = (milliseconds: number) =>
  new Promise<void>((done) => void setTimeout(done, milliseconds).unref())
