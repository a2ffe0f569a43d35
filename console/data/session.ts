import type { CallFailure } from './failure.ts'
import { type Identity, readToken, type SignInStep } from './identity.ts'
import { type Observable, observable } from './observable.ts'

export type SessionState =
  /** The provider has not answered yet. */
  | { readonly is: 'starting' }
  /** The provider could not be reached. */
  | { readonly is: 'unreachable' }
  | { readonly is: 'signed_out' }
  | {
      readonly is: 'signed_in'
      readonly uid: string
      /** The display name, where the provider sends one. */
      readonly name?: string
    }
  /** The session ended without a sign-out: the page stays beneath the sign-in form until the same person signs in again. */
  | {
      readonly is: 'expired'
      readonly uid: string
      readonly name?: string
      /** The server's message, where it refuses every call of this person. */
      readonly why?: string
      /** The session holds, but the server refuses every call until this person sets up a second factor. */
      readonly needsFactor?: boolean
    }

/** Rejects a call that needs a session when there is none. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

export interface Session {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Reads the session from the provider. */
  start(): Promise<void>
  /** Rejects with the provider's error and leaves the state unchanged. */
  signIn(email: string, password: string): Promise<SignInStep>
  /** The second step, after 'code': with a code of the app, or a recovery code. Rejects as `signIn` does. */
  signInWithCode(code: string): Promise<void>
  /** Signs in at the provider by another way. Rejects as `signIn` does. */
  signInBy(way: () => Promise<void>): Promise<void>
  /** Signs out on request: nothing stays on the screen. */
  signOut(): Promise<void>
  /** A valid token. Rejects with SignedOut when there is none. */
  token(): Promise<string>
  /**
   * Call it when the server refused a token. Does nothing when a newer one is held. Otherwise it fetches a token from the
   * provider once, because another tab may have signed in again, and expires the session when there is none.
   */
  expire(refused: string): Promise<void>
  /** Call it when the server refuses this person with any token: expires the session and shows why. */
  refuse(refused: string, failure: CallFailure): void
  /** Runs a change at the provider that replaces the session. Calls wait meanwhile. */
  whileChanging<Result>(change: () => Promise<Result>): Promise<Result>
  /** Resolves once the person whose session expired signs in again; rejects when another person does. */
  returned(): Promise<void>
}

/** Announces a sign-out to the other tabs. */
export interface Tabs {
  announce(): void
  onSignOut(listener: () => void): void
}

/** Milliseconds before its expiry at which a token is renewed. */
const refreshBefore = 60_000

export function createSession(identity: Identity, tabs?: Tabs, now: () => number = Date.now): Session {
  const shown = observable<SessionState>({ is: 'starting' })
  let held: { jwt: string; refreshAt: number; endsAt: number } | null = null
  /** The token that replaced a refused one. When it is refused too, a third one would not help. */
  let replacement: string | null = null
  let renewing: Promise<string> | null = null

  const become = (next: SessionState) => {
    if (next.is !== 'signed_in') held = null
    shown.set(next)
  }

  const expire = (more: { why?: string; needsFactor?: boolean } = {}) => {
    const state = shown.get()
    if (state.is === 'signed_in') become({ ...state, is: 'expired', ...more })
  }

  /** Takes a new token. A token of another person, who signed in in another tab, gives this tab to that person. */
  const adopt = (jwt: string) => {
    const { uid, lifetime, name } = readToken(jwt)
    const margin = Math.min(refreshBefore, lifetime / 2)
    held = { jwt, refreshAt: now() + lifetime - margin, endsAt: now() + lifetime }
    const state = shown.get()
    if (state.is !== 'signed_in' || state.uid !== uid) become({ is: 'signed_in', uid, ...(name && { name }) })
    return jwt
  }

  const renew = async () => {
    const previous = shown.get()
    let jwt: string | null
    try {
      jwt = await identity.token()
    } catch (error) {
      // The provider does not answer: the held token may still be valid.
      if (held && now() < held.endsAt) return held.jwt
      throw error
    }
    if (shown.get() !== previous) throw new SignedOut()
    if (jwt === null) {
      expire()
      throw new SignedOut()
    }
    return adopt(jwt)
  }

  /** Calls that need a token wait for this one. */
  const renewBy = (work: Promise<string>) => {
    renewing = work.finally(() => {
      renewing = null
    })
    return renewing
  }
  const renewOnce = () => renewing ?? renewBy(renew())

  const signedIn = async () => {
    const jwt = await identity.token()
    if (jwt === null) throw new Error('The identity provider returned no token')
    adopt(jwt)
  }

  const signInBy = async (way: () => Promise<void>) => {
    await way()
    await signedIn()
  }

  tabs?.onSignOut(() => become({ is: 'signed_out' }))

  return {
    state: shown.get,
    subscribe: shown.subscribe,
    async start() {
      become({ is: 'starting' })
      try {
        const jwt = await identity.token()
        if (jwt === null) become({ is: 'signed_out' })
        else adopt(jwt)
      } catch (error) {
        console.error(error)
        become({ is: 'unreachable' })
      }
    },
    async signIn(email, password) {
      const step = await identity.signIn(email, password)
      if (step === 'done') await signedIn()
      return step
    },
    signInWithCode: (code) => signInBy(() => identity.signInWithCode(code)),
    signInBy,
    async signOut() {
      become({ is: 'signed_out' })
      tabs?.announce()
      await identity.signOut().catch(console.error)
    },
    async token() {
      if (shown.get().is !== 'signed_in') throw new SignedOut()
      if (held && now() < held.refreshAt) return held.jwt
      return renewOnce()
    },
    async expire(refused) {
      if (held?.jwt !== refused) return
      if (replacement === refused) return expire()
      held = null
      try {
        replacement = await renewOnce()
        if (replacement === refused) expire()
      } catch {
        expire()
      }
    },
    refuse(refused, failure) {
      if (held?.jwt !== refused) return
      const why = failure.body?.error_message ?? failure.message
      expire({ why, ...(failure.factorNeeded && { needsFactor: true }) })
    },
    async whileChanging(change) {
      const changed = change()
      held = null
      // Calls that wait for the token receive the failure; without any it must not be an unhandled rejection.
      renewBy(changed.catch(() => {}).then(renew)).catch(() => {})
      return changed
    },
    returned: () => returned(shown),
  }
}

const returned = (shown: Observable<SessionState>): Promise<void> =>
  new Promise((resolve, reject) => {
    const expired = shown.get()
    if (expired.is === 'signed_in') return resolve()
    if (expired.is !== 'expired') return reject(new SignedOut())
    const stop = shown.subscribe(() => {
      const now = shown.get()
      if (now.is === 'expired') return
      stop()
      if (now.is === 'signed_in' && now.uid === expired.uid) resolve()
      else reject(new SignedOut())
    })
  })

/** Broadcasts sign-outs among the tabs of one environment. */
export function browserTabs(environment: string): Tabs {
  const channel = new BroadcastChannel(`portreeve-sign-out-${environment}`)
  return {
    announce: () => channel.postMessage('signed out'),
    onSignOut: (listener) => {
      channel.onmessage = listener
    },
  }
}
