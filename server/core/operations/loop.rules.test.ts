import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime, timeLeft } from '../deadline.ts'
import { startLoop } from './loop.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const failed = vi.fn()

/** A loop whose looks end when the test says so. */
function loopOf(every = 1000) {
  const ends: ((wait?: number) => void)[] = []
  const signals: AbortSignal[] = []
  const loop = startLoop(
    every,
    (stop) => {
      signals.push(stop)
      return new Promise((done) => ends.push(done))
    },
    failed,
  )
  return {
    ...loop,
    looks: () => ends.length,
    signal: () => signals.at(-1),
    end: async (wait?: number) => {
      ends.at(-1)?.(wait)
      await passes(0)
    },
  }
}

test('looks at the start, and again so long after the end of the look', async () => {
  const { looks, end } = loopOf()
  expect(looks()).toBe(1)
  await passes(5000)
  expect(looks()).toBe(1)
  await end()
  await passes(999)
  expect(looks()).toBe(1)
  await passes(1)
  expect(looks()).toBe(2)
})

test('waits as long as a look says, that time only', async () => {
  const { looks, end } = loopOf()
  await end(5000)
  await passes(4999)
  expect(looks()).toBe(1)
  await passes(1)
  expect(looks()).toBe(2)
  await end()
  await passes(1000)
  expect(looks()).toBe(3)
  await end(0)
  expect(looks()).toBe(4)
})

test('a wake ends the pause, and the next look has its own', async () => {
  const { looks, end, wake } = loopOf()
  await end()
  wake()
  await passes(0)
  expect(looks()).toBe(2)
  await passes(1000)
  expect(looks()).toBe(2)
  await end()
  await passes(999)
  expect(looks()).toBe(2)
})

test('wakes during a look make one more follow at once', async () => {
  const { looks, end, wake } = loopOf()
  wake()
  wake()
  expect(looks()).toBe(1)
  await end()
  expect(looks()).toBe(2)
  await end()
  expect(looks()).toBe(2)
})

test('goes on after a look that failed', async () => {
  const look = vi.fn().mockRejectedValueOnce('no connection').mockResolvedValue(undefined)
  startLoop(1000, look, failed)
  await passes(999)
  expect([failed.mock.calls, look.mock.calls.length]).toEqual([[['no connection']], 1])
  await passes(1)
  expect(look).toHaveBeenCalledTimes(2)
})

test('a stop aborts a look and waits for it; none follows', async () => {
  const { looks, end, signal, stop, wake } = loopOf()
  expect(signal()?.aborted).toBe(false)
  let isStopped = false
  void stop().then(() => {
    isStopped = true
  })
  expect(signal()?.aborted).toBe(true)
  await passes(2999)
  expect(isStopped).toBe(false)
  await end()
  expect(isStopped).toBe(true)
  wake()
  await passes(5000)
  expect(looks()).toBe(1)
})

test('a stop does not wait for the end of a pause, and for a look three seconds at most', async () => {
  const pausing = loopOf(600_000)
  await pausing.end()
  await pausing.stop()
  const { stop } = loopOf()
  const stopped = vi.fn()
  void stop().then(stopped)
  await passes(2999)
  expect(stopped).not.toHaveBeenCalled()
  await passes(1)
  expect(stopped).toHaveBeenCalled()
})

test('a loop that a call starts has no deadline', async () => {
  const left: number[] = []
  await inTime(async () => {
    startLoop(1000, async () => void left.push(timeLeft()), failed)
  })
  await passes(10_000)
  expect(left).toEqual(Array(11).fill(Number.POSITIVE_INFINITY))
})
