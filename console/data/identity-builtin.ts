import { type Identity, SignInRefused } from './identity.ts'

/** What the second factor is turned on with; shown once. */
export interface Enrolment {
  /** otpauth://… for an authenticator app. */
  readonly address: string
  readonly recoveryCodes: readonly string[]
}

/** What the built-in provider can do beyond the port: how one signs in oneself. Each rejects with SignInRefused. */
export interface OwnSignIn {
  beginSecondFactor(password: string): Promise<Enrolment>
  confirmSecondFactor(code: string): Promise<void>
  endSecondFactor(password: string): Promise<void>
  newRecoveryCodes(password: string): Promise<readonly string[]>
  changePassword(now: string, next: string): Promise<void>
  /** Types the password again: calls that need a fresh one are open for some minutes. */
  confirmPassword(password: string): Promise<void>
  /** Chooses a password by a mailed link, without a session. Gives the e-mail address to sign in with. */
  choosePassword(token: string, password: string): Promise<string>
}

/** The API server's own provider at /identity: a session cookie, and short identity tokens made from it. */
export function builtinIdentity(api: string): Identity & { own: OwnSignIn } {
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${api}/identity${path}`, { credentials: 'include', ...init })

  const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
    const said = ((await answer.json().catch(() => null)) ?? {}) as Record<string, unknown>
    if (answer.ok) return said
    const words = said.message ?? said.error_message ?? said.error_title
    throw new SignInRefused(words ? String(words) : `Sign-in failed (${answer.status})`)
  }

  return {
    async signIn(email, password) {
      const said = await post('/sign-in/email', { email, password })
      return said.twoFactorRedirect === true ? 'code' : 'done'
    },

    async signInWithCode(code) {
      const plain = code.replaceAll(/\s/g, '')
      await post(/^\d{6}$/.test(plain) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', {
        code: plain,
      })
    },

    async token() {
      const answer = await ask('/token')
      if (answer.status === 401 || answer.status === 403) return null
      if (!answer.ok) throw new Error(`The identity provider answered ${answer.status}`)
      const { token } = (await answer.json()) as { token?: string }
      return token ?? null
    },

    async signOut() {
      await post('/sign-out', {})
    },

    own: {
      async beginSecondFactor(password) {
        const said = await post('/two-factor/enable', { password })
        return { address: String(said.totpURI), recoveryCodes: said.backupCodes as string[] }
      },
      async confirmSecondFactor(code) {
        await post('/two-factor/verify-totp', { code })
      },
      async endSecondFactor(password) {
        await post('/two-factor/disable', { password })
      },
      async newRecoveryCodes(password) {
        return (await post('/two-factor/generate-backup-codes', { password })).backupCodes as string[]
      },
      async changePassword(now, next) {
        await post('/change-password', { currentPassword: now, newPassword: next })
      },
      async confirmPassword(password) {
        await post('/verify-password', { password })
      },
      async choosePassword(token, password) {
        return String((await post('/set-password', { token, password })).email)
      },
    },
  }
}
