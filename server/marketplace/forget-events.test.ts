import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { forgetEvents } from './forget-events.ts'

// That the newest event stays, and what a reader of deleted ones is answered, is in events.test.ts.

const s = useServer()

test('events and deliveries are deleted after 30 days', async () => {
  await s.token('admin')
  await s.query(`insert into events (id, type, subject_kind, subject_id, data, actor, at)
    select id, 'user.blocked', 'user', 'ana', '{}', '{}', now() - since
    from (values (1, interval '31 days'), (2, interval '29 days'), (3, interval '0')) v (id, since)`)
  await s.query(
    `insert into webhook_endpoints (id, url, secret, created_by, position) values ('e', 'https://one.example', 'x', 'staff-admin', 0)`,
  )
  await s.query(`insert into webhook_deliveries (endpoint_id, event_id, type, subject_kind, subject_id, created_at)
    select 'e', id, type, 'user', 'ana', at from events`)
  await forgetEvents.run(s.ctx)
  expect(await s.query('select id::int from events order by id')).toEqual([{ id: 2 }, { id: 3 }])
  expect(await s.query('select event_id::int as id from webhook_deliveries order by 1')).toEqual([
    { id: 2 },
    { id: 3 },
  ])
})
