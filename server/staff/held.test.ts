import { api } from '@portreeve/contract'
import type { ReviewEvent } from '@portreeve/contract/listings/review'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'
import { addListing, addRequest } from '../testing/reviewing.ts'

const s = useServer()

const of = (id: string) => ({ params: { id } })
const remove = (id: string, as: 'moderator' | 'admin' = 'moderator') => s.call(as, api.posts.remove, of(id))
const resolve = (seen?: string[]) =>
  s.call('moderator', api.userReports.resolve, {
    params: { uid: 'sam' },
    body: { status: 'resolved', ...(seen && { seen }) },
  })
const ignore = (id: string) =>
  s.call('moderator', api.listingReports.ignore, { params: { id }, body: { status: 'ignored' } })
const mine = async (as: 'moderator' | 'admin' = 'moderator') =>
  (await s.call(as, api.held.mine, {})).body.data
const heldId = async () => (await mine())[0]?.id ?? ''
const undo = (id: string, as: 'moderator' | 'support' | 'admin' = 'moderator') =>
  s.call(as, api.held.undo, of(id))
const listed = async () =>
  (await s.call('support', api.posts.ofUser, { params: { uid: 'sam' } })).body.data.map(({ key }) => key)
const reported = async () =>
  (await s.call('support', api.userReports.list, {})).body.data.map(({ reports }) =>
    reports.map(({ id }) => id),
  )
const reportedListings = async () =>
  (await s.call('support', api.listingReports.list, {})).body.data.map((row) => [row.key, row.total_reports])
const due = () =>
  s.query("update operations set due_at = now() - interval '1 second' where kind = 'held.apply'")
const settled = async () => {
  const stop = startWorker(s.ctx)
  const open = () => s.query("select id from operations where state = 'pending' and due_at <= now()")
  for (let i = 0; i < 200 && (await open()).length > 0; i++) await new Promise((done) => setTimeout(done, 20))
  await stop()
}
const userReport = (id: string) =>
  s.make.userReport({ id, reporting_uid: 'sam', reporter_uid: 'ana', report_reason_id: 'Scam' })
const contentReport = (id: string, post_key: string) =>
  s.make.listingReport({ id, post_key, reporter_uid: 'ana' })
const audited = (action: string) =>
  s.query('select subject_id, actor_uid, reason, before, after from audit where action = $1 order by id', [
    action,
  ])

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller' })
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
})
beforeEach(async () => {
  await s.query('delete from held_actions')
  await s.query('delete from operations')
  await s.query('delete from listing_reports')
  await s.query('delete from user_reports')
  await s.query('delete from promoted_posts')
  await s.query('delete from posts')
})

