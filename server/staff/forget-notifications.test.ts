import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { forgetNotifications } from './forget-notifications.ts'

const s = useServer()

test('a notification is deleted 90 days after it was read; an unread one stays', async () => {
  await s.token('admin')
  await s.query(`insert into notifications (staff_uid, what, subject_kind, subject_id, at, read_at)
    select 'staff-admin', 'mentioned', 'user', id, now() - interval '1 year', now() - since
    from (values ('old', interval '91 days'), ('new', interval '89 days'), ('unread', null)) v (id, since)`)
  await forgetNotifications.run(s.ctx)
  expect(await s.query('select subject_id as id from notifications order by 1')).toEqual([
    { id: 'new' },
    { id: 'unread' },
  ])
})
