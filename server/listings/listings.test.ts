import { api } from '@portreeve/contract'
import type { Role } from '@portreeve/contract/base/rights'
import type { BulkStart } from '@portreeve/contract/desk/bulk'
import { beforeAll, describe, expect, test } from 'vitest'
import { rebuildSearch } from '../search/rebuild.ts'
import { useServer } from '../testing/harness.ts'
import { hirerOf } from '../testing/hiring.ts'
import { inDays } from '../testing/make.ts'
import { addListing } from '../testing/reviewing.ts'

const s = useServer()
const of = (id: string) => ({ params: { id } })
const seen = (version: number) => ({ 'if-match': `"${version}"` })
const get = async (id: string, as: Role = 'support') => (await s.call(as, api.listings.get, of(id))).body.data
const deny = (id: string, message = 'No.') => ({ ...of(id), body: { message } })
const reopen = (id: string, headers?: Record<string, string>, as: Role = 'moderator') =>
  s.call(as, api.listings.reopen, { ...of(id), body: { reason: 'Judged in error.' } }, headers)
const announced = (id: string) =>
  s.query(
    "update operations set state = 'done', due_at = now() - interval '1 second' where subject_id = $1",
    [id],
  )
const stateOf = async (id: string) =>
  (
    await s.query<{ review_state: string; review_message: string | null; version: number }>(
      'select review_state, review_message, version from posts where key = $1',
      [id],
    )
  )[0]
const eventsOf = async (id: string) =>
  (
    await s.query<{ type: string }>("select type from events where data->>'listing_id' = $1 order by id", [
      id,
    ])
  ).map(({ type }) => type)

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', email: 'sam@mail.example' })
  await s.addUser({ uid: 'ria', displayName: 'Ria Reporter' })
  for (const role of ['moderator', 'support', 'admin'] as const) await s.token(role)
})

describe('the page of a listing', () => {
  test('decisions with reason, who and when, and what changed between the versions they were about', async () => {
    await addListing(s, 'bike', { postType: 0 })
    await s.call('moderator', api.posts.deny, deny('bike', 'Blurred.'))
    await announced('bike')
    await s.query(
      "update posts set title = 'Brown bike', review_state = 'pending', version = 3 where key = 'bike'",
    )
    await s.call('admin', api.posts.approve, of('bike'), seen(3))
    await s.query("update posts set price_as_smallest_currency_unit = 9900, version = 5 where key = 'bike'")
    const { listing, decisions, changes, deleted } = await get('bike')
    expect([listing.review_state, deleted]).toEqual(['approved', null])
    expect(decisions).toMatchObject([
      {
        decision: 'approved',
        by: { uid: 'staff-admin', name: 'The admin' },
        message: null,
        taken_back_at: null,
        changes: [{ field: 'title', before: 'Brown chair', after: 'Brown bike' }],
      },
      { decision: 'denied', by: { name: 'The moderator' }, message: 'Blurred.', changes: null },
    ])
    expect(changes).toEqual([{ field: 'price_as_smallest_currency_unit', before: 2500, after: 9900 }])
  })

  test('who deleted it; the marketplace has no name', async () => {
    await addListing(s, 'gone')
    await s.call('moderator', api.posts.remove, of('gone'))
    expect((await get('gone')).deleted).toMatchObject({ by: 'The moderator' })
    await addListing(s, 'left')
    await s.query("update posts set deleted_at = now() where key = 'left'")
    expect((await get('left')).deleted).toMatchObject({ by: null })
    expect((await s.call('support', api.listings.get, of('none'))).status).toBe(404)
  })

  test('its reports, promotions and collections', async () => {
    await addListing(s, 'told')
    await s.make.listingReport(
      { id: 'lr1', post_key: 'told', reporter_uid: 'ria', report_reason_id: 'Scam', created_at: inDays(-3) },
      { id: 'lr2', post_key: 'told', status: 'ignored', created_at: inDays(-2) },
    )
    await s.query("insert into collections (id, title, created_at) values ('c1', 'Chairs', now())")
    await s.query(
      "insert into collection_items (collection_id, post_key, added_at) values ('c1', 'told', now())",
    )
    await s.query(
      "insert into promoted_posts (id, owner_uid, post_id, created_at) values ('p1', 'sam', 'told', now())",
    )
    const { promotions, collections } = await get('told')
    expect([promotions.map(({ id }) => id), collections]).toEqual([['p1'], [{ id: 'c1', title: 'Chairs' }]])
    const reports = await s.call('support', api.listings.reports, { ...of('told'), query: {} })
    expect(reports.body.data.map(({ id, reporter_name, status }) => [id, reporter_name, status])).toEqual([
      ['lr2', null, 'ignored'],
      ['lr1', 'Ria Reporter', 'open'],
    ])
    expect(reports.headers['x-total-count']).toBe('2')
  })

  test('its conversations, of which each read is audited, for those who may read messages', async () => {
    await s.query(
      "insert into conversations (id, conversations_messages_id, product_id, date) values ('t1', 't1', 'told', now())",
    )
    const ask = (as: Role) => s.call(as, api.conversations.ofListing, { ...of('told'), query: {} })
    expect((await ask('finance')).status).toBe(403)
    expect((await ask('support')).body.data.map(({ key }) => key)).toEqual(['t1'])
    expect(
      await s.query("select 1 from audit where subject_id = 'told' and action = 'conversations.ofListing'"),
    ).toHaveLength(1)
  })
})

