import { pathOf, sentenceOf } from '@portreeve/contract/staff/notices'
import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { OperationKind } from '../core/call/context.ts'
import { VendorRefusal } from '../core/operations/operations.ts'
import { staff } from '../db/system-tables.ts'
import { notifications } from './notification-tables.ts'
import { seenBy } from './notify.ts'
import { consoleOf, sendMail } from './send-mail.ts'

/** Notifications that one mail names; the console has the others. */
const maxNamed = 50

/**
 * The mail with a staff member's unread notifications of a time. It names colleagues, but no person of the marketplace: a mailbox
 * is no place for personal data. Left out are those that were read meanwhile, and those that the role may not see any more;
 * without any left there is no mail.
 */
export const digestOperation: OperationKind = {
  run: async (operation, ctx) => {
    const { db } = ctx.database
    const [person] = await db.select().from(staff).where(eq(staff.uid, operation.subject_id))
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
