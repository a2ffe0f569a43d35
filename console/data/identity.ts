/** Where a sign-in has come to: somebody is signed in, or a code of their second factor is still to come. */
export type SignInStep = 'done' | 'code'

/** The identity port: all that the console asks of a provider (D-004). */
export interface Identity {
  /** Starts a session. Rejects with SignInRefused when the provider says no. */
  signIn(email: string, password: string): Promise<SignInStep>
  /** Ends a sign-in that waits for a code. Rejects with SignInRefused when the provider says no. */
  signInWithCode(code: string): Promise<void>
  /** A fresh identity token, or null when the provider knows nobody here. Rejects when it cannot be asked. */
  token(): Promise<string | null>
  /** Ends the session at the provider. */
  signOut(): Promise<void>
}

/** The provider's no, in words for the error line (AUTH-11). */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
}

export const signInUnreachable = 'The sign-in service could not be reached'

/** Why a sign-in, or a change of one's own sign-in, failed: the provider's words, or that it did not answer. */
export function signInProblem(error: unknown): string {
  if (error instanceof SignInRefused) return error.message
  console.error(error)
  return signInUnreachable
}

interface Claims {
  /** Whose token it is. */
  readonly uid: string
  /** What the provider calls them; undefined where it does not say. */
  readonly name?: string
  /** How long it is good for after it was made, in milliseconds. */
  readonly lifetime: number
}

/**
 * Reads a JWT without checking its signature, which is the server's business. Firebase names the uid `user_id`,
 * everybody else `sub`. The lifetime is reckoned from the token's own times, so that a wrong clock here does no harm.
 */
export function readToken(jwt: string): Claims {
  const part = jwt.split('.')[1] ?? ''
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>
  const uid = claims.user_id ?? claims.sub
  if (typeof uid !== 'string' || uid === '') throw new Error('The identity token names nobody')
  const made = Number(claims.iat)
  const ends = Number(claims.exp)
  const lifetime = ends > made ? (ends - made) * 1000 : 300_000
  const { name } = claims
  return { uid, lifetime, ...(typeof name === 'string' && name.trim() !== '' && { name }) }
}
