import { cleanUp } from '../operations/schedule.ts'

/** Deletes the stored answers of changing calls after a week. A later call with the same key is a new one. */
export const forgetAnswers = cleanUp(
  'deletion of stored answers',
  `delete from idempotency_keys where created_at < now() - interval '7 days'`,
)
