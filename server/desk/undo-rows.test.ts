import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { BulkStart } from '@portreeve/contract/desk/bulk'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { addListing } from '../testing/reviewing.ts'

// Any rows of an ended job, by any colleague with the right, days later.

const s = useServer()
const { bulk } = api
const of = (id: string) => ({ params: { id } })

/** A job of the moderator that ended two days ago: its rows are final. */
async function ended(body: BulkStart) {
  const { data } = (await s.call('moderator', bulk.start, { body })).body
  await s.query("update operations set state = 'done' where kind in ('held.apply', 'review.announce')")
  await s.query("update held_actions set at = at - interval '2 days', applied_at = now()")
  await s.query('update review_decisions set announced_at = now()')
  await s.query("update bulk_jobs set ended_at = ended_at - interval '2 days'")
  return data.id
}
const ids = (...keys: string[]) => ({ rows: { ids: keys.map((id) => ({ id })) } })
const undo = (as: Role, id: string, ...rows: number[]) =>
  s.call(as, bulk.undoRows, { ...of(id), body: { rows, reason: 'Too strict' } })
const results = async (id: string) =>
  (await s.call('admin', bulk.rows, { ...of(id), query: {} })).body.data.map((row) => [
    row.id,
    row.state,
    row.words,
  ])

beforeAll(async () => {
  for (const role of ['moderator', 'support', 'finance', 'admin'] as const) await s.token(role)
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', email: 'sam@example.test' })
})
beforeEach(async () => {
  for (const table of 'bulk_jobs bulk_rows review_decisions held_actions operations listing_reports posts'.split(
    ' ',
  ))
    await s.query(`delete from ${table}`)
  for (const key of ['a', 'b', 'c', 'd']) await addListing(s, key)
})
const deleted = async () =>
  (await s.query<{ key: string }>('select key from posts where deleted_at is not null order by key')).map(
    ({ key }) => key,
  )

test('deleted listings: some rows are restored by a colleague, with a reason, and the others later', async () => {
  const id = await ended({ action: 'posts.remove', input: {}, ...ids('a', 'b', 'c', 'd') })
  expect(await deleted()).toEqual(['a', 'b', 'c', 'd'])
  expect((await undo('support', id, 1)).status).toBe(403)
  // The others of the job stay as they are, and so does its starter.
  const { data } = (await undo('admin', id, 2, 4)).body
  expect(data).toMatchObject({ state: 'done', done: 2, undone: 2, by: { uid: 'staff-moderator' } })
  expect(await deleted()).toEqual(['a', 'c'])
  expect(
    await s.query(
      "select actor_uid, subject_id, reason from audit where action = 'held.takeBack' order by id",
    ),
  ).toEqual(['b', 'd'].map((subject_id) => ({ actor_uid: 'staff-admin', subject_id, reason: 'Too strict' })))
  expect((await undo('admin', id, 2)).body).toMatchObject({ error_title: 'Nothing to undo' })
  expect((await undo('moderator', id, 1, 3)).body.data).toMatchObject({ state: 'undone', done: 0, undone: 4 })
  expect(await deleted()).toEqual([])
})

test('ignored reports are open again, and a row that a colleague was faster with is kept', async () => {
  await s.make.listingReport({ id: 'r1', post_key: 'a' }, { id: 'r2', post_key: 'b' })
  const id = await ended({ action: 'listingReports.ignore', input: {}, ...ids('a', 'b') })
  const reopened = await s.call('support', api.listingReports.reopen, {
    ...of('b'),
    body: { reports: ['r2'], reason: 'New facts' },
  })
  expect(reopened.body.data).toEqual({ reopened: 1 })
  await undo('support', id, 1, 2)
  expect(await results(id)).toEqual([
    ['a', 'undone', null],
    ['b', 'kept', 'These reports are open already, or do not exist any more.'],
  ])
  expect(await s.query("select id from listing_reports where status = 'open' order by id")).toEqual([
    { id: 'r1' },
    { id: 'r2' },
  ])
})

test('decisions wait for review again, except where a colleague has decided since', async () => {
  const id = await ended({ action: 'posts.deny', input: { message: 'No photos' }, ...ids('a', 'b') })
  const [b] = await s.query<{ version: number }>("select version from posts where key = 'b'")
  await s.call('admin', api.posts.approve, of('b'), { 'if-match': `"${b?.version}"` })
  expect(await s.query("select review_state from posts where key = 'b'")).toEqual([
    { review_state: 'approved' },
  ])
  const kept = ['b', 'kept', 'The admin has decided about this listing since.']
  await undo('moderator', id, 1, 2)
  expect(await results(id)).toEqual([['a', 'undone', null], kept])
  await undo('moderator', id, 2)
  expect(await results(id)).toEqual([['a', 'undone', null], kept])
  expect(await s.query("select review_state from posts where key in ('a', 'b') order by key")).toEqual([
    { review_state: 'pending' },
    { review_state: 'approved' },
  ])
})

test('two colleagues at once undo each row once', async () => {
  const id = await ended({ action: 'posts.remove', input: {}, ...ids('a', 'b') })
  const answers = await Promise.all([undo('admin', id, 1, 2), undo('moderator', id, 1, 2)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(
    await s.query(
      `select subject_id from audit where action = 'held.takeBack' and request_id = '${id}' order by id`,
    ),
  ).toEqual([{ subject_id: 'a' }, { subject_id: 'b' }])
  expect(await deleted()).toEqual([])
})

test('what cannot be undone later is refused', async () => {
  await s.query(`insert into bulk_jobs (id, action, input, state, started_by) values ('sent', 'inbox.answer', '{"text": "Hi"}', 'done', 'staff-moderator'),
    ('runs', 'posts.remove', '{}', 'running', 'staff-moderator')`)
  await s.query(
    `insert into bulk_rows (job_id, at, subject_kind, subject_id, state) values ('sent', 1, 'conversation', 'c', 'done'), ('runs', 1, 'listing', 'a', 'done')`,
  )
  for (const id of ['sent', 'runs'])
    expect((await undo('admin', id, 1)).body).toMatchObject({ error_title: 'Cannot be undone' })
  expect((await undo('admin', 'none', 1)).status).toBe(404)
})
