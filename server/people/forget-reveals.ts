import { cleanUp } from '../core/operations/schedule.ts'

/** Deletes the counted reveals of personal data. The limit counts those of one hour. */
export const forgetReveals = cleanUp(
  'deletion of counted reveals',
  `delete from reveals where at < now() - interval '1 day'`,
)
