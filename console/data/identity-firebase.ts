import type { IdentityPlace } from './environment.ts'
import { type Identity, SignInRefused } from './identity.ts'

/** What Firebase's codes mean to the person at the form. Anything else is shown as the code. */
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
  place: Extract<IdentityPlace, { kind: 'firebase' }>,
  environment: string,
): Identity {
  const kept = `portreeve-refresh-${environment}`
  const key = encodeURIComponent(place.apiKey)
  /** The token that came with the sign-in itself, good for the first ask. */
  let fresh: string | null = null

  return {
    async signIn(email, password) {
      const answer = await fetch(`${place.address}/v1/accounts:signInWithPassword?key=${key}`, {
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
        const said = body.error?.message ?? `Sign-in failed (${answer.status})`
        throw new SignInRefused(words[said.split(' ')[0] ?? ''] ?? said)
      }
      localStorage.setItem(kept, body.refreshToken)
      fresh = body.idToken
      return 'done'
    },

    async signInWithCode() {
      throw new SignInRefused('A second factor is asked for at the identity provider itself')
    },

    async token() {
      const first = fresh
      fresh = null
      if (first) return first
      const refresh = localStorage.getItem(kept)
      if (!refresh) return null
      const answer = await fetch(`${place.tokenAddress ?? place.address}/v1/token?key=${key}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refresh }).toString(),
      })
      // 400 is Firebase's no: revoked, disabled or deleted. Anything else may pass.
      if (answer.status === 400 || answer.status === 401 || answer.status === 403) {
        localStorage.removeItem(kept)
        return null
      }
      if (!answer.ok) throw new Error(`The identity provider answered ${answer.status}`)
      const body = (await answer.json()) as { id_token: string; refresh_token: string }
      localStorage.setItem(kept, body.refresh_token)
      return body.id_token
    },

    async signOut() {
      fresh = null
      localStorage.removeItem(kept)
    },
  }
}
