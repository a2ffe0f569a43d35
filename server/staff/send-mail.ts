import { MailRefused } from '../adapters/mail.ts'
import type { Context, Settings } from '../core/call/context.ts'
import { VendorRefusal } from '../core/operations/operations.ts'

/** The address of the console for links in mails: on this server, or the first console's. */
export const consoleOf = ({ address, consoleFolder, consoles }: Settings): string =>
  consoleFolder ? address : (consoles[0] ?? address)

/** Sends a mail for an operation, whose id is the idempotency key. Returns the mail's number. */
export async function sendMail(
  { mail, settings }: Context,
  key: string,
  what: { to: string; subject: string; text: string; html?: string },
): Promise<string> {
  try {
    return await mail.send({ key, from: settings.mailFrom, ...what })
  } catch (error) {
    throw error instanceof MailRefused ? new VendorRefusal(error.message) : error
  }
}
