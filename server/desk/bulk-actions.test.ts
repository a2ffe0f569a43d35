import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { BulkStart } from '@portreeve/contract/desk/bulk'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { addListing, addRequest } from '../testing/reviewing.ts'
import { teamInbox } from '../testing/team-inbox.ts'

// Each action as a job: the single call's rules, its refusals and its undo.

const s = useServer()
const { bulk } = api
const { talk, get, close } = teamInbox(s)
const of = (id: string) => ({ params: { id } })

/** Starts a job of few rows, which ends before the answer. */
async function run(body: BulkStart, as: Role = 'moderator') {
  const { data } = (await s.call(as, bulk.start, { body })).body
  const rows = await s.call(as, bulk.rows, { ...of(data.id), query: {} })
  return { ...data, results: rows.body.data.map((row) => [row.id, row.state, row.words]) }
}
const ids = (...keys: string[]) => ({ rows: { ids: keys.map((id) => ({ id })) } })
async function undone(id: string, as: Role = 'moderator') {
  const { data } = (await s.call(as, bulk.undo, of(id))).body
  expect(data.state).toBe('undone')
  return (await s.call(as, bulk.rows, { ...of(id), query: {} })).body.data.map((row) => [
    row.id,
    row.state,
    row.words,
  ])
}

beforeAll(async () => {
  for (const role of ['moderator', 'support', 'finance'] as const) await s.token(role)
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', email: 'sam@example.test' })
  await s.addUser({ uid: 'ana', displayName: 'Ana' })
})
beforeEach(async () => {
  for (const table of [
    'bulk_jobs',
    'bulk_rows',
    'review_decisions',
    'operations',
    'listing_reports',
    'promoted_posts',
    'collection_items',
    'posts',
  ])
    await s.query(`delete from ${table}`)
})

describe('reported listings', () => {
  test('are ignored, and the undo opens their reports again', async () => {
    await addListing(s, 'chair')
    await addListing(s, 'gone')
    await s.make.listingReport({ post_key: 'chair' }, { post_key: 'chair' }, { post_key: 'gone' })
    await s.query("update posts set deleted_at = now() where key = 'gone'")
    const job = await run({ action: 'listingReports.ignore', input: {}, ...ids('chair', 'gone') })
    expect(job.results).toEqual([
      ['chair', 'done', null],
      ['gone', 'refused', 'There is no such listing, or it was deleted.'],
    ])
    expect(await undone(job.id)).toEqual([
      ['chair', 'undone', null],
      ['gone', 'refused', 'There is no such listing, or it was deleted.'],
    ])
    expect(await s.query("select id from listing_reports where status = 'open' order by id")).toHaveLength(3)
    const all = await run({ action: 'listingReports.ignore', input: {}, rows: { all: {}, total: 1 } })
    expect(all.results).toEqual([['chair', 'done', null]])
  })
})

describe('pending review', () => {
  test('listings are approved as they were seen, and taken back; no mail leaves before', async () => {
    await addListing(s, 'one')
    await addListing(s, 'two')
    await s.query("update posts set version = 5 where key = 'two'")
    const rows = { ids: [{ id: 'one', version: 1 }, { id: 'two', version: 4 }, { id: 'none' }] }
    const job = await run({ action: 'posts.approve', input: {}, rows })
    expect(job.results).toEqual([
      ['one', 'done', null],
      ['two', 'refused', expect.stringMatching(/^Its seller changed it/)],
      ['none', 'refused', 'There is no such listing, or it was deleted.'],
    ])
    expect((await s.call('moderator', api.held.mine, {})).body.data).toEqual([])
    expect(await undone(job.id)).toContainEqual(['one', 'undone', null])
    expect(await s.query("select review_state from posts where key = 'one'")).toEqual([
      { review_state: 'pending' },
    ])
    expect(await s.query("select state from operations where kind = 'review.announce'")).toEqual([
      { state: 'failed' },
    ])
  })

  test('all that wait are denied with one message, which is mailed when the job is final', async () => {
    await addListing(s, 'one')
    await addListing(s, 'two')
    const job = await run({
      action: 'posts.deny',
      input: { message: 'No photos' },
      rows: { all: {}, total: 2 },
    })
    expect(job).toMatchObject({ state: 'done', done: 2 })
    expect(await s.query('select review_state, review_message from posts')).toEqual(
      Array(2).fill({ review_state: 'denied', review_message: 'No photos' }),
    )
    const [held] = await s.query<{ seconds: number }>(
      "select extract(epoch from min(due_at) - now())::float8 as seconds from operations where kind = 'review.announce'",
    )
    expect(held?.seconds).toBeGreaterThan(5)
    expect(held?.seconds).toBeLessThanOrEqual(12)
  })

  test('requests are decided for their own requester, and taken back', async () => {
    await addRequest(s, 'r1')
    await addRequest(s, 'r2', { owner_uid: 'ana' })
    const approve = await run({ action: 'promotedPosts.approve', input: {}, ...ids('r1', 'none') })
    expect(approve.results).toEqual([
      ['r1', 'done', null],
      ['none', 'refused', 'There is no such promoted-post request.'],
    ])
    expect(await undone(approve.id)).toContainEqual(['r1', 'undone', null])
    const deny = await run({
      action: 'promotedPosts.deny',
      input: { message: 'No' },
      rows: { all: {}, total: 2 },
    })
    expect(deny.done).toBe(2)
    expect(
      (
        await s.call('support', bulk.start, {
          body: { action: 'promotedPosts.approve', input: {}, ...ids('r1') },
        })
      ).body.code,
    ).toBe('forbidden')
  })
})

