import { createTransport } from 'nodemailer'

/** Handing over mail. */
export interface Mail {
  /**
   * Hands one mail to the mail server and gives its message id.
   * @param key makes the Message-ID, so that a repeated attempt is the same mail to those who look.
   * @throws MailRefused when the server clearly will not take it; any other error may be tried again.
   */
  send: (mail: {
    key: string
    from: string
    to: string
    subject: string
    text: string
    html?: string
  }) => Promise<string>
}

/** The mail server will never take this mail. */
export class MailRefused extends Error {}

/** Mail over SMTP. @param address e.g. smtp://user:password@mail.example.com:587 */
export function smtpMail(address: string): Mail {
  const url = new URL(address)
  // Time-outs in milliseconds: a mail server that hangs must not hold a caller.
  for (const option of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!url.searchParams.has(option)) url.searchParams.set(option, '4000')
  const transport = createTransport(url.toString())
  return {
    send: async ({ key, ...mail }) => {
      try {
        const domain = mail.from.replace(/^.*@|>$/g, '')
        const sent = await transport.sendMail({ messageId: `<${key}@${domain}>`, ...mail })
        return sent.messageId
      } catch (error) {
        const code = (error as { responseCode?: number }).responseCode
        if (code !== undefined && code >= 500)
          throw new MailRefused(`The mail server refused the mail (${code}).`)
        throw error
      }
    },
  }
}

/** Without a mail server every mail is refused, in words. */
export const noMail: Mail = {
  send: async () => {
    throw new MailRefused('No mail server is set up (PORTREEVE_SMTP).')
  },
}
