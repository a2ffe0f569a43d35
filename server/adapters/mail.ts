import { createTransport } from 'nodemailer'

/** The mail server. */
export interface Mail {
  /**
   * Sends one mail to the mail server. Returns its message id.
   * @param key becomes the Message-ID, so that a mail client can recognize a retried mail as the same.
   * @throws MailRefused when the server refuses the mail for good; after any other error the mail may be retried.
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

/** The mail server refuses this mail for good. */
export class MailRefused extends Error {}

function transportTo(address: string) {
  const url = new URL(address)
  // Timeouts in milliseconds: a hanging mail server must not block a caller.
  for (const option of ['connectionTimeout', 'greetingTimeout', 'socketTimeout'])
    if (!url.searchParams.has(option)) url.searchParams.set(option, '4000')
  return createTransport(url.toString())
}

/** Connects to the mail server, greets it and signs in, and sends nothing. Throws nodemailer's error. */
export async function greetMailServer(address: string): Promise<void> {
  const transport = transportTo(address)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Mail over SMTP. @param address e.g. smtp://user:password@mail.example.com:587 */
export function smtpMail(address: string): Mail {
  const transport = transportTo(address)
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

/** Refuses every mail, because no mail server is configured. */
export const noMail: Mail = {
  send: async () => {
    throw new MailRefused('No mail server is set up (PORTREEVE_SMTP).')
  },
}
