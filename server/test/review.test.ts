import { api } from '@portreeve/contract'
import type { ReviewEvent } from '@portreeve/contract/review'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '../adapters/mail.ts'
import { startWorker } from '../core/worker.ts'
import { useServer } from './harness.ts'
import { addListing, addRequest, plain } from './reviewing.ts'

const sent: Parameters<Mail['send']>[0][] = []
const s = useServer({
  mail: {
    send: async (mail) => {
      sent.push(mail)
      return `<${mail.key}>`
    },
  },
})

const of = (id: string) => ({ params: { id } })
const deny = (id: string, message = 'Not allowed here.') => ({ params: { id }, body: { message } })
const ofSam = (id: string) => ({ params: { id }, body: { data: 'sam' } })
const pending = async () => (await s.call('moderator', api.posts.pending, {})).body.data.wts
const requests = async () =>
  (await s.call('admin', api.promotedPosts.list, { query: { approval_status: '1' } })).body.data
const events = async (id: string) =>
  (
    await s.query<{ payload: ReviewEvent }>(
      "select payload from live_events where topic = 'review' and payload->'case'->>'id' = $1 order by id",
      [id],
    )
  ).map(({ payload }) => payload)
const announced = () => s.query("update operations set due_at = now() where kind = 'review.announce'")
const settled = async () => {
  const stop = startWorker(s.ctx)
  const open = () => s.query("select id from operations where state = 'pending' and due_at <= now()")
  for (let i = 0; i < 200 && (await open()).length > 0; i++) await new Promise((done) => setTimeout(done, 20))
  await stop()
}

beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam Seller', email: 'sam@example.com' })
})

describe('permissions', () => {
  test('only a signed-in moderator or admin decides', async () => {
    await addListing(s, 'guarded')
    await addRequest(s, 'guarded')
    const calls = [
      (as: 'support' | undefined) => s.call(as, api.posts.approve, of('guarded')),
      (as: 'support' | undefined) => s.call(as, api.posts.deny, deny('guarded')),
      (as: 'support' | undefined) => s.call(as, api.posts.takeBack, of('guarded')),
      (as: 'support' | undefined) => s.call(as, api.promotedPosts.approve, ofSam('guarded')),
      (as: 'support' | undefined) => s.call(as, api.promotedPosts.deny, ofSam('guarded')),
      (as: 'support' | undefined) => s.call(as, api.promotedPosts.takeBack, of('guarded')),
      (as: 'support' | undefined) => s.call(as, api.review.look, { body: { page: 'p', case: null } }),
    ]
    for (const call of calls) {
      expect((await call(undefined)).status).toBe(401)
      const answer = await call('support')
      expect([answer.status, answer.body.error_message]).toEqual([
        403,
        'Your role, support, may not approve or deny listings.',
      ])
    }
    expect((await pending()).map(({ key }) => key)).toContain('guarded')
    await s.query("delete from listings where key = 'guarded'")
    await s.query("delete from promoted_posts where id = 'guarded'")
  })
})

