import { api } from '@portreeve/contract'
import type { BulkRow } from '@portreeve/contract/desk/bulk'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Context, Fault, Operation } from '../core/call/context.ts'
import { Again } from '../core/operations/operations.ts'
import { diskFull } from '../core/refusal-of.ts'
import { useServer } from '../testing/harness.ts'

// One turn of a job: what ends it, what its rows' errors mean, and that no row is done twice.

const s = useServer()
const { bulk } = api
const of = (id: string) => ({ params: { id } })

let prefix = 'a'
/** Starts a job with a row more than its starter waits for, so that no one runs it but the test. */
async function begin() {
  prefix += 'a'
  const uids = Array.from({ length: 21 }, (_, at) => `${prefix}${String(at + 1).padStart(2, '0')}`)
  for (const uid of uids) {
    await s.addUser({ uid })
    await s.make.userReport({ id: `r-${uid}`, reporting_uid: uid })
  }
  const rows = { ids: uids.map((id) => ({ id })) }
  const body = { action: 'userReports.resolve', input: {}, rows } as const
  const { id } = (await s.call('moderator', bulk.start, { body })).body.data
  return { id, uids }
}
/** Runs a turn. Each row takes so many milliseconds of the clock that ends it. */
async function turn(job: string, more: Partial<Context> = {}, eachRow = 0) {
  let time = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => time)
  const sentinel: Context['sentinel'] = (...call) => {
    time += eachRow
    return more.sentinel?.(...call)
  }
  try {
    const operation = { details: { job } } as Partial<Operation> as Operation
    return await s.ctx.operations.bulk?.run(operation, { ...s.ctx, ...more, sentinel })
  } finally {
    clock.mockRestore()
  }
}
const get = async (id: string) => (await s.call('admin', bulk.get, of(id))).body.data
const rowsIn = async (id: string, state: BulkRow['state']) =>
  (await s.call('admin', bulk.rows, { ...of(id), query: { state } })).body.data.map((row) => [
    row.id,
    row.words,
  ])

