import { beforeAll, beforeEach, expect, test } from 'vitest'
import { deskCases } from '../testing/desk-cases.ts'
import { useServer } from '../testing/harness.ts'
import { notifyDeadlines } from './notify-deadlines.ts'

const s = useServer()
const { world, open } = deskCases(s)

/** Assigns a case whose deadline is in so many hours, and returns what its assignee is notified of. */
async function noticed(kind: 'dispute' | 'chargeback' | 'appeal', hours: number, claimed = false) {
  const { id } = await open(kind)
  await s.query(
    `update desk_cases set assignee = 'staff-finance', deadline_at = now() + make_interval(hours => $2),
      claimed_until = case when $3::boolean then now() + interval '15 minutes' end where id = $1`,
    [id, hours, claimed],
  )
  for (let round = 0; round < 2; round++) await notifyDeadlines.run(s.ctx)
  const rows = await s.query<{ id: string }>(
    `select n.staff_uid, n.what, n.by, n.subject_kind as kind, n.subject_id as id from notifications n
     where n.subject_id in ($1, (select coalesce(transaction_id, uid) from desk_cases where id = $1))`,
    [id],
  )
  return { id, rows }
}

beforeAll(async () => {
  await world()
  await s.token('finance')
})
beforeEach(() => s.query('delete from notifications'))

test('the assignee of a case is notified once that its deadline is within a day, on the record that has its page', async () => {
  const { id, rows } = await noticed('chargeback', 20)
  const notice = { staff_uid: 'staff-finance', what: 'deadline', by: null }
  expect(rows).toEqual([{ ...notice, kind: 'chargeback', id }])
  expect((await noticed('dispute', 20)).rows).toEqual([
    { ...notice, kind: 'transaction', id: expect.stringMatching(/^t\d+$/) },
  ])
  expect((await noticed('appeal', 20)).rows).toEqual([{ ...notice, kind: 'user', id: 'sam' }])
})

test('a deadline that is later or over notifies nobody, and neither does a claim of 15 minutes', async () => {
  expect((await noticed('dispute', 25)).rows).toEqual([])
  expect((await noticed('dispute', -1)).rows).toEqual([])
  expect((await noticed('dispute', 20, true)).rows).toEqual([])
})
