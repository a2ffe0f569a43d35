import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import type { Operation, OperationKind } from '../call/context.ts'
import { inTime } from '../deadline.ts'
import { Again, begin, Held, NotYet, VendorRefusal, withdraw } from './operations.ts'
import { answerLater, settle, take, waitWithin } from './settle.ts'

// What becomes of an operation: by the vendor's answer, by who takes it, and by what the worker tidies.

const s = useServer()
/** The ended and settled operations, in order. */
let calls: string[] = []
/** The next outcome of the vendor. */
let vendor: OperationKind['run'] = async () => ({ reference: 'ref' })

beforeEach(async () => {
  calls = []
  vendor = async () => ({ reference: 'ref', found: { fee: 7 } })
  s.ctx.operations = {
    work: {
      run: (operation, ctx) => vendor(operation, ctx),
      ended: async ({ state }) => void calls.push(`ended ${state}`),
      settled: async ({ state }) => void calls.push(`settled ${state}`),
      answer: ({ state, reference }) => ({ state, reference }),
    },
  }
  await s.query('delete from operations')
})

const start = (kind = 'work', delay?: number) =>
  begin(
    s.ctx.database.db,
    { kind, subject_kind: 'user', subject_id: 'ada', cents: 500, details: { payment: 'pi' } },
    delay,
  )
const taken = async (id: string): Promise<Operation> => {
  const [operation] = await take(s.ctx, 1, id)
  if (!operation) throw new Error('The operation was not taken')
  return operation
}
const read = async (id: string) => {
  const [row] = await s.query<{
    state: string
    failure: string | null
    attempts: number
    settled: boolean
    details: object
  }>(
    `select state, failure, attempts, settled_at is not null as settled, details from operations where id = $1`,
    [id],
  )
  if (!row) throw new Error('The operation is gone')
  return row
}
/** Does some work that makes an operation due after so many seconds, however long the work takes. */
async function expectDue(seconds: number, work: () => Promise<string>) {
  const [before] = await s.query<{ at: string }>('select clock_timestamp()::text as at')
  const id = await work()
  const [due] = await s.query<{ least: number; most: number }>(
    `select extract(epoch from due_at - clock_timestamp())::float as least,
       extract(epoch from due_at - $2::timestamptz)::float as most from operations where id = $1`,
    [id, before?.at],
  )
  // The column keeps whole milliseconds.
  expect(due?.least).toBeLessThan(seconds + 0.001)
  expect(due?.most).toBeGreaterThan(seconds - 0.001)
}
/** Settles an operation that was tried some times before. */
async function settleAfter(attempts: number) {
  const { operationId } = await start('work', -1)
  await s.query('update operations set attempts = $2 where id = $1', [operationId, attempts - 1])
  await settle(await taken(operationId), s.ctx)
  return operationId
}

test('a vendor that did it ends the operation as done, with its reference and what it found', async () => {
  const { operationId } = await start()
  await settle(await taken(operationId), s.ctx)
  expect(await read(operationId)).toMatchObject({
    state: 'done',
    settled: true,
    attempts: 1,
    details: { payment: 'pi', fee: 7 },
  })
  expect(calls).toEqual(['ended done', 'settled done'])
})

test('a vendor that refuses ends it as failed, once, with the words of the vendor', async () => {
  vendor = async () => {
    throw new VendorRefusal('No such card')
  }
  const { operationId } = await start()
  const operation = await taken(operationId)
  await settle(operation, s.ctx)
  await settle(operation, s.ctx)
  expect(await read(operationId)).toMatchObject({ state: 'failed', failure: 'No such card', settled: true })
  expect(calls).toEqual(['ended failed'])
})

test('an unclear failure is tried again later and later, at most after half a minute', async () => {
  vendor = async () => {
    throw new Error('timed out')
  }
  for (const [attempts, seconds] of [
    [1, 0.5],
    [4, 4],
    [6, 16],
    [8, 30],
    [20, 30],
  ] as const)
    await expectDue(seconds, () => settleAfter(attempts))
  expect(calls).toEqual([])
  const warn = vi.spyOn(s.ctx.log, 'warn')
  const operation = await settleAfter(3)
  expect(warn.mock.calls).toEqual([
    [
      { operation, kind: 'work', attempts: 3, err: expect.objectContaining({ message: 'timed out' }) },
      'operation not settled yet',
    ],
  ])
  warn.mockRestore()
})

test('an operation with more work to do is retried at once, and its backoff is reset', async () => {
  vendor = async () => {
    throw new Again('More rows wait')
  }
  await expectDue(0, () => settleAfter(5))
  const id = await settleAfter(5)
  expect(await read(id)).toMatchObject({ state: 'pending', attempts: 0 })
})

test('an operation that waits for another one is checked again within five seconds', async () => {
  vendor = async () => {
    throw new NotYet('a refund is on its way')
  }
  await expectDue(4, () => settleAfter(4))
  await expectDue(5, () => settleAfter(20))
})

