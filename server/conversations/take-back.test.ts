import { api } from '@portreeve/contract'
import { imports } from '@portreeve/contract/marketplace/imports'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeRecord } from '../marketplace/import/remove.ts'
import { useServer } from '../testing/harness.ts'
import { deletableConversation } from './person-conversations.ts'

const s = useServer()
const { held, posts, questions, userContent } = api
const body = { reason: 'A mistake' }

/** Every row of the tables that hold what is deleted, with all fields. */
async function dump() {
  const tables =
    'posts questions conversations conversation_members messages conversation_states inbox_spans decided_fields'.split(
      ' ',
    )
  const rows = await Promise.all(
    tables.map(async (name) => [
      name,
      await s.query(
        `select row from (select to_jsonb(t) - '{history_since, history_by}'::text[] as row from ${name} t) rows order by row::text`,
      ),
    ]),
  )
  return Object.fromEntries(rows)
}

const heldIds = async () =>
  (await s.query<{ id: string }>('select id from held_actions order by at desc, id')).map(({ id }) => id)

beforeAll(async () => {
  // The first call of each makes their record.
  for (const role of ['support', 'finance'] as const) await s.call(role, held.mine, {})
})
beforeEach(async () => {
  await s.query('delete from conversations')
  for (const table of 'questions collection_items listing_reports posts decided_fields held_actions'.split(
    ' ',
  ))
    await s.query(`delete from ${table}`)
  for (const uid of ['anna', 'bert', 'cleo'])
    if ((await s.query(`select from users where uid = '${uid}'`)).length === 0) await s.addUser({ uid })
  await s.query("update users set deleted_at = null where uid in ('anna', 'bert', 'cleo')")
})

test('500 mixed deletions, of single records and of all of a person, are restored equal to a dump before, field by field', async () => {
  await s.query(`insert into posts (key, title, creator_uid, price, photos_url, location, creation_date, creation_date_time, review_state, search, search_title)
    select 'l' || n, 'Lamp "' || n || '" \u00e9', case when n <= 100 then 'anna' else 'bert' end, n / 3.0, '["a.jpg"]', '{"lat": 52.1, "lon": 0.3}',
      'Mon Jan 5 2026', '2026-01-05T15:04:05.123Z', (array['approved', 'denied', 'pending'])[1 + n % 3], 'lamp', 'lamp' from generate_series(1, 200) n`)
  await s.query(`insert into questions (id, title, body, creator_uid, created_at, version)
    select 'q' || n, 'Why', e'Two\nlines', case when n <= 50 then 'anna' else 'bert' end, '2026-02-03T04:05:06.789Z', n from generate_series(1, 100) n`)
  await s.query(`insert into conversations (id, conversations_messages_id, product_id, last_message, date)
    select 'c' || n, 'm' || n, 'l1', 'Hi', now() - make_interval(hours => n) from generate_series(1, 200) n`)
  await s.query(`insert into messages (id, conversation_id, sender_id, text, date, search, type)
    select 'c' || n || '-' || m, 'c' || n, case m when 2 then 'staff-support' else 'anna' end, 'Text ' || m, now() - make_interval(hours => n, mins => -m), 'text', 0
    from generate_series(1, 200) n, generate_series(1, 3) m`)
  await s.query(`insert into conversation_members (conversation_id, uid, name, position, read)
    select 'c' || n, u.uid, u.uid, u.place, n % 2 = 0 from generate_series(1, 200) n,
      lateral (values ('anna', 0), (case when n % 2 = 0 then 'staff-support' else 'bert' end, 1)) u (uid, place)`)
  await s.query(
    "update conversation_states set tags = array['vip'], priority = 'urgent', version = 7 where conversation_id = 'c2'",
  )
  await s.query(`insert into decided_fields (entity, key, field, ours, decided_by) values
    ('questions', 'q1', 'title', '"Why"', 'staff-admin'), ('listings', 'l1', 'title', '"Lamp"', 'staff-admin'), ('conversations', 'c1', 'product_id', '"l1"', null)`)
  const before = await dump()
  expect(before.inbox_spans.length).toBe(100)

  for (let n = 101; n <= 200; n++) await s.call('moderator', posts.remove, { params: { id: `l${n}` } })
  for (let n = 51; n <= 100; n++) await s.call('moderator', questions.remove, { params: { id: `q${n}` } })
  const params = { uid: 'anna' }
  const counts = [
    await s.call('moderator', userContent.deletePosts, { params }),
    await s.call('moderator', userContent.deleteConversations, { params }),
    await s.call('moderator', userContent.deleteCommunityContent, { params }),
  ].map(({ body: answer }) => answer.data.deleted_count)
  expect(counts).toEqual([100, 200, 50])
  const left = await dump()
  expect([left.questions, left.conversations, left.messages, left.inbox_spans]).toEqual([[], [], [], []])

  await s.query("update operations set state = 'done' where kind = 'held.apply'")
  await s.query("update held_actions set at = at - interval '29 days'")
  const restored: number[] = []
  for (const id of await heldIds()) {
    const answer = await s.call('admin', held.takeBack, { params: { id }, body })
    expect(JSON.stringify(answer.body)).toContain('"left":0')
    restored.push(answer.body.data.restored)
  }
  expect(restored.reduce((sum, n) => sum + n, 0)).toBe(500)
  expect(await dump()).toEqual(before)
  expect(await s.query('select from deleted_records')).toEqual([])
  const told = await s.query(
    "select type, count(*)::int as n from events where type like '%.restored' group by type order by type",
  )
  expect(told).toEqual([
    { type: 'conversation.restored', n: 200 },
    { type: 'listing.restored', n: 200 },
    { type: 'question.restored', n: 100 },
  ])
}, 120_000)

