import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { forgetHeld } from './forget-held.ts'

const s = useServer()

test('a held action is deleted 30 days after it, with the records that it deleted, and an audit row says so', async () => {
  await s.query(`insert into held_actions (id, action, subject_kind, subject_id, items, by_uid, by_name, at, operation_id)
    select id, action, 'user', 'ana', '[]', 'staff-admin', 'Ada', now() - since, id
    from (values ('old', 'userContent.deleteConversations', interval '30 days 1 hour'), ('none', 'users.unban', interval '31 days'),
      ('listing', 'userContent.deletePosts', interval '31 days'), ('new', 'userContent.deleteConversations', interval '29 days 23 hours'))
      v (id, action, since)`)
  await s.query(`insert into deleted_records (held_id, kind, key, rows) values
    ('old', 'conversation', 'c1', '{}'), ('old', 'conversation', 'c2', '{}'), ('listing', 'listing', 'l', '{}'), ('new', 'conversation', 'c3', '{}')`)
  await forgetHeld.run(s.ctx, new AbortController().signal)
  expect(await s.query('select id from held_actions')).toEqual([{ id: 'new' }])
  expect(await s.query('select key from deleted_records')).toEqual([{ key: 'c3' }])
  expect(
    await s.query(
      "select actor_uid, subject_kind, subject_id, after from audit where action = 'held.erased'",
    ),
  ).toEqual([
    {
      actor_uid: 'portreeve',
      subject_kind: 'user',
      subject_id: 'ana',
      after: { action: 'userContent.deleteConversations', erased: 2 },
    },
  ])
})
