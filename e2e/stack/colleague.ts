import type { Page } from '@playwright/test'
import { consoleAddress, emailOf, password, sandboxAddress } from './test.ts'

type Role = 'admin' | 'moderator' | 'support' | 'finance'

/** A staff member for one test, which may change and disable them. */
export interface Colleague {
  uid: string
  email: string
  password: string
}

const headers = { origin: consoleAddress, 'content-type': 'application/json' }

/** Signs in without a page; returns an identity token. */
export async function tokenOf(email: string, secret: string): Promise<string> {
  const session = await fetch(`${consoleAddress}/identity/sign-in/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: secret }),
  })
  if (!session.ok) throw new Error(`Signing in as ${email} answered ${session.status}`)
  const cookie = session.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const answer = await fetch(`${consoleAddress}/identity/token`, { headers: { cookie } })
  return ((await answer.json()) as { token: string }).token
}

let admin: Promise<string> | undefined

/** A call of the API as the demo admin; returns its data. */
export async function asAdmin<D>(method: string, path: string, body?: object): Promise<D> {
  admin ??= tokenOf(emailOf('admin'), password)
  const call = async () => {
    const answer = await fetch(consoleAddress + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${await admin}`, 'x-api-key': 'portreeve-development' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return { answer, received: (await answer.json()) as { data: D; code?: string; error_message?: string } }
  }
  let { answer, received } = await call()
  if (received.code === 'password_needed' || received.code === 'signed_out') {
    // The tests of one worker take longer than a token and a fresh password last.
    admin = tokenOf(emailOf('admin'), password)
    ;({ answer, received } = await call())
  }
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${received.error_message}`)
  return received.data
}

let hired = 0

/** The address of the newest mailed link to choose a password. @param not an earlier one, which is skipped */
export async function passwordLink(email: string, not?: string): Promise<string> {
  for (;;) {
    const mails = (await (
      await fetch(`${sandboxAddress}/mail.json?to=${encodeURIComponent(email)}`)
    ).json()) as { text: string }[]
    const link = /https?:\S+\/set-password\S+/.exec(mails[0]?.text ?? '')?.[0]
    if (link && link !== not) return link
    await new Promise((later) => setTimeout(later, 50))
  }
}

/** Invites a colleague, who chooses a password by the mailed link. The usual name is behind the demo staff's in every list. */
export async function hire(role: Role, displayName = 'Toni Colleague'): Promise<Colleague> {
  const email = `colleague-${process.pid}-${++hired}-${Date.now().toString(36)}@portreeve.test`
  const secret = 'a long password'
  const { uid } = await asAdmin<{ uid: string }>('POST', '/v1/admin/staff', {
    email,
    displayName,
    role,
  })
  const token = new URL(await passwordLink(email)).hash.slice(1)
  const chosen = await fetch(`${consoleAddress}/identity/set-password`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ token, password: secret }),
  })
  if (!chosen.ok) throw new Error(`Choosing a password answered ${chosen.status}`)
  return { uid, email, password: secret }
}

/** Signs a colleague in by hand. */
export async function enter(page: Page, colleague: Colleague) {
  await page.getByRole('textbox', { name: 'Email' }).fill(colleague.email)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(colleague.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Ends all of a colleague's sessions, as an admin does. */
export const endSessions = ({ uid }: Colleague) => asAdmin('DELETE', `/v1/admin/staff/${uid}/sessions`)
