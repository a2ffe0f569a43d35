import { expect, test } from 'vitest'
import { useServer } from '../../testing/harness.ts'
import { forgetSignIns } from './forget-sign-ins.ts'

const s = useServer()

test('failed sign-ins, used codes, and expired links and challenges are deleted after a day', async () => {
  await s.token('admin')
  const [someone] = await s.query<{ id: string }>('select id from identity_user')
  await s.query(`insert into identity_failures (id, subject, at)
    select what, 'account:a', now() - since from (values ('old', interval '25 hours'), ('new', interval '23 hours')) v (what, since)`)
  await s.query(
    `insert into identity_used_codes (user_id, code, at)
      select $1, what, now() - since from (values ('old', interval '25 hours'), ('new', interval '23 hours')) v (what, since)`,
    [someone?.id],
  )
  await s.query(`insert into identity_verification (id, identifier, value, expires_at)
    select what, what, '', now() - since from (values ('old', interval '25 hours'), ('new', interval '23 hours')) v (what, since)`)
  await forgetSignIns.run(s.ctx)
  expect(
    await s.query(`select 'failure' as what, id from identity_failures union all select 'code', code from identity_used_codes
      union all select 'link', id from identity_verification order by 1`),
  ).toEqual(['code', 'failure', 'link'].map((what) => ({ what, id: 'new' })))
})
