import { cleanUp } from '../operations/schedule.ts'

/** Deletes expired live events. A page that was disconnected for longer reloads its lists. */
export const forgetLiveEvents = cleanUp(
  'deletion of live events',
  `delete from live_events where until < now() - interval '10 minutes'`,
)