test('a held operation keeps the time that its hold has set', async () => {
  vendor = async ({ id }) => {
    await s.query(`update operations set due_at = now() + interval '3 days' where id = $1`, [id])
    throw new Held('waits for a second person')
  }
  await expectDue(3 * 86_400, () => settleAfter(2))
  const info = vi.spyOn(s.ctx.log, 'info')
  const operation = await settleAfter(2)
  expect(info.mock.calls).toEqual([[{ operation, kind: 'work' }, 'waits for a second person']])
  info.mockRestore()
})

test('an operation of an unknown kind stays pending for a release that knows it', async () => {
  const warn = vi.spyOn(s.ctx.log, 'warn')
  const { operationId } = await start('future')
  await settle(await taken(operationId), s.ctx)
  expect(await read(operationId)).toMatchObject({ state: 'pending', attempts: 1 })
  expect(warn.mock.calls[0]?.[0]).toMatchObject({ err: { message: 'No such kind of operation: future' } })
  warn.mockRestore()
})

test('the worker leaves a new operation to its caller for five seconds, and takes due ones, oldest first', async () => {
  let operationId = ''
  await expectDue(5, async () => {
    operationId = (await start()).operationId
    return operationId
  })
  expect(await take(s.ctx, 10)).toEqual([])
  const late = await start('work', -20)
  const later = await start('work', -10)
  expect((await take(s.ctx, 1)).map(({ id }) => id)).toEqual([late.operationId])
  await expectDue(30, async () => {
    const [operation] = await take(s.ctx, 5)
    return operation?.id ?? ''
  })
  expect(await read(later.operationId)).toMatchObject({ attempts: 1 })
  expect((await taken(operationId)).id).toBe(operationId)
})

test('only an operation without an attempt, and not yet due, can be withdrawn', async () => {
  const fresh = await start()
  expect(await withdraw(s.ctx.database.db, fresh.operationId, 'Undone')).toBe(true)
  expect(await read(fresh.operationId)).toMatchObject({ state: 'failed', failure: 'Undone', settled: true })
  expect(await withdraw(s.ctx.database.db, fresh.operationId, 'Undone twice')).toBe(false)

  const due = await start('work', -1)
  const tried = await start()
  await taken(tried.operationId)
  const other = await start()
  for (const { operationId } of [due, tried])
    expect(await withdraw(s.ctx.database.db, operationId, 'Too late')).toBe(false)
  for (const { operationId } of [due, tried, other])
    expect(await read(operationId)).toMatchObject({ state: 'pending', failure: null })
})

test('a caller waits for its operation at most 3.5 s, and half a second less than it has left', () => {
  expect([Number.POSITIVE_INFINITY, 4300, 4000, 1500, 500, 100].map(waitWithin)).toEqual([
    3500, 3500, 3500, 1000, 0, 0,
  ])
})

describe('a caller', () => {
  const pending = { state: 'pending', reference: null }
  const done = { state: 'done', reference: 'ref' }
  /** The answer to a caller, which does not wait until its time is over. */
  async function answerAtOnce(work: () => Promise<unknown>) {
    const began = performance.now()
    const answer = await work()
    expect(performance.now() - began).toBeLessThan(waitWithin(Number.POSITIVE_INFINITY))
    return answer
  }

  test('gets the outcome of its operation at once, also when another process settles it', async () => {
    expect(await answerAtOnce(async () => answerLater(await start(), s.ctx))).toEqual(done)

    const later = await start()
    const operation = await taken(later.operationId)
    expect(
      await answerAtOnce(async () => {
        const answer = answerLater(later, s.ctx)
        await settle(operation, s.ctx)
        return answer
      }),
    ).toEqual(done)
  })

  test('gets "pending" at once after an unclear failure: the worker retries it', async () => {
    vendor = async () => {
      throw new Error('timed out')
    }
    expect(await answerAtOnce(async () => answerLater(await start(), s.ctx))).toEqual(pending)
  })

  test('gets "pending" in time while another process has the lease, or the vendor hangs', async () => {
    const later = await start()
    await taken(later.operationId)
    expect(await inTime(() => answerLater(later, s.ctx), 700)).toEqual(pending)

    let release = () => {}
    vendor = () =>
      new Promise((done) => {
        release = () => done({ reference: 'ref' })
      })
    const hanging = await start()
    expect(await inTime(() => answerLater(hanging, s.ctx), 700)).toEqual(pending)
    release()
    await expect.poll(async () => (await read(hanging.operationId)).state).toBe('done')
  })

  test('of an operation that cannot be taken, or is gone, gets the error', async () => {
    const error = vi.spyOn(s.ctx.log, 'error')
    const failing = Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' })
    const untaken = await start()
    const query = vi.spyOn(s.ctx.database.pool, 'query').mockRejectedValueOnce(failing as never)
    await expect(answerLater(untaken, s.ctx)).rejects.toBe(failing)
    expect(error.mock.calls).toEqual([[{ err: failing }, 'operation could not be taken']])
    query.mockRestore()
    error.mockRestore()

    const later = await start()
    await s.query('delete from operations')
    await expect(answerLater(later, s.ctx)).rejects.toThrow(`Operation ${later.operationId} is gone`)
  })
})
