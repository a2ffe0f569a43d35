import { type Identity, SignInRefused } from './identity.ts'
import { canUsePasskeys, makePasskey, signWithPasskey } from './passkeys.ts'

/** The values to set up the second factor with; shown once. */
export interface Enrolment {
  /** The otpauth:// address for an authenticator app. */
  readonly address: string
  readonly recoveryCodes: readonly string[]
}

/** The effect of a password chosen by a link. */
export interface ChosenPassword {
  /** The email address to sign in with. */
  readonly email: string
  /** 'on': the sign-in takes a code; 'needed': the person has to set up a second factor first. */
  readonly secondFactor: 'on' | 'needed' | 'off'
  /** Whether the person has never called before. */
  readonly isFirst: boolean
}

/** What the built-in provider offers beyond the port: changes of one's own sign-in. Each rejects with SignInRefused. */
export interface OwnSignIn {
  beginSecondFactor(password: string): Promise<Enrolment>
  confirmSecondFactor(code: string): Promise<void>
  endSecondFactor(password: string): Promise<void>
  newRecoveryCodes(password: string): Promise<readonly string[]>
  changePassword(now: string, next: string): Promise<void>
  /** Confirms the password: calls that need a fresh one are then allowed for ten minutes. */
  confirmPassword(password: string): Promise<void>
  /** Whether this browser can use passkeys here. */
  readonly canUsePasskeys: boolean
  /** Makes a passkey on this or another device. Needs a confirmed password. */
  addPasskey(name: string): Promise<void>
  /** Starts a session with a passkey. */
  signInWithPasskey(): Promise<void>
  /** Sets a password through a mailed link, without a session. */
  choosePassword(token: string, password: string): Promise<ChosenPassword>
  /** Requests a mail with a link to choose a new password. Resolves whether or not the address belongs to a staff member. */
  forgotPassword(email: string): Promise<void>
}

/** The API server's own provider at /identity: a session cookie, and short-lived identity tokens issued for it. */
export function builtinIdentity(api: string): Identity & { own: OwnSignIn } {
  const request = (path: string, init: RequestInit = {}) =>
    fetch(`${api}/identity${path}`, { credentials: 'include', ...init })

  const post = (path: string, body: object) =>
    send(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })

  const send = async (path: string, init?: RequestInit): Promise<Record<string, unknown>> => {
    const answer = await request(path, init)
    const received = ((await answer.json().catch(() => null)) ?? {}) as Record<string, unknown>
    if (answer.ok) return received
    const words = received.message ?? received.error_message ?? received.error_title
    throw new SignInRefused(words ? String(words) : `Sign-in failed (${answer.status})`)
  }

  return {
    async signIn(email, password) {
      const received = await post('/sign-in/email', { email, password })
      return received.twoFactorRedirect === true ? 'code' : 'done'
    },

    async signInWithCode(code) {
      const plain = code.replaceAll(/\s/g, '')
      await post(/^\d{6}$/.test(plain) ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code', {
        code: plain,
      })
    },

    async token() {
      const answer = await request('/token')
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
        const received = await post('/two-factor/enable', { password })
        return { address: String(received.totpURI), recoveryCodes: received.backupCodes as string[] }
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
      canUsePasskeys: canUsePasskeys(api),
      async addPasskey(name) {
        const options = await send('/passkey/generate-register-options')
        await post('/passkey/verify-registration', { name, response: await makePasskey(options as never) })
      },
      async signInWithPasskey() {
        const options = await send('/passkey/generate-authenticate-options')
        await post('/passkey/verify-authentication', { response: await signWithPasskey(options as never) })
      },
      async choosePassword(token, password) {
        const { email, second_factor, first } = await post('/set-password', { token, password })
        return {
          email: String(email),
          secondFactor: second_factor as ChosenPassword['secondFactor'],
          isFirst: first === true,
        }
      },
      async forgotPassword(email) {
        await post('/forgot-password', { email })
      },
    },
  }
}
