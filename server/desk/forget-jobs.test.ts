import { expect, test } from 'vitest'
import { useServer } from '../testing/harness.ts'
import { forgetJobs } from './forget-jobs.ts'

const s = useServer()

test('a bulk job is deleted with its rows after 30 days', async () => {
  await s.token('admin')
  await s.query(`insert into bulk_jobs (id, action, input, started_by, created_at)
    select id, 'users.ban', '{}', 'staff-admin', now() - since
    from (values ('old', interval '31 days'), ('new', interval '29 days')) v (id, since)`)
  await s.query(`insert into bulk_rows (job_id, at, subject_kind, subject_id)
    select id, n, 'user', 'p' || n from bulk_jobs, generate_series(1, 2) n`)
  await forgetJobs.run(s.ctx)
  expect(await s.query('select id from bulk_jobs')).toEqual([{ id: 'new' }])
  expect(await s.query('select job_id from bulk_rows')).toEqual([{ job_id: 'new' }, { job_id: 'new' }])
})
