import { pathOf, sentenceOf } from '@portreeve/contract/staff/notices'
import { and, asc, eq, getTableColumns, gt, isNull, lte, sql } from 'drizzle-orm'
import type { OperationKind } from '../core/call/context.ts'
import { VendorRefusal } from '../core/operations/operations.ts'
import { cleanUp } from '../core/operations/schedule.ts'
import { permissionsOf } from '../db/staff-rights.ts'
import { staff } from '../db/system-tables.ts'
import { notifications } from './notification-tables.ts'
import { seenBy } from './notify.ts'
import { consoleOf, sendMail } from './send-mail.ts'

/** Notifications that one mail names; the console has the others. */
const maxNamed = 50

/**
 * Begins a mail for each person with an unread notification of this age that no digest has had. A notification's time is the
 * start of its transaction, so rows of the last ten seconds may still be uncommitted; the next digest includes them.
 */
export const beginDigests = cleanUp(
  'start of digests',
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
)

/**
 * The mail with a staff member's unread notifications of a time. It names colleagues, but no person of the marketplace: a mailbox
 * is no place for personal data. Left out are those that were read meanwhile, and those that the role may not see any more;
 * without any left there is no mail.
 */
export const digestOperation: OperationKind = {
  run: async (operation, ctx) => {
    const { db } = ctx.database
    const [person] = await db
      .select({ ...getTableColumns(staff), permissions: permissionsOf })
      .from(staff)
      .where(eq(staff.uid, operation.subject_id))
    if (!person || person.disabled) throw new VendorRefusal('This staff account is disabled.')
    const { since, until } = operation.details
    const unread = await db
      .select({
        what: notifications.what,
        kind: notifications.subject_kind,
        record: notifications.subject_id,
        by: sql<string>`coalesce((select coalesce(display_name, email) from staff where uid = ${notifications.by}), 'The server')`,
      })
      .from(notifications)
      .where(
        and(
          seenBy(person),
          isNull(notifications.read_at),
          gt(notifications.at, sql`${since}::timestamptz`),
          lte(notifications.at, sql`${until}::timestamptz`),
        ),
      )
      .orderBy(asc(notifications.at), asc(notifications.id))
    if (unread.length === 0) return { reference: 'all were read' }
    const place = consoleOf(ctx.settings)
    const named = unread.slice(0, maxNamed)
    const more = unread.length - named.length
    return {
      reference: await sendMail(ctx, operation.id, {
        to: person.email,
        subject: unread.length === 1 ? '1 unread notification' : `${unread.length} unread notifications`,
        text: [
          ...named.map((notice) => `${sentenceOf(notice)}\n${place}${pathOf(notice)}`),
          ...(more > 0 ? [`${more} more are in Portreeve.`] : []),
          `You can change or end these mails in your settings: ${place}/dashboard/your-sign-in`,
        ].join('\n\n'),
      }),
    }
  },
  answer: () => null,
}
