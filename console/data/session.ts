import { type Identity, readToken, type SignInStep } from './identity.ts'
import { type Observable, observable } from './observable.ts'

export type SessionState =
  /** The provider has not answered yet. */
  | { readonly is: 'starting' }
  /** The provider could not be asked. */
  | { readonly is: 'unreachable' }
  | { readonly is: 'signed_out' }
  | {
      readonly is: 'signed_in'
      readonly uid: string
      /** Their display name, where the provider says it. */
      readonly name?: string
    }
  /** Signed out against their will: the page stays beneath the sign-in form until the same person is back. */
  | {
      readonly is: 'expired'
      readonly uid: string
      readonly name?: string
      /** The server's words, where it lets this person do nothing any more. */
      readonly why?: string
    }

/** Rejects a call that needs somebody signed in, when nobody is. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

export interface Session {
  state(): SessionState
  subscribe(listener: () => void): () => void
  /** Asks the provider who is here. */
  start(): Promise<void>
  /** Rejects with what the provider said; the state then stays as it was. */
  signIn(email: string, password: string): Promise<SignInStep>
  /** The second step, where the first asked for a code: one of the app's, or a recovery code. Rejects as `signIn` does. */
  signInWithCode(code: string): Promise<void>
  /** Signs out on purpose: everything shown goes. */
  signOut(): Promise<void>
  /** A token that is good now. Rejects with SignedOut when there is none. */
  token(): Promise<string>
  /**
   * The server does not take this token. Nothing happens when a newer one is held by now; else the provider is asked once
   * more, as another tab may have signed in again. Resolves when it is known how it stands.
   */
  expire(refused: string): Promise<void>
  /** The server answers this person nothing any more, whatever the token. */
  shutOut(refused: string, why: string): void
  /** Calls wait while the provider is asked for a change that ends the session and begins another. */
  whileChanging<Result>(change: () => Promise<Result>): Promise<Result>
  /** Resolves once the person whose session expired is back; rejects when somebody else is. */
  returned(): Promise<void>
}

/** Tells the other tabs of a sign-out. */
export interface Tabs {
  say(): void
  heard(listener: () => void): void
}

const refreshBefore = 60_000

export function createSession(identity: Identity, tabs?: Tabs, now: () => number = Date.now): Session {
  const shown = observable<SessionState>({ is: 'starting' })
  let held: { jwt: string; refreshAt: number; endsAt: number } | null = null
  /** A token that was fetched because the one before was refused: when it is refused too, asking on is no use. */
  let lastTry: string | null = null
  let renewing: Promise<string> | null = null

  const become = (next: SessionState) => {
    if (next.is !== 'signed_in') held = null
    shown.set(next)
  }

  const expire = (why?: string) => {
    const state = shown.get()
    if (state.is === 'signed_in') become({ ...state, is: 'expired', ...(why && { why }) })
  }

  /** Takes a new token. Another person's token (they signed in in another tab) makes this tab theirs. */
  const adopt = (jwt: string) => {
    const { uid, lifetime, name } = readToken(jwt)
    const margin = Math.min(refreshBefore, lifetime / 2)
    held = { jwt, refreshAt: now() + lifetime - margin, endsAt: now() + lifetime }
    const state = shown.get()
    if (state.is !== 'signed_in' || state.uid !== uid) become({ is: 'signed_in', uid, ...(name && { name }) })
    return jwt
  }

  const renew = async () => {
    const before = shown.get()
    let jwt: string | null
    try {
      jwt = await identity.token()
    } catch (error) {
      // The provider does not answer: what we hold may still be good.
      if (held && now() < held.endsAt) return held.jwt
      throw error
    }
    if (shown.get() !== before) throw new SignedOut()
    if (jwt === null) {
      expire()
      throw new SignedOut()
    }
    return adopt(jwt)
  }

  /** Calls that need a token meanwhile wait for this one. */
  const renewBy = (work: Promise<string>) => {
    renewing = work.finally(() => {
      renewing = null
    })
    return renewing
  }
  const renewOnce = () => renewing ?? renewBy(renew())

  const signedIn = async () => {
    const jwt = await identity.token()
    if (jwt === null) throw new Error('The identity provider gave no token')
    adopt(jwt)
  }

  tabs?.heard(() => become({ is: 'signed_out' }))

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
    async signInWithCode(code) {
      await identity.signInWithCode(code)
      await signedIn()
    },
    async signOut() {
      become({ is: 'signed_out' })
      tabs?.say()
      await identity.signOut().catch(console.error)
    },
    async token() {
      if (shown.get().is !== 'signed_in') throw new SignedOut()
      if (held && now() < held.refreshAt) return held.jwt
      return renewOnce()
    },
    async expire(refused) {
      if (held?.jwt !== refused) return
      if (lastTry === refused) return expire()
      held = null
      try {
        lastTry = await renewOnce()
        if (lastTry === refused) expire()
      } catch {
        expire()
      }
    },
    shutOut(refused, why) {
      if (held?.jwt === refused) expire(why)
    },
    async whileChanging(change) {
      const changed = change()
      held = null
      // A call that waits for the token gets its failure.
      renewBy(changed.catch(() => {}).then(renew)).catch(() => {})
      return changed
    },
    returned: () => returned(shown),
  }
}

/** Resolves once the person whose session expired is back; rejects when another person is. */
const returned = (shown: Observable<SessionState>): Promise<void> =>
  new Promise((resolve, reject) => {
    const waited = shown.get()
    if (waited.is === 'signed_in') return resolve()
    if (waited.is !== 'expired') return reject(new SignedOut())
    const stop = shown.subscribe(() => {
      const now = shown.get()
      if (now.is === 'expired') return
      stop()
      if (now.is === 'signed_in' && now.uid === waited.uid) resolve()
      else reject(new SignedOut())
    })
  })

/** Tabs of one environment hear of each other's sign-outs. */
export function browserTabs(environment: string): Tabs {
  const channel = new BroadcastChannel(`portreeve-sign-out-${environment}`)
  return {
    say: () => channel.postMessage('signed out'),
    heard: (listener) => {
      channel.onmessage = listener
    },
  }
}
