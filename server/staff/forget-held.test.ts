import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { forgetHeld } from './forget-held.ts'

const s = useServer()

test('a held action is deleted a day after it', async () => {
  await s.query(`insert into held_actions (id, action, subject_kind, subject_id, items, by_uid, by_name, at, operation_id)
    select id, 'users.unban', 'user', 'ana', '[]', 'staff-admin', 'Ada', now() - since, id
    from (values ('old', interval '25 hours'), ('new', interval '23 hours')) v (id, since)`)
  await forgetHeld.run(s.ctx)
  expect(await s.query('select id from held_actions')).toEqual([{ id: 'new' }])
})
