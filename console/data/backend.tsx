import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { type Call, createCall } from './call.ts'
import type { Environment } from './environment.ts'
import { createFreshPassword, type FreshPassword } from './fresh-password.ts'
import { builtinIdentity, type OwnSignIn } from './identity-builtin.ts'
import { firebaseIdentity } from './identity-firebase.ts'
import { createLive, type Live } from './live.ts'
import { browserTabs, createSession, type Session, type SessionState } from './session.ts'

/** The connection to the server and the identity provider, which every screen uses. */
export interface Backend {
  readonly environment: Environment
  readonly session: Session
  readonly call: Call
  readonly live: Live
  /** Changes of one's own sign-in, and the prompt for a fresh password. Only with the built-in provider. */
  readonly ownSignIn?: OwnSignIn
  readonly freshPassword?: FreshPassword
}

/** Picks the identity adapter that the environment names. */
export function createBackend(environment: Environment): Backend {
  const { identity: settings, api, name } = environment
  const own = builtinIdentity(api)
  const isOwn = settings.kind !== 'firebase'
  const identity = isOwn ? own : firebaseIdentity(settings, name)
  const session = createSession(identity, browserTabs(name))
  const freshPassword = isOwn ? createFreshPassword() : undefined
  return {
    environment,
    session,
    call: createCall(environment, session, freshPassword),
    live: createLive(environment, session),
    ...(isOwn && { ownSignIn: own.own }),
    ...(freshPassword && { freshPassword }),
  }
}

const Context = createContext<Backend | null>(null)

export function BackendProvider({ backend, children }: { backend: Backend; children: ReactNode }) {
  return <Context.Provider value={backend}>{children}</Context.Provider>
}

export function useBackend(): Backend {
  const backend = useContext(Context)
  if (!backend) throw new Error('No BackendProvider above')
  return backend
}

export const useEnvironment = (): Environment => useBackend().environment

export function useSession(): SessionState {
  const { session } = useBackend()
  return useSyncExternalStore(session.subscribe, session.state)
}

/** The uid of the signed-in person, also after the session expired; else null. */
export function useOwnUid(): string | null {
  const state = useSession()
  return 'uid' in state ? state.uid : null
}
