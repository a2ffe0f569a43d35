import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Context } from '../call/context.ts'
import { cleanUp, startSchedule, type Task } from './schedule.ts'

const error = vi.fn()
const query = vi.fn()
const ctx = { log: { error }, database: { pool: { query } } } as unknown as Context

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

const passes = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)
const never = () => new Promise<never>(() => {})
const taskOf = (run: Task['run'] = async () => {}, every = 1000) => ({
  name: 'a task',
  every,
  run: vi.fn(run),
})

test('each task runs at the start and at its interval', async () => {
  const [seconds, minutes] = [taskOf(), taskOf(undefined, 60_000)]
  startSchedule(ctx, [seconds, minutes])
  await passes(59_999)
  expect([seconds, minutes].map(({ run }) => run.mock.calls.length)).toEqual([60, 1])
  await passes(1)
  expect(minutes.run).toHaveBeenCalledTimes(2)
  expect(minutes.run).toHaveBeenCalledWith(ctx, expect.any(AbortSignal))
})

test('a task that returns a number runs again after it', async () => {
  const task = taskOf(async () => 5000)
  startSchedule(ctx, [task])
  await passes(4999)
  expect(task.run).toHaveBeenCalledTimes(1)
  await passes(1)
  expect(task.run).toHaveBeenCalledTimes(2)
})

test('a task that fails or hangs does not hold up the others; its error is logged with its name', async () => {
  const failing = { ...taskOf(), name: 'deletion', run: () => Promise.reject('no connection') }
  const [hanging, good] = [taskOf(never), taskOf()]
  startSchedule(ctx, [failing, hanging, good])
  await passes(1000)
  expect(error.mock.calls).toEqual(Array(2).fill([{ err: 'no connection' }, 'deletion']))
  expect([hanging, good].map(({ run }) => run.mock.calls.length)).toEqual([1, 2])
})

test('four tasks run at a time; one that waits until the stop does not run', async () => {
  const ends: (() => void)[] = []
  const tasks = Array.from({ length: 6 }, () => taskOf(() => new Promise<void>((done) => ends.push(done))))
  const stop = startSchedule(ctx, tasks)
  await passes(0)
  expect(ends).toHaveLength(4)
  ends.shift()?.()
  await passes(0)
  expect(ends).toHaveLength(4)
  const stopped = stop()
  expect(tasks[0]?.run.mock.calls[0]?.[1].aborted).toBe(true)
  for (const end of ends.splice(0)) end()
  await passes(0)
  await stopped
  await passes(5000)
  expect(tasks.map(({ run }) => run.mock.calls.length)).toEqual([1, 1, 1, 1, 1, 0])
})

test('a clean-up runs every ten minutes, its statements in order', async () => {
  startSchedule(ctx, [cleanUp('deletion', 'first', 'second')])
  await passes(599_999)
  expect(query.mock.calls).toEqual([['first'], ['second']])
  await passes(1)
  expect(query).toHaveBeenCalledTimes(4)
})
