import { cleanUp } from '../../core/operations/schedule.ts'

/** Deletes replays with their events 90 days after they were made: what they found is then older than the span that one reads. */
export const forgetReplays = cleanUp(
  'deletion of old replays of rules',
  `delete from rule_replays where made_at < now() - interval '90 days' and state not in ('waiting', 'running')`,
)

/** Deletes what rules met a year ago, unless something still depends on it: an open case, a hold, a refund that waits for a second person. */
export const forgetMatches = cleanUp(
  'deletion of what rules met long ago',
  `delete from rule_matches where met_at < now() - interval '1 year' and case_state is distinct from 'open' and holds_until is null
    and not second_person`,
)
