import { type Mail, MailRefused } from '../adapters/mail.ts'
import { mails } from './metrics.ts'

/** Counts the results of a mail server for /metrics. */
export const countedMail = (mail: Mail): Mail => ({
  send: async (what) => {
    try {
      const id = await mail.send(what)
      mails.inc({ result: 'sent' })
      return id
    } catch (error) {
      mails.inc({ result: error instanceof MailRefused ? 'refused' : 'unclear' })
      throw error
    }
  },
})
