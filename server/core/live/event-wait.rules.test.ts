import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Database } from '../database/db.ts'
import { stopWaiting, waitForEvent } from './event-wait.ts'

let newest: number | null
const query = vi.fn(async () => ({ rows: [{ id: newest }] }))
let database: Database

beforeEach(() => {
  vi.useFakeTimers()
  newest = null
  query.mockClear()
  // It notifies of no event, so it is looked at every 400 ms.
  database = { pool: { query }, embedded: true } as unknown as Database
})
afterEach(() => {
  stopWaiting(database)
  vi.useRealTimers()
})

/** Waits for an event, and returns what says whether the waiting is over some milliseconds later. */
function waiting(after: number, milliseconds = 60_000) {
  let isOver = false
  void waitForEvent(database, after, milliseconds).then(() => {
    isOver = true
  })
  return {
    isOverIn: async (time: number) => {
      await vi.advanceTimersByTimeAsync(time)
      return isOver
    },
  }
}

test('a caller waits until there is an event after their position; the others wait on', async () => {
  newest = 7
  const [first, second] = [waiting(7), waiting(8)]
  expect(await first.isOverIn(2000)).toBe(false)
  newest = 8
  expect(await first.isOverIn(500)).toBe(true)
  expect(await second.isOverIn(2000)).toBe(false)
  newest = 9
  expect(await second.isOverIn(500)).toBe(true)
})

test('without an event the waiting ends after its time, also while the database fails', async () => {
  const one = waiting(0, 3000)
  expect(await one.isOverIn(2999)).toBe(false)
  expect(await one.isOverIn(1)).toBe(true)
  query.mockRejectedValueOnce(new Error('no connection'))
  const other = waiting(0, 3000)
  expect(await other.isOverIn(2999)).toBe(false)
  expect(await other.isOverIn(1)).toBe(true)
})

test('a look that fails is repeated', async () => {
  query.mockRejectedValueOnce(new Error('no connection'))
  newest = 1
  expect(await waiting(0).isOverIn(500)).toBe(true)
})

test('one loop looks for all callers, ends with the last of them, and starts again for the next', async () => {
  const [first, second] = [waiting(0), waiting(1)]
  await vi.advanceTimersByTimeAsync(399)
  expect(query).toHaveBeenCalledTimes(1)
  newest = 2
  expect([await first.isOverIn(1), await second.isOverIn(0)]).toEqual([true, true])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(query).toHaveBeenCalledTimes(2)
  expect(vi.getTimerCount()).toBe(0)
  expect(await waiting(0).isOverIn(1)).toBe(true)
})

test('a stop answers all callers, ends the looking, and lets no later caller wait', async () => {
  const callers = [waiting(0), waiting(0)]
  await vi.advanceTimersByTimeAsync(1)
  const looks = query.mock.calls.length
  stopWaiting(database)
  for (const caller of [...callers, waiting(0)]) expect(await caller.isOverIn(0)).toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(query).toHaveBeenCalledTimes(looks)
  expect(vi.getTimerCount()).toBe(0)
})
