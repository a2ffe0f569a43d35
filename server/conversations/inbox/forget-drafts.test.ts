import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { forgetDrafts } from './forget-drafts.ts'

const s = useServer()

test('a draft is deleted when it has expired', async () => {
  await s.token('support')
  await s.make.conversation({ id: 'old' }, { id: 'new' })
  await s.query(`insert into inbox_drafts (conversation_id, staff_uid, text, until)
    select id, 'staff-support', 'Hello', now() + case id when 'new' then interval '20 seconds' else interval '-1 second' end
    from conversations`)
  await forgetDrafts.run(s.ctx)
  expect(await s.query('select conversation_id as id from inbox_drafts')).toEqual([{ id: 'new' }])
})
