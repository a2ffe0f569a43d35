/** The state of a sign-in: 'done', or 'code' when the code of the second factor is still missing. */
export type SignInStep = 'done' | 'code'

/** The identity port: all that the console needs from a provider (D-004). */
export interface Identity {
  /** Starts a session. Rejects with SignInRefused when the provider refuses. */
  signIn(email: string, password: string): Promise<SignInStep>
  /** Completes a sign-in that waits for a code. Rejects with SignInRefused when the provider refuses. */
  signInWithCode(code: string): Promise<void>
  /** A fresh identity token; null without a session at the provider. Rejects when the provider does not answer. */
  token(): Promise<string | null>
  /** Ends the session at the provider. */
  signOut(): Promise<void>
}

/** The provider's refusal, in words for the error line (AUTH-11). */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
}

export const signInUnreachable = 'The sign-in service could not be reached'

/** Why a sign-in, or a change of one's own sign-in, failed: the provider's message, or that it did not answer. */
export function signInProblem(error: unknown): string {
  if (error instanceof SignInRefused) return error.message
  console.error(error)
  return signInUnreachable
}

interface Claims {
  readonly uid: string
  /** The display name; undefined where the provider sends none. */
  readonly name?: string
  /** From issue to expiry, in milliseconds. */
  readonly lifetime: number
}

/**
 * Reads a JWT without checking its signature, because the server checks it. Firebase names the uid `user_id`, other
 * providers `sub`. The lifetime comes from the token's own times, so that a wrong local clock does no harm.
 */
export function readToken(jwt: string): Claims {
  const part = jwt.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  const uid = claims.user_id ?? claims.sub
  if (typeof uid !== 'string' || uid === '') throw new Error('The identity token has no uid')
  const issued = Number(claims.iat)
  const expires = Number(claims.exp)
  const lifetime = expires > issued ? (expires - issued) * 1000 : 300_000
  const { name } = claims
  return { uid, lifetime, ...(typeof name === 'string' && name.trim() !== '' && { name }) }
}
