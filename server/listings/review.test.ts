import { api } from '@portreeve/contract'
import type { ReviewEvent } from '@portreeve/contract/listings/review'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Mail } from '../adapters/mail.ts'
import { startWorker } from '../core/operations/worker.ts'
import { useServer } from '../testing/harness.ts'
import { hirerOf } from '../testing/hiring.ts'
import { addListing, addRequest } from '../testing/reviewing.ts'

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
const announced = () =>
  s.query("update operations set due_at = now() - interval '1 second' where kind = 'review.announce'")
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
    await s.query("delete from posts where key = 'guarded'")
    await s.query("delete from promoted_posts where id = 'guarded'")
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
    const back = (as: Parameters<typeof s.call>[0]) => s.call(as, api.posts.takeBack, of('mine'))
    expect((await back('moderator')).body.error_title).toBe('Nothing to take back')
    await s.call('moderator', api.posts.approve, of('mine'))
    expect((await back(await hirerOf(s)('moderator'))).body.error_message).toBe(
      'The moderator decided it; only they or an admin can take it back.',
    )
    expect((await back('moderator')).status).toBe(200)
    expect((await back('moderator')).status).toBe(409)
    await s.call('moderator', api.posts.approve, of('mine'))
    expect((await back('admin')).status).toBe(200)
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
