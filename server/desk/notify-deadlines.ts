import { deadlineHours } from '@portreeve/contract/staff/notifications'
import { cleanUp } from '../core/operations/schedule.ts'

/** Notifies the assignee of a case, or their deputy, before its deadline, once for each assignee and case. */
export const notifyDeadlines = cleanUp(
  'notifications of deadlines',
  `insert into notifications (staff_uid, what, subject_kind, subject_id)
    select coalesce((select deputy from staff_away a where a.uid = assignee), assignee), 'deadline', case kind when 'chargeback' then 'chargeback' when 'conversation' then 'conversation' when 'appeal' then 'user' else 'transaction' end,
      case when kind in ('chargeback', 'conversation') then id when kind = 'appeal' then uid else transaction_id end
    from desk_cases where assignee is not null and claimed_until is null and deadline_at between now() and now() + interval '${deadlineHours} hours'
      and (kind in ('chargeback', 'conversation', 'appeal') or transaction_id is not null)
    on conflict do nothing`,
)