describe('a deleted listing', () => {
  test('[API-21] leaves every list at once, is held for ten seconds, and an undo restores it', async () => {
    await addListing(s, 'chair')
    await addListing(s, 'table')
    await addRequest(s, 'request', { post_id: 'chair' })
    await contentReport('c1', 'chair')
    const before = await s.query(
      "select to_jsonb(p) - '{history_since, history_by}'::text[] as row from posts p where key = 'chair'",
    )
    const began = Date.now()
    expect((await remove('chair')).body).toEqual({ status_code: 1, data: null })
    const seen = async () => [
      await listed(),
      (await s.call('support', api.posts.pending, {})).body.data.wts.map(({ key }) => key),
      (await s.call('support', api.promotedPosts.list, { query: {} })).body.data.map(({ id }) => id),
      await reportedListings(),
    ]
    expect(await seen()).toEqual([['table'], ['table'], [], []])
    const [held] = await mine()
    expect(held).toMatchObject({
      action: 'posts.remove',
      subject_kind: 'listing',
      subject_id: 'chair',
      title: 'Brown chair',
      reason: null,
    })
    // What has passed and what is left are ten seconds, however slow the machine is.
    expect((held?.left_ms ?? 0) + Date.now() - began).toBeGreaterThanOrEqual(9999)
    expect(held?.left_ms).toBeLessThanOrEqual(10_000)
    expect((await undo(held?.id ?? '')).body).toEqual({ status_code: 1, data: null })
    expect((await seen()).map((rows) => rows.length)).toEqual([2, 2, 1, 1])
    expect(
      await s.query(
        "select to_jsonb(p) - '{history_since, history_by}'::text[] as row from posts p where key = 'chair'",
      ),
    ).toEqual(before)
    expect(await mine()).toEqual([])
    expect(await audited('held.undo')).toEqual([
      {
        subject_id: 'chair',
        actor_uid: 'staff-moderator',
        reason: null,
        before: { action: 'posts.remove', title: 'Brown chair', rows: ['chair'] },
        after: { undone: 'posts.remove' },
      },
    ])
    const events = await s.query<{ payload: ReviewEvent }>(
      "select payload from live_events where topic = 'review' and payload->'case'->>'id' = 'chair' order by id",
    )
    expect(events.map(({ payload }) => payload.what)).toEqual(['gone', 'back'])
  })

  test('becomes final once, also after a worker was killed; then it cannot be undone', async () => {
    await addListing(s, 'chair')
    await remove('chair')
    const id = await heldId()
    // The worker that took it was killed: its lease has expired.
    await s.query(
      "update operations set attempts = 1, due_at = now() - interval '1 second' where kind = 'held.apply'",
    )
    expect((await undo(id)).body.error_title).toBe('Too late')
    await Promise.all([settled(), settled()])
    const [first] = await s.query('select applied_at, undone_at from held_actions')
    expect(first).toMatchObject({ applied_at: expect.anything(), undone_at: null })
    await due()
    await settled()
    expect(await s.query('select applied_at, undone_at from held_actions')).toEqual([first])
    expect(await s.query("select state, attempts from operations where kind = 'held.apply'")).toEqual([
      { state: 'done', attempts: 2 },
    ])
    expect([await listed(), await mine()]).toEqual([[], []])
    expect((await undo(id)).body).toMatchObject({
      code: 'conflict',
      error_message: 'This can be undone for 10 seconds. After that it is taken back with a reason.',
    })
  })

  test('an undone deletion is not made final by the worker', async () => {
    await addListing(s, 'chair')
    await remove('chair')
    await undo(await heldId())
    await due()
    await settled()
    expect(await listed()).toEqual(['chair'])
    expect(await s.query('select applied_at from held_actions')).toEqual([{ applied_at: null }])
  })

  test('two concurrent deletions: one wins, and the refusal of the other names the winner', async () => {
    await addListing(s, 'chair')
    const answers = await Promise.all([remove('chair', 'moderator'), remove('chair', 'admin')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    const winner = answers[0]?.status === 200 ? 'moderator' : 'admin'
    const lost = answers.find(({ status }) => status === 404)
    expect(lost?.body.error_message).toMatch(new RegExp(`^The ${winner} deleted it on .* UTC\\.$`))
    expect([(await mine('moderator')).length + (await mine('admin')).length]).toEqual([1])
  })

  test('no colleague without the role admin undoes it; concurrent undos act once; a repeated call gets its stored answer', async () => {
    await addListing(s, 'chair')
    await remove('chair')
    const id = await heldId()
    expect((await undo(id, 'support')).body).toMatchObject({
      code: 'refused',
      error_message: 'The moderator did this. Only they or an admin can undo it or give its reason.',
    })
    const earlier = (await audited('held.undo')).length
    const key = { 'idempotency-key': 'one' }
    const answers = await Promise.all([
      s.call('moderator', api.held.undo, of(id), key),
      s.call('moderator', api.held.undo, of(id), key),
      undo(id),
    ])
    const states = answers.map(({ status }) => status)
    // The undo was done either by the two calls with one key, or by the third call.
    expect([
      [200, 200, 409],
      [409, 409, 200],
    ]).toContainEqual(states)
    expect((await audited('held.undo')).length - earlier).toBe(1)
    expect(await listed()).toEqual(['chair'])
  })

  test('an admin undoes it', async () => {
    await addListing(s, 'chair')
    await remove('chair')
    expect((await undo(await heldId(), 'admin')).status).toBe(200)
    expect(await listed()).toEqual(['chair'])
  })

  test('the reason can follow later, also after ten seconds, and is audited with the title', async () => {
    await addListing(s, 'chair')
    await remove('chair')
    const id = await heldId()
    const explain = (reason: string, as: 'moderator' | 'support' = 'moderator') =>
      s.call(as, api.held.explain, { ...of(id), body: { reason } })
    expect((await explain('', 'moderator')).status).toBe(400)
    expect((await explain('Mine', 'support')).body.code).toBe('refused')
    await due()
    await settled()
    expect((await explain('Sold elsewhere')).status).toBe(200)
    expect(await audited('held.explain')).toEqual([
      {
        subject_id: 'chair',
        actor_uid: 'staff-moderator',
        reason: 'Sold elsewhere',
        before: null,
        after: { action: 'posts.remove', title: 'Brown chair' },
      },
    ])
    expect(await audited('posts.remove')).toContainEqual(
      expect.objectContaining({ before: { key: 'chair', title: 'Brown chair', creatorUID: 'sam' } }),
    )
  })

  test('does not come back when all of its owner’s listings were deleted meanwhile', async () => {
    await addListing(s, 'chair')
    await addListing(s, 'table')
    await remove('chair')
    const id = await heldId()
    const all = await s.call('admin', api.userContent.deletePosts, { params: { uid: 'sam' } })
    expect(all.body.data).toEqual({ deleted_count: 1 })
    expect((await undo(id)).body.error_title).toBe('Too late')
    expect(await listed()).toEqual([])
  })
})

describe('reports', () => {
  test('[URP-26] [ENT-32] resolved reports leave the list; a report made meanwhile stays; an undo reopens the resolved ones', async () => {
    await userReport('r1')
    await userReport('r2')
    expect((await resolve(['r1', 'r2'])).body.data).toEqual({ resolved_count: 2, left_open: 0 })
    await userReport('r3')
    expect(await reported()).toEqual([['r3']])
    expect((await mine())[0]).toMatchObject({ action: 'userReports.resolve', title: 'Sam Seller' })
    await undo(await heldId())
    expect((await reported()).flat().sort()).toEqual(['r1', 'r2', 'r3'])
    expect(await audited('userReports.resolve')).toEqual([
      expect.objectContaining({
        before: { title: 'Sam Seller' },
        after: { resolved: expect.arrayContaining(['r1', 'r2']) },
      }),
    ])
  })

  test('[ENT-21] ignored reports behave the same; without open reports nothing is held', async () => {
    await addListing(s, 'chair')
    await contentReport('c1', 'chair')
    await contentReport('c2', 'chair')
    expect((await ignore('chair')).body.data).toEqual({ ignored_count: 2, left_open: 0 })
    expect(await reportedListings()).toEqual([])
    expect((await ignore('chair')).body.data).toEqual({ ignored_count: 0, left_open: 0 })
    const held = await mine()
    expect(held.map(({ action, title }) => [action, title])).toEqual([
      ['listingReports.ignore', 'Brown chair'],
    ])
    await undo(held[0]?.id ?? '')
    expect(await reportedListings()).toEqual([['chair', 2]])
    await due()
    await settled()
    expect(await reportedListings()).toEqual([['chair', 2]])
  })
})

test('the list of undoable actions has the caller’s own, newest first, with decisions of Pending Review', async () => {
  await addListing(s, 'chair')
  await addListing(s, 'table', { title: 'Table' })
  await addRequest(s, 'request')
  await s.call('moderator', api.posts.approve, of('chair'))
  await remove('table')
  await s.call('moderator', api.promotedPosts.deny, {
    ...of('request'),
    body: { data: 'sam', message: 'No' },
  })
  // Not the order of the time that is left.
  await s.query("update operations set due_at = due_at + interval '1 second' where kind = 'held.apply'")
  expect((await mine()).map(({ action, title, reason }) => [action, title, reason])).toEqual([
    ['promotedPosts.deny', 'Brown chair, promoted', 'No'],
    ['posts.remove', 'Table', null],
    ['posts.approve', 'Brown chair', null],
  ])
  expect(await mine('admin')).toEqual([])
  await s.call('moderator', api.posts.takeBack, of('chair'))
  // The ten seconds are over for the deletion; the two extra seconds for a call in flight are not.
  await s.query("update operations set due_at = now() + interval '1 second' where kind = 'held.apply'")
  expect((await mine()).map(({ action }) => action)).toEqual(['promotedPosts.deny'])
})

describe('an unblocking', () => {
  const bad = { params: { uid: 'bad' } }
  const block = (ban_reason: string, as: 'moderator' | 'support' = 'moderator') =>
    s.call(as, api.users.ban, { ...bad, body: { ban_reason } })
  const unblock = () => s.call('moderator', api.users.unban, bad)
  const isBlocked = async () => (await s.call('support', api.users.get, bad)).body.data.isBanned
  beforeAll(() => s.addUser({ uid: 'bad', displayName: 'Bad Bo' }))

  test('can be undone: the account is blocked again, with its event and its reason', async () => {
    await block('Sold fakes')
    await unblock()
    expect(await isBlocked()).toBe(false)
    expect(await mine()).toMatchObject([{ action: 'users.unban', subject_id: 'bad', title: 'Bad Bo' }])
    const id = await heldId()
    expect(
      (await s.call('moderator', api.held.explain, { ...of(id), body: { reason: 'Typo' } })).status,
    ).toBe(200)
    expect(await audited('held.explain')).toContainEqual(
      expect.objectContaining({ subject_id: 'bad', reason: 'Typo' }),
    )
    expect((await undo(id)).status).toBe(200)
    expect(await isBlocked()).toBe(true)
    const [event] = await s.query(
      "select type, data->>'reason' as reason from events order by id desc limit 1",
    )
    expect(event).toEqual({ type: 'user.blocked', reason: 'Sold fakes' })
    await unblock()
  })

  test('is not undone over a colleague’s new block', async () => {
    await block('One')
    await unblock()
    const id = await heldId()
    await block('Two', 'support')
    const again = await undo(id)
    expect([again.status, again.body.error_message]).toEqual([
      409,
      'This account was blocked again or deleted since.',
    ])
    await unblock()
  })
})
