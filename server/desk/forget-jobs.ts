import { cleanUp } from '../core/operations/schedule.ts'

/** Deletes bulk jobs and their rows after 30 days. The audit keeps what they did. */
export const forgetJobs = cleanUp(
  'deletion of bulk jobs',
  `with old as (delete from bulk_jobs where created_at < now() - interval '30 days' returning id)
   delete from bulk_rows where job_id in (select id from old)`,
)
