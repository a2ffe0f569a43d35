import { cleanUp } from '../core/operations/schedule.ts'

/** Deletes held actions whose time to undo is over. The audit keeps the action. */
export const forgetHeld = cleanUp(
  'deletion of held actions',
  `delete from held_actions where at < now() - interval '1 day'`,
)
