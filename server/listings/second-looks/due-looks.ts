import { cleanUp } from '../../core/operations/schedule.ts'
import { returns } from './looking.ts'

/** Moves second looks on: those that are over end, given ones end or go to a third colleague, and those that are due are cases of the desk. */
export const dueLooks = {
  ...cleanUp(
    'second looks',
    // Without a third decision a disagreement still counts.
    `update second_looks l set state = 'closed', given_at = coalesce(given_at, now()), message = null, review_message = null
      where state in ('waits', 'open') and cardinality(outcomes) > 1 and portreeve_look_over(l)`,
    `delete from second_looks l where state in ('waits', 'open') and portreeve_look_over(l)`,
    // A minute later it can no longer be taken back.
    `update second_looks set message = null, version = left_version - 1,
        state = case when third then 'waits' else 'closed' end, due_at = case when third then ${returns} else due_at end,
        review_message = case when third then review_message end
      from (select id as own, cardinality(outcomes) = 2 and outcomes[1] <> outcomes[2] as third from second_looks) l
      where own = id and state = 'given' and given_at < now() - interval '1 minute'`,
    // As a record of the marketplace arrives.
    `with opened as (
        update second_looks l set state = 'open', due_at = now() where state = 'waits' and due_at <= now() and portreeve_look_fits(l)
        returning kind, subject_id)
      insert into live_events (topic, payload, until)
      select 'review', jsonb_build_object('what', 'arrived', 'case', jsonb_build_object('kind', kind, 'id', subject_id)), now() + interval '60 seconds'
      from opened`,
  ),
  every: 60_000,
}
