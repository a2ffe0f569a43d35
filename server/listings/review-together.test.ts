import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { addListing, addRequest } from '../testing/reviewing.ts'

const s = useServer()
const of = (id: string) => ({ params: { id } })
const background = async (kind: string, id: string) =>
  (await s.call('support', api.review.background, { params: { kind, id } })).body.data

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', created_at: '2024-01-05T15:04:00.000Z' })
  // Create the tokens before the concurrent decisions.
  await Promise.all([s.token('moderator'), s.token('admin'), s.token('support')])
})

/** On a busy machine the last of 200 get no connection in time and are refused with a retry (decision 14), as the console retries. */
async function untilAnswered<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

describe('two reviewers at once', () => {
  test('200 parallel decisions on one case have one winner; all others are refused with who and when', async () => {
    await addListing(s, 'wanted')
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        untilAnswered(() =>
          at % 2 === 0
            ? s.call('moderator', api.posts.approve, of('wanted'), { 'if-match': '"1"' })
            : s.call('admin', api.posts.deny, { ...of('wanted'), body: { message: `No. ${at}` } }),
        ),
      ),
    )
    const won = answers.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { status, body } of answers.filter((answer) => answer !== won[0])) {
      expect([status, body.code]).toEqual([409, 'conflict'])
      expect(body.error_message).toMatch(
        /^The (moderator|admin) (approved|denied) it on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Nothing was changed\.$/,
      )
    }
    const decision = won[0]?.body.data.decision
    expect(await s.query("select review_state, version from posts where key = 'wanted'")).toEqual([
      { review_state: decision, version: 2 },
    ])
    for (const table of ['review_decisions', 'operations', 'audit'])
      expect(await s.query(`select 1 from ${table} where subject_id = 'wanted'`), table).toHaveLength(1)
  })

  test('200 parallel decisions on one request to promote have one winner', async () => {
    await addRequest(s, 'wanted')
    const input = { ...of('wanted'), body: { data: 'sam' } }
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, at) =>
        untilAnswered(() =>
          at % 2 === 0
            ? s.call('moderator', api.promotedPosts.approve, input)
            : s.call('admin', api.promotedPosts.deny, input),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(199)
  })

  test('a concurrent decision and undo end in one consistent state', async () => {
    for (let at = 0; at < 10; at++) {
      await addListing(s, `both-${at}`)
      await s.call('moderator', api.posts.approve, of(`both-${at}`))
      const [back, denied] = await Promise.all([
        s.call('moderator', api.posts.takeBack, of(`both-${at}`)),
        s.call('admin', api.posts.deny, { ...of(`both-${at}`), body: { message: 'No.' } }),
      ])
      expect(back.status).toBe(200)
      const [row] = await s.query<{ review_state: string }>(
        `select review_state from posts where key = 'both-${at}'`,
      )
      expect(row?.review_state).toBe(denied.status === 200 ? 'denied' : 'pending')
    }
  })

  test('a decision on a listing that its seller changed meanwhile is refused with a message', async () => {
    await addListing(s, 'moving')
    await s.query(
      "update posts set title = 'Another', version = 2, changed_at = '2026-03-04T05:06:07Z' where key = 'moving'",
    )
    const answer = await s.call('moderator', api.posts.approve, of('moving'), { 'if-match': '"1"' })
    expect([answer.status, answer.body.error_message]).toEqual([
      409,
      'Its seller changed it on 2026-03-04 05:06:07 UTC. Look at it again.',
    ])
    await s.query("update posts set changed_at = null, review_state = 'denied' where key = 'moving'")
    const late = await s.call('moderator', api.posts.approve, of('moving'))
    expect(late.body.error_message).toBe('It was denied before it came here. Nothing was changed.')
  })
})

