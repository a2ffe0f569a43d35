import type { Mail } from '../adapters/mail.ts'
import { startWorker } from '../core/operations/worker.ts'
import { invite } from '../staff/staff-accounts.ts'
import { address, auditKey, type Harness, send } from './harness.ts'

type Sent = Parameters<Mail['send']>[0]

/** A mail server that stores its mails. */
export function keptMail(): Mail & { sent: Sent[] } {
  const sent: Sent[] = []
  return {
    sent,
    send: async (mail) => {
      sent.push(mail)
      return `mail ${sent.length}`
    },
  }
}

/** Lets the worker send the queued mails with links. */
export async function sendLinks(s: Harness): Promise<void> {
  const stop = startWorker(s.ctx)
  const waiting = () => s.query("select 1 from operations where state = 'pending' and kind = 'staff.link'")
  while ((await waiting()).length > 0) await new Promise((done) => setTimeout(done, 10))
  await stop()
}

/** The token of the link in a mail. */
export const tokenIn = ({ text }: Sent): string => /set-password\?environment=\w+#(\S+)/.exec(text)?.[1] ?? ''

/** Chooses a password by a mailed link. */
export const choosePassword = (s: Harness, token: string, password: string) =>
  send(s.server, 'POST', '/identity/set-password', { token, password }, { origin: address })

/** Creates a staff member with a password as the command line does: without a colleague's grant. */
export const hireByCommand = (
  s: Harness,
  person: { email: string; name: string; role: string; password: string },
) => invite({ db: s.ctx.database.db, identity: s.ctx.identity, auditKey }, person)

/** Signs in as the console does; returns the cookie and an identity token. */
export async function enter(s: Harness, email: string, password: string) {
  const session = await s.server.inject({
    method: 'POST',
    url: '/identity/sign-in/email',
    headers: { origin: address, 'user-agent': 'a browser' },
    payload: { email, password },
  })
  const cookie = session.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
  const answer = await s.server.inject({ url: '/identity/token', headers: { cookie } })
  return { status: session.statusCode, cookie, token: (answer.json() as { token: string }).token }
}

/** A signed-in staff member. */
export interface Signed {
  uid: string
  email: string
  secret: string
  cookie: string
  token: string
}

/** Returns a function that hires a staff member for one test and signs them in. */
export function hirerOf(s: Harness) {
  let people = 0
  return async (role: string): Promise<Signed & { status: number }> => {
    const email = `own-${++people}@portreeve.test`
    const secret = `password ${people} long`
    const { uid } = await hireByCommand(s, { email, name: `Own ${people}`, role, password: secret })
    return { uid, email, secret, ...(await enter(s, email, secret)) }
  }
}
