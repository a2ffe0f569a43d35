import type { Context } from '../core/call/context.ts'
import { sendMail } from '../staff/send-mail.ts'

/** Mails a verification code. The operation's id is the idempotency key. Returns the mail's number. */
export const sendCode = (ctx: Context, key: string, to: string, code: string): Promise<string> =>
  sendMail(ctx, key, {
    to,
    subject: 'Your verification code',
    text: `Your verification code is ${code}.\n\nIf you did not ask our support team for it, ignore this mail.\n`,
  })