/** Something that happens in the database in the transaction of a row. */
async function onRow(uid: string, statement: string) {
  await s.asOwner(
    `create function portreeve_test_row() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
  )
  await s.asOwner(
    `create trigger test_row after update on user_reports for each row when (new.reporting_uid = '${uid}') execute function portreeve_test_row()`,
  )
}
const onNoRow = () => s.asOwner('drop function if exists portreeve_test_row() cascade')

/** Marks rows of a job as an undo does: a colleague's with a reason, days later, or its starter's. */
async function beginUndo(job: string, upTo: number, by?: string) {
  if (by) {
    await s.query("update operations set state = 'done' where kind = 'held.apply'")
    await s.query("update held_actions set at = at - interval '2 days', applied_at = now()")
  }
  await s.query(
    "update bulk_jobs set state = 'undoing', ended_at = null, undone_by = $2, undo_reason = $3 where id = $1",
    [job, by ?? null, by ? 'Too strict' : null],
  )
  await s.query("update bulk_rows set state = 'undoing' where job_id = $1 and at <= $2 and state = 'done'", [
    job,
    upTo,
  ])
}

beforeAll(async () => {
  for (const role of ['admin', 'support'] as const) await s.token(role)
})
beforeEach(async () => {
  for (const role of ['moderator', 'support'])
    await s.query(`update staff set role = '${role}', disabled = false where uid = 'staff-${role}'`)
})
afterEach(onNoRow)

test('a stop during a row ends the turn: the next row is not begun', async () => {
  const { id, uids } = await begin()
  await onRow(uids[1] ?? '', "update bulk_jobs set state = 'stopped' where state = 'running'")
  expect(await turn(id)).toEqual({ reference: '' })
  expect(await get(id)).toMatchObject({ state: 'stopped', done: 2, pending: 19 })
  // A turn that begins after the stop does nothing.
  expect(await turn(id)).toEqual({ reference: '' })
  expect(await get(id)).toMatchObject({ state: 'stopped', done: 2, pending: 19 })
})

test('two processes that work on a job at once do each row once', async () => {
  const { id } = await begin()
  await Promise.all([turn(id), turn(id)])
  expect(await get(id)).toMatchObject({ state: 'done', done: 21 })
  expect(await s.query('select count(*)::int as n from audit where request_id = $1', [id])).toEqual([
    { n: 21 },
  ])
})

test('a starter who loses the permission during a row stops the job, and its rows wait', async () => {
  const { id, uids } = await begin()
  await onRow(uids[1] ?? '', "update staff set role = 'finance' where uid = 'staff-moderator'")
  await turn(id)
  expect(await get(id)).toMatchObject({
    ...{ state: 'stopped', done: 2, pending: 19, refused: 0 },
    words: 'Your role, finance, may not resolve or ignore reports.',
  })
})

test('a row that conflicts with another call waits for the next turn', async () => {
  const { id, uids } = await begin()
  await onRow(uids[1] ?? '', "raise 'no' using errcode = '40001'")
  await expect(turn(id)).rejects.toStrictEqual(new Again('Another call changed the same record'))
  expect(await get(id)).toMatchObject({ state: 'running', done: 1, refused: 0, pending: 20 })
  await onNoRow()
  await turn(id)
  expect(await get(id)).toMatchObject({ state: 'done', done: 21 })
})

test('a row that waits for the database ends the turn, and waits', async () => {
  const { id, uids } = await begin()
  await onRow(uids[1] ?? '', "raise 'no' using errcode = '57014'")
  await expect(turn(id)).rejects.toThrow()
  expect(await get(id)).toMatchObject({ state: 'running', done: 1, refused: 0, pending: 20 })
})

test('a row with an unexpected error is refused without its details, which the log has, and the others are done', async () => {
  const { id, uids } = await begin()
  const error = vi.spyOn(s.ctx.log, 'error')
  await onRow(uids[1] ?? '', "raise 'a detail' using errcode = '22012'")
  await turn(id)
  expect(await get(id)).toMatchObject({ state: 'done', done: 20, refused: 1 })
  const [[uid, words] = []] = await rowsIn(id, 'refused')
  expect([uid, words]).toEqual([uids[1], expect.not.stringContaining('a detail')])
  expect(error.mock.calls).toEqual([[{ err: expect.anything(), job: id, row: 2 }, 'bulk row']])
  error.mockRestore()
})

test('a row about a sentinel fails as its single call does, and a slow one is done', async () => {
  const { id, uids } = await begin()
  const asked: unknown[] = []
  const error = vi.spyOn(s.ctx.log, 'error')
  const faults: Record<string, Fault> = { [uids[0] ?? '']: 'slow', [uids[1] ?? '']: 'refuse_200' }
  await turn(id, {
    sentinel: (...call) => {
      asked.push(call)
      return faults[call[1].split('/').find((part) => part in faults) ?? '']
    },
  })
  expect(await rowsIn(id, 'refused')).toEqual([[uids[1], 'This person of the demo always fails.']])
  expect(await get(id)).toMatchObject({ done: 20 })
  expect(asked[0]).toEqual([
    api.userReports.resolve.method,
    api.userReports.resolve.path.replace('{uid}', uids[0] ?? ''),
    {},
  ])
  // A refusal is no fault of the server.
  expect(error).not.toHaveBeenCalled()
  error.mockRestore()
})

test('a full disk ends the turn before its first row', async () => {
  const { id } = await begin()
  const database = Object.assign(Object.create(s.ctx.database), { isFull: () => true })
  await expect(turn(id, { database })).rejects.toStrictEqual(diskFull())
  expect(await get(id)).toMatchObject({ state: 'running', pending: 21 })
})

test('a turn ends after two seconds, and the next one goes on', async () => {
  const { id } = await begin()
  await expect(turn(id, {}, 1000)).rejects.toStrictEqual(new Again('More rows wait'))
  expect(await get(id)).toMatchObject({ state: 'running', done: 3, pending: 18 })
  await turn(id)
  expect(await get(id)).toMatchObject({ state: 'done', done: 21 })
})

test.each([
  ["role = 'finance'", 'Your role, finance, may not resolve or ignore reports.'],
  ['disabled = true', 'The colleague who undoes it is no longer on the staff.'],
])('a colleague who gets %s during an undo stops it, and another undoes the rest', async (change, words) => {
  const { id, uids } = await begin()
  await turn(id)
  await beginUndo(id, 4, 'staff-support')
  await onRow(uids[1] ?? '', `update staff set ${change} where uid = 'staff-support'`)
  expect(await turn(id)).toEqual({ reference: '' })
  expect(await get(id)).toMatchObject({ state: 'done', done: 19, undone: 2, refused: 0, pending: 0 })
  expect(await rowsIn(id, 'kept')).toEqual(uids.slice(2, 4).map((uid) => [uid, words]))
  const body = { rows: [3, 4], reason: 'Too strict' }
  expect((await s.call('admin', bulk.undoRows, { ...of(id), body })).body.data).toMatchObject({ undone: 4 })
})

test('two processes meet the lost right of an undo at once: no row is undone after it, and the job ends', async () => {
  const { id, uids } = await begin()
  await turn(id)
  await beginUndo(id, 4, 'staff-support')
  await onRow(uids[1] ?? '', "update staff set disabled = true where uid = 'staff-support'")
  await Promise.all([turn(id), turn(id)])
  // Both go through the rows in one order: none begins its third row before the second has ended the right.
  expect(await get(id)).toMatchObject({ state: 'done', done: 19, undone: 2, refused: 0, pending: 0 })
  expect((await rowsIn(id, 'kept')).map(([row]) => row)).toEqual(uids.slice(2, 4))
})

test('an undo by a colleague needs no right of the starter, who has left', async () => {
  const { id } = await begin()
  await turn(id)
  await beginUndo(id, 21, 'staff-support')
  await s.query("update staff set disabled = true where uid = 'staff-moderator'")
  await turn(id)
  expect(await get(id)).toMatchObject({ state: 'undone', undone: 21, done: 0, words: null })
})

test('a stopped job of which rows were undone is stopped, as others wait', async () => {
  const { id, uids } = await begin()
  await onRow(uids[2] ?? '', "update bulk_jobs set state = 'stopped' where state = 'running'")
  await turn(id)
  await onNoRow()
  await beginUndo(id, 1, 'staff-admin')
  await turn(id)
  expect(await get(id)).toMatchObject({ state: 'stopped', done: 2, undone: 1, pending: 18 })
  await beginUndo(id, 21, 'staff-admin')
  await turn(id)
  expect(await get(id)).toMatchObject({ state: 'stopped', done: 0, undone: 3, pending: 18 })
})

test('a row whose undo has an unexpected error is kept without its details, which the log has, and the others are undone', async () => {
  const { id, uids } = await begin()
  await turn(id)
  await beginUndo(id, 21)
  const error = vi.spyOn(s.ctx.log, 'error')
  await onRow(uids[1] ?? '', "raise 'a detail' using errcode = '22012'")
  await turn(id)
  expect(await get(id)).toMatchObject({ state: 'undone', undone: 20, refused: 0 })
  expect(await rowsIn(id, 'kept')).toEqual([[uids[1], expect.not.stringContaining('a detail')]])
  expect(error.mock.calls).toEqual([[{ err: expect.anything(), job: id, row: 2 }, 'bulk row']])
  error.mockRestore()
})

test('a turn tells pages of its job by its kind, at its end', async () => {
  const { id } = await begin()
  await s.query("delete from live_events where topic = 'bulk'")
  await turn(id)
  const told =
    "select payload, until - now() < interval '11 seconds' as briefly from live_events where topic = 'bulk'"
  expect(await s.query(told)).toEqual([{ payload: { id, kind: 'userReports.resolve' }, briefly: true }])
})
