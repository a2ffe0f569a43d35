import { api } from '@portreeve/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'

const s = useServer()
const { userContent } = api
const count = async (sql: string) =>
  Number((await s.query<{ n: string }>(`select count(*) as n from ${sql}`))[0]?.n)

beforeAll(async () => {
  for (const uid of ['owner', 'friend', 'third']) await s.addUser({ uid })
  await s.query(`insert into posts (key, creator_uid) select 'l' || i, 'owner' from generate_series(1, 7) i`)
  await s.make.listing({ key: 'l-friend', creatorUID: 'friend' })
  await s.make.question(
    { creator_uid: 'owner' },
    { creator_uid: 'owner' },
    { id: 'q-friend', creator_uid: 'friend' },
  )
  for (const [id, a, b] of [
    ['c1', 'owner', 'friend'],
    ['c2', 'third', 'owner'],
    ['c3', 'friend', 'third'],
    ['c4', 'owner', 'staff-support'],
  ] as const) {
    await s.make.conversationOf(id, a, b)
    await s.make.message({ id: `m-${id}`, conversation_id: id, senderID: a })
  }
})

const params = { uid: 'owner' }

test('support may not delete content, and nothing is deleted', async () => {
  for (const endpoint of Object.values(userContent))
    expect((await s.call('support', endpoint, { params })).status).toBe(403)
  expect([
    await count("posts where deleted_at is null and creator_uid = 'owner'"),
    await count('questions'),
    await count('conversations'),
  ]).toEqual([7, 3, 4])
})

describe('deleting for all, with the true count', () => {
  test('[API-15] posts', async () => {
    const first = await s.call('moderator', userContent.deletePosts, { params })
    expect(first.body).toEqual({ status_code: 1, data: { deleted_count: 7 } })
    expect((await s.call('moderator', userContent.deletePosts, { params })).body.data.deleted_count).toBe(0)
    expect(await count('posts where deleted_at is null')).toBe(1)
  })
  test('[API-16] conversations, for the other side too, and published to open pages', async () => {
    const answer = await s.call('moderator', userContent.deleteConversations, { params })
    expect(answer.body.data).toEqual({ deleted_count: 3 })
    expect(await s.query('select id from conversations')).toEqual([{ id: 'c3' }])
    expect(await s.query('select id from messages')).toEqual([{ id: 'm-c3' }])
    // Only staff have pages here.
    const published = await s.query(
      "select topic, payload->>'what' as what from live_events where topic <> 'desk' order by id",
    )
    expect(published).toEqual([{ topic: 'conversationUpdates/staff-support', what: 'deleted' }])
  })
  test('[API-18] community content', async () => {
    expect(
      (await s.call('moderator', userContent.deleteCommunityContent, { params })).body.data.deleted_count,
    ).toBe(2)
    expect(await s.query('select id from questions')).toEqual([{ id: 'q-friend' }])
  })
  test('each call is audited once with the deleted ids; an unknown person is refused', async () => {
    const rows = await s.query<{ action: string; after: { deleted: string[] } }>(
      "select action, after from audit where subject_id = 'owner' order by id",
    )
    expect(rows.map((row) => [row.action, row.after.deleted.length])).toEqual([
      ['userContent.deletePosts', 7],
      ['userContent.deletePosts', 0],
      ['userContent.deleteConversations', 3],
      ['userContent.deleteCommunityContent', 2],
    ])
    for (const endpoint of Object.values(userContent))
      expect((await s.call('admin', endpoint, { params: { uid: 'nobody' } })).status).toBe(404)
  })
})
