import { eventDays } from '@portreeve/contract/marketplace/events'
import { cleanUp } from '../core/operations/schedule.ts'

/** Deletes old events and their deliveries. */
export const forgetEvents = cleanUp(
  'deletion of events',
  // The newest one stays: the next id follows it. An erased one stays, too, so that ids have no gap.
  `delete from events where id in (select id from events where at < now() - interval '${eventDays} days'
    and id < (select max(id) from events) order by id limit 50000)`,
  `delete from webhook_deliveries where id in (
    select id from webhook_deliveries where created_at < now() - interval '${eventDays} days' order by created_at limit 50000)`,
)
