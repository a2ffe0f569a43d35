import { api } from '@portreeve/contract'
import { beforeAll, expect, test } from 'vitest'
import { keyFor, writer } from '../../testing/machine.ts'
import { useMoneyDesk } from '../../testing/money-desk.ts'
import { passing } from '../../testing/passing.ts'
import { addListing, addRequest } from '../../testing/reviewing.ts'

// A reversed appeal against each measure that is neither on one listing nor a restriction really undoes it.

const { s, make } = useMoneyDesk()
const { told } = passing(s)
const { appeals, measures, payouts, promotedPosts, userContent } = api
const reason = 'It was wrong.'

let shop: ReturnType<typeof writer>
beforeAll(async () => {
  await s.addUser({ uid: 'sam', displayName: 'Sam' })
  shop = writer(s, await keyFor(s, ['ingest.appeals']))
})

const newest = async (uid: string) =>
  (await s.call('support', measures.of, { params: { uid }, query: {} })).body.data[0]
/** An appeal against the newest measure, once its person was told. */
async function appealOf(uid: string, id: string) {
  await told()
  const about = (await newest(uid))?.id
  const { results } = await shop.rows('appeals', [
    { id, uid, about, text: 'No.', created_at: '2026-01-05T10:00:00.000Z' },
  ])
  expect(results).toMatchObject([{ result: 'new' }])
}
const reverse = (id: string, role: 'admin' | 'moderator' = 'admin') =>
  s.call(role, appeals.decide, { params: { id }, body: { outcome: 'reversed', reason } })
const endOf = async (uid: string) => (await newest(uid))?.ended?.how

test('all deleted listings are public again, and an appeal about those that are gone says so', async () => {
  for (const key of ['one', 'two']) await addListing(s, key)
  await s.call('moderator', userContent.deletePosts, { params: { uid: 'sam' } })
  await appealOf('sam', 'a1')
  expect((await reverse('a1')).status).toBe(200)
  expect(
    await s.query("select key from posts where creator_uid = 'sam' and deleted_at is null"),
  ).toHaveLength(2)
  expect(await endOf('sam')).toBe('undone')
  await s.call('moderator', userContent.deletePosts, { params: { uid: 'sam' } })
  await appealOf('sam', 'a2')
  // The marketplace has deleted them, too.
  await s.query('delete from deleted_records')
  expect((await reverse('a2')).status).toBe(200)
  await told()
  const [answer] = await s.query<{ text: string }>(
    "select data ->> 'text' as text from events where type = 'appeal.decided' order by id desc limit 1",
  )
  expect(answer?.text).toContain('gone')
})

test('a removed community post, all of them, and all conversations are back, each with its measure', async () => {
  const { questions } = api
  const words = async () => {
    await told()
    return (
      await s.query<{ text: string }>(
        "select data ->> 'text' as text from events where type = 'decision.noticed' order by id desc limit 1",
      )
    )[0]?.text
  }
  await s.make.question({ id: 'q1', title: 'A scratch', creator_uid: 'sam' })
  await s.make.question({ id: 'q2', title: 'Another', creator_uid: 'sam' })
  await s.call('moderator', questions.remove, { params: { id: 'q1' } })
  expect(await words()).toContain('Your community post was removed: “A scratch”.')
  await appealOf('sam', 'q-a1')
  expect((await reverse('q-a1')).status).toBe(200)
  expect(await s.query("select id from questions where id = 'q1'")).toHaveLength(1)
  expect(await endOf('sam')).toBe('undone')

  await s.call('moderator', userContent.deleteCommunityContent, { params: { uid: 'sam' } })
  expect(await words()).toContain('All your community posts were removed.')
  await appealOf('sam', 'q-a2')
  expect((await reverse('q-a2')).status).toBe(200)
  expect(await s.query("select id from questions where creator_uid = 'sam'")).toHaveLength(2)
  expect(await endOf('sam')).toBe('undone')

  await s.call('moderator', api.outbound.send, { params: { uid: 'sam' }, body: { text: 'Hello' } })
  await s.call('moderator', userContent.deleteConversations, { params: { uid: 'sam' } })
  expect(await words()).toContain('Your conversations were removed.')
  await appealOf('sam', 'q-a3')
  expect((await reverse('q-a3')).status).toBe(200)
  expect(await s.query("select 1 from messages where text = 'Hello'")).toHaveLength(1)
  expect(await endOf('sam')).toBe('undone')
})

test('the undo of a removal in its ten seconds leaves no measure', async () => {
  await s.make.question({ id: 'q9', title: 'Undone', creator_uid: 'sam' })
  await s.call('moderator', api.questions.remove, { params: { id: 'q9' } })
  const mine = (await s.call('moderator', api.held.mine, {})).body.data
  const id = mine.find(({ subject_id }) => subject_id === 'q9')?.id ?? ''
  expect((await s.call('moderator', api.held.undo, { params: { id } })).status).toBe(200)
  expect(await s.query("select id from measures where subject_id = 'q9'")).toEqual([])
})

test('a denied promotion is approved, with its event', async () => {
  await addRequest(s, 'p1')
  await s.call('moderator', promotedPosts.deny, {
    params: { id: 'p1' },
    body: { data: 'sam', message: 'Blurred.' },
  })
  await appealOf('sam', 'a3')
  expect((await reverse('a3')).status).toBe(200)
  expect(await s.query("select approval_status as status from promoted_posts where id = 'p1'")).toEqual([
    { status: 2 },
  ])
  expect(
    await s.query(
      "select data ->> 'decision' as decision from events where type = 'promotion.decided' order by id desc limit 1",
    ),
  ).toEqual([{ decision: 'approved' }])
  expect(await endOf('sam')).toBe('undone')
})

test('a held payout is released by who may hold one, and by nobody else', async () => {
  await make('t1')
  await s.call('finance', payouts.hold, { params: { id: 't1' }, body: { reason: 'Police report' } })
  await appealOf('seller', 'a4')
  expect((await reverse('a4', 'moderator')).body).toMatchObject({ code: 'forbidden' })
  expect((await s.call('moderator', appeals.get, { params: { id: 'a4' } })).body.data.state).toBe('open')
  expect((await reverse('a4')).status).toBe(200)
  expect(
    await s.query("select 1 from payout_holds where transaction_id = 't1' and released_at is null"),
  ).toEqual([])
  expect(await endOf('seller')).toBe('undone')
})

test('a payout whose release and whose appeal come at once is released once', async () => {
  await make('t2')
  await s.call('finance', payouts.hold, { params: { id: 't2' }, body: { reason: 'Police report' } })
  await appealOf('seller', 'a5')
  const [appeal, release] = await Promise.all([
    reverse('a5'),
    s.call('finance', payouts.release, { params: { id: 't2' }, body: { reason: 'Done' } }),
  ])
  expect([appeal.status, release.status].filter((status) => status === 200)).toHaveLength(1)
  expect(
    await s.query("select 1 from payout_holds where transaction_id = 't2' and released_at is null"),
  ).toEqual([])
  const rows = await s.query(
    "select 1 from events where type = 'payout.released' and data ->> 'transaction_id' = 't2'",
  )
  expect(rows).toHaveLength(1)
})