describe('a decision of any age', () => {
  test('is taken back with a reason: the listing waits again, and the audit and the marketplace know it', async () => {
    await addListing(s, 'may')
    await s.call('moderator', api.posts.deny, deny('may'))
    await announced('may')
    expect((await reopen('may', undefined, 'support')).status).toBe(403)
    expect((await reopen('may', seen(1))).body.error_title).toBe('Changed meanwhile')
    expect((await reopen('may', seen(2))).body.data).toEqual({ version: 3 })
    expect(await stateOf('may')).toEqual({ review_state: 'pending', review_message: null, version: 3 })
    expect((await get('may')).decisions).toMatchObject([
      {
        ...{ decision: 'denied', taken_back_at: expect.any(String) },
        ...{ taken_back_by: 'The moderator', taken_back_reason: 'Judged in error.' },
      },
    ])
    expect(await eventsOf('may')).toEqual(['listing.denied', 'listing.pending'])
    expect(
      await s.query(
        "select reason, before->>'state' as before from audit where action = 'listings.reopen' and subject_id = 'may'",
      ),
    ).toEqual([{ reason: 'Judged in error.', before: 'denied' }])
    expect((await reopen('may', seen(3))).body.error_title).toBe('Nothing to take back')
  })

  test('that was made before the listing came here, too; a deleted one is refused', async () => {
    await addListing(s, 'import', { review_state: 'denied', review_message: 'No.' })
    expect((await reopen('import')).status).toBe(200)
    await addListing(s, 'deleted', { review_state: 'denied' })
    await s.query("update posts set deleted_at = now() where key = 'deleted'")
    expect((await reopen('deleted')).status).toBe(404)
  })

  test('of a colleague is theirs for the first seconds; its mail is not sent when it is taken back then', async () => {
    await addListing(s, 'fresh')
    await s.call('admin', api.posts.approve, of('fresh'))
    expect((await reopen('fresh')).body.error_title).toBe('Not your decision')
    expect((await reopen('fresh', seen(2), 'admin')).status).toBe(200)
    expect(await s.query("select state from operations where subject_id = 'fresh'")).toEqual([
      { state: 'failed' },
    ])
  })

  test('twelve reviewers who take it back at once do so once', async () => {
    await addListing(s, 'once')
    await s.call('moderator', api.posts.approve, of('once'))
    await announced('once')
    const answers = await Promise.all(Array.from({ length: 12 }, () => reopen('once', seen(2))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await stateOf('once')).toMatchObject({ review_state: 'pending', version: 3 })
  })
})

describe('a decision about a decided listing', () => {
  test('changes it for who has seen its version, and the undo leaves the earlier one', async () => {
    await addListing(s, 'turn')
    await s.call('moderator', api.posts.deny, deny('turn', 'First.'))
    await announced('turn')
    expect((await s.call('admin', api.posts.approve, of('turn'))).body.error_title).toBe('Already denied')
    expect((await s.call('admin', api.posts.approve, of('turn'), seen(1))).body.error_title).toBe(
      'Already denied',
    )
    expect((await s.call('admin', api.posts.deny, deny('turn'), seen(2))).body.error_title).toBe(
      'Already denied',
    )
    expect((await s.call('moderator', api.posts.approve, of('turn'), seen(2))).status).toBe(200)
    const back = await s.call('moderator', api.posts.takeBack, of('turn'))
    expect(back.body.data).toMatchObject({ review_state: 'denied', review_message: 'First.', version: 4 })
    expect(await eventsOf('turn')).toEqual(['listing.denied', 'listing.approved', 'listing.denied'])
  })

  test('a colleague’s is not changed in its first seconds; the own one is, and only the last is mailed', async () => {
    await addListing(s, 'quick')
    await s.call('admin', api.posts.approve, of('quick'))
    const other = await s.call('moderator', api.posts.deny, deny('quick'), seen(2))
    expect(other.body.error_title).toBe('Not your decision')
    expect((await s.call('admin', api.posts.deny, deny('quick'), seen(2))).status).toBe(200)
    expect(await s.query("select state from operations where subject_id = 'quick' order by state")).toEqual([
      { state: 'failed' },
      { state: 'pending' },
    ])
    // The first decision was taken back by the second: before both, the listing waited.
    await s.call('admin', api.posts.takeBack, of('quick'))
    expect(await stateOf('quick')).toMatchObject({ review_state: 'pending' })
  })

  test('a deletion as of an earlier version is refused', async () => {
    await addListing(s, 'moved')
    await s.query("update posts set version = 4 where key = 'moved'")
    const answer = await s.call('moderator', api.posts.remove, of('moved'), seen(3))
    expect([answer.status, answer.body.error_title]).toEqual([409, 'Changed meanwhile'])
    expect((await s.call('moderator', api.posts.remove, of('moved'), seen(4))).status).toBe(200)
  })
})

describe('the list of all listings', () => {
  const keys = async (query: string, as: Role = 'support') =>
    (await s.call(as, api.listings.search, { query: { query } })).body.data.map(({ key }) => key)

  beforeAll(async () => {
    await s.query('delete from collection_items')
    await s.query('delete from promoted_posts')
    await s.query('delete from listing_reports')
    await s.query('delete from posts')
    await s.query('delete from review_decisions')
    const made = (days: number) => ({ creationDate: inDays(-days) })
    await addListing(s, 'sale', { title: 'Vape pen', postType: 0, ...made(1) })
    await addListing(s, 'wish', { title: 'WTB vape', postType: 1, ...made(2) })
    await addListing(s, 'wait', { title: 'Vape, new', ...made(3) })
    await addListing(s, 'gone', { title: 'Vape, old', ...made(4) })
    await addListing(s, 'chair', { title: 'Chair', description: 'No vape.', ...made(30) })
    await s.query('delete from search_rebuilds')
    await rebuildSearch.run(s.ctx, AbortSignal.timeout(60_000))
    for (const id of ['sale', 'wish', 'gone']) await s.call('moderator', api.posts.approve, of(id))
    await s.call('admin', api.posts.deny, deny('chair', 'Bad words.'))
    await s.call('admin', api.posts.remove, of('gone'))
    await s.make.listingReport(
      { id: 'old', post_key: 'sale', created_at: inDays(-1) },
      { id: 'new', post_key: 'sale', created_at: inDays(1) },
      { id: 'other', post_key: 'chair', created_at: inDays(-1) },
    )
  })

  test.each([
    ['', ['sale', 'wish', 'wait', 'chair']],
    ['vape', ['sale', 'wish', 'wait', 'chair']],
    ['vape created:<14d', ['sale', 'wish', 'wait']],
    ['status:pending', ['wait']],
    ['status:denied', ['chair']],
    ['status:deleted', ['gone']],
    ['-status:approved', ['wait', 'chair']],
    ['status:approved wanted:no', ['sale']],
    ['status:approved status:denied', []],
    ['approved_by:moderator', ['sale', 'wish']],
    ['-approved_by:moderator', ['wait', 'chair']],
    ['denied_by:staff-admin', ['chair']],
    ['approved_by:unknown', []],
    ['reports_since:>0', ['sale', 'chair']],
    ['reports_since:>1', []],
    ['reports_since:0', ['wish', 'wait']],
    ['vape created:<14d approved_by:moderator reports_since:>0', ['sale']],
    ['seller:sam wanted:yes status:approved', ['wish']],
    ['"no vape"', ['chair']],
    ['"!" status:denied', []],
  ])('%s', async (query, expected) => expect(await keys(query)).toEqual(expected))

  test('a row has the last decision and the reports since the approval; approved_by:me is the caller', async () => {
    const { data } = (await s.call('support', api.listings.search, { query: { query: 'status:denied' } }))
      .body
    expect(data).toMatchObject([
      {
        key: 'chair',
        reports_since: 1,
        decided: { decision: 'denied', by: 'The admin', message: 'Bad words.' },
      },
    ])
    expect([await keys('denied_by:me', 'admin'), await keys('denied_by:me', 'moderator')]).toEqual([
      ['chair'],
      [],
    ])
  })

  test('a mistake is refused with its sentence', async () => {
    const { status, body } = await s.call('support', api.listings.search, { query: { query: 'status:sold' } })
    expect([status, body.error_message]).toEqual([
      400,
      "There is no value 'sold'. The values of 'status' are pending, approved, denied and deleted.",
    ])
  })

  test('all that match are denied in one job, each as it was seen, and the undo leaves what was before', async () => {
    await announced('sale')
    await announced('wish')
    const filter = { listings: 'vape created:<14d' }
    const { total } = (
      await s.call('moderator', api.bulk.matches, { query: { action: 'posts.deny', ...filter } })
    ).body.data
    expect(total).toBe(3)
    const body: BulkStart = {
      action: 'posts.deny',
      input: { message: 'No vapes.' },
      rows: { all: filter, total },
    }
    const { data: job } = (await s.call('moderator', api.bulk.start, { body })).body
    expect(job).toMatchObject({ state: 'done', done: 3 })
    expect(await keys('status:denied')).toEqual(['sale', 'wish', 'wait', 'chair'])
    expect((await s.call('moderator', api.bulk.undo, of(job.id))).body.data.state).toBe('undone')
    expect(await keys('status:approved')).toEqual(['sale', 'wish'])
    expect(await keys('status:pending')).toEqual(['wait'])
  })

  test('chosen ones are deleted in one job, and the undo restores them', async () => {
    const hired = await hirerOf(s)('moderator')
    const ids = [{ id: 'sale' }, { id: 'wish', version: 1 }]
    const body: BulkStart = { action: 'posts.remove', input: {}, rows: { ids } }
    const { data: job } = (await s.call(hired, api.bulk.start, { body })).body
    expect(job).toMatchObject({ done: 1, refused: 1 })
    expect(await keys('status:deleted')).toEqual(['sale', 'gone'])
    expect((await s.call(hired, api.bulk.undo, of(job.id))).body.data.state).toBe('undone')
    expect(await keys('status:deleted')).toEqual(['gone'])
  })
})
