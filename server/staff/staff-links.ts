import { createHmac } from 'node:crypto'
import { passwordLinkHours } from '@portreeve/contract/staff/staff'
import { eq } from 'drizzle-orm'
import type { Context, OperationKind, Settings } from '../core/call/context.ts'
import { VendorRefusal } from '../core/operations/operations.ts'
import { staff } from '../db/system-tables.ts'
import { consoleOf, sendMail } from './send-mail.ts'

/** Derived from the operation: a retry mails the same link, and no table stores it. */
const tokenOf = (operation: string, secret: string) =>
  createHmac('sha256', secret).update(`password link ${operation}`).digest('base64url')

/** The console's page. The part after # reaches no server and no log. */
const linkTo = (settings: Settings, token: string): string =>
  `${consoleOf(settings)}/set-password?environment=${settings.environment}#${token}`

/** The mail with the link. */
export const staffLinkOperation: OperationKind = {
  run: async (operation, ctx: Context) => {
    const [person] = await ctx.database.db.select().from(staff).where(eq(staff.uid, operation.subject_id))
    if (!person || person.disabled) throw new VendorRefusal('This staff account is disabled.')
    const token = tokenOf(operation.id, ctx.settings.secret)
    await ctx.identity.allowNewPassword({ uid: person.uid, token, hours: passwordLinkHours })
    const { by, invited, forgotten } = operation.details
    return {
      reference: await sendMail(ctx, operation.id, {
        to: person.email,
        subject: invited ? 'You are invited to Portreeve' : 'Choose a new password for Portreeve',
        text: [
          forgotten
            ? 'A new password for Portreeve, the staff console of the marketplace, was requested for you on its sign-in page. If it was not you, you need to do nothing: your password stays.'
            : invited
              ? `${by} has invited you to work in Portreeve, the staff console of the marketplace, as ${person.role}.`
              : `${by} has sent you a link to choose a new password for Portreeve, the staff console of the marketplace.`,
          `Choose your password here: ${linkTo(ctx.settings, token)}`,
          `The link works once, within ${passwordLinkHours} hours. No colleague knows or needs your password.`,
        ].join('\n\n'),
      }),
    }
  },
  answer: ({ state }) => ({ state }),
}