describe('the background of a case', () => {
  test('the seller, bans, open reports about seller and listing, earlier judgements', async () => {
    await s.addUser({ uid: 'eve', displayName: 'Eve', isBanned: true })
    await addListing(s, 'eve-new', { creatorUID: 'eve' })
    expect(await background('listing', 'eve-new')).toEqual({
      seller: { uid: 'eve', displayName: 'Eve', created_at: '2024-01-05T15:04:00.000Z', isBanned: true },
      bans: { total: 0, latest: [] },
      reports: { about_seller: 0, about_listing: 0, latest: [] },
      judged: { approved: 0, denied: 0, latest: [] },
      since_approval: null,
    })
    await s.query(
      `insert into ban_reasons (id, uid, reason, created_at)
       select 'b' || i, 'eve', 'Reason ' || i, '2025-01-01'::timestamptz + make_interval(days => i) from generate_series(1, 7) i`,
    )
    const scam = { report_reason_id: 'Scam', input: 'Took the money.' }
    await s.make.userReport(
      { id: 'ur1', reporting_uid: 'eve', ...scam, created_at: '2026-01-02' },
      { reporting_uid: 'eve', status: 'resolved' },
    )
    await s.make.listingReport(
      { id: 'cr1', post_key: 'eve-new', report_reason_id: 'Counterfeit', created_at: '2026-01-04' },
      { post_key: 'eve-new', status: 'ignored' },
    )
    await addListing(s, 'eve-old', { creatorUID: 'eve', review_state: 'denied', review_message: 'No.' })
    await addListing(s, 'eve-good', { creatorUID: 'eve' })
    await s.call('moderator', api.posts.approve, of('eve-good'))
    const found = await background('listing', 'eve-new')
    expect(found.bans.total).toBe(7)
    expect(found.bans.latest.map(({ reason }) => reason)).toEqual([7, 6, 5, 4, 3].map((n) => `Reason ${n}`))
    expect(found.reports).toEqual({
      about_seller: 1,
      about_listing: 1,
      latest: [
        { about: 'listing', reason: 'Counterfeit', words: null, created_at: '2026-01-04T00:00:00.000Z' },
        { about: 'seller', reason: 'Scam', words: 'Took the money.', created_at: '2026-01-02T00:00:00.000Z' },
      ],
    })
    expect(found.judged).toMatchObject({
      approved: 1,
      denied: 1,
      latest: [
        { key: 'eve-good', state: 'approved', by: 'The moderator' },
        { key: 'eve-old', state: 'denied', message: 'No.', at: null, by: null },
      ],
    })
  })

  test('changes since the last approval', async () => {
    await addListing(s, 'again')
    await s.call('moderator', api.posts.approve, of('again'))
    await s.query(
      "update posts set review_state = 'pending', price_as_smallest_currency_unit = 9900, photos_url = '[]', version = 3 where key = 'again'",
    )
    expect((await background('listing', 'again')).since_approval).toMatchObject({
      by: 'The moderator',
      changes: [
        { field: 'price_as_smallest_currency_unit', before: 2500, after: 9900 },
        { field: 'photosURL', before: ['listings/a.jpg', 'listings/b.jpg'], after: [] },
      ],
    })
    // An approval that was undone does not count.
    await addListing(s, 'taken')
    await s.call('moderator', api.posts.approve, of('taken'))
    await s.call('moderator', api.posts.takeBack, of('taken'))
    expect((await background('listing', 'taken')).since_approval).toBeNull()
  })

  test('of a request to promote: its owner, and the listing if there is one', async () => {
    await addRequest(s, 'r-eve', { owner_uid: 'eve', post_id: 'eve-new' })
    const found = await background('promotion', 'r-eve')
    expect([found.seller.uid, found.reports.about_listing]).toEqual(['eve', 1])
    await addRequest(s, 'r-none', { owner_uid: 'eve' })
    expect((await background('promotion', 'r-none')).reports.about_listing).toBe(0)
  })

  test('an unknown case and an unknown kind are refused with a message', async () => {
    const ask = (kind: string, id: string) =>
      s.call('support', api.review.background, { params: { kind, id } })
    expect((await ask('listing', 'none')).status).toBe(404)
    expect((await ask('promotion', 'none')).status).toBe(404)
    expect((await ask('else', 'eve-new')).body.error_message).toBe(
      "The path's kind is neither 'listing' nor 'promotion'.",
    )
  })
})
