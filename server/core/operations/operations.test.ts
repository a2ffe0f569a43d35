import { beforeEach, expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import type { OperationKind } from '../call/context.ts'
import { begin } from './operations.ts'
import { settle, take } from './settle.ts'
import { startWorker } from './worker.ts'

const s = useServer()
let release = () => {}
let hanging: Promise<void>

/** One kind whose vendor hangs until it is released, and one that is done at once. */
beforeEach(() => {
  let arrived = () => {}
  hanging = new Promise((done) => {
    arrived = done
  })
  const released = new Promise<void>((done) => {
    release = done
  })
  const kind = (run: OperationKind['run']): OperationKind => ({ run, answer: ({ state }) => state })
  s.ctx.operations = {
    hanging: kind(async ({ id }) => {
      arrived()
      await released
      return { reference: id }
    }),
    quick: kind(async ({ id }) => ({ reference: id })),
  }
})

/** Begins an operation that a worker may take at once. */
const ask = (kind: string) =>
  begin(s.ctx.database.db, { kind, subject_kind: 'user', subject_id: kind, details: {} }, -1)
const stateOf = async (kind: string) =>
  (await s.query<{ state: string }>('select state from operations where kind = $1', [kind])).map(
    ({ state }) => state,
  )

test('a leased operation is not taken again, and is settled once', async () => {
  let settled = 0
  const quick = s.ctx.operations.quick as OperationKind
  s.ctx.operations = { once: { ...quick, settled: async () => void settled++ } }
  const { operationId } = await begin(s.ctx.database.db, {
    kind: 'once',
    subject_kind: 'user',
    subject_id: 'once',
    details: {},
  })
  const [taken] = await take(s.ctx, 1, operationId)
  if (!taken) throw new Error('The operation was not taken')
  expect(await take(s.ctx, 1, operationId)).toEqual([])
  await settle(taken, s.ctx)
  await settle(taken, s.ctx)
  expect(settled).toBe(1)
})

test('a vendor that hangs does not delay other operations', async () => {
  const stop = startWorker(s.ctx)
  try {
    await ask('hanging')
    await hanging
    await ask('quick')
    await expect.poll(() => stateOf('quick')).toEqual(['done'])
    expect(await stateOf('hanging')).toEqual(['pending'])
  } finally {
    release()
    await stop()
  }
  // Stopping waits for operations in flight.
  expect(await stateOf('hanging')).toEqual(['done'])
})

test('a stop does not wait for a vendor that hangs: its operation is left to the next worker', async () => {
  const stop = startWorker(s.ctx)
  await s.query('delete from operations')
  await ask('hanging')
  await hanging
  await stop(0)
  expect(await stateOf('hanging')).toEqual(['pending'])
  release()
  await expect.poll(() => stateOf('hanging')).toEqual(['done'])
})
