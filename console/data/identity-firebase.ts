import type { IdentitySettings } from './environment.ts'
import { type Identity, SignInRefused } from './identity.ts'

/** Firebase's error codes, in words for the sign-in form. Any other code is shown as it is. */
const words: Record<string, string> = {
  INVALID_LOGIN_CREDENTIALS: 'Invalid email or password',
  EMAIL_NOT_FOUND: 'Invalid email or password',
  INVALID_PASSWORD: 'Invalid email or password',
  INVALID_EMAIL: 'Invalid email or password',
  MISSING_PASSWORD: 'Invalid email or password',
  USER_DISABLED: 'This account is disabled',
  TOO_MANY_ATTEMPTS_TRY_LATER: 'Too many attempts, try again later',
}

/** Firebase Authentication over its REST calls; the refresh token stays in local storage, one per environment. */
export function firebaseIdentity(
  settings: Extract<IdentitySettings, { kind: 'firebase' }>,
  environment: string,
): Identity {
  const storageKey = `portreeve-refresh-${environment}`
  const key = encodeURIComponent(settings.apiKey)
  /** The token that came with the sign-in, for the first call of `token`. */
  let firstToken: string | null = null

  return {
    async signIn(email, password) {
      const answer = await fetch(`${settings.address}/v1/accounts:signInWithPassword?key=${key}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email, password, returnSecureToken: true }),
      })
      const body = (await answer.json().catch(() => ({}))) as {
        idToken?: string
        refreshToken?: string
        error?: { message?: string }
      }
      if (!answer.ok || !body.idToken || !body.refreshToken) {
        const message = body.error?.message ?? `Sign-in failed (${answer.status})`
        throw new SignInRefused(words[message.split(' ')[0] ?? ''] ?? message)
      }
      localStorage.setItem(storageKey, body.refreshToken)
      firstToken = body.idToken
      return 'done'
    },

    async signInWithCode() {
      throw new SignInRefused('A second factor is asked for at the identity provider itself')
    },

    async token() {
      const token = firstToken
      firstToken = null
      if (token) return token
      const refresh = localStorage.getItem(storageKey)
      if (!refresh) return null
      const answer = await fetch(`${settings.tokenAddress ?? settings.address}/v1/token?key=${key}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh }).toString(),
      })
      // Firebase answers 400 when the account is disabled, deleted or revoked. Other failures may be temporary.
      if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
        localStorage.removeItem(storageKey)
        return null
      }
      if (!answer.ok) throw new Error(`The identity provider answered ${answer.status}`)
      const body = (await answer.json()) as { id_token: string; refresh_token: string }
      localStorage.setItem(storageKey, body.refresh_token)
      return body.id_token
    },

    async signOut() {
      firstToken = null
      localStorage.removeItem(storageKey)
    },
  }
}
