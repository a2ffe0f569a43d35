import { api } from '@portreeve/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { passing } from '../../testing/passing.ts'
import { addListing, addRequest } from '../../testing/reviewing.ts'

// Measures beside those on a listing or an account: all listings deleted, a denied promotion, a held payout.

const { s, make } = useMoneyDesk()
const { told } = passing(s)
const { promotedPosts, payouts, userContent, held } = api
const of = async (uid: string) =>
  (await s.call('support', api.measures.of, { params: { uid }, query: {} })).body.data
const texts = async (uid: string) =>
  (
    await s.query<{ text: string }>(
      `select m.text from messages m join conversation_members c using (conversation_id)
       where m.written_by = 'portreeve' and c.uid = $1 order by m.date`,
      [uid],
    )
  ).map(({ text }) => text)

let policy = ''
beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam' })
  await s.query(
    "insert into moderating_messages (map, key, text) values ('promoted_post_review_messages', 'blurred', 'It is blurred.')",
  )
  policy = (
    await s.call('admin', api.policies.create, {
      body: {
        ...{ name: 'Quality', words: 'Pictures are sharp.', ground: 'terms', reference: '§ 9' },
        ...{ harm: 'prohibited', canned: ['blurred'], mails: false },
      },
    })
  ).body.data.id
})
beforeEach(async () => {
  for (const table of ['measures', 'held_actions', 'user_reports', 'promoted_posts'])
    await s.query(`delete from ${table}`)
  await s.query("delete from posts where creator_uid = 'sam'")
  await s.query('delete from conversations')
})

test('the deletion of all listings is one measure, under the policy of the reports; restoring ends that of its call alone', async () => {
  const params = { uid: 'sam' }
  const remove = async () => {
    await s.call('moderator', userContent.deletePosts, { params })
    return (await s.call('moderator', held.mine, {})).body.data.find(
      ({ action }) => action === 'userContent.deletePosts',
    )?.id
  }
  await remove()
  expect(await of('sam')).toEqual([])
  await addListing(s, 'one')
  await addListing(s, 'two')
  await s.make.userReport({ id: 'r1', reporting_uid: 'sam', reporter_uid: null, report_reason_id: 'Weapon' })
  const first = await remove()
  expect(await of('sam')).toMatchObject([
    {
      kind: 'listings_deleted',
      subject: { kind: 'user', id: 'sam' },
      source: 'report',
      grounds: [{ policy }],
    },
  ])
  await told()
  expect((await texts('sam'))[0]).toContain('All your listings were removed.')
  await addListing(s, 'three')
  await remove()
  await s.call('moderator', held.takeBack, { params: { id: first ?? '' }, body: { reason: 'Wrong' } })
  expect((await of('sam')).map(({ ended }) => ended?.how)).toEqual([undefined, 'undone'])
})

test('a denied promotion has the policy of its standard message; taken back in time it was never told', async () => {
  const deny = (id: string, message?: string) =>
    s.call('moderator', promotedPosts.deny, {
      params: { id },
      body: { data: 'sam', ...(message && { message }) },
    })
  await addRequest(s, 'p1')
  await addRequest(s, 'p2')
  await deny('p1', 'It is blurred.')
  await s.call('moderator', promotedPosts.takeBack, { params: { id: 'p1' } })
  await told()
  expect([await of('sam'), await texts('sam')]).toEqual([[], []])
  await deny('p1', 'It is blurred.')
  await deny('p2')
  await told()
  expect(await of('sam')).toMatchObject([
    { subject: { kind: 'promotion', id: 'p2' }, grounds: [], reason: null },
    {
      ...{ kind: 'promotion_denied', source: 'review', grounds: [{ policy }], reason: 'It is blurred.' },
      subject: { kind: 'promotion', id: 'p1', title: 'Brown chair, promoted' },
    },
  ])
  expect(await texts('sam')).toHaveLength(1)
  expect((await texts('sam'))[0]).toContain('Your listing is not promoted: “Brown chair, promoted”.')
})

test('a held payout is told in the words of its policy, never in its reason; its release is told', async () => {
  await make('t1')
  const params = { id: 't1' }
  const body = { reason: 'Police report', policy_id: policy }
  expect(
    (await s.call('finance', payouts.hold, { params, body: { ...body, policy_id: 'none' } })).status,
  ).toBe(422)
  await s.call('finance', payouts.hold, { params, body })
  await told()
  expect(await of('seller')).toMatchObject([
    { kind: 'payout_held', subject: { kind: 'transaction', id: 't1' }, grounds: [{ policy }], reason: null },
  ])
  expect((await texts('seller'))[0]).toContain('We hold a payout to you')
  expect((await texts('seller'))[0]).not.toContain('Police')
  await s.call('finance', payouts.release, { params, body: { reason: 'Done' } })
  await told()
  expect((await texts('seller'))[1]).toContain('holds no longer')
  expect((await of('seller'))[0]?.ended?.how).toBe('lifted')
})

test('a payout that is held without a policy is told by the event alone, without the reason', async () => {
  await make('t2')
  await s.call('finance', payouts.hold, { params: { id: 't2' }, body: { reason: 'Police report' } })
  await told()
  expect(await texts('seller')).toEqual([])
  expect(
    await s.query(
      "select data ->> 'reason' as reason, data ->> 'text' as text from events where type = 'decision.noticed' order by id desc limit 1",
    ),
  ).toEqual([{ reason: null, text: expect.not.stringContaining('Police') }])
})