describe('listings', () => {
  test('[API-49] [ENT-53] [ENT-54] [ENT-55] [ENT-56] [ENT-57] [ENT-58] [ENT-59] [ENT-60] [ENT-61] [ENT-62] [ENT-63] pending listings with all their fields, longest waiting first', async () => {
    await addListing(s, 'late', { creationDate: '2026-03-01T00:00:00.000Z' })
    await addListing(s, 'early')
    await addListing(s, 'judged', { review_state: 'approved' })
    await addListing(s, 'deleted')
    await s.call('admin', api.posts.remove, of('deleted'))
    const answer = await s.call('support', api.posts.pending, {})
    expect(answer.headers['x-total-count']).toBe('2')
    expect(answer.body.data.wts.map(({ key }) => key)).toEqual(['early', 'late'])
    expect(answer.body.data.wts[0]).toEqual({
      ...plain,
      key: 'early',
      review_state: 'pending',
      review_message: null,
      version: 1,
    })
    expect(await events('deleted')).toMatchObject([{ what: 'gone', case: { kind: 'listing' } }])
  })

  test('[API-50] [REV-39] an approved listing is no longer pending, is audited, and is published', async () => {
    await addListing(s, 'good')
    const answer = await s.call('moderator', api.posts.approve, of('good'), { 'if-match': '"1"' })
    expect(answer.body.data).toMatchObject({ decision: 'approved', version: 2 })
    expect((await pending()).map(({ key }) => key)).not.toContain('good')
    const theirs = await s.call('moderator', api.posts.ofUser, { params: { uid: 'sam' } })
    expect(theirs.body.data.find(({ key }) => key === 'good')).toMatchObject({ review_state: 'approved' })
    expect(await s.query("select action, actor_uid, after from audit where subject_id = 'good'")).toEqual([
      { action: 'posts.approve', actor_uid: 'staff-moderator', after: { state: 'approved', version: 2 } },
    ])
    expect(await events('good')).toMatchObject([
      { what: 'decided', decision: 'approved', version: 2, name: 'The moderator' },
    ])
  })

  test('[API-51] [REV-39] a denied listing is under denied, with its message', async () => {
    await addListing(s, 'bad')
    expect((await s.call('moderator', api.posts.deny, deny('bad'))).body.data.decision).toBe('denied')
    expect((await pending()).map(({ key }) => key)).not.toContain('bad')
    const denied = await s.call('moderator', api.posts.deniedOfUser, { params: { uid: 'sam' } })
    expect(denied.body.data.find(({ key }) => key === 'bad')).toMatchObject({
      review_message: 'Not allowed here.',
    })
    expect(await s.query("select reason from audit where subject_id = 'bad'")).toEqual([
      { reason: 'Not allowed here.' },
    ])
  })

  test('a denial needs its message; unknown fields, unknown listings and odd versions are refused with a message', async () => {
    await addListing(s, 'odd')
    for (const body of [{}, { message: '' }, { message: 'x', more: 1 }, { message: 'x'.repeat(10_001) }])
      expect((await s.call('moderator', api.posts.deny, { ...of('odd'), body: body as never })).status).toBe(
        400,
      )
    expect((await s.call('moderator', api.posts.approve, of('nothing'))).status).toBe(404)
    expect((await s.call('moderator', api.posts.approve, of('deleted'))).status).toBe(404)
    expect((await s.call('moderator', api.posts.approve, of('odd'), { 'if-match': 'x' })).status).toBe(400)
    expect((await pending()).map(({ key }) => key)).toContain('odd')
  })
})

describe('requests to promote', () => {
  test('[API-52] [ENT-64] [ENT-66] requests that need approval, with the listing’s fields on the card', async () => {
    await addListing(s, 'promoted', { review_state: 'approved', price_as_smallest_currency_unit: null })
    await addRequest(s, 'r1', { post_id: 'promoted' })
    await addRequest(s, 'r2', { created_at: '2026-01-07T10:00:00.000Z' })
    await addRequest(s, 'r3', { approval_status: 2 })
    await addRequest(s, 'r4', { post_id: 'deleted' })
    const found = await requests()
    expect(found.map(({ id }) => id)).toEqual(['r1', 'r2'])
    expect(found[0]).toEqual({
      id: 'r1',
      key: 'key-r1',
      owner_uid: 'sam',
      post_id: 'promoted',
      post_title: 'Brown chair, promoted',
      post_thumbnail_image_path: 'listings/a-small.jpg',
      promo_start_date: '2026-02-01T00:00:00.000Z',
      promo_end_date: '2026-02-08T00:00:00.000Z',
      price: 999,
      created_at: '2026-01-06T10:00:00.000Z',
      charge: { stripe_id: 'ch_1' },
      approval_status: 1,
      version: 1,
      description: 'Four legs.',
      price_as_smallest_currency_unit: 2500,
      photosURL: plain.photosURL,
      creatorUID: 'sam',
      creatorName: 'Sam Seller',
      shipping_cost: 499,
      postType: 1,
      post_version: 1,
      variation: 'flat_fee_post',
      postCountryCode: 'SE',
    })
    expect(found[1]).not.toHaveProperty('photosURL')
    const all = await s.call('moderator', api.promotedPosts.list, {})
    expect(all.body.data.map(({ id }) => id)).toEqual(['r1', 'r3', 'r2'])
    const odd = await s.call('moderator', api.promotedPosts.list, {
      query: { approval_status: '9' as never },
    })
    expect(odd.status).toBe(400)
  })

  test('[API-53] [API-54] [REV-40] approved and denied with their owner’s uid', async () => {
    const wrong = await s.call('moderator', api.promotedPosts.approve, {
      params: { id: 'r1' },
      body: { data: 'somebody' },
    })
    expect([wrong.status, wrong.body.error_title]).toEqual([422, 'Another owner'])
    expect((await s.call('moderator', api.promotedPosts.approve, ofSam('r1'))).status).toBe(200)
    const denied = await s.call('moderator', api.promotedPosts.deny, {
      params: { id: 'r2' },
      body: { data: 'sam', message: 'Blurred.' },
    })
    expect(denied.body.data.decision).toBe('denied')
    expect(await requests()).toEqual([])
    expect(
      await s.query("select id, approval_status from promoted_posts where id in ('r1', 'r2') order by id"),
    ).toEqual([
      { id: 'r1', approval_status: 2 },
      { id: 'r2', approval_status: 3 },
    ])
    expect((await s.call('moderator', api.promotedPosts.approve, ofSam('r4'))).body.error_message).toBe(
      'The listing of this request was deleted.',
    )
    expect((await s.call('moderator', api.promotedPosts.approve, ofSam('none'))).status).toBe(404)
  })
})

