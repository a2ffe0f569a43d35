import { eventDays } from '@portreeve/contract/marketplace/events'
import { deadlineHours } from '@portreeve/contract/staff/notifications'
import type { Context, Operation } from '../call/context.ts'
import { pause, settle, take } from './settle.ts'

/** Operations that a worker settles in parallel. */
const maxParallel = 10
/** Deletes or expires old rows: stored answers, failed sign-ins, undecided requests and the like. */
const tidying = [
  `delete from idempotency_keys where created_at < now() - interval '7 days'`,
  `delete from identity_failures where at < now() - interval '1 day'`,
  // A code of the second factor is valid for 90 seconds. The provider itself removes a used recovery code.
  `delete from identity_used_codes where at < now() - interval '1 day'`,
  // Challenges of passkeys that no device has answered, and old links.
  `delete from identity_verification where expires_at < now() - interval '1 day'`,
  `update approvals set state = 'expired', decided_at = now() where state = 'asked' and expires_at <= now()`,
  // Points of the desk that grow with time; the shortest step takes an hour (decision 22).
  'select portreeve_desk_score(false, 20000)',
  'select portreeve_desk_fold(50000)',
  `delete from reveals where at < now() - interval '1 day'`,
  // The time to undo is over. The audit keeps the action.
  `delete from held_actions where at < now() - interval '1 day'`,
  `with old as (delete from bulk_jobs where created_at < now() - interval '30 days' returning id)
   delete from bulk_rows where job_id in (select id from old)`,
  `delete from inbox_drafts where until < now()`,
  // Once for each assignee and case.
  `insert into notifications (staff_uid, what, subject_kind, subject_id)
    select assignee, 'deadline', case kind when 'chargeback' then 'chargeback' when 'conversation' then 'conversation' else 'transaction' end,
      case when kind in ('chargeback', 'conversation') then id else transaction_id end
    from desk_cases where assignee is not null and claimed_until is null and deadline_at between now() and now() + interval '${deadlineHours} hours'
      and (kind in ('chargeback', 'conversation') or transaction_id is not null)
    on conflict do nothing`,
  `delete from notifications where read_at < now() - interval '90 days'`,
  // Begins a mail for each person with an unread notification of this age that no digest has had. A notification is dated by the
  // start of its transaction, so those of the last ten seconds, which may not be committed yet, come with the next one.
  `with due as (
    select uid, coalesce(notices_mailed_until, '-infinity') as since from staff s
    where not disabled and settings->>'digest' in ('hourly', 'daily') and exists (
      select from notifications n where n.staff_uid = s.uid and n.read_at is null and n.at > coalesce(s.notices_mailed_until, '-infinity')
        and n.at <= now() - case s.settings->>'digest' when 'hourly' then interval '1 hour' else interval '1 day' end)
    for update skip locked),
  until as (
    update staff set notices_mailed_until = now() - interval '10 seconds' from due where staff.uid = due.uid
    returning staff.uid, due.since, staff.notices_mailed_until)
  insert into operations (id, kind, subject_kind, subject_id, details)
    select 'op_' || gen_random_uuid(), 'notifications.digest', 'staff', uid, jsonb_build_object('since', since, 'until', notices_mailed_until) from until`,
  // The newest one stays: the next id follows it. An erased one stays, too, so that ids have no gap.
  `delete from events where id in (select id from events where at < now() - interval '${eventDays} days'
    and id < (select max(id) from events) order by id limit 50000)`,
  // A page that was disconnected for longer reloads its lists.
  `delete from live_events where until < now() - interval '10 minutes'`,
]
/** Milliseconds between two rounds of tidying. */
const tidyEvery = 600_000

/** Milliseconds for which a stopping worker waits for running operations. Those left pending are retried by another worker. */
const stopTimeout = 3000

/** Milliseconds between two looks for due operations, while none of its own ends. */
const idle = 1000

/** Settles operations that a crash, a timeout or a vendor's failure left pending. Returns a function that stops it. */
export function startWorker(ctx: Context, lookEvery = idle): (timeout?: number) => Promise<void> {
  let stopped = false
  let wake = () => {}
  let tidied = 0
  const tidy = async () => {
    if (Date.now() - tidied < tidyEvery) return
    tidied = Date.now()
    for (const statement of tidying) await ctx.database.pool.query(statement)
  }
  const running = new Set<Promise<void>>()
  const start = (operation: Operation) => {
    const work = settle(operation, ctx)
      .catch((error) => ctx.log.error({ err: error }, 'worker'))
      .finally(() => {
        running.delete(work)
        wake()
      })
    running.add(work)
  }
  const loop = async () => {
    while (!stopped) {
      try {
        await tidy()
        // A hanging operation blocks only its own slot; the free slots are refilled.
        const taken = await take(ctx, maxParallel - running.size)
        taken.forEach(start)
      } catch (error) {
        ctx.log.error({ err: error }, 'worker')
      }
      // The stop may arrive while work is taken, when there is no pause to wake from.
      if (stopped) break
      await new Promise<void>((done) => {
        wake = done
        setTimeout(done, lookEvery).unref()
      })
    }
    await Promise.all(running)
  }
  const ended = loop()
  return async (timeout = stopTimeout) => {
    stopped = true
    wake()
    await Promise.race([ended, pause(timeout)])
  }
}