describe('the team inbox', () => {
  test('conversations of a view are assigned, tagged and closed; a closed one is refused', async () => {
    const open = await talk()
    const closed = await talk()
    await close('support', closed)
    const job = await run(
      {
        action: 'inbox.act',
        input: { actions: { assign: 'me', add_tags: ['bulk'], close: true } },
        rows: { all: { view: 'all' }, total: 2 },
      },
      'support',
    )
    expect(job.results).toHaveLength(2)
    expect(job.results).toContainEqual([open, 'done', null])
    expect(job.results).toContainEqual([
      closed,
      'refused',
      expect.stringMatching(/^The support closed it .*\. Nothing was changed\.$/),
    ])
    expect(await get(open)).toMatchObject({
      state: 'closed',
      tags: ['bulk'],
      assignee: { uid: 'staff-support' },
    })
    expect((await s.call('support', bulk.undo, of(job.id))).body.error_title).toBe('Too late')
    const mine = { action: 'inbox.act', view: 'closed', tag: 'bulk', assignee: 'staff-support' } as const
    expect((await s.call('support', bulk.matches, { query: mine })).body.data).toEqual({ total: 1 })
  })
})

describe('accounts', () => {
  const names = (count: number) => Array.from({ length: count }, (_, n) => `ring-${n}`)
  beforeAll(async () => {
    for (const uid of [...names(3), 'staff-moderator']) await s.addUser({ uid })
    await s.query("update users set is_banned = true where uid = 'ring-2'")
  })

  test('are blocked with one reason, and unblocked unless they were blocked again since', async () => {
    const block = { action: 'users.ban', input: { ban_reason: ' A ring ' } } as const
    const all = [...names(3), 'staff-moderator', 'nobody']
    expect((await s.call('finance', bulk.start, { body: { ...block, ...ids(...all) } })).body.code).toBe(
      'forbidden',
    )
    const job = await run({ ...block, ...ids(...all) })
    expect(job.results).toEqual([
      ['ring-0', 'done', null],
      ['ring-1', 'done', null],
      ['ring-2', 'refused', 'This account is already blocked.'],
      ['staff-moderator', 'refused', "You can't block yourself"],
      ['nobody', 'refused', 'There is no account with this uid.'],
    ])
    const reasons = await s.call('moderator', api.users.banReasons, { params: { uid: 'ring-0' } })
    expect(reasons.body.data).toMatchObject([{ reason: 'A ring', actor: 'The moderator' }])
    const person = { params: { uid: 'ring-1' } }
    await s.call('moderator', api.users.unban, person)
    await s.call('moderator', api.users.ban, { ...person, query: {}, body: { ban_reason: 'By hand' } })
    expect((await undone(job.id)).slice(0, 2)).toEqual([
      ['ring-0', 'undone', null],
      ['ring-1', 'kept', 'This account was blocked again since.'],
    ])
  })
})

describe('a collection', () => {
  test('gets the chosen listings once each', async () => {
    for (const key of ['one', 'two']) await addListing(s, key)
    const { data } = (await s.call('moderator', api.collections.create, { body: { title: 'Autumn' } })).body
    const add = { action: 'collections.addItem', input: { collection: data.id } } as const
    await run({ ...add, ...ids('one') })
    expect((await run({ ...add, ...ids('one', 'two') })).results).toEqual([
      ['one', 'refused', 'This listing is in the collection already.'],
      ['two', 'done', null],
    ])
  })
})
