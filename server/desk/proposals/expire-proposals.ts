import { waitingDays } from '@portreeve/contract/desk/proposals'
import { cleanUp } from '../../core/operations/schedule.ts'

/** Expires proposals that nobody has decided in time, except one whose row a deciding colleague has locked. */
export const expireProposals = cleanUp(
  'expiry of proposals',
  `update proposals set state = 'stale', decided_at = now(), note = 'Nobody decided it in ${waitingDays} days.'
    where id in (select id from proposals where state = 'waiting' and created_at <= now() - interval '${waitingDays} days'
      for update skip locked)`,
)
