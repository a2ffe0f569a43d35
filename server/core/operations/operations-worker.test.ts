import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import type { OperationKind } from '../call/context.ts'
import { begin } from './operations.ts'
import { startWorker } from './worker.ts'

// How many operations a worker runs at once, when it looks for them, and what it survives.

const s = useServer()
/** Milliseconds, longer than a test may take. A worker that idles for so long acts only on the end of an operation or on its stop. */
const never = 600_000
let running = 0
let most = 0
let run: OperationKind['run']
let stop: ReturnType<typeof startWorker> | undefined

beforeEach(async () => {
  await s.query('delete from operations')
  running = 0
  most = 0
  run = async () => ({ reference: 'ref' })
  s.ctx.operations = {
    work: {
      run: async (operation, ctx) => {
        most = Math.max(most, ++running)
        try {
          return await run(operation, ctx)
        } finally {
          running--
        }
      },
      answer: () => null,
    },
  }
})
afterEach(async () => {
  // With what it has taken: the next test would share it.
  await stop?.()
  stop = undefined
  vi.restoreAllMocks()
})

async function start(count: number) {
  for (let at = 0; at < count; at++)
    await begin(s.ctx.database.db, { kind: 'work', subject_kind: 'user', subject_id: 'ada', details: {} }, -1)
}
const inState = async (state: string) =>
  (await s.query('select 1 from operations where state = $1', [state])).length

test('each operation that ends makes room for the next, with ten at most at once', async () => {
  run = async () => {
    await expect.poll(() => most).toBe(10)
    return { reference: 'ref' }
  }
  await start(35)
  stop = startWorker(s.ctx, never)
  await expect.poll(() => inState('done')).toBe(35)
  expect(most).toBe(10)
})

test('an idle worker looks for due operations again and again', async () => {
  stop = startWorker(s.ctx, 10)
  await start(1)
  await expect.poll(() => inState('done')).toBe(1)
  await start(1)
  await expect.poll(() => inState('done')).toBe(2)
})

test('a database that fails is reported, and the worker goes on', async () => {
  const error = vi.spyOn(s.ctx.log, 'error').mockReturnValue(undefined)
  const failing = new Error('no connection')
  const take = 'update operations set attempts = attempts + 1'
  const postpone = 'update operations set due_at = now() + make_interval'
  let fails = take
  const { pool } = s.ctx.database
  const query = pool.query.bind(pool) as (...all: unknown[]) => unknown
  vi.spyOn(pool, 'query').mockImplementation(((...all: unknown[]) =>
    fails !== '' && String(all[0]).startsWith(fails) ? Promise.reject(failing) : query(...all)) as never)
  await start(1)
  stop = startWorker(s.ctx, 10)
  await expect.poll(() => error.mock.calls[0]).toEqual([{ err: failing }, 'worker'])

  // The operation was taken, but its failure cannot be written.
  error.mockClear()
  run = async () => {
    throw new Error('timed out')
  }
  fails = postpone
  vi.spyOn(s.ctx.log, 'warn').mockReturnValue(undefined)
  await expect.poll(() => error.mock.calls[0]).toEqual([{ err: failing }, 'worker'])
  fails = ''
  run = async () => ({ reference: 'ref' })
  await s.query("update operations set due_at = now() - interval '1 second'")
  await expect.poll(() => inState('done')).toBe(1)
})

test('a worker that stops while it looks for work takes no more, and does not wait for its next look', async () => {
  stop = startWorker(s.ctx, never)
  await stop(never)
  await start(1)
  expect(await inState('pending')).toBe(1)
})

test('a stopped worker takes nothing more', async () => {
  stop = startWorker(s.ctx, 10)
  await start(1)
  await expect.poll(() => inState('done')).toBe(1)
  await stop()
  const query = vi.spyOn(s.ctx.database.pool, 'query')
  await new Promise((done) => setTimeout(done, 50))
  expect(query).not.toHaveBeenCalled()
})
