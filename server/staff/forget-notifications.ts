import { cleanUp } from '../core/operations/schedule.ts'

/** Deletes notifications 90 days after they were read. */
export const forgetNotifications = cleanUp(
  'deletion of read notifications',
  `delete from notifications where read_at < now() - interval '90 days'`,
)