test('every table that the deletion of a conversation empties is kept, except the drafts', async () => {
  const referring = await s.query<{ name: string }>(`
    select conrelid::regclass::text as name from pg_constraint where confrelid = 'conversations'::regclass and contype = 'f'`)
  const kept = deletableConversation.tables.map(([table]) =>
    String(Reflect.get(table, Symbol.for('drizzle:Name'))),
  )
  expect([...kept, 'inbox_drafts'].sort()).toEqual(
    ['conversations', ...referring.map(({ name }) => name)].sort(),
  )
})

describe('what happened meanwhile', () => {
  const remove = async (id: string) => {
    await s.call('moderator', posts.remove, { params: { id } })
    return (await heldIds())[0] ?? ''
  }
  const take = (as: 'admin' | 'moderator' | 'support', id: string) =>
    s.call(as, held.takeBack, { params: { id }, body })

  test('a colleague without the right, a second one and a late one are refused', async () => {
    await s.make.listing({ key: 'one', creatorUID: 'anna' })
    const id = await remove('one')
    expect((await take('support', id)).status).toBe(403)
    expect((await s.call('support', held.of, { params: { kind: 'listing', id: 'one' } })).body.data).toEqual(
      [],
    )
    const listed = await s.call('admin', held.of, { params: { kind: 'listing', id: 'one' } })
    expect(listed.body.data).toMatchObject([{ id, action: 'posts.remove', undone_at: null }])
    const timeline = () =>
      s.call('moderator', api.timeline.of, { params: { kind: 'listing', id: 'one' }, query: {} })
    expect((await timeline()).body.data[0]?.take_back).toMatchObject({ id, undone_at: null })
    const answers = await Promise.all([take('admin', id), take('moderator', id)])
    const [restored, removed] = (await timeline()).body.data
    expect([restored?.action, restored?.reason, removed?.take_back?.undone_at]).toEqual([
      'held.takeBack',
      'A mistake',
      expect.any(String),
    ])
    const log = await s.call('admin', api.audit.list, { query: { action: 'posts.remove', limit: '1' } })
    expect(log.body.data[0]?.take_back?.id).toBe(id)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await s.call('admin', held.of, { params: { kind: 'listing', id: 'one' } })).body.data).toEqual([])
    const late = await remove('one')
    await s.query("update held_actions set at = at - interval '31 days'")
    expect((await take('admin', late)).status).toBe(404)
  })

  test('the marketplace has deleted it too, or the account of its seller is deleted: it stays deleted', async () => {
    await s.make.listing({ key: 'two', creatorUID: 'bert' }, { key: 'three', creatorUID: 'cleo' })
    const two = await remove('two')
    const listings = imports.find(({ name }) => name === 'listings')
    if (listings) await removeRecord(s.ctx, listings, 'two', undefined, 'key')
    expect((await take('admin', two)).body).toMatchObject({ error_title: 'Nothing to restore' })
    const three = await remove('three')
    await s.call('admin', api.users.remove, { params: { uid: 'cleo' } })
    expect((await take('admin', three)).body).toMatchObject({ error_title: 'Its seller is gone' })
    expect(await s.query('select from posts where deleted_at is null')).toEqual([])
  })

  test('a community post that exists again stays as it is, and the others are restored', async () => {
    await s.make.question({ id: 'a', creator_uid: 'anna' }, { id: 'b', creator_uid: 'anna' })
    await s.call('moderator', userContent.deleteCommunityContent, { params: { uid: 'anna' } })
    await s.make.question({ id: 'a', creator_uid: 'anna', title: 'Another' })
    const [id = ''] = await heldIds()
    expect((await take('moderator', id)).body.data).toEqual({ restored: 1, left: 1 })
    expect(await s.query('select id, title from questions order by id')).toEqual([
      { id: 'a', title: 'Another' },
      { id: 'b', title: null },
    ])
  })

  test('a snooze that is over has ended, and a colleague who may not answer any more has no conversation', async () => {
    await s.make.conversationOf('over', 'anna', 'staff-support')
    await s.query(`update conversation_states set state = 'snoozed', snoozed_until = now() + interval '1 hour', wake_operation = 'w',
      assignee = 'staff-finance' where conversation_id = 'over'`)
    await s.call('moderator', userContent.deleteConversations, { params: { uid: 'anna' } })
    await s.query(
      `update deleted_records set rows = jsonb_set(rows, '{conversation_states,0,snoozed_until}', '"2026-01-01T00:00:00Z"')`,
    )
    const [id = ''] = await heldIds()
    await take('moderator', id)
    expect(
      await s.query('select state, snoozed_until, wake_operation, assignee from conversation_states'),
    ).toEqual([{ state: 'open', snoozed_until: null, wake_operation: null, assignee: null }])
  })

  test('erasing a person empties what was deleted of them, also in a conversation that was deleted with another person', async () => {
    await s.addUser({ uid: 'erased.one' })
    await s.make.conversationOf('shared', 'erased.one', 'anna')
    await s.make.question({ id: 'theirs', creator_uid: 'erased.one', title: 'Mine' })
    await s.call('moderator', userContent.deleteConversations, { params: { uid: 'anna' } })
    await s.call('moderator', questions.remove, { params: { id: 'theirs' } })
    expect(await s.query('select from deleted_records')).toHaveLength(2)
    const exported = await s.call('admin', api.users.export, { params: { uid: 'erased.one' }, body })
    expect(exported.body.data.deleted_records).toHaveLength(2)
    const answer = await s.call('admin', api.users.erase, { params: { uid: 'erased.one' }, body })
    expect(answer.status).toBe(200)
    expect(await s.query('select from deleted_records')).toEqual([])
    expect(await s.query("select from held_actions where subject_kind = 'question'")).toEqual([])
  })
})