describe('undoing', () => {
  test('within ten seconds: the case waits again with a new version, and no mail is sent', async () => {
    await addListing(s, 'slip')
    sent.length = 0
    await s.call('moderator', api.posts.deny, deny('slip', 'A slip.'), { 'if-match': '"1"' })
    const answer = await s.call('moderator', api.posts.takeBack, of('slip'))
    expect(answer.body.data).toMatchObject({
      key: 'slip',
      review_state: 'pending',
      review_message: null,
      version: 3,
    })
    expect((await pending()).map(({ key }) => key)).toContain('slip')
    expect((await events('slip')).map(({ what }) => what)).toEqual(['decided', 'returned'])
    await announced()
    await settled()
    expect(sent.filter(({ text }) => text.includes('A slip.'))).toEqual([])
    // A decision on the earlier version is refused.
    const old = await s.call('moderator', api.posts.approve, of('slip'), { 'if-match': '"1"' })
    expect(old.status).toBe(409)
    expect(old.body.error_message).toMatch(
      /^The moderator denied it and took that back on \d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC\. Look at it again\.$/,
    )
    const again = await s.call('moderator', api.posts.approve, of('slip'), { 'if-match': '"3"' })
    expect(again.status).toBe(200)
  })

  test('a request to promote, too', async () => {
    await addRequest(s, 'r-slip')
    await s.call('moderator', api.promotedPosts.deny, ofSam('r-slip'))
    const answer = await s.call('moderator', api.promotedPosts.takeBack, of('r-slip'))
    expect(answer.body.data).toMatchObject({ id: 'r-slip', approval_status: 1, version: 3 })
    expect((await requests()).map(({ id }) => id)).toEqual(['r-slip'])
  })

  test('not twice, not without a decision, not a colleague’s decision', async () => {
    await addListing(s, 'mine')
    const back = (as: 'moderator' | 'admin') => s.call(as, api.posts.takeBack, of('mine'))
    expect((await back('moderator')).body.error_title).toBe('Nothing to take back')
    await s.call('moderator', api.posts.approve, of('mine'))
    expect((await back('admin')).body.error_message).toBe(
      'The moderator decided it; nobody else can take it back.',
    )
    expect((await back('moderator')).status).toBe(200)
    expect((await back('moderator')).status).toBe(409)
  })

  test('afterwards the decision is announced once, also without an open page; then it is too late', async () => {
    await addListing(s, 'told', { title: 'Told "chair"' })
    sent.length = 0
    await s.call('moderator', api.posts.deny, deny('told', 'No weapons.'))
    // Held for now.
    const [operation] = await s.query<{ wait: number }>(
      "select extract(epoch from due_at - now())::float as wait from operations where subject_id = 'told'",
    )
    expect(operation?.wait).toBeGreaterThan(9)
    await announced()
    await settled()
    expect(sent.filter(({ text }) => text.includes('Told'))).toMatchObject([
      {
        to: 'sam@example.com',
        subject: 'Your listing was denied',
        text: 'Your listing "Told "chair"" was denied.\n\nNo weapons.\n',
      },
    ])
    const late = await s.call('moderator', api.posts.takeBack, of('told'))
    expect([late.status, late.body.error_title]).toEqual([409, 'Too late'])
    expect(
      await s.query(
        "select announced_at is not null as told from review_decisions where subject_id = 'told'",
      ),
    ).toEqual([{ told: true }])
  })

  test('a seller without an address gets no mail, and the decision stands', async () => {
    await s.addUser({ uid: 'silent' })
    await addListing(s, 'quiet', { creatorUID: 'silent' })
    await s.call('moderator', api.posts.approve, of('quiet'))
    await announced()
    await settled()
    expect(await s.query("select state, reference from operations where subject_id = 'quiet'")).toEqual([
      { state: 'done', reference: 'no address' },
    ])
  })
})
